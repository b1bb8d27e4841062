//! The lower and the upper bound of a score, the kind of bounds, and the error if there are no bounds.

use rejudge_metrics::ScorerError;

/// A lower and an upper bound of a score, or of the difference between two scores.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds {
    /// No filling scores less.
    pub lower: f64,
    /// No filling scores more.
    pub upper: f64,
}

impl Bounds {
    /// Creates bounds that both equal `score`, for example for a topic without holes.
    pub fn point(score: f64) -> Self {
        Self { lower: score, upper: score }
    }

    /// Returns the bounds with -0 replaced by 0, because an empty sum is -0.
    #[must_use]
    pub(crate) fn unsigned_zero(self) -> Self {
        Self { lower: self.lower + 0.0, upper: self.upper + 0.0 }
    }

    /// Returns these bounds, widened to contain `score`. A measure that skips unjudged documents may score
    /// outside the range of all fillings. With other measures the score may be outside only by a rounding
    /// error.
    #[must_use]
    pub fn including(self, score: f64) -> Self {
        Self { lower: self.lower.min(score), upper: self.upper.max(score) }
    }

    /// Adds the ends of `more` to the ends of these bounds.
    pub(crate) fn add(&mut self, more: Self) {
        self.lower += more.lower;
        self.upper += more.upper;
    }

    /// Returns the width of the interval.
    pub fn width(self) -> f64 {
        self.upper - self.lower
    }

    /// Returns true if `score` is within the bounds or at most `slack` outside.
    pub fn contains(self, score: f64, slack: f64) -> bool {
        self.lower <= score + slack && score <= self.upper + slack
    }

    /// Returns the intersection of two bounds of one number.
    #[must_use]
    pub fn intersection(self, bounds: Self) -> Self {
        Self { lower: self.lower.max(bounds.lower), upper: self.upper.min(bounds.upper) }
    }
}

/// The kind of bounds: each end is reached by some filling, or perhaps by none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Each end is the score of some filling.
    Exact,
    /// No filling scores beyond an end, but perhaps none reaches it.
    Outer,
}

impl Kind {
    /// Returns the kind of a mean's bounds. They are exact if every topic's bounds are, because topics share no
    /// hole.
    pub fn of_mean(topics: &[Self]) -> Self {
        if topics.contains(&Self::Outer) { Self::Outer } else { Self::Exact }
    }

    /// Returns `exact` or `outer`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Outer => "outer",
        }
    }
}

/// Returns true if the bounds of runs are uninformative: on average they are wider than the distance between the
/// best and the worst score. The bounds of a single run are never uninformative.
///
/// ```
/// use rejudge_pools::bounds::{Bounds, are_uninformative};
/// let bounds = [Bounds { lower: 0.2, upper: 0.6 }, Bounds { lower: 0.1, upper: 0.3 }];
/// assert!(are_uninformative(&[0.4, 0.2], &bounds) && !are_uninformative(&[0.6, 0.1], &bounds));
/// assert!(!are_uninformative(&[], &[]));
/// ```
pub fn are_uninformative(scores: &[f64], bounds: &[Bounds]) -> bool {
    let (lowest, highest) = scores
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &score| (low.min(score), high.max(score)));
    let widths: f64 = bounds.iter().map(|bounds| bounds.width()).sum();
    bounds.len() > 1 && widths > (highest - lowest) * bounds.len() as f64
}

/// The reason why there are no bounds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BoundsError(pub(crate) String);

impl BoundsError {
    /// Returns the error for means that leave out topics without a relevant document: which topics these are
    /// depends on the filling.
    pub fn topics_dropped() -> Self {
        Self(
            "bounds need the same topics under every filling, so topics without a relevant document must count as 0 \
             (no-relevant zero)"
                .to_owned(),
        )
    }
}

impl From<ScorerError> for BoundsError {
    fn from(error: ScorerError) -> Self {
        Self(error.to_string())
    }
}
