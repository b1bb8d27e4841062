//! A decimal number in a measure's name.

use std::cmp::Ordering;
use std::fmt;

/// A decimal number in a measure's name. We keep the shortest text of the number, so that different spellings
/// of a number compare equal: `0.950`, `.95` and `0.95` are all `0.95`.
///
/// ```
/// use rejudge_metrics::Decimal;
/// let p = Decimal::parse(".950").unwrap();
/// assert_eq!((p.text(), p.value()), ("0.95", 0.95));
/// assert_eq!(Some(p), Decimal::parse("0.95"));
/// assert_eq!(Decimal::parse("inf").unwrap().value(), f64::INFINITY);
/// assert_eq!(Decimal::parse("1e3"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    text: String,
}

/// The largest number of digits on either side of the point, not counting needless zeros. An `f64` can tell
/// apart all integers with at most 15 digits, and all proportions with at most 15 decimals.
const MAX_DIGITS: usize = 15;

impl Decimal {
    /// Reads digits, which may have a point and a minus sign, or `inf`. Returns `None` for anything else, for
    /// example a plus sign, an exponent, or more than 15 digits on one side of the point, not counting
    /// needless zeros.
    pub fn parse(text: &str) -> Option<Self> {
        if text == "inf" {
            return Some(Self { text: text.to_owned() });
        }
        let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.len() + fraction.len() == 0 || !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
        if whole.len() > MAX_DIGITS || fraction.len() > MAX_DIGITS {
            return None;
        }
        let whole = if whole.is_empty() { "0" } else { whole };
        let is_zero = whole == "0" && fraction.is_empty();
        let sign = if is_zero { "" } else { sign };
        let point = if fraction.is_empty() { "" } else { "." };
        Some(Self { text: format!("{sign}{whole}{point}{fraction}") })
    }

    /// Returns the number.
    pub fn value(&self) -> f64 {
        self.text.parse().expect("digits and a point, or `inf`")
    }

    /// Returns the shortest text, without needless zeros but with a digit before the point.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    /// Compares numbers, so that `2` comes before `10`, and then texts, because two long decimals may round
    /// to the same number.
    fn cmp(&self, other: &Self) -> Ordering {
        self.value().total_cmp(&other.value()).then_with(|| self.text.cmp(&other.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needless_zeros_are_dropped() {
        for (text, shortest) in [
            ("0.950", "0.95"),
            (".5", "0.5"),
            ("1.", "1"),
            ("007", "7"),
            ("0", "0"),
            (".0", "0"),
            ("10", "10"),
            ("-01.50", "-1.5"),
            ("-0", "0"),
        ] {
            assert_eq!(Decimal::parse(text).map(|d| d.to_string()).as_deref(), Some(shortest));
        }
    }

    #[test]
    fn text_that_is_not_a_plain_decimal_is_refused() {
        for text in [
            "",
            ".",
            "+1",
            "--1",
            "-",
            "-inf",
            "1e3",
            "0x1",
            "1,5",
            "1.2.3",
            "nan",
            "1234567890123456",
            "0.1234567890123456",
        ] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }
}
