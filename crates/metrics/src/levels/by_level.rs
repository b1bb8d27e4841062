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
#[error("{0}")]
pub struct ByLevelError(String);

impl ByLevel {
    /// Reads `{level: number, ..}`.
    ///
    /// # Errors
    /// If it is not of that form, a level from 1 to the last is missing or given twice, or a number is
    /// negative or infinite.
    pub fn read(text: &str) -> Result<Self, ByLevelError> {
        let form = || ByLevelError("no list of levels and numbers in braces".to_owned());
        let wrong = |found: &str| ByLevelError(format!("`{}` is no level from 1 to 255", one_line(found)));
        let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).ok_or_else(form)?;
        let mut entries = Vec::new();
        for part in inner.split(',') {
            let (level, text) = part.split_once(':').ok_or_else(form)?;
            let (level, text) = (level.trim(), text.trim());
            let level: u8 = level.parse().map_err(|_| wrong(level))?;
            let number = Decimal::parse(text).filter(|number| (0.0..f64::INFINITY).contains(&number.value()));
            let number = number.ok_or_else(|| {
                let found = one_line(text);
                ByLevelError(format!("that of level {level} is `{found}`, expected a decimal of at least 0"))
            })?;
            entries.push((level, number));
        }
        entries.sort();
        for (expected, &(level, _)) in (1..).zip(&entries) {
            match u16::from(level) {
                0 => return Err(wrong("0")),
                given if given < expected => return Err(ByLevelError(format!("level {level} has two"))),
                given if given > expected => {
                    return Err(ByLevelError(format!(
                        "level {expected} has none, but level {level} has one"
                    )));
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
