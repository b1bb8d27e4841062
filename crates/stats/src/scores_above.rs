//! A rank that need not be a whole number: the number of scores above a given one, without steps.
//!
//! Ranks have steps: a run that does not quite reach its neighbour keeps its rank, and one that moves a little farther
//! gains a whole rank. Whether a small difference matters would depend on where the neighbours are. The
//! mid-distribution function instead counts the scores above and half of the equal ones, and is linear from score to
//! score (Y. Ma, M. G. Genton and E. Parzen, Asymptotic properties of sample quantiles of discrete distributions,
//! Annals of the Institute of Statistical Mathematics 63(2), 2011).

use crate::ranking::are_equal;

/// The function that counts the scores above a given one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScoresAbove {
    /// The distinct scores, the highest first, each with the number of scores above it plus half of the equal ones.
    knots: Vec<(f64, f64)>,
    count: f64,
}

impl ScoresAbove {
    /// Creates the function from finite scores.
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

    /// Returns the number of scores above `score`. At each of the scores it is the number above plus half of the equal
    /// ones, and in between it is linear. Beyond the outermost scores the line continues until it reaches all or none.
    /// With only one distinct score there is no line, but a step.
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
