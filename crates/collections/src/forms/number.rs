//! Numbers of records.

use std::borrow::Cow;
use std::fmt;

use crate::text::parse_double;

/// Returns a text without the blanks around it, which few have: a search for Unicode's blanks costs more than reading the
/// number.
#[inline]
pub(super) fn trimmed(text: &str) -> &str {
    match text.as_bytes() {
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => text.trim(),
    }
}

/// A number of a record: a text with all of its digits, or the value of a column of numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number<'r> {
    /// As it is written, perhaps with blanks around it; it may be no number.
    Text(&'r str),
    Float(f64),
    Whole(i64),
}

impl<'r> Number<'r> {
    /// Returns the double nearest to the number, or `None` if the text is not one.
    pub fn value(self) -> Option<f64> {
        match self {
            Self::Text(text) => parse_double(trimmed(text).as_bytes()),
            Self::Float(value) => Some(value),
            Self::Whole(value) => Some(value as f64),
        }
    }

    /// Returns true if the number is written with few digits.
    pub fn is_short(self) -> bool {
        if let Self::Text(text) = self { text.len() <= 64 } else { true }
    }

    /// Returns true if the number is whole, and a text only of digits.
    pub fn is_digits(self) -> bool {
        match self {
            Self::Text(text) => {
                !text.is_empty() && text.len() < 16 && text.bytes().all(|byte| byte.is_ascii_digit())
            }
            Self::Float(value) => value.fract() == 0.0,
            Self::Whole(_) => true,
        }
    }

    /// Returns the number as text, from which the same value is read.
    pub fn text(self) -> Cow<'r, str> {
        match self {
            Self::Text(text) => trimmed(text).into(),
            Self::Float(_) | Self::Whole(_) => self.to_string().into(),
        }
    }
}

impl fmt::Display for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(trimmed(text)),
            Self::Float(value) => fmt::Display::fmt(value, f),
            Self::Whole(value) => fmt::Display::fmt(value, f),
        }
    }
}
