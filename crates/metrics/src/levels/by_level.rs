//! A number for each relevance level, as part of a measure's name: gains, stopping weights.

use std::fmt;

use rejudge_names::visible::one_line;

use crate::levels::decimal::Decimal;

/// A number of at least 0 for every level from 1 to the last, written `{1: 1, 2: 3}`.
///
/// ```
/// use rejudge_metrics::ByLevel;
/// let map = ByLevel::read("{2:3.0, 1:.5}").unwrap();
/// assert_eq!((map.to_string().as_str(), map.last_level()), ("{1: 0.5, 2: 3}", 2));
/// assert_eq!(map.number(1), Some(0.5));
/// assert_eq!(
///     ByLevel::read("{1: 1, 3: 2}").unwrap_err().to_string(),
///     "level 2 has none, but level 3 has one"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByLevel(Vec<Decimal>);

/// The reason why a text gives no number for each level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ByLevelError {
    /// It is not in braces, or a part of it is no pair.
    #[error("no list of levels and numbers in braces")]
    Form,
    /// A level that is invalid.
    #[error("`{}` is no level from 1 to 255", one_line(found))]
    Level {
        /// The text found.
        found: String,
    },
    /// A number that is invalid.
    #[error("that of level {level} is `{}`, expected a decimal of at least 0", one_line(found))]
    Number {
        /// The level.
        level: u8,
        /// The text found.
        found: String,
    },
    /// A level is given twice.
    #[error("level {level} has two")]
    Repeated {
        /// The level.
        level: u8,
    },
    /// A level below one that is given is not.
    #[error("level {level} has none, but level {above} has one")]
    Missing {
        /// The first level without a number.
        level: u16,
        /// The next one with a number.
        above: u8,
    },
}

impl ByLevel {
    /// Reads `{level: number, ..}`.
    ///
    /// # Errors
    /// If it is not of that form, a level from 1 to the last is missing or given twice, or a number is
    /// negative or infinite.
    pub fn read(text: &str) -> Result<Self, ByLevelError> {
        let inner =
            text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).ok_or(ByLevelError::Form)?;
        let mut entries = Vec::new();
        for part in inner.split(',') {
            let (level, text) = part.split_once(':').ok_or(ByLevelError::Form)?;
            let (level, text) = (level.trim(), text.trim());
            let level: u8 = level.parse().map_err(|_| ByLevelError::Level { found: level.to_owned() })?;
            let number = Decimal::parse(text).filter(|number| (0.0..f64::INFINITY).contains(&number.value()));
            let number = number.ok_or_else(|| ByLevelError::Number { level, found: text.to_owned() })?;
            entries.push((level, number));
        }
        entries.sort();
        for (expected, &(level, _)) in (1..).zip(&entries) {
            match u16::from(level) {
                0 => return Err(ByLevelError::Level { found: "0".to_owned() }),
                given if given < expected => return Err(ByLevelError::Repeated { level }),
                given if given > expected => {
                    return Err(ByLevelError::Missing { level: expected, above: level });
                }
                _ => {}
            }
        }
        Ok(Self(entries.into_iter().map(|(_, number)| number).collect()))
    }

    /// Returns the number of `level`; `None` for level 0 and above the last.
    pub fn number(&self, level: u8) -> Option<f64> {
        usize::from(level).checked_sub(1).and_then(|index| self.0.get(index)).map(Decimal::value)
    }

    /// Returns the last level with a number.
    pub fn last_level(&self) -> u8 {
        self.0.len() as u8
    }

    /// Levels and numbers, from level 1.
    pub fn numbers(&self) -> impl Iterator<Item = (u8, f64)> {
        (1..=255).zip(self.0.iter().map(Decimal::value))
    }
}

impl fmt::Display for ByLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = (1..=255).zip(&self.0).map(|(level, number): (u8, _)| format!("{level}: {number}"));
        write!(f, "{{{}}}", entries.collect::<Vec<_>>().join(", "))
    }
}
