//! Inferred average precision: average precision estimated from a sample of the pool.
//!
//! d(r) documents of the pool are above a relevant document at rank r. Assessors judged rel(r) of them
//! relevant and non(r) of them nonrelevant. With ε = 0.00001:
//!
//! infAP = (1/R) Σ I(r) (1/r + d(r)/r · (rel(r) + ε) / (rel(r) + non(r) + 2ε))
//!
//! Each term estimates the precision at r. The document at r is relevant, and the documents above it that are
//! outside the pool count as nonrelevant. Among all pool documents above it, including
//! [`Pooled`](crate::Verdict::Pooled) ones, we assume the same share of relevant documents as among the
//! judged ones. At rank 1 the term is 1. If the whole pool is judged, this is average precision except for ε.
//!
//! Documents of level `rel` or above are relevant. `None` if R = 0.
//!
//! Yilmaz and Aslam, CIKM 2006, Eq. 4; trec_eval, `infAP`.
//!
//! ```
//! // Relevant, pooled, outside the pool, relevant.
//! let list: rejudge_metrics::JudgedRanking = "1?.1".parse()?;
//! let share = (1.0 + 0.00001) / (1.0 + 0.00002);
//! assert!((list.score("infAP")?.unwrap() - (1.0 + 1.0 / 4.0 + 2.0 / 4.0 * share) / 2.0).abs() < 1e-15);
//! assert_eq!(list.score("infAP(rel=2)")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

/// trec_eval's value. It keeps the share of relevant documents defined if no document above is judged.
const EPSILON: f64 = 0.00001;

pub(crate) const INF_AP: Entry = Entry {
    name: "infAP",
    title: "inferred average precision",
    formula: "(1/R) Σ I(r) (1/r + d(r)/r (rel(r) + ε) / (rel(r) + non(r) + 2ε)); d(r): pooled above r; ε = 0.00001",
    source: "Yilmaz and Aslam, CIKM 2006, Eq. 4; trec_eval, infAP",
    kernel: Plain(|seen| {
        let relevant = seen.relevant()?;
        let (mut relevant_above, mut sum) = (0.0, 0.0);
        for hit in seen.relevant_hits() {
            let (judged, pooled) = (f64::from(hit.judged_above), f64::from(hit.pooled_above));
            let share = (relevant_above + EPSILON) / (judged + 2.0 * EPSILON);
            // Several units may share a rank, so the estimate could exceed 1.
            sum += ((1.0 + pooled * share) / f64::from(hit.rank)).min(1.0);
            relevant_above += 1.0;
        }
        Some(sum / f64::from(relevant))
    }),
    ..Entry::BINARY
};
