//! trec_eval, through pytrec_eval-terrier 0.5.11 (trec_eval 9.0.x), values in full precision:
//!
//! ```text
//! RelevanceEvaluator(qrels, {"map", "map_cut.5,10", "ndcg", "ndcg_cut.5,20", "bpref", "P.5,100", "recip_rank",
//!                            "Rprec", "recall.5,30", "success.1,5"}, relevance_level=rel).evaluate(run)
//! ```
//! The qrels hold the digits of the ranking and of the missed documents, and -1 for each `p`.

use super::{compare, gains};
use crate::lists::Case;

/// Ranking, missed documents, relevance level, values.
const TOPICS: &[(&str, &str, u8, &str)] = &[
    (
        ".203p0.10...0.0103302.02p.2.01..03p0.01200..102..00..000.02p",
        "0310101200031111000011010",
        1,
        "
            P_100=0.16 P_5=0.4 Rprec=0.3103448275862069 bpref=0.390011890606421
            map=0.1865368549038492 map_cut_10=0.04741379310344827 map_cut_5=0.034482758620689655
            ndcg=0.44950441453461165 ndcg_cut_20=0.28292090762646294
            ndcg_cut_5=0.2887258596657248 recall_30=0.3448275862068966
            recall_5=0.06896551724137931 recip_rank=0.5 success_1=0.0 success_5=1.0
        ",
    ),
    (
        ".203p0.10...0.0103302.02p.2.01..03p0.01200..102..00..000.02p",
        "0310101200031111000011010",
        2,
        "
            P_100=0.11 P_5=0.4 Rprec=0.14285714285714285 bpref=0.2704081632653061
            map=0.2131463023479005 map_cut_10=0.07142857142857142 map_cut_5=0.07142857142857142
            recall_30=0.5 recall_5=0.14285714285714285 recip_rank=0.5 success_1=0.0
            success_5=1.0
        ",
    ),
    (
        "3020..2..01p323.0..p113pp....2p1.30p..10",
        "10122111211101111310",
        1,
        "
            P_100=0.14 P_5=0.4 Rprec=0.3548387096774194 bpref=0.2939068100358423
            map=0.20795315497691536 map_cut_10=0.06758832565284177 map_cut_5=0.05376344086021505
            ndcg=0.5254690489389714 ndcg_cut_20=0.445562395558274 ndcg_cut_5=0.4522136070314881
            recall_30=0.3548387096774194 recall_5=0.06451612903225806 recip_rank=1.0
            success_1=1.0 success_5=1.0
        ",
    ),
    (
        "3020..2..01p323.0..p113pp....2p1.30p..10",
        "10122111211101111310",
        2,
        "
            P_100=0.09 P_5=0.4 Rprec=0.3076923076923077 bpref=0.47337278106508884
            map=0.30736874116767876 map_cut_10=0.16117216117216115 map_cut_5=0.1282051282051282
            recall_30=0.6153846153846154 recall_5=0.15384615384615385 recip_rank=1.0
            success_1=1.0 success_5=1.0
        ",
    ),
    (
        ".p0.2",
        "31",
        1,
        "
            P_100=0.01 P_5=0.2 Rprec=0.0 bpref=0.0 map=0.06666666666666667
            map_cut_10=0.06666666666666667 map_cut_5=0.06666666666666667
            ndcg=0.16247972316455458 ndcg_cut_20=0.16247972316455458
            ndcg_cut_5=0.16247972316455458 recall_30=0.3333333333333333
            recall_5=0.3333333333333333 recip_rank=0.2 success_1=0.0 success_5=1.0
        ",
    ),
    (
        ".p0.2",
        "31",
        2,
        "
            P_100=0.01 P_5=0.2 Rprec=0.0 bpref=0.25 map=0.1 map_cut_10=0.1 map_cut_5=0.1
            recall_30=0.5 recall_5=0.5 recip_rank=0.2 success_1=0.0 success_5=1.0
        ",
    ),
    (
        "..0p00..",
        "21",
        1,
        "
            P_100=0.0 P_5=0.0 Rprec=0.0 bpref=0.0 map=0.0 map_cut_10=0.0 map_cut_5=0.0 ndcg=0.0
            ndcg_cut_20=0.0 ndcg_cut_5=0.0 recall_30=0.0 recall_5=0.0 recip_rank=0.0
            success_1=0.0 success_5=0.0
        ",
    ),
    (
        "..0p00..",
        "21",
        2,
        "
            P_100=0.0 P_5=0.0 Rprec=0.0 bpref=0.0 map=0.0 map_cut_10=0.0 map_cut_5=0.0
            recall_30=0.0 recall_5=0.0 recip_rank=0.0 success_1=0.0 success_5=0.0
        ",
    ),
    (
        "2",
        "0",
        1,
        "
            P_100=0.01 P_5=0.2 Rprec=1.0 bpref=1.0 map=1.0 map_cut_10=1.0 map_cut_5=1.0 ndcg=1.0
            ndcg_cut_20=1.0 ndcg_cut_5=1.0 recall_30=1.0 recall_5=1.0 recip_rank=1.0
            success_1=1.0 success_5=1.0
        ",
    ),
    (
        "2",
        "0",
        2,
        "
            P_100=0.01 P_5=0.2 Rprec=1.0 bpref=1.0 map=1.0 map_cut_10=1.0 map_cut_5=1.0
            recall_30=1.0 recall_5=1.0 recip_rank=1.0 success_1=1.0 success_5=1.0
        ",
    ),
];

#[test]
fn trec_eval_agrees() {
    for (ranking, missed, rel, expected) in TOPICS {
        compare(&Case::parse(ranking, missed), &gains(&[1.0, 2.0, 3.0]), *rel, expected, 17);
    }
}

/// A topic on which trec_eval, ir_measures and NTCIREVAL give one name different values: by our names each
/// value has its own.
#[test]
fn one_name_of_ours_is_one_number() {
    // b0 a1 x? c2 d0 y? e1, two documents of level 1 and one of level 2.
    let case = Case::parse("01.20.1", "");
    let elsewhere = "ndcg_cut_5=0.4766 map_cut_2=0.1667 RBP(p=0.95,rel=1)=0.1271";
    compare(&case, &gains(&[1.0, 2.0]), 1, elsewhere, 4);
    let ntcireval = "nDCG(dcg='jk',log=2)@5=0.5508 nDCG@5=0.4766 gRBP=0.0850";
    compare(&case, &gains(&[1.0, 2.0]), 1, ntcireval, 4);
}
