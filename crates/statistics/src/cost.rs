//! What a statistic costs, guessed from sizes alone.
//!
//! The constants are seconds of one thread as measured on the machine of docs/performance.md; only their
//! ratios matter.

/// How large a collection is, and how much of it a cell compares.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Topics.
    pub topics: f64,
    /// Teams.
    pub teams: f64,
    /// Compared runs.
    pub runs: f64,
}

impl Size {
    /// Pairs of compared runs.
    pub fn pairs(&self) -> f64 {
        self.runs * (self.runs - 1.0).max(0.0) / 2.0
    }
}
