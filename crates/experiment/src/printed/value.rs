//! The grammar of a printed value, digit by digit.
//!
//! | printed | read as |
//! |---|---|
//! | `.981`, `0.90`, `-0.27%` | [`Printed::Decimal`], with the digits after the point |
//! | `129`, `858,400` | [`Printed::Integer`]; with `decimals: 3` a printed `1` is the decimal 1.000 |
//! | `77/120`, `77/120 =64.2%` | [`Printed::Fraction`] |
//! | `(1+3)/(2+6)=.5000`, if a table has `workings` | [`Printed::Working`] |
//! | `[292, 2050]`, `10(12)`, `6↓8` | [`Printed::Pair`]: a range, ten of twelve used, a rank before and after |
//! | `approx. 528,000` | [`Printed::Approximate`] |
//! | `<.001`, `>.99` | [`Printed::Below`], [`Printed::Above`] |
//! | empty, `-`, `--`, `–`, `—` | [`Printed::Blank`]: not printed, never compared |
//!
//! A computed number is compared with a printed decimal ([`Printed::agrees`]) as the shortest decimal that reads back
//! as the same `f64`. So a computed 0.9805 is exactly halfway, regardless of its last binary digit, and agrees with
//! both `.980` and `.981`, because papers round halves both ways.

use std::cmp::Ordering;

use rejudge_names::plural::counted;

/// A decimal number with its printed digits: `.90` and `.9` differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedDecimal {
    /// The number without its point: 90 for `.90`.
    pub units: i64,
    /// The number of digits after the point.
    pub digits: u32,
}

/// The value of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printed {
    /// A number with digits after the point, or a percentage.
    Decimal {
        number: PrintedDecimal,
        /// True if the number is a percentage.
        percent: bool,
    },
    /// A whole number.
    Integer(i64),
    /// A part of a whole.
    Fraction {
        part: i64,
        whole: i64,
    },
    /// A quotient of sums with its result. Its three numbers are compared separately, each to its own number of digits.
    Working {
        numerator: PrintedDecimal,
        denominator: PrintedDecimal,
        result: PrintedDecimal,
    },
    /// Two whole numbers.
    Pair(Pair, [i64; 2]),
    /// A number that is marked as approximate. Its trailing zeros are not significant.
    Approximate(i64),
    /// A number below this bound.
    Below(PrintedDecimal),
    /// A number above this bound.
    Above(PrintedDecimal),
    /// Text without a number.
    Words,
    Blank,
}

/// The meaning of two whole numbers in one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pair {
    /// The smallest and the largest number.
    Range,
    /// The number of items that were used, and the number of all items.
    OfAll,
    /// A rank with the original judgments, and with the changed ones.
    Ranks,
}

impl Pair {
    /// Returns the names of the two numbers.
    fn parts(self) -> [&'static str; 2] {
        match self {
            Self::Range => ["low", "high"],
            Self::OfAll => ["used", "all"],
            Self::Ranks => ["before", "after"],
        }
    }
}

/// The way to read the cells of one quantity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The number of digits after the point, for tables that print 1.000 as `1`.
    pub decimals: Option<u32>,
    /// True if every number is a percentage, with or without a printed percent sign.
    pub percent: bool,
    /// True if `3/19=.1579` is a quotient with its result, and not a fraction with its percentage.
    pub workings: bool,
}

impl Printed {
    /// Reads the text of a cell.
    ///
    /// # Errors
    /// If the text is not a printed value, if it does not fit the number of decimals in `reading`, or if that
    /// number is too large. The error is a description of the mistake.
    pub fn parse(text: &str, reading: Reading) -> Result<Self, String> {
        let text = text.trim();
        if let Some(working) = reading.workings.then(|| Self::working(text)).flatten() {
            return Ok(working);
        }
        let max_digits = PrintedDecimal::MAX_DIGITS;
        if let Some(digits) = reading.decimals.filter(|&digits| digits > max_digits) {
            return Err(format!("`decimals` is {digits}, expected at most {max_digits}"));
        }
        match (Self::recognise(text).ok_or_else(|| format!("`{text}` is not a printed value"))?, reading) {
            (Self::Integer(number), Reading { decimals, percent, .. }) if percent || decimals.is_some() => {
                let digits = decimals.unwrap_or(0);
                let number = PrintedDecimal { units: number * 10_i64.pow(digits), digits };
                Ok(Self::Decimal { number, percent })
            }
            (
                Self::Decimal { number: PrintedDecimal { digits, .. }, .. },
                Reading { decimals: Some(expected), .. },
            ) if digits != expected => {
                let digits = counted(digits as usize, "digit");
                Err(format!("`{text}` has {digits} after the point, but `decimals` is {expected}"))
            }
            (Self::Decimal { number, percent }, _) => {
                Ok(Self::Decimal { number, percent: percent || reading.percent })
            }
            (value, _) => Ok(value),
        }
    }

