//! The numbers in a record: its grade or score, and its rank.

use std::borrow::Cow;
use std::fmt;

use crate::descriptor::HIGHEST_LEVEL;
use crate::text::parse_double;

/// Returns a text without the blanks around it. If the first and the last byte are visible ASCII characters,
/// we do not search for blanks, because searching for all blanks of Unicode takes longer than reading the
/// number.
#[inline]
pub(super) fn trimmed(text: &str) -> &str {
    match text.as_bytes() {
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => text.trim(),
    }
}

/// A number in a record: a grade, a score or a rank. A grade may also be a label, which is a text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number<'r> {
    /// The text as it is written. It may have blanks around it, and need not be a number.
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

    /// Returns true unless the number is a text of more than 64 bytes.
    pub fn is_short(self) -> bool {
        if let Self::Text(text) = self { text.len() <= 64 } else { true }
    }

    /// Returns true if the number is whole. A text counts as whole if it consists of 1 to 15 digits.
    pub fn is_whole(self) -> bool {
        match self {
            Self::Text(text) => {
                !text.is_empty() && text.len() < 16 && text.bytes().all(|byte| byte.is_ascii_digit())
            }
            Self::Float(value) => value.fract() == 0.0,
            Self::Whole(_) => true,
        }
    }

    /// Returns true if the number may be the grade of a judgment: a whole number of at most 127, written
    /// without decimals or exponent. It may be negative, because negative grades withhold judgments. A float
    /// never counts, even if it is whole.
    pub(crate) fn may_be_level(self) -> bool {
        let whole = match self {
            Self::Text(text) => trimmed(text).parse().ok(),
            Self::Float(_) => None,
            Self::Whole(value) => Some(value),
        };
        whole.is_some_and(|number: i64| number <= HIGHEST_LEVEL.into())
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
