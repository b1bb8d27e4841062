//! The binary preference of trec_eval before version 8, worked by hand from its formula.

use rejudge_levels::Verdict::Level;
use rejudge_metrics::{Judged, JudgedList, old_bpref};

/// (1/R) sum of 1 - min(R, n(r)) / min(R, n) over the relevant documents, n being the nonrelevant ones that
/// were retrieved.
#[test]
fn relevant_documents_lose_by_nonrelevant_ones_above() {
    let ranking: Vec<Judged> =
        (1..).zip([2, 1, 3, 0].map(Level)).map(|(rank, verdict)| Judged { rank, verdict }).collect();
    let list = JudgedList {
        ranking: &ranking,
        retrieved: 4,
        ideal: &[3, 2, 2, 1],
        judged_nonrelevant: 3,
        documents: None,
    };
    // Three of four with nothing above them: (1 + 1 + 1) / 4.
    assert_eq!(old_bpref(&list, 1), Some(0.75));
    // Level 1 is nonrelevant: two of three, the second with one of two above it, (1 + 1 - 1/2) / 3.
    assert_eq!(old_bpref(&list, 2), Some(0.5));
    // One relevant document, and one of at most one above it: (1 - 1/1) / 1.
    assert_eq!(old_bpref(&list, 3), Some(0.0));
    assert_eq!(old_bpref(&list, 4), None);
}
