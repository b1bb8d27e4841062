//! A quotient that is printed with its result: `(1+3)/(2+6)=.5000`.

use super::agree::Scale;
use super::printed_decimal::PrintedDecimal;
use super::value::Printed;

/// A quotient of sums, and its result. Each of the three numbers is compared with a computed one, at its own printed
/// digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Working {
    /// Above the line, added up.
    pub numerator: PrintedDecimal,
    /// The sum below the line.
    pub denominator: PrintedDecimal,
    /// The result.
    pub result: PrintedDecimal,
}

impl Working {
    /// Reads `a/b=c`; `a` and `b` may be sums in parentheses.
    pub fn parse(text: &str) -> Option<Self> {
        let (quotient, result) = text.split_once('=')?;
        let (numerator, denominator) = quotient.split_once('/')?;
        let denominator = sum(denominator).filter(|sum| sum.units != 0)?;
        Some(Self { numerator: sum(numerator)?, denominator, result: PrintedDecimal::parse(result.trim())? })
    }

    /// Returns its numbers with the names that computed quantities have, the result first.
    pub fn parts(self) -> [(&'static str, PrintedDecimal); 3] {
        let Self { numerator, denominator, result } = self;
        [("value", result), ("numerator", numerator), ("denominator", denominator)]
    }

    /// Returns true if `computed` agrees with one of its numbers: a whole one when equal.
    pub fn agrees(number: PrintedDecimal, computed: f64) -> bool {
        let printed = match number.digits {
            0 => Printed::Integer(number.units),
            _ => Printed::Decimal { number, percent: false },
        };
        printed.agrees(computed, Scale::Proportion) == Some(true)
    }
}

/// `19`, `3.2392` or `(2+6)`.
fn sum(text: &str) -> Option<PrintedDecimal> {
    let text = text.trim();
    let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let terms: Vec<PrintedDecimal> =
        inside.split('+').map(|term| PrintedDecimal::parse(term.trim())).collect::<Option<_>>()?;
    let digits = terms.iter().map(|term| term.digits).max()?;
    let units = |term: &PrintedDecimal| term.units.checked_mul(10_i64.pow(digits - term.digits));
    let units = terms.iter().map(units).try_fold(0_i64, |sum, units| sum.checked_add(units?))?;
    Some(PrintedDecimal { units, digits })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(units: i64, digits: u32) -> PrintedDecimal {
        PrintedDecimal { units, digits }
    }

    #[test]
    fn sums_over_each_other() {
        let of = |numerator, denominator, result| Some(Working { numerator, denominator, result });
        for (text, working) in [
            ("(1+3)/(2+6)=.5000", of(decimal(4, 0), decimal(8, 0), decimal(5000, 4))),
            (".2401/3.2392=.0741", of(decimal(2401, 4), decimal(32392, 4), decimal(741, 4))),
            ("3/19 = .1579", of(decimal(3, 0), decimal(19, 0), decimal(1579, 4))),
            ("(1+.5)/2=.75", of(decimal(15, 1), decimal(2, 0), decimal(75, 2))),
        ] {
            assert_eq!(Working::parse(text), working, "{text}");
        }
    }

    #[test]
    fn anything_else_is_none() {
        for text in [".5", "1/2", "1/0=.5", "(1+)/2=.5", "1/2=", "(1+2/3=1", "a/b=.5"] {
            assert_eq!(Working::parse(text), None, "{text}");
        }
        let large = ["999999999.999999999"; 12].join("+");
        assert_eq!(Working::parse(&format!("({large})/2=.5")), None, "a sum beyond 64 bits");
    }
}
