//! Binary preference as in trec_eval 6 to 7.3, worked out by hand from its formula.

use crate::laws::raw;
use crate::lists::Case;

/// The formula is (1/R) times the sum of 1 - min(R, n(r)) / min(R, n) over the retrieved relevant documents.
/// n(r) counts the judged nonrelevant documents above rank r, and n counts them in the whole list.
#[test]
fn relevant_documents_lose_by_nonrelevant_ones_above() {
    let case = Case::parse("2130", "200");
    for (name, expected) in [
        // Three of four relevant documents are retrieved, with no nonrelevant document above them: (1 + 1 +
        // 1) / 4.
        ("OldBpref", Some(0.75)),
        // Level 1 is nonrelevant. Two of three relevant documents are retrieved, the second with one of two
        // nonrelevant documents above it: (1 + 1 - 1/2) / 3.
        ("OldBpref(rel=2)", Some(0.5)),
        // The only relevant document has two nonrelevant documents above it, but R limits both counts to 1:
        // (1 - 1/1) / 1.
        ("OldBpref(rel=3)", Some(0.0)),
        ("OldBpref(rel=4)", None),
    ] {
        assert_eq!(raw(&case, name), expected, "{name}");
    }
}