    fn recognise(text: &str) -> Option<Self> {
        if matches!(text, "" | "-" | "--" | "–" | "—") {
            return Some(Self::Blank);
        }
        if let Some(number) = text.strip_prefix('<') {
            return PrintedDecimal::parse(number.trim()).map(Self::Below);
        }
        if let Some(number) = text.strip_prefix('>') {
            return PrintedDecimal::parse(number.trim()).map(Self::Above);
        }
        if let Some(number) = text.strip_prefix("approx.") {
            return integer(number).map(Self::Approximate);
        }
        let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let pairs = [
            (Pair::Range, inside.map(|inside| inside.split_once(", ").or_else(|| inside.split_once(',')))),
            (Pair::OfAll, text.strip_suffix(')').map(|text| text.split_once('('))),
            (Pair::Ranks, text.contains(['↑', '→', '↓']).then(|| text.split_once(['↑', '→', '↓']))),
        ];
        if let Some((kind, numbers)) = pairs.into_iter().find_map(|(kind, pair)| Some((kind, pair?))) {
            let (first, second) = numbers?;
            let numbers = [integer(first)?, integer(second)?];
            let is_rank = numbers.iter().all(|&rank| rank > 0);
            return (kind != Pair::Ranks || is_rank).then_some(Self::Pair(kind, numbers));
        }
        if let Some((part, rest)) = text.split_once('/') {
            let whole = match rest.split_once('=') {
                // `=64.2%` repeats the fraction as a percentage.
                Some((whole, percent)) => percentage(percent).and(integer(whole)),
                None => integer(rest),
            };
            return Some(Self::Fraction { part: integer(part)?, whole: whole.filter(|&whole| whole > 0)? });
        }
        if text.ends_with('%') {
            return percentage(text).map(|number| Self::Decimal { number, percent: true });
        }
        PrintedDecimal::parse(text).map(Self::plain)
    }

    fn plain(number: PrintedDecimal) -> Self {
        match number.digits {
            0 => Self::Integer(number.units),
            _ => Self::Decimal { number, percent: false },
        }
    }

    /// Reads `a/b=c`, where `a` and `b` may be sums in parentheses.
    fn working(text: &str) -> Option<Self> {
        let (quotient, result) = text.split_once('=')?;
        let (numerator, denominator) = quotient.split_once('/')?;
        let denominator = sum(denominator).filter(|sum| sum.units != 0)?;
        let (numerator, result) = (sum(numerator)?, PrintedDecimal::parse(result.trim())?);
        Some(Self::Working { numerator, denominator, result })
    }

    /// Returns each number in the value as a separate value, with the name of the computed quantity that it is compared
    /// with. The name is empty if there is only one number.
    pub fn parts(self) -> Vec<(&'static str, Self)> {
        match self {
            Self::Pair(kind, numbers) => kind.parts().into_iter().zip(numbers.map(Self::Integer)).collect(),
            Self::Working { numerator, denominator, result } => {
                [("value", result), ("numerator", numerator), ("denominator", denominator)]
                    .map(|(name, number)| (name, Self::plain(number)))
                    .into()
            }
            Self::Words | Self::Blank => Vec::new(),
            single => vec![("", single)],
        }
    }

    /// Returns the number, or `None` if the value does not have exactly one. A percentage is returned as a share, and
    /// `<.001` as .001.
    pub fn number(self) -> Option<f64> {
        match self {
            Self::Decimal { number, percent } => {
                Some(number.nearest_f64() / if percent { 100.0 } else { 1.0 })
            }
            Self::Integer(number) | Self::Approximate(number) => Some(number as f64),
            Self::Fraction { part, whole } => Some(part as f64 / whole as f64),
            Self::Below(bound) | Self::Above(bound) => Some(bound.nearest_f64()),
            _ => None,
        }
    }

    /// Returns true if the value is a bound, which is not a measured number.
    pub fn is_bound(self) -> bool {
        matches!(self, Self::Below(_) | Self::Above(_))
    }

    /// Returns true if `computed` agrees with the value:
    ///
    /// - a decimal within half a unit of its last digit, with both ends included (a percentage is compared as a share);
    /// - an integer if it is equal;
    /// - a fraction if `computed` is the quotient;
    /// - `approx. 528,000` within half a unit of the last digit that is not 0;
    /// - a bound if `computed` is strictly beyond it.
    ///
    /// A value without exactly one number agrees with nothing.
    pub fn agrees(self, computed: f64) -> bool {
        if !computed.is_finite() {
            return false;
        }
        match self {
            Self::Decimal { number, percent } => rounds_to(computed, number, if percent { 2 } else { 0 }),
            Self::Approximate(number) => {
                let (mut units, mut zeros) = (number, 0);
                while units != 0 && units % 10 == 0 {
                    (units, zeros) = (units / 10, zeros + 1);
                }
                rounds_to(computed, PrintedDecimal { units, digits: 0 }, -zeros)
            }
            Self::Below(bound) => computed < bound.nearest_f64(),
            Self::Above(bound) => computed > bound.nearest_f64(),
            exact => exact.number() == Some(computed),
        }
    }
}

