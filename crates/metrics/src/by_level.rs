//! A number for each relevance level, as part of a measure's name: gains, stopping weights.

use std::fmt;

use crate::decimal::Decimal;

/// A number of at least 0 for every level from 1 to the last, written `{1: 1, 2: 3}`.
///
/// ```
/// use rejudge_metrics::ByLevel;
/// let map = ByLevel::read("{2:3.0, 1:.5}").unwrap();
/// assert_eq!((map.to_string().as_str(), map.last_level()), ("{1: 0.5, 2: 3}", 2));
/// assert_eq!(map.number(1), Some(0.5));
/// assert_eq!(ByLevel::read("{1: 1, 3: 2}"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByLevel(Vec<Decimal>);

impl ByLevel {
    /// Reads `{level: number, ..}`. `None` when it is not of that form, a level from 1 to the last is missing
    /// or given twice, or a number is negative or infinite.
    pub fn read(text: &str) -> Option<Self> {
        let inner = text.strip_prefix('{')?.strip_suffix('}')?;
        let mut entries = Vec::new();
        for part in inner.split(',') {
            let (level, number) = part.split_once(':')?;
            let level: u8 = level.trim().parse().ok()?;
            let number = Decimal::parse(number.trim())?;
            if !(0.0..f64::INFINITY).contains(&number.value()) {
                return None;
            }
            entries.push((level, number));
        }
        entries.sort();
        let every_level = (1..=255).zip(&entries).all(|(level, (given, _))| level == *given);
        (every_level && entries.len() <= 255)
            .then(|| Self(entries.into_iter().map(|(_, number)| number).collect()))
    }

    /// The number of `level`; `None` for level 0 and above the last.
    pub fn number(&self, level: u8) -> Option<f64> {
        usize::from(level).checked_sub(1).and_then(|index| self.0.get(index)).map(Decimal::value)
    }

    /// The last level with a number.
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
