//! A decimal number with the digits that it was printed with.

use std::fmt;

/// A decimal number with the digits it was printed with: `.90` and `.9` differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedDecimal {
    /// The number without its point: 90 for `.90`.
    pub units: i64,
    /// Digits after the point.
    pub digits: u32,
}

impl PrintedDecimal {
    /// Most digits before the point, and after it: more than any table prints, and few enough for `units`.
    pub const MOST_DIGITS: u32 = 9;

    /// Reads an optional sign, digits with or without thousands commas, and an optional fraction.
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, rest) = match text.strip_prefix(['-', '−']) {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = rest.split_once('.').unwrap_or((rest, ""));
        if rest.contains('.') == fraction.is_empty() || (whole.is_empty() && fraction.is_empty()) {
            return None;
        }
        let whole = without_commas(whole)?;
        let all_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        let most = Self::MOST_DIGITS as usize;
        if !all_digits(&whole) || !all_digits(fraction) || fraction.len() > most || whole.len() > most {
            return None;
        }
        let units: i64 = format!("0{whole}{fraction}").parse().ok()?;
        let digits = u32::try_from(fraction.len()).ok()?;
        Some(Self { units: if negative { -units } else { units }, digits })
    }
}

impl fmt::Display for PrintedDecimal {
    /// Writes the number with a digit before the point, even if none was printed: `0.90`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.units < 0 { "-" } else { "" };
        let places = usize::try_from(self.digits).unwrap_or_default();
        let digits = format!("{:0>width$}", self.units.unsigned_abs(), width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let point = if places == 0 { "" } else { "." };
        write!(f, "{sign}{whole}{point}{fraction}")
    }
}

/// Removes thousands separators. Returns `None` if a group is not three digits long.
fn without_commas(text: &str) -> Option<String> {
    let mut groups = text.split(',');
    let first = groups.next()?;
    let rest: Vec<&str> = groups.collect();
    let grouped = rest.is_empty() || (!first.is_empty() && first.len() <= 3);
    (grouped && rest.iter().all(|group| group.len() == 3)).then(|| text.replace(',', ""))
}