impl PrintedDecimal {
    /// The largest number of digits before the point, and after it. No table prints more, and
    /// with at most 18 digits `units` cannot overflow.
    pub const MAX_DIGITS: u32 = 9;

    /// Reads an optional sign, digits with or without thousands separators, and an optional fraction.
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, rest) = match text.strip_prefix(['-', '−']) {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (integer_part, fraction) = rest.split_once('.').unwrap_or((rest, ""));
        if rest.contains('.') == fraction.is_empty() || (integer_part.is_empty() && fraction.is_empty()) {
            return None;
        }
        let integer_part = without_commas(integer_part)?;
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let max_digits = Self::MAX_DIGITS as usize;
        if !all_digits(&integer_part)
            || !all_digits(fraction)
            || fraction.len() > max_digits
            || integer_part.len() > max_digits
        {
            return None;
        }
        let units: i64 = format!("0{integer_part}{fraction}").parse().ok()?;
        let digits = u32::try_from(fraction.len()).ok()?;
        Some(Self { units: if negative { -units } else { units }, digits })
    }

    /// Returns the `f64` that is nearest to the number.
    fn nearest_f64(self) -> f64 {
        format!("{}e-{}", self.units, self.digits).parse().expect("digits and an exponent are a number")
    }
}

/// Removes thousands separators. Returns `None` if a group of digits is not three digits long. The first group may be
/// shorter, and a number without separators may have any length.
fn without_commas(text: &str) -> Option<String> {
    let mut groups = text.split(',');
    let first = groups.next()?;
    let rest: Vec<&str> = groups.collect();
    let grouped = rest.is_empty() || (!first.is_empty() && first.len() <= 3);
    (grouped && rest.iter().all(|group| group.len() == 3)).then(|| text.replace(',', ""))
}

fn integer(text: &str) -> Option<i64> {
    let text = text.trim();
    let number = PrintedDecimal::parse(text).filter(|number| number.digits == 0 && !text.contains('.'))?;
    Some(number.units)
}

/// Reads a percentage with or without the percent sign, because EVIA 2008 leaves the sign out after a fraction.
fn percentage(text: &str) -> Option<PrintedDecimal> {
    let text = text.trim();
    PrintedDecimal::parse(text.strip_suffix('%').unwrap_or(text).trim_end())
}

/// Reads `19`, `3.2392` or `(2+6)`.
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

/// Returns true if `computed * 10^shift` rounds to `printed`, where a half may be rounded up or down.
fn rounds_to(computed: f64, printed: PrintedDecimal, shift: i32) -> bool {
    let places = i32::try_from(printed.digits).unwrap_or(i32::MAX).saturating_add(shift);
    let Some((below, rest)) = split_at(computed.abs(), places) else {
        return false;
    };
    let same_sign = printed.units == 0 || (printed.units < 0) == (computed < 0.0);
    let units = printed.units.unsigned_abs();
    let fits = match rest {
        Ordering::Less => units == below,
        Ordering::Equal => units == below || units == below + 1,
        Ordering::Greater => units == below + 1,
    };
    same_sign && fits
}

/// Splits the shortest decimal of `number >= 0` at `places` digits after the point. Returns the digits before the split
/// as an integer, and the comparison of the rest with half a unit. Returns `None` if the number is larger than any printed
/// number.
fn split_at(number: f64, places: i32) -> Option<(u64, Ordering)> {
    let text = format!("{number:e}");
    let (mantissa, exponent) = text.split_once('e')?;
    let digits = mantissa.replace('.', "");
    // The position of the cut, counted from the first digit.
    let cut = exponent.parse::<i32>().ok()? + 1 + places;
    let Ok(cut) = usize::try_from(cut) else {
        return Some((0, Ordering::Less));
    };
    if cut > 18 {
        return (number == 0.0).then_some((0, Ordering::Less));
    }
    let (before_cut, rest) = digits.split_at(cut.min(digits.len()));
    let below = format!("0{before_cut}{}", "0".repeat(cut - before_cut.len())).parse().ok()?;
    let rest = rest.trim_end_matches('0');
    Some((below, rest.cmp("5")))
}

#[cfg(test)]
#[path = "value_tests.rs"]
mod tests;
