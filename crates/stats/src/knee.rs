//! The knee of a curve over sampling rates or pool depths: the least rate or depth at which a part of the judgments is
//! enough.
//!
//! T. Bompada et al., On the robustness of relevance measures with incomplete judgments, SIGIR 2007,
//! sections 5.1 and 5.2: "the lowest f value for which the Kendall correlation exceeds 0.9".

/// The treatment of a curve that falls below the threshold again after its knee.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Dips {
    /// Only the first point above the threshold counts, as in the wording of the paper.
    #[default]
    Ignored,
    /// All later points must be above the threshold too.
    Counted,
}

/// Returns the knee of a curve of points (f, value) in any order, where f is a sampling rate or a pool depth:
///
/// ```text
/// ignored:  min { f : v(f) > above }
/// counted:  min { f : v(g) > above for every g >= f }
/// ```
///
/// `whole` is the rate or depth of the full judgments. If no point qualifies, and the curve has no point at
/// `whole`, the knee is `whole`, because there the judgments are compared with themselves. If the curve has a
/// point at `whole`, for example because the pool of full depth is compared with judgments from beyond it,
/// there is no such default: returns `None` if no point qualifies. A value equal to `above` does not qualify.
///
/// ```
/// use rejudge_stats::{Dips, knee};
/// let tau = [(0.1, 0.7), (0.3, 0.92), (0.5, 0.89), (0.7, 0.95)];
/// assert_eq!(knee(&tau, 1.0, 0.9, Dips::Ignored), Some(0.3));
/// assert_eq!(knee(&tau, 1.0, 0.9, Dips::Counted), Some(0.7));
/// assert_eq!(knee(&tau, 1.0, 0.95, Dips::Ignored), Some(1.0));
/// assert_eq!(knee(&[(1.0, 0.6), (5.0, 0.93), (9.0, 0.97)], 10.0, 0.9, Dips::Counted), Some(5.0));
/// assert_eq!(knee(&[(5.0, 0.95), (10.0, 0.82)], 10.0, 0.9, Dips::Counted), None);
/// ```
///
/// # Panics
/// If a value is NaN, or a point is beyond `whole`.
pub fn knee(curve: &[(f64, f64)], whole: f64, above: f64, dips: Dips) -> Option<f64> {
    assert!(
        curve.iter().all(|(f, value)| *f <= whole && !value.is_nan()),
        "a point is beyond the whole, or its value is NaN"
    );
    // If dips count, the knee is beyond the last point that is not above the threshold.
    let mut last_dip = f64::NEG_INFINITY;
    if dips == Dips::Counted {
        let failing = curve.iter().filter(|(_, value)| *value <= above);
        last_dip = failing.map(|(f, _)| *f).fold(last_dip, f64::max);
    }
    let qualifying = curve.iter().filter(|(f, value)| *value > above && *f > last_dip).map(|(f, _)| *f);
    let has_whole = curve.iter().any(|(f, _)| *f == whole);
    qualifying.chain((!has_whole).then_some(whole)).reduce(f64::min)
}
