//! Cumulative gain at a cutoff k, plain and normalised. The order of the top k documents does not matter.
//!
//! # CG
//!
//! g(r) is the gain at rank r:
//!
//! CG@k = Σ_{r ≤ k} g(r)
//!
//! CG is not normalised, so scores may exceed 1. Unjudged documents gain 0. `None` if no judged document
//! has a gain, because the value would be 0 for every run.
//!
//! Järvelin and Kekäläinen, TOIS 2002, Eq. 1.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "1.2|2".parse()?;
//! assert_eq!(list.score("CG@2")?, Some(1.0));
//! assert_eq!(list.score("CG@3")?, Some(3.0));
//! assert_eq!(list.score("nCG@3")?, Some(3.0 / 5.0));
//! assert_eq!(list.score("CG(gains={1: 0, 2: 0, 3: 1})@3")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # nCG
//!
//! Normalised cumulative gain is also known as Pollock's normalised sliding ratio (1968). g_I(r) is the gain at rank r
//! of the ideal list:
//!
//! nCG@k = Σ_{r ≤ k} g(r) / Σ_{r ≤ k} g_I(r)
//!
//! nCG@1 is also known as nG@1. Unjudged documents gain 0. `None` if no judged document has a gain.
//!
//! Sakai, survey of NTCIR, section 2.1.1.

use crate::adhoc::measure::*;

/// Returns the cumulative gains of the list and of the ideal list, or `None` if no judged document has a
/// gain.
fn sums(seen: &Seen<'_>) -> Option<[f64; 2]> {
    let ideal_top = seen.list.ideal.iter().take(seen.cutoff as usize);
    let ideal = ideal_top.fold(0.0, |sum, &level| sum + seen.gain(level));
    (ideal > 0.0).then(|| [seen.hits.iter().fold(0.0, |sum, hit| sum + seen.gain(hit.level)), ideal])
}

pub(crate) const CG: Entry = Entry {
    name: "CG",
    title: "cumulative gain",
    formula: "Σ g(r)",
    cutoff: Cutoff::Required,
    source: "Järvelin and Kekäläinen, TOIS 2002, Eq. 1",
    kernel: Plain(|seen| sums(seen).map(|[gained, _]| gained)),
    ..Entry::GRADED
};

pub(crate) const NCG: Entry = Entry {
    name: "nCG",
    title: "normalised cumulative gain",
    formula: "Σ g(r) / Σ g_I(r)",
    cutoff: Cutoff::Required,
    source: "Sakai, survey of NTCIR, section 2.1.1",
    kernel: Plain(|seen| sums(seen).map(|[gained, ideal]| gained / ideal)),
    ..Entry::GRADED
};
