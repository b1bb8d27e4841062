//! The numbers in a record: its grade, score or rank.

use std::borrow::Cow;
use std::fmt;

use crate::text::parse_double;

/// Returns a text without the blanks around it. Few texts have blanks. So we first look at the first and the last
/// byte, because searching for all blanks of Unicode takes longer than reading the number.
#[inline]
pub(super) fn trimmed(text: &str) -> &str {
    match text.as_bytes() {
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => text.trim(),
    }
}

/// A number in a record: a grade, a score or a rank.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number<'r> {
    /// The text as it is written, which may have blanks around it, and may not be a number.
    Text(&'r str),
    Float(f64),
    Whole(i64),
}

impl<'r> Number<'r> {
    /// Returns the double nearest to the number, or `None` if the text is not a number.
    pub fn value(self) -> Option<f64> {
        match self {
            Self::Text(text) => parse_double(trimmed(text).as_bytes()),
            Self::Float(value) => Some(value),
            Self::Whole(value) => Some(value as f64),
        }
    }

    /// Returns true if the number is not a long text.
    pub fn is_short(self) -> bool {
        if let Self::Text(text) = self { text.len() <= 64 } else { true }
    }

    /// Returns true if the number is whole. A text counts as whole if it consists of at most 15 digits.
    pub fn is_whole(self) -> bool {
        match self {
            Self::Text(text) => {
                !text.is_empty() && text.len() < 16 && text.bytes().all(|byte| byte.is_ascii_digit())
            }
            Self::Float(value) => value.fract() == 0.0,
            Self::Whole(_) => true,
        }
    }

    /// Returns the number as text that is read as the same value.
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
