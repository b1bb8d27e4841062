//! Score to level, level to gain.

use std::collections::BTreeSet;

use crate::error::{Fault, SchemeError};
use crate::ratio::Ratio;

/// Highest relevance level of a qrels file.
pub const HIGHEST_LEVEL: u8 = 127;

/// A level and the lowest score that reaches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// The lowest score of the level.
    pub at_least: Ratio,
    /// The level, from 1.
    pub level: u8,
    /// Its gain; `None`: the level.
    pub gain: Option<Ratio>,
}

/// Which level a score has, and what a level gains.
#[derive(Clone, Debug)]
pub(crate) struct Levels {
    /// The lowest score of each level above 0, ascending.
    steps: Vec<(Ratio, u8)>,
    gains: Vec<(u8, Ratio)>,
}

impl Levels {
    /// By thresholds; what lies below all of them is level 0. `attainable` is what items can score, where
    /// that is known.
    pub fn by_threshold(
        thresholds: &[Threshold],
        attainable: Option<&BTreeSet<Ratio>>,
    ) -> Result<Self, SchemeError> {
        let mut sorted: Vec<(usize, &Threshold)> = thresholds.iter().enumerate().collect();
        sorted.sort_by_key(|(_, threshold)| threshold.level);
        let mut levels = Self { steps: Vec::new(), gains: Vec::new() };
        let mut least = Ratio::ZERO;
        for (expected, &(number, threshold)) in (1..=HIGHEST_LEVEL).zip(&sorted) {
            let Threshold { at_least, level, gain } = *threshold;
            let part = |fault| SchemeError::at(["levels", &number.to_string()], fault);
            if level != expected || levels.steps.last().is_some_and(|&(below, _)| at_least <= below) {
                return Err(part(Fault::Levels { found: format!("level {level} at least {at_least}") }));
            }
            let gain = gain.unwrap_or(Ratio::from_integer(i128::from(level)));
            if gain < least {
                let fault = Fault::Gain { level, gain: gain.to_string(), least: least.to_string() };
                return Err(part(fault));
            }
            levels.steps.push((at_least, level));
            levels.gains.push((level, gain));
            least = gain;
        }
        if sorted.len() > usize::from(HIGHEST_LEVEL) {
            let fault = Fault::Levels { found: format!("{} levels", sorted.len()) };
            return Err(SchemeError::at(["levels"], fault));
        }
        if least == Ratio::ZERO {
            return Err(SchemeError::at(["levels"], Fault::NoGain));
        }
        if let Some(scores) = attainable
            && let Some((at, fault)) = levels.unreached(scores)
        {
            return Err(SchemeError::at(["levels", &sorted[at].0.to_string()], fault));
        }
        Ok(levels)
    }

    /// The first level that no score has, by its place.
    fn unreached(&self, scores: &BTreeSet<Ratio>) -> Option<(usize, Fault)> {
        self.steps.iter().enumerate().find_map(|(at, &(at_least, level))| {
            if scores.iter().any(|&score| self.level(score) == level) {
                return None;
            }
            let reason = match (self.steps.get(at + 1), scores.last()) {
                (Some((above, _)), _) => format!("no score is from {at_least} to below {above}"),
                (None, Some(highest)) => format!("the highest score is {highest}"),
                (None, None) => "there is no score".to_owned(),
            };
            Some((at, Fault::Unreached { level, reason }))
        })
    }

    /// By place: 0 is level 0, the scores above it levels 1, 2, .., and each score is the gain of its level.
    pub fn by_place(attainable: &BTreeSet<Ratio>) -> Result<Self, Fault> {
        if let Some(score) = attainable.first().filter(|&&score| score < Ratio::ZERO) {
            return Err(Fault::NegativeScore { score: score.to_string() });
        }
        let scores: Vec<Ratio> = attainable.iter().copied().filter(|&score| score > Ratio::ZERO).collect();
        match scores.len() {
            0 => return Err(Fault::NoGain),
            count if count > usize::from(HIGHEST_LEVEL) => {
                return Err(Fault::TooManyLevels { count, most: HIGHEST_LEVEL });
            }
            _ => {}
        }
        let steps: Vec<(Ratio, u8)> = scores.into_iter().zip(1..=HIGHEST_LEVEL).collect();
        let gains = steps.iter().map(|&(score, level)| (level, score)).collect();
        Ok(Self { steps, gains })
    }

    /// The level of a score.
    pub fn level(&self, score: Ratio) -> u8 {
        let reached = self.steps.partition_point(|&(at_least, _)| at_least <= score);
        reached.checked_sub(1).map_or(0, |last| self.steps[last].1)
    }

    /// Level and gain, from level 1.
    pub fn gains(&self) -> &[(u8, Ratio)] {
        &self.gains
    }
}
