//! The ASL curve: achieved significance levels by rank (Sakai, SIGIR 2006).

use crate::spec::yaml::{Spanned, WholeNumber};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::discriminative_power::DISCRIMINATIVE_POWER;
use crate::statistics::{BaseStatistic, Inputs, Outcome, StatisticEntry, StatisticKind, Subject};

/// The achieved significance levels of the run pairs, smallest first.
pub(crate) static ASL_CURVE: StatisticEntry = StatisticEntry {
    summary: "The achieved significance levels of the run pairs, smallest first.",
    components: &["asl"],
    version: 2,
    ..StatisticEntry::new::<AslCurve>("asl-curve")
};

/// The parameters of `asl-curve`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct AslCurve {
    /// The `discriminative-power` statistic whose achieved significance levels are shown.
    of: Spanned<String>,
    /// The largest number of points, spread evenly over the ranks from the first to the last. By default each pair of runs
    /// is a point.
    points: Option<WholeNumber<2, { u32::MAX }>>,
}

/// Returns the ranks of at most `points` points among the ranks from 1 to `pairs`.
fn ranks(points: Option<u32>, pairs: usize) -> impl Iterator<Item = usize> {
    let points = points.map_or(pairs, |points| pairs.min(points as usize));
    // Each step is at least one, so no rank occurs twice.
    (0..points).map(move |point| 1 + point * (pairs - 1) / (points - 1).max(1))
}

impl StatisticKind for AslCurve {
    fn base_statistic(&self) -> Option<BaseStatistic<'_>> {
        Some(BaseStatistic { name: &self.of, kind: &DISCRIMINATIVE_POWER })
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let mut asl = inputs.pairs(None)?;
        asl.sort_by(f64::total_cmp);
        let mut outcome = Outcome::new(&[]);
        for rank in ranks(self.points.map(WholeNumber::get), asl.len()) {
            outcome.add(&Subject::Rank(rank as u32), [("asl", asl[rank - 1])]);
        }
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_spread_from_the_first_to_the_last() {
        let ranks = |points, pairs| ranks(points, pairs).collect::<Vec<_>>();
        assert_eq!(ranks(None, 3), [1, 2, 3]);
        assert_eq!(ranks(Some(9), 3), [1, 2, 3]);
        assert_eq!(ranks(Some(3), 9), [1, 5, 9]);
        assert_eq!(ranks(Some(2), 1), [1]);
        assert_eq!(ranks(Some(4), 0), [0; 0]);
        for pairs in 1..60 {
            for points in 2..60 {
                let ranks = ranks(Some(points), pairs);
                assert_eq!((ranks[0], ranks.last()), (1, Some(&pairs)));
                assert_eq!(ranks.len(), pairs.min(points as usize));
                let steps: Vec<usize> = ranks.windows(2).map(|pair| pair[1] - pair[0]).collect();
                let (smallest, largest) = (steps.iter().min(), steps.iter().max());
                assert!(
                    smallest
                        .zip(largest)
                        .is_none_or(|(smallest, largest)| *smallest > 0 && largest - smallest <= 1)
                );
            }
        }
    }
}
