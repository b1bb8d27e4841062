//! The binary preference of trec_eval before version 8, worked by hand from its formula.

use crate::laws::raw;
use crate::lists::Case;

/// (1/R) sum of 1 - min(R, n(r)) / min(R, n) over the relevant documents, n being the nonrelevant ones that
/// were retrieved.
#[test]
fn relevant_documents_lose_by_nonrelevant_ones_above() {
    let case = Case::parse("2130", "200");
    for (name, expected) in [
        // Three of four with nothing above them: (1 + 1 + 1) / 4.
        ("OldBpref", Some(0.75)),
        // Level 1 is nonrelevant: two of three, the second with one of two above it, (1 + 1 - 1/2) / 3.
        ("OldBpref(rel=2)", Some(0.5)),
        // One relevant document, and one of at most one above it: (1 - 1/1) / 1.
        ("OldBpref(rel=3)", Some(0.0)),
        ("OldBpref(rel=4)", None),
    ] {
        assert_eq!(raw(&case, name), expected, "{name}");
    }
}
