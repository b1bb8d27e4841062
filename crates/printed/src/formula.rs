//! Formulas of the running text, in exact fractions: `(1-.7^10)/(1-.7)`. What the fractions cannot hold is
//! refused.

use super::exact::Ratio;
use super::printed_decimal::PrintedDecimal;

/// Largest exponent: no paper prints more, and the fractions stay exact.
const LARGEST_POWER: i64 = 16;

/// Most parentheses within one another.
const MOST_OPEN: usize = 64;

/// The value of a formula of decimal numbers, `+ - * / ^` and parentheses.
///
/// `^` binds before `*` and `/`, these before `+` and `-`; equals are taken from the left. An exponent is a
/// whole number.
pub(super) fn value(text: &str) -> Result<Ratio, String> {
    let mut reader = Reader { text, rest: text, open: 0 };
    let value = reader.sum()?;
    match reader.next() {
        None => Ok(value),
        Some(_) => Err(reader.unexpected()),
    }
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    /// Parentheses that are not closed yet.
    open: usize,
}

impl Reader<'_> {
    /// What comes of a step, which fails where numerator or denominator leave their range.
    fn worked_out(&self, value: Option<Ratio>) -> Result<Ratio, String> {
        value.ok_or_else(|| format!("`{}` has too many digits to be worked out exactly", self.text.trim()))
    }

    /// The character that comes next, blanks left out.
    fn next(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn skip(&mut self) {
        let mut chars = self.rest.chars();
        chars.next();
        self.rest = chars.as_str();
    }

    fn unexpected(&self) -> String {
        let rest = if self.rest.is_empty() { "its end" } else { self.rest };
        format!("`{}` cannot be worked out from `{rest}` on", self.text.trim())
    }

    fn sum(&mut self) -> Result<Ratio, String> {
        let mut value = self.product()?;
        while let Some(sign @ ('+' | '-')) = self.next() {
            self.skip();
            let next = self.product()?;
            let result = if sign == '+' { value.checked_add(next) } else { value.checked_sub(next) };
            value = self.worked_out(result)?;
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<Ratio, String> {
        let mut value = self.power()?;
        while let Some(sign @ ('*' | '/')) = self.next() {
            self.skip();
            let next = self.power()?;
            if sign == '/' && next == Ratio::whole(0) {
                return Err(format!("`{}` divides by 0", self.text.trim()));
            }
            let result = if sign == '*' { value.checked_mul(next) } else { value.checked_div(next) };
            value = self.worked_out(result)?;
        }
        Ok(value)
    }

    fn power(&mut self) -> Result<Ratio, String> {
        let base = self.operand()?;
        if self.next() != Some('^') {
            return Ok(base);
        }
        self.skip();
        let exponent = self.operand()?;
        let times = (0..=LARGEST_POWER).find(|&times| Ratio::whole(times) == exponent);
        let times = times
            .ok_or_else(|| format!("`{}`: an exponent is from 0 to {LARGEST_POWER}", self.text.trim()))?;
        self.worked_out((0..times).try_fold(Ratio::whole(1), |power, _| power.checked_mul(base)))
    }

    fn operand(&mut self) -> Result<Ratio, String> {
        if self.next() == Some('(') {
            if self.open == MOST_OPEN {
                return Err(format!("more than {MOST_OPEN} parentheses are open"));
            }
            self.skip();
            self.open += 1;
            let inside = self.sum()?;
            self.open -= 1;
            if self.next() != Some(')') {
                return Err(self.unexpected());
            }
            self.skip();
            return Ok(inside);
        }
        let end = self.rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(self.rest.len());
        let number = PrintedDecimal::parse(&self.rest[..end]).ok_or_else(|| self.unexpected())?;
        self.rest = &self.rest[end..];
        Ok(number.ratio())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_exact() {
        for (text, num, den) in [
            ("15*14/2", 105, 1),
            ("105 - 68", 37, 1),
            ("3*3+3*2+4*1", 19, 1),
            ("2^3*2", 16, 1),
            ("8/4/2", 1, 1),
            ("1-2-3", -4, 1),
            ("(1-.5^2)/(1-.5)", 3, 2),
            ("((((1)))+(((1))))", 2, 1),
            ("7^0", 1, 1),
            (".1+.2", 3, 10),
        ] {
            assert_eq!(value(text), Ok(Ratio::new(num, den)), "{text}");
        }
    }

    #[test]
    fn anything_else_is_told() {
        for (text, message) in [
            ("1/0", "divides by 0"),
            ("2^.5", "an exponent is from 0 to 16"),
            ("(1+2", "from `its end` on"),
            ("1 2", "from `2` on"),
            ("x+1", "from `x+1` on"),
            ("", "from `its end` on"),
            ("1.2.3", "cannot be worked out"),
            ("(999999999^4)^4", "too many digits"),
            ("999999999^4+.000000001^4", "too many digits"),
            (&"(".repeat(100_000), "more than 64 parentheses"),
        ] {
            let error = value(text).expect_err(text);
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
