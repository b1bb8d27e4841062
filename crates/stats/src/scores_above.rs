//! A rank that changes continuously with the score: the number of higher scores, without steps.
//!
//! Ranks have steps: a run that does not quite reach its neighbour keeps its rank, and a run that moves a little
//! farther gains a whole rank. So the same small difference would matter for some runs and not for others. The
//! mid-distribution function instead counts the scores above plus half of the equal ones, and is linear between scores
//! (Y. Ma, M. G. Genton and E. Parzen, Asymptotic properties of sample quantiles of discrete distributions, Annals of
//! the Institute of Statistical Mathematics 63(2), 2011).

use crate::ranking::are_equal;

/// The function that counts the scores above a score.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScoresAbove {
    /// The distinct scores, the highest first, each with the number of scores above it plus half the number of equal
    /// ones.
    knots: Vec<(f64, f64)>,
    count: f64,
}

impl ScoresAbove {
    /// Creates the function for finite scores.
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

    /// Returns the number of scores above `score`. At a score of the list this is the number of higher scores plus half
    /// the number of equal ones. It is linear between scores, and the lines continue beyond the highest and the lowest
    /// score until the number is 0 or includes all scores. If there is only one distinct score, the function is a step.
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
