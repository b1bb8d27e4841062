//! A number for each relevance level in a measure's name, such as gains or stopping weights.

use std::fmt;

use crate::levels::decimal::Decimal;

/// A number of at least 0 for every level from 1 to a last level, written `{1: 1, 2: 3}`.
///
/// ```
/// use rejudge_metrics::ByLevel;
/// let map = ByLevel::read("{2:3.0, 1:.5}").unwrap();
/// assert_eq!((map.to_string().as_str(), map.last_level()), ("{1: 0.5, 2: 3}", 2));
/// assert_eq!(map.numbers().next(), Some((1, 0.5)));
/// // Level 2 has no number.
/// assert_eq!(ByLevel::read("{1: 1, 3: 2}"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByLevel(Vec<Decimal>);

impl ByLevel {
    /// Reads `{level: number, ..}`, in any order. Returns `None` if the text does not have this form, the
    /// levels are not 1, 2, .. without gaps or repetitions, or a number is negative or infinite.
    pub fn read(text: &str) -> Option<Self> {
        let mut entries = Vec::new();
        for part in text.strip_prefix('{')?.strip_suffix('}')?.split(',') {
            let (level, number) = part.split_once(':')?;
            let number = Decimal::parse(number.trim())?;
            if !(0.0..f64::INFINITY).contains(&number.value()) {
                return None;
            }
            entries.push((level.trim().parse::<u8>().ok()?, number));
        }
        entries.sort();
        let has_each = entries.iter().map(|(level, _)| *level).eq((1..=255).take(entries.len()));
        has_each.then(|| Self(entries.into_iter().map(|(_, number)| number).collect()))
    }

    /// Returns the last level with a number.
    pub fn last_level(&self) -> u8 {
        self.0.len() as u8
    }

    /// Returns the pairs (level, number) from level 1 up.
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
