//! The number of scores above a given one, without steps: a rank that need not be a whole number.
//!
//! A rank is a step function: a run that moves less than the distance to its neighbour keeps its rank, and
//! one that moves a little farther gains a whole rank. The effect of a small difference then depends on the
//! positions of the neighbours. The mid-distribution function counts the scores above and half of those that
//! are equal, and is linear from score to score (Y. Ma, M. G. Genton and E. Parzen, Asymptotic properties of
//! sample quantiles of discrete distributions, Annals of the Institute of Statistical Mathematics 63(2),
//! 2011).

use crate::ranking::are_equal;

/// Scores that others are counted against.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScoresAbove {
    /// The scores, the highest first, each once, and how many are above it: of equal ones half.
    knots: Vec<(f64, f64)>,
    count: f64,
}

impl ScoresAbove {
    /// Creates the function from scores without NaN or infinite ones.
    pub fn new(scores: &[f64]) -> Self {
        let mut sorted = scores.to_vec();
        sorted.sort_unstable_by(|a, b| b.total_cmp(a));
        let (mut knots, mut above) = (Vec::with_capacity(sorted.len()), 0.0);
        for equal in sorted.chunk_by(|a, b| are_equal(*a, *b)) {
            let count = equal.len() as f64;
            knots.push((equal[0], above + count / 2.0));
            above += count;
        }
        Self { knots, count: above }
    }

    /// Returns the number of scores above `score`: at one of the scores it counts those above and half of the
    /// equal ones, and it is linear in between. Beyond the last scores the line continues until all or none
    /// are above. For a single score there is no line.
    pub fn at(&self, score: f64) -> f64 {
        match self.knots.as_slice() {
            [] => 0.0,
            [(only, half)] if are_equal(score.max(*only), score.min(*only)) => *half,
            [(only, _)] if score > *only => 0.0,
            [_] => self.count,
            knots => {
                let next = knots.partition_point(|(knot, _)| *knot > score).clamp(1, knots.len() - 1);
                let ((high, above_high), (low, above_low)) = (knots[next - 1], knots[next]);
                let share = (high - score) / (high - low);
                (above_high + share * (above_low - above_high)).clamp(0.0, self.count)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Ranking;

    /// Worked by hand; the oracle of `group_change` has NumPy's `interp` between the same points.
    #[test]
    fn between_two_scores_the_count_is_between_theirs() {
        let scores = ScoresAbove::new(&[0.9, 0.1, 0.5, 0.5]);
        let counts = [1.2, 0.9, 0.7, 0.5, 0.3, 0.1, 0.0, -1.0].map(|score| scores.at(score));
        let expected = [0.0, 0.5, 1.25, 2.0, 2.75, 3.5, 3.875, 4.0];
        assert!(counts.iter().zip(expected).all(|(count, is)| (count - is).abs() < 1e-12), "{counts:?}");
    }

    #[test]
    fn without_two_scores_there_is_no_line() {
        assert_eq!(ScoresAbove::new(&[]).at(0.5), 0.0);
        for scores in [&[0.5][..], &[0.5, 0.5]] {
            let count = scores.len() as f64;
            let above = ScoresAbove::new(scores);
            assert_eq!([0.6, 0.5, 0.4].map(|score| above.at(score)), [0.0, count / 2.0, count]);
        }
    }

    proptest! {
        /// It falls as the score rises, is mirrored with the scores, and differs from the rank by at most
        /// half the ties of a neighbour.
        #[test]
        fn it_is_a_rank(scores in prop::collection::vec(0_u8..40, 1..12), at in 0_u8..=80, step in 1_u8..9) {
            let scores: Vec<f64> = scores.into_iter().map(f64::from).collect();
            let (at, step) = (f64::from(at) / 2.0, f64::from(step) / 8.0);
            let above = ScoresAbove::new(&scores);
            prop_assert!(above.at(at + step) <= above.at(at));
            let mirrored: Vec<f64> = scores.iter().map(|score| -score).collect();
            let below = ScoresAbove::new(&mirrored).at(-at);
            prop_assert!((above.at(at) + below - scores.len() as f64).abs() < 1e-9);
            let mut with: Vec<f64> = scores.clone();
            with.push(at);
            let rank = Ranking::new(&with).mean_rank(scores.len()) - 1.0;
            let most = scores.iter().map(|one| scores.iter().filter(|other| one == *other).count()).max();
            let off = (above.at(at) - rank).abs();
            prop_assert!(off <= most.unwrap_or(0) as f64 / 2.0 + 1e-9, "{off}");
            if scores.contains(&at) {
                prop_assert!(off < 1e-9, "at a score it is the mean rank");
            }
        }
    }
}
