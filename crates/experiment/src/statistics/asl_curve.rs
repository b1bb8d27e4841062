//! The ASL curve (Sakai, SIGIR 2006).

use crate::spec::yaml::{Spanned, Whole};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::discriminative_power::DISCRIMINATIVE_POWER;
use crate::statistics::{Entry, Inputs, Of, Outcome, Statistic, Subject};

/// The achieved significance levels of the run pairs, from the smallest.
pub(crate) static ASL_CURVE: Entry = Entry {
    summary: "The achieved significance levels of the run pairs, from the smallest.",
    components: &["asl"],
    version: 2,
    ..Entry::new::<AslCurve>("asl-curve")
};

/// `asl-curve`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct AslCurve {
    /// The discriminative power that they belong to.
    of: Spanned<String>,
    /// At most so many points, evenly over the ranks, the first and the last among them. Absent: one a pair
    /// of runs, of which hundreds of runs have tens of thousands.
    points: Option<Whole<2, { u32::MAX }>>,
}

/// Returns the ranks of `pairs`, from 1, that at most so many `points` are of.
fn ranks(points: Option<u32>, pairs: usize) -> impl Iterator<Item = usize> {
    let points = points.map_or(pairs, |points| pairs.min(points as usize));
    // Steps of at least one: no rank comes twice.
    (0..points).map(move |point| 1 + point * (pairs - 1) / (points - 1).max(1))
}

impl Statistic for AslCurve {
    fn base_statistic(&self) -> Option<Of<'_>> {
        Some(Of { name: &self.of, kind: &DISCRIMINATIVE_POWER })
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let mut asl = inputs.pairs(None)?;
        asl.sort_by(f64::total_cmp);
        let mut outcome = Outcome::new(&[]);
        for rank in ranks(self.points.map(Whole::get), asl.len()) {
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
                let (least, most) = (steps.iter().min(), steps.iter().max());
                assert!(least.zip(most).is_none_or(|(least, most)| *least > 0 && most - least <= 1));
            }
        }
    }
}
