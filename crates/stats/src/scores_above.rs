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
