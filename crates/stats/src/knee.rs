//! The knee of a curve over sampling rates: from which rate on the sample does as well as the whole.
//!
//! T. Bompada et al., On the robustness of relevance measures with incomplete judgments, SIGIR 2007,
//! sections 5.1 and 5.2: "the lowest f value for which the Kendall correlation exceeds 0.9".

/// What becomes of a curve that falls below the threshold again behind its knee.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dips {
    /// Only the first rate above the threshold counts, as the paper's words say.
    #[default]
    Ignored,
    /// All higher rates must be above it too.
    Counted,
}

/// The knee of a curve of points (rate, value) in any order:
///
/// ```text
/// ignored:  min { f : v(f) > above }
/// counted:  min { f : v(g) > above for every g >= f }
/// ```
///
/// The rate 1 is the whole, which agrees with itself: the knee is 1 where no sampled rate qualifies, so for
/// a curve without points too. A value equal to `above` is not above it.
///
/// ```
/// use rejudge_stats::{Dips, knee};
/// let tau = [(0.1, 0.7), (0.3, 0.92), (0.5, 0.89), (0.7, 0.95)];
/// assert_eq!(knee(&tau, 0.9, Dips::Ignored), 0.3);
/// assert_eq!(knee(&tau, 0.9, Dips::Counted), 0.7);
/// assert_eq!(knee(&tau, 0.95, Dips::Ignored), 1.0);
/// ```
///
/// # Panics
/// When a rate or a value is NaN, or a rate is above 1.
pub fn knee(curve: &[(f64, f64)], above: f64, dips: Dips) -> f64 {
    assert!(curve.iter().all(|(rate, value)| *rate <= 1.0 && !value.is_nan()), "a curve over rates up to 1");
    // Of the rates that do not qualify only the highest matters once dips count.
    let fails = |(_, value): &&(f64, f64)| *value <= above;
    let floor = match dips {
        Dips::Ignored => f64::NEG_INFINITY,
        Dips::Counted => curve.iter().filter(fails).map(|(rate, _)| *rate).fold(f64::NEG_INFINITY, f64::max),
    };
    let qualifies = |(rate, value): &&(f64, f64)| *value > above && *rate > floor;
    curve.iter().filter(qualifies).map(|(rate, _)| *rate).fold(1.0, f64::min)
}
