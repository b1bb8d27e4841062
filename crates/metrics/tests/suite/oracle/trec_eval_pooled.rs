//! trec_eval on judgments with negative grades, through pytrec_eval-terrier 0.5.11 (trec_eval 9.0.x),
//! values in full precision:
//!
//! ```text
//! RelevanceEvaluator(qrels, {"infAP", "bpref", "map", "G", "set_P", ..}, relevance_level=rel).evaluate(run)
//! ```
//! The qrels hold the digits of the ranking and of the missed documents, and -1 or -2, drawn at random, for
//! each `p`.

use super::{compare, gains};
use crate::lists::Case;

/// Ranking, missed documents, relevance level, values.
const TOPICS: &[(&str, &str, u8, &str)] = &[
    (
        ".0p101.200p.31..3.pp33.....ppp.10p.3p.p00103...1p.3.03.002..",
        "201",
        1,
        "
            G=0.18575090268143166 Rndcg=0.2312140478384777 Rprec_mult_0.20=0.25
            Rprec_mult_0.70=0.3076923076923077 Rprec_mult_2.00=0.2777777777777778
            binG=0.22729108184842492 bpref=0.4953703703703705 infAP=0.35937491190882526
            map=0.2703178982231551 ndcg_rel=0.3073901973019708 num_nonrel_judged_ret=11.0
            num_rel=18.0 num_rel_ret=16.0 num_ret=60.0 relative_P_20=0.3333333333333333
            relative_P_5=0.2 set_F=0.41025641025641024 set_P=0.26666666666666666
            set_map=0.23703703703703705 set_recall=0.8888888888888888
            set_relative_P=0.8888888888888888 success_1=0.0 utility=-28.0
        ",
    ),
    (
        ".0p101.200p.31..3.pp33.....ppp.10p.3p.p00103...1p.3.03.002..",
        "201",
        2,
        "
            Rprec_mult_0.20=0.0 Rprec_mult_0.70=0.125 Rprec_mult_2.00=0.22727272727272727
            binG=0.203184024065944 bpref=0.21487603305785125 infAP=0.20233496332251774
            map=0.1540696764050996 num_nonrel_judged_ret=17.0 num_rel=11.0 num_rel_ret=10.0
            num_ret=60.0 relative_P_20=0.2727272727272727 relative_P_5=0.0
            set_F=0.2816901408450704 set_P=0.16666666666666666 set_map=0.15151515151515152
            set_recall=0.9090909090909091 set_relative_P=0.9090909090909091 success_1=0.0
            utility=-40.0
        ",
    ),
    (
        ".....3.0p30p3p03pp03.00.3p2p31pp.213120.",
        "3211",
        1,
        "
            G=0.17242235053651364 Rndcg=0.23927628223605305 Rprec_mult_0.20=0.0
            Rprec_mult_0.70=0.23076923076923078 Rprec_mult_2.00=0.3333333333333333
            binG=0.1889585558430503 bpref=0.26984126984127 infAP=0.30281001600180524
            map=0.2130036846845264 ndcg_rel=0.35249159121276924 num_nonrel_judged_ret=7.0
            num_rel=18.0 num_rel_ret=14.0 num_ret=40.0 relative_P_20=0.2777777777777778
            relative_P_5=0.0 set_F=0.48275862068965514 set_P=0.35 set_map=0.2722222222222222
            set_recall=0.7777777777777778 set_relative_P=0.7777777777777778 success_1=0.0
            utility=-12.0
        ",
    ),
    (
        ".....3.0p30p3p03pp03.00.3p2p31pp.213120.",
        "3211",
        2,
        "
            Rprec_mult_0.20=0.0 Rprec_mult_0.70=0.2 Rprec_mult_2.00=0.23076923076923078
            binG=0.21081771968805246 bpref=0.5128205128205129 infAP=0.29079726234105385
            map=0.20803958230783992 num_nonrel_judged_ret=10.0 num_rel=13.0 num_rel_ret=11.0
            num_ret=40.0 relative_P_20=0.38461538461538464 relative_P_5=0.0
            set_F=0.41509433962264153 set_P=0.275 set_map=0.2326923076923077
            set_recall=0.8461538461538461 set_relative_P=0.8461538461538461 success_1=0.0
            utility=-18.0
        ",
    ),
    (
        "22p01p02ppp0p0100pp2p02p1",
        "120",
        1,
        "
            G=0.4015572461574121 Rndcg=0.6050721440796366 Rprec_mult_0.20=1.0
            Rprec_mult_0.70=0.42857142857142855 Rprec_mult_2.00=0.3 binG=0.3891017132820441
            bpref=0.4625 infAP=0.5403428577590288 map=0.43576811594202897
            ndcg_rel=0.7265048846921764 num_nonrel_judged_ret=7.0 num_rel=10.0
            num_rel_ret=8.0 num_ret=25.0 relative_P_20=0.6 relative_P_5=0.6
            set_F=0.45714285714285713 set_P=0.32 set_map=0.256 set_recall=0.8
            set_relative_P=0.8 success_1=1.0 utility=-9.0
        ",
    ),
    (
        "22p01p02ppp0p0100pp2p02p1",
        "120",
        2,
        "
            Rprec_mult_0.20=1.0 Rprec_mult_0.70=0.4 Rprec_mult_2.00=0.25
            binG=0.47123297780598544 bpref=0.4166666666666667 infAP=0.5203132628142345
            map=0.4653985507246377 num_nonrel_judged_ret=10.0 num_rel=6.0 num_rel_ret=5.0
            num_ret=25.0 relative_P_20=0.6666666666666666 relative_P_5=0.4
            set_F=0.3225806451612903 set_P=0.2 set_map=0.16666666666666666
            set_recall=0.8333333333333334 set_relative_P=0.8333333333333334 success_1=1.0
            utility=-15.0
        ",
    ),
    (
        "p.30p3.0.010",
        "00020100330",
        1,
        "
            G=0.13269703148521744 Rndcg=0.241146005580617 Rprec_mult_0.20=0.0
            Rprec_mult_0.70=0.2 Rprec_mult_2.00=0.21428571428571427 binG=0.16969754327121755
            bpref=0.34693877551020413 infAP=0.19220782857128313 map=0.13419913419913418
            ndcg_rel=0.2974879508104606 num_nonrel_judged_ret=4.0 num_rel=7.0
            num_rel_ret=3.0 num_ret=12.0 relative_P_20=0.42857142857142855 relative_P_5=0.2
            set_F=0.3157894736842105 set_P=0.25 set_map=0.10714285714285714
            set_recall=0.42857142857142855 set_relative_P=0.42857142857142855 success_1=0.0
            utility=-6.0
        ",
    ),
    (
        "p.30p3.0.010",
        "00020100330",
        2,
        "
            Rprec_mult_0.20=0.0 Rprec_mult_0.70=0.25 Rprec_mult_2.00=0.2
            binG=0.17737056144690833 bpref=0.36 infAP=0.2 map=0.13333333333333333
            num_nonrel_judged_ret=5.0 num_rel=5.0 num_rel_ret=2.0 num_ret=12.0
            relative_P_20=0.4 relative_P_5=0.2 set_F=0.23529411764705882
            set_P=0.16666666666666666 set_map=0.06666666666666667 set_recall=0.4
            set_relative_P=0.4 success_1=0.0 utility=-8.0
        ",
    ),
    (
        "222..0p.",
        "32220113",
        1,
        "
            G=0.16309297535714576 Rndcg=0.5114347988317832 Rprec_mult_0.20=1.0
            Rprec_mult_0.70=0.42857142857142855 Rprec_mult_2.00=0.15 binG=0.3 bpref=0.3
            infAP=0.29999916667999976 map=0.3 ndcg_rel=0.5002177801411545
            num_nonrel_judged_ret=1.0 num_rel=10.0 num_rel_ret=3.0 num_ret=8.0
            relative_P_20=0.3 relative_P_5=0.6 set_F=0.33333333333333326 set_P=0.375
            set_map=0.1125 set_recall=0.3 set_relative_P=0.375 success_1=1.0 utility=-2.0
        ",
    ),
    (
        "222..0p.",
        "32220113",
        2,
        "
            Rprec_mult_0.20=1.0 Rprec_mult_0.70=0.5 Rprec_mult_2.00=0.1875 binG=0.375
            bpref=0.375 infAP=0.3749989583499997 map=0.375 num_nonrel_judged_ret=1.0
            num_rel=8.0 num_rel_ret=3.0 num_ret=8.0 relative_P_20=0.375 relative_P_5=0.6
            set_F=0.375 set_P=0.375 set_map=0.140625 set_recall=0.375 set_relative_P=0.375
            success_1=1.0 utility=-2.0
        ",
    ),
    (
        "..013",
        "32033030300132",
        1,
        "
            G=0.0400352821373807 Rndcg=0.13398074629472198 Rprec_mult_0.20=0.0
            Rprec_mult_0.70=0.25 Rprec_mult_2.00=0.09090909090909091
            binG=0.07830482874061692 bpref=0.15151515151515152 infAP=0.059091136359091
            map=0.05909090909090909 ndcg_rel=0.12384126329950532 num_nonrel_judged_ret=1.0
            num_rel=11.0 num_rel_ret=2.0 num_ret=5.0 relative_P_20=0.18181818181818182
            relative_P_5=0.4 set_F=0.25000000000000006 set_P=0.4 set_map=0.07272727272727272
            set_recall=0.18181818181818182 set_relative_P=0.4 success_1=0.0 utility=-1.0
        ",
    ),
    (
        "..013",
        "32033030300132",
        2,
        "
            Rprec_mult_0.20=0.0 Rprec_mult_0.70=0.14285714285714285
            Rprec_mult_2.00=0.05555555555555555 binG=0.0429836452482824
            bpref=0.08333333333333333 infAP=0.022222444442222246 map=0.022222222222222223
            num_nonrel_judged_ret=2.0 num_rel=9.0 num_rel_ret=1.0 num_ret=5.0
            relative_P_20=0.1111111111111111 relative_P_5=0.2 set_F=0.14285714285714285
            set_P=0.2 set_map=0.022222222222222223 set_recall=0.1111111111111111
            set_relative_P=0.2 success_1=0.0 utility=-3.0
        ",
    ),
    (
        ".p0",
        "02221200",
        1,
        "
            G=0.0 Rndcg=0.0 Rprec_mult_0.20=0.0 Rprec_mult_0.70=0.0 Rprec_mult_2.00=0.0
            binG=0.0 bpref=0.0 infAP=0.0 map=0.0 ndcg_rel=0.0 num_nonrel_judged_ret=1.0
            num_rel=5.0 num_rel_ret=0.0 num_ret=3.0 relative_P_20=0.0 relative_P_5=0.0
            set_F=0.0 set_P=0.0 set_map=0.0 set_recall=0.0 set_relative_P=0.0 success_1=0.0
            utility=-3.0
        ",
    ),
    (
        ".p0",
        "02221200",
        2,
        "
            Rprec_mult_0.20=0.0 Rprec_mult_0.70=0.0 Rprec_mult_2.00=0.0 binG=0.0 bpref=0.0
            infAP=0.0 map=0.0 num_nonrel_judged_ret=1.0 num_rel=4.0 num_rel_ret=0.0
            num_ret=3.0 relative_P_20=0.0 relative_P_5=0.0 set_F=0.0 set_P=0.0 set_map=0.0
            set_recall=0.0 set_relative_P=0.0 success_1=0.0 utility=-3.0
        ",
    ),
    (
        "021",
        "0",
        1,
        "
            G=0.6309297535714575 Rndcg=0.23981246656813146 Rprec_mult_0.20=0.0
            Rprec_mult_0.70=0.5 Rprec_mult_2.00=0.5 binG=0.6309297535714575 bpref=0.5
            infAP=0.5833358332833343 map=0.5833333333333333 ndcg_rel=0.5746483748152464
            num_nonrel_judged_ret=1.0 num_rel=2.0 num_rel_ret=2.0 num_ret=3.0
            relative_P_20=1.0 relative_P_5=1.0 set_F=0.8 set_P=0.6666666666666666
            set_map=0.6666666666666666 set_recall=1.0 set_relative_P=1.0 success_1=0.0
            utility=1.0
        ",
    ),
    (
        "021",
        "0",
        2,
        "
            Rprec_mult_0.20=0.0 Rprec_mult_0.70=0.0 Rprec_mult_2.00=0.5
            binG=0.6309297535714575 bpref=0.0 infAP=0.500004999900002 map=0.5
            num_nonrel_judged_ret=2.0 num_rel=1.0 num_rel_ret=1.0 num_ret=3.0
            relative_P_20=1.0 relative_P_5=1.0 set_F=0.5 set_P=0.3333333333333333
            set_map=0.3333333333333333 set_recall=1.0 set_relative_P=1.0 success_1=0.0
            utility=-1.0
        ",
    ),
    (
        "10p2",
        "",
        1,
        "
            G=0.5436432511904858 Rndcg=0.529194161273536 Rprec_mult_0.20=1.0
            Rprec_mult_0.70=0.5 Rprec_mult_2.00=0.5 binG=0.75 bpref=0.5 infAP=0.8125
            map=0.75 ndcg_rel=0.6037443585523369 num_nonrel_judged_ret=1.0 num_rel=2.0
            num_rel_ret=2.0 num_ret=4.0 relative_P_20=1.0 relative_P_5=1.0
            set_F=0.6666666666666666 set_P=0.5 set_map=0.5 set_recall=1.0 set_relative_P=1.0
            success_1=1.0 utility=0.0
        ",
    ),
    (
        "10p2",
        "",
        2,
        "
            Rprec_mult_0.20=0.0 Rprec_mult_0.70=0.0 Rprec_mult_2.00=0.0
            binG=0.43067655807339306 bpref=0.0 infAP=0.25000374996250035 map=0.25
            num_nonrel_judged_ret=2.0 num_rel=1.0 num_rel_ret=1.0 num_ret=4.0
            relative_P_20=1.0 relative_P_5=1.0 set_F=0.4 set_P=0.25 set_map=0.25
            set_recall=1.0 set_relative_P=1.0 success_1=0.0 utility=-2.0
        ",
    ),
];

#[test]
fn trec_eval_agrees_on_sampled_pools() {
    for (ranking, missed, rel, expected) in TOPICS {
        compare(&Case::parse(ranking, missed), &gains(&[1.0, 2.0, 3.0]), *rel, expected, 17);
    }
}
