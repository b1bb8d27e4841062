//! Gains: the value of retrieving a document, by relevance level.

use std::sync::Arc;

use crate::scorer::ScorerError;

/// A table from relevance level to gain.
///
/// Level 0 has gain 0, and a higher level never has a lower gain. A level above the end of the table has the highest
/// gain, so compare levels with [`Gains::top_level`] when you load judgments.
#[derive(Clone, Debug, PartialEq)]
pub struct Gains {
    /// An entry for every possible level, so that a look-up needs no bounds check.
    by_level: Arc<[f64; 256]>,
    top_level: u8,
    relevant_from: u8,
}

impl Gains {
    /// The largest gain that a table may have. With larger gains, sums could overflow.
    pub const MAX_GAIN: f64 = 1e100;

    /// Creates a table from (level, gain) pairs, in any order. Only level 0 may be missing.
    ///
    /// ```
    /// use rejudge_metrics::Gains;
    /// let gains = Gains::new([(3, 10.0), (2, 5.0), (1, 0.5)])?;
    /// assert_eq!((gains.gain(0), gains.gain(1), gains.highest()), (0.0, 0.5, 10.0));
    ///
    /// let error = Gains::new([(1, 3.0), (2, 2.0)]).unwrap_err();
    /// assert_eq!(error.to_string(), "the gain of level 2 is 2, less than 3, the gain of the level below");
    /// # Ok::<(), rejudge_metrics::ScorerError>(())
    /// ```
    ///
    /// # Errors
    /// If a gain is not between 0 and 1e100, the gain of level 0 is above 0, a level is missing or repeated, a
    /// higher level has a lower gain, or all gains are 0.
    pub fn new(by_level: impl IntoIterator<Item = (u8, f64)>) -> Result<Self, ScorerError> {
        let mut entries: Vec<(u8, f64)> = by_level.into_iter().collect();
        entries.sort_by_key(|&(level, _)| level);
        let mut table = [0.0; 256];
        let (mut top_level, mut below) = (0, 0.0);
        for (index, &(level, gain)) in entries.iter().enumerate() {
            let fault = match entries.get(index.wrapping_sub(1)) {
                _ if !(0.0..=Self::MAX_GAIN).contains(&gain) => {
                    // The message has `1e308`, not 308 zeros.
                    let gain =
                        if gain.abs() > Self::MAX_GAIN { format!("{gain:e}") } else { gain.to_string() };
                    format!("the gain of level {level} is {gain}, expected a number from 0 to 1e100")
                }
                Some((before, _)) if *before == level => format!("level {level} has two gains"),
                _ if level == 0 && gain > 0.0 => {
                    format!("the gain of level 0 is {gain}, but a nonrelevant document gains 0")
                }
                _ if level > top_level + 1 => {
                    format!("level {} has no gain, but level {level} has one", top_level + 1)
                }
                _ if gain < below => {
                    format!(
                        "the gain of level {level} is {gain}, less than {below}, the gain of the level below"
                    )
                }
                _ => {
                    table[usize::from(level)] = gain;
                    (top_level, below) = (level, gain);
                    continue;
                }
            };
            return Err(ScorerError(fault));
        }
        table[usize::from(top_level)..].fill(below);
        let relevant_from = (1..=top_level).find(|&level| table[usize::from(level)] > 0.0);
        let relevant_from =
            relevant_from.ok_or_else(|| ScorerError("no level has a gain above 0".to_owned()))?;
        Ok(Self { by_level: Arc::new(table), top_level, relevant_from })
    }

    /// Creates gains that equal the levels, up to `top_level`, the collection's highest level. A `top_level`
    /// of 0 counts as 1.
    ///
    /// ```
    /// use rejudge_metrics::Gains;
    /// let gains = Gains::linear(3);
    /// assert_eq!((gains.gain(2), gains.highest()), (2.0, 3.0));
    /// ```
    pub fn linear(top_level: u8) -> Self {
        Self::from_function(top_level, f64::from)
    }

    /// Creates the gains 2^level - 1, up to `top_level`, the collection's highest level. A `top_level` of 0
    /// counts as 1.
    ///
    /// ```
    /// use rejudge_metrics::Gains;
    /// let gains = Gains::exponential(3);
    /// assert_eq!((gains.gain(1), gains.gain(2), gains.highest()), (1.0, 3.0, 7.0));
    /// ```
    pub fn exponential(top_level: u8) -> Self {
        Self::from_function(top_level, |level| libm::exp2(f64::from(level)) - 1.0)
    }

    /// Creates a table from an increasing function. The top level of a collection without relevant documents
    /// is 0, but the table always goes to level 1, so that the highest gain is never 0.
    fn from_function(top_level: u8, gain: impl Fn(u8) -> f64) -> Self {
        let top_level = top_level.max(1);
        let by_level = std::array::from_fn(|level| gain((level as u8).min(top_level)));
        Self { by_level: Arc::new(by_level), top_level, relevant_from: 1 }
    }

    /// Returns the gain of `level`.
    #[inline]
    pub fn gain(&self, level: u8) -> f64 {
        self.by_level[usize::from(level)]
    }

    /// Returns the highest gain, gain(H) in graded RBP and ERR.
    pub fn highest(&self) -> f64 {
        self.by_level[255]
    }

    /// Returns the level at which the table ends.
    pub fn top_level(&self) -> u8 {
        self.top_level
    }

    /// Returns the lowest level with a gain above 0. Documents of this level or above are relevant
    /// to graded measures.
    ///
    /// ```
    /// use rejudge_metrics::Gains;
    /// let gains = Gains::new([(1, 0.0), (2, 1.0)])?;
    /// assert_eq!(gains.relevant_from(), 2);
    /// # Ok::<(), rejudge_metrics::ScorerError>(())
    /// ```
    #[inline]
    pub fn relevant_from(&self) -> u8 {
        self.relevant_from
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(by_level: &[(u8, f64)]) -> String {
        Gains::new(by_level.iter().copied()).expect_err("the table is wrong").to_string()
    }

    #[test]
    fn a_wrong_table_is_refused_and_the_error_names_the_level() {
        assert_eq!(refused(&[]), "no level has a gain above 0");
        assert_eq!(refused(&[(0, 0.0), (1, 0.0)]), "no level has a gain above 0");
        assert_eq!(
            refused(&[(1, f64::NAN)]),
            "the gain of level 1 is NaN, expected a number from 0 to 1e100"
        );
        assert_eq!(refused(&[(1, -1.0)]), "the gain of level 1 is -1, expected a number from 0 to 1e100");
        assert_eq!(refused(&[(2, 1e308)]), "the gain of level 2 is 1e308, expected a number from 0 to 1e100");
        assert_eq!(
            refused(&[(1, f64::INFINITY)]),
            "the gain of level 1 is inf, expected a number from 0 to 1e100"
        );
        assert_eq!(
            refused(&[(0, 0.5), (1, 1.0)]),
            "the gain of level 0 is 0.5, but a nonrelevant document gains 0"
        );
        assert_eq!(refused(&[(1, 1.0), (3, 3.0)]), "level 2 has no gain, but level 3 has one");
        assert_eq!(refused(&[(1, 1.0), (1, 1.0)]), "level 1 has two gains");
    }
}
