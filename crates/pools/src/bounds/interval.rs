//! The two ends of what a score may be.

/// The lowest and the highest score.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds {
    /// No filling scores less.
    pub lower: f64,
    /// No filling scores more.
    pub upper: f64,
}

impl Bounds {
    /// Bounds that leave nothing open.
    pub fn point(score: f64) -> Self {
        Self { lower: score, upper: score }
    }

    /// The same, 0 without a sign: the sum of nothing is -0.
    #[must_use]
    pub(crate) fn unsigned_zero(self) -> Self {
        Self { lower: self.lower + 0.0, upper: self.upper + 0.0 }
    }

    /// These bounds, and `score` within them. A measure that passes over unjudged documents may score what
    /// no filling scores; others may differ from it in the last digit.
    #[must_use]
    pub fn with(self, score: f64) -> Self {
        Self { lower: self.lower.min(score), upper: self.upper.max(score) }
    }

    /// How much they leave open.
    pub fn width(self) -> f64 {
        self.upper - self.lower
    }

    /// Returns true if `score` is within them, but for `slack`.
    pub fn contain(self, score: f64, slack: f64) -> bool {
        self.lower <= score + slack && score <= self.upper + slack
    }

    /// What is in both: of two bounds of one number, the nearer ends.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

/// How near bounds are to what fillings reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Some filling reaches each end.
    Exact,
    /// No filling is beyond an end, but none need reach it.
    Outer,
}

impl Kind {
    /// Of a mean over topics: exact where each topic is, since topics have no hole in common.
    pub fn of_mean(topics: &[Self]) -> Self {
        if topics.contains(&Self::Outer) { Self::Outer } else { Self::Exact }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Outer => "outer",
        }
    }
}

/// Returns true if bounds say nothing of runs with these scores: they are wider, on average, than the best and the
/// worst run are apart. Of one run they always say something.
///
/// ```
/// use rejudge_pools::bounds::{Bounds, says_nothing};
/// let bounds = [Bounds { lower: 0.2, upper: 0.6 }, Bounds { lower: 0.1, upper: 0.3 }];
/// assert!(says_nothing(&[0.4, 0.2], &bounds) && !says_nothing(&[0.6, 0.1], &bounds));
/// assert!(!says_nothing(&[], &[]));
/// ```
pub fn says_nothing(scores: &[f64], bounds: &[Bounds]) -> bool {
    let ends = scores
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &score| (low.min(score), high.max(score)));
    let widths: f64 = bounds.iter().map(|of| of.width()).sum();
    bounds.len() > 1 && widths > (ends.1 - ends.0) * bounds.len() as f64
}
