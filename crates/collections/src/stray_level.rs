//! Finds a level that is probably a typing error, such as a single 30 among the levels 0 to 3.

use std::fmt;

use rejudge_names::plural::of_share;

/// A highest level up to this one is usual, even if no document has the levels below it.
const USUAL_HIGHEST: u8 = 4;

/// A highest level that is far above all others, and that hardly any judgment has. It would be nearly the whole gain of
/// its topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrayLevel {
    /// The level.
    pub level: u8,
    /// The highest other level.
    pub next: u8,
    /// The number of judgments with the level.
    pub count: usize,
    /// The number of judgments with a level above 0.
    pub relevant: usize,
}

impl StrayLevel {
    /// Returns the highest level if it is above 4 and more than three times the second highest (which must be above
    /// 0), and if only one judgment or less than 1% of the judgments above level 0 have it.
    ///
    /// ```
    /// use rejudge_collections::StrayLevel;
    /// let stray = StrayLevel::find([0, 3, 1, 30].into_iter()).expect("30 is far above 3");
    /// assert_eq!(stray.to_string(), "level 30 is far above the next level, 3, and 1 of 3 judgments above level 0 has it");
    /// assert_eq!(StrayLevel::find([1, 1, 30, 30].into_iter()), None);
    /// for scale in [&[0, 1, 2, 3, 4][..], &[0, 4, 1], &[0, 1, 2, 4], &[0, 1, 3, 7, 15], &[10], &[0]] {
    ///     assert_eq!(StrayLevel::find(scale.iter().copied()), None);
    /// }
    /// ```
    pub fn find(levels: impl Iterator<Item = u8>) -> Option<Self> {
        let mut counts = [0_usize; 256];
        levels.for_each(|level| counts[usize::from(level)] += 1);
        let mut used_levels = (1..=u8::MAX).rev().filter(|&level| counts[usize::from(level)] > 0);
        let (level, next) = (used_levels.next()?, used_levels.next()?);
        let (count, relevant) = (counts[usize::from(level)], counts[1..].iter().sum::<usize>());
        let is_far = level > USUAL_HIGHEST && u16::from(level) > 3 * u16::from(next);
        let is_rare = count == 1 || count * 100 < relevant;
        (is_far && is_rare).then_some(Self { level, next, count, relevant })
    }
}

impl fmt::Display for StrayLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, next, count, relevant } = *self;
        let have = of_share(count, relevant, "has", "have");
        write!(
            f,
            "level {level} is far above the next level, {next}, and {count} of {relevant} judgments above level 0 {have} it"
        )
    }
}
