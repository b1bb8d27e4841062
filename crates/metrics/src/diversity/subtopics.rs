//! Measures for subtopic mining and query understanding. They score a hierarchy of subtopics, or the
//! subtopics' verticals, and not a ranking of documents.

/// Returns Hscore, the share of the second-level subtopics that are under the right first-level subtopic.
///
/// For each second-level subtopic that the run returned, `pairs` has the first-level intent under which the
/// run puts it, and the first-level intent to which it belongs. Either is `None` if there is no such intent;
/// the pair then counts as wrong. Returns `None` if the run returned no subtopics.
///
/// Sakai, survey of NTCIR, section 2.2.2.
///
/// ```
/// use rejudge_metrics::diversity::h_score;
/// let pairs = [(Some(0), Some(0)), (Some(0), Some(1)), (None, None), (Some(1), Some(1))];
/// assert_eq!(h_score(&pairs), Some(0.5));
/// assert_eq!(h_score::<u32>(&[]), None);
/// ```
pub fn h_score<I: PartialEq>(pairs: &[(Option<I>, Option<I>)]) -> Option<f64> {
    let right = pairs.iter().filter(|(parent, expected)| parent.is_some() && parent == expected).count();
    (!pairs.is_empty()).then(|| right as f64 / pairs.len() as f64)
}

/// Returns H-measure = Hscore (α D¹♯ + (1 - α) D²♯), where D¹♯ and D²♯ are the D♯-measures of the rankings of
/// first-level and second-level subtopics. NTCIR-11 IMine used D♯-nDCG.
///
/// Sakai, survey of NTCIR, Eq. 10.
///
/// ```
/// use rejudge_metrics::diversity::h_measure;
/// assert_eq!(h_measure(0.5, 0.5, 1.0, 0.5), 0.375);
/// ```
pub fn h_measure(alpha: f64, h_score: f64, first_level: f64, second_level: f64) -> f64 {
    h_score * (alpha * first_level + (1.0 - alpha) * second_level)
}

/// The suitability of the vertical that a run returned for a subtopic, and of the most suitable vertical.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VerticalMatch {
    /// Pr(v|i) of the vertical that was returned.
    pub probability: f64,
    /// The highest Pr(v|i) over all verticals.
    pub highest: f64,
}

/// Returns V-score@l = (1/l) Σ_{r ≤ l} Pr(v(r)|i(r)) / max_v Pr(v|i(r)), where v(r) is the vertical that the
/// run returned for the subtopic at rank r, and i(r) is this subtopic's intent.
///
/// `by_rank` has the returned subtopics, with `None` for a subtopic that belongs to no intent. `None` adds 0,
/// and an intent without verticals also adds 0. The divisor is `cutoff` even if the list is shorter; `cutoff`
/// must be at least 1.
///
/// Sakai, survey of NTCIR, Eq. 12.
///
/// ```
/// use rejudge_metrics::diversity::{VerticalMatch, v_score};
/// let matching = |probability| Some(VerticalMatch { probability, highest: 0.5 });
/// assert_eq!(v_score(&[matching(0.5), None, matching(0.25)], 4), (1.0 + 0.0 + 0.5) / 4.0);
/// assert_eq!(v_score(&[matching(0.5), None, matching(0.25)], 2), 0.5);
/// assert!(v_score(&[], 2).is_sign_positive());
/// ```
pub fn v_score(by_rank: &[Option<VerticalMatch>], cutoff: u32) -> f64 {
    let mut sum = 0.0;
    for VerticalMatch { probability, highest } in by_rank.iter().take(cutoff as usize).flatten() {
        if *highest > 0.0 {
            sum += probability / highest;
        }
    }
    sum / f64::from(cutoff)
}

/// Returns QU-score@l = λ D♯-nDCG@l + (1 - λ) V-score@l.
///
/// Sakai, survey of NTCIR, Eq. 11.
///
/// ```
/// use rejudge_metrics::diversity::qu_score;
/// assert_eq!(qu_score(0.5, 0.75, 0.25), 0.5);
/// ```
pub fn qu_score(lambda: f64, d_sharp_ndcg: f64, v_score: f64) -> f64 {
    lambda * d_sharp_ndcg + (1.0 - lambda) * v_score
}
