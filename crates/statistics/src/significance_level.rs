//! Levels of significance.

use std::fmt;

use rejudge_spec::yaml::{Spanned, YamlError};
use rejudge_stats::Reject;

/// The level of significance where none is written.
pub(crate) const ALPHA: f64 = 0.05;

/// When a p value is significant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The level.
    pub alpha: f64,
    /// What becomes of the level itself.
    pub reject: Reject,
}

/// `alpha=0.05`, and `reject=at-most-alpha` unless the level itself is not rejected.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "alpha={}", self.alpha)?;
        match self.reject {
            Reject::Below => Ok(()),
            Reject::AtMost => f.write_str(",reject=at-most-alpha"),
        }
    }
}

/// A level of significance.
pub(crate) fn level_of_significance(alpha: &Spanned<String>, errors: &mut Vec<YamlError>) -> f64 {
    let level = alpha.value.parse().ok().filter(|a: &f64| *a > 0.0 && *a < 1.0);
    level.unwrap_or_else(|| {
        let found = &alpha.value;
        errors
            .push(alpha.error(format!("found `{found}`, expected a level of significance between 0 and 1")));
        ALPHA
    })
}
