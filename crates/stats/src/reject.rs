//! The rule that decides which p values are significant.

/// The treatment of a p value that equals the level of significance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Reject {
    /// The null hypothesis is rejected when p < alpha (Sakai, SIGIR 2006: ASL < alpha).
    #[default]
    Below,
    /// The null hypothesis is rejected when p <= alpha.
    #[cfg_attr(feature = "serde", serde(rename = "at-most-alpha"))]
    AtMost,
}

impl Reject {
    /// Returns true if the null hypothesis is rejected at level `alpha`.
    ///
    /// ```
    /// use rejudge_stats::Reject;
    /// assert!(Reject::AtMost.rejects(0.05, 0.05) && !Reject::Below.rejects(0.05, 0.05));
    /// ```
    pub fn rejects(self, p: f64, alpha: f64) -> bool {
        match self {
            Self::Below => p < alpha,
            Self::AtMost => p <= alpha,
        }
    }
}

/// Returns, for each p value, true if it is significant at level `alpha`.
///
/// ```
/// use rejudge_stats::{Reject, significant};
/// assert_eq!(significant(&[0.049, 0.05, 1.0], 0.05, Reject::Below), [true, false, false]);
/// assert_eq!(significant(&[0.049, 0.05, 1.0], 0.05, Reject::AtMost), [true, true, false]);
/// ```
pub fn significant(p: &[f64], alpha: f64, reject: Reject) -> Vec<bool> {
    p.iter().map(|&p| reject.rejects(p, alpha)).collect()
}
