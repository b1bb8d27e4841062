//! TREC's gdeval.pl, which ranks by the score column: the values of ir_measures' `tests/test_gdeval.py`,
//! and more of ir_measures 0.4.3, `calc_aggregate([ERR@1, ERR@3, ERR@20], qrels, run)`, which runs the same
//! program.

use super::{compare, gains};
use crate::lists::Case;

#[test]
fn gdeval_agrees() {
    // gdeval's nDCG gains 2^level - 1.
    let ndcg_0 = "nDCG(gains='exponential')@20=0.6201 nDCG(gains='exponential')@2=0.17377";
    let ndcg_1 = "nDCG(gains='exponential')@20=0.35099 nDCG(gains='exponential')@2=0.38685";
    for (ranking, missed, expected) in [
        ("01210", "", "ERR@20=0.10175 ERR@2=0.03125"),
        ("01210", "", ndcg_0),
        (".2..", "12", "ERR@20=0.09375 ERR@2=0.09375"),
        (".2..", "12", ndcg_1),
        (
            ".203p0.10...0.0103302.02p.2.01..03p0.01200..102..00..000.02p",
            "0310101200031111000011010",
            "ERR@20=0.20283 ERR@3=0.09375 ERR@1=0.0",
        ),
        (
            "3020..2..01p323.0..p113pp....2p1.30p..10",
            "10122111211101111310",
            "ERR@20=0.50599 ERR@3=0.47266 ERR@1=0.4375",
        ),
        (".p0.2", "31", "ERR@20=0.0375 ERR@3=0.0"),
        ("..0p00..", "21", "ERR@20=0.0"),
    ] {
        compare(&Case::parse(ranking, missed), &gains(&[1.0, 2.0, 3.0]), 1, expected, 5);
    }
}

/// One topic, ranking b0 a1 x? c2 d0 y? e1: values that gdeval and NTCIREVAL, or trec_eval and NTCIREVAL,
/// print under one name have two names here.
#[test]
fn one_err_of_ours_is_one_number() {
    let elsewhere = "ERR@5=0.0752 ERR(stop='gain')@5=0.2778 AP@2=0.1667 AP(norm='min')@2=0.2500";
    compare(&Case::parse("01.20.1", ""), &gains(&[1.0, 2.0]), 1, elsewhere, 4);
}
