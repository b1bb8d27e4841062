//! NTCIREVAL and its Python port.

use super::{compare, gains};
use crate::lists::Case;

/// The sample of NTCIREVAL: `L0 L3 ? L2`, R = 3/3/4 of L3/L2/L1, one L0.
fn sample() -> Case {
    Case::parse("03.2", "33221111")
}

/// `ntcir_eval compute -g 1:2:3 sample.lab` and, condensed, `.. sample-j.lab`; the bpref family from
/// NTCIREVAL 190111, `compute -g 1:2:3 -j sample-j.lab`.
#[test]
fn the_sample_of_ntcireval() {
    let raw = "RR=0.5000 AP=0.1000 Q=0.0967 gRBP=0.0761 nDCG(dcg='jk',log=2)@1000=0.3380 nDCG@1000=0.2760 \
               P@1000=0.0020 Success@1000=1.0000";
    compare(&sample(), &gains(&[1.0, 2.0, 3.0]), 1, raw, 4);
    let condensed = "RR'=0.5000 AP'=0.1167 Q'=0.1083 gRBP'=0.0776 nDCG'(dcg='jk',log=2)@1000=0.3601 \
                     nDCG'@1000=0.2899 P'@1000=0.0020 Success'@1000=1.0000 \
                     Bpref'=0.0 Bpref'(form='R')=0.1800 Bpref'(form='N')=0.0";
    compare(&sample(), &gains(&[1.0, 2.0, 3.0]), 1, condensed, 4);
}

/// NTCIREVAL 190111, `compute -g 1:2:3 -j` of `L0 L1 L2`, R = 1/2 of L2/L1, one L0: no document has the
/// highest gain.
#[test]
fn the_highest_gain_is_that_of_the_scale() {
    let expected = "Bpref(form='R')=0.4444 Bpref(form='relative')=0.1667 Rpref(form='N')=0.3750 \
                    Rpref(form='relative')=0.1250 Rpref(form='relative2')=0.3750";
    compare(&Case::parse("01.2", "1"), &gains(&[1.0, 2.0, 3.0]), 1, expected, 4);
}

/// `ntcir_eval compute -g 1:4:9 sample.lab`.
#[test]
fn the_sample_of_ntcireval_with_steep_gains() {
    let expected =
        "RR=0.5000 AP=0.1000 Q=0.0929 gRBP=0.0666 nDCG(dcg='jk',log=2)@1000=0.3636 nDCG@1000=0.2947";
    compare(&sample(), &gains(&[1.0, 4.0, 9.0]), 1, expected, 4);
}

/// `ntcir_eval compute -g 1:2:3 sample.lab` with cutoff 2.
#[test]
fn the_sample_of_ntcireval_at_cutoff_2() {
    let expected = "nDCG(dcg='jk',log=2)@2=0.5000 nDCG@2=0.3869 P@2=0.5000 Success@2=1.0000 \
                    AP@0002=0.2500 Q@0002=0.2500";
    compare(&sample(), &gains(&[1.0, 2.0, 3.0]), 1, expected, 4);
}

/// pyNTCIREVAL 0.0.3, values in full precision; the labels come from
/// `Labeler(qrels, is_condensed=..).label(ranking)`, the values from `.compute(labels)` of
///
/// ```text
/// AP, QMeasure(beta), nDCG(logb=log, cutoff), MSnDCG(cutoff), RBP(pr=p) of pyNTCIREVAL.metrics
/// ```
/// Ranking, missed documents, gains, values.
const TOPICS: &[(&str, &str, [f64; 3], &str)] = &[
    (
        ".203p0.10...0.0103302.02p.2.01..03p0.01200..102..00..000.02p",
        "0310101200031111000011010",
        [1.0, 2.0, 3.0],
        "
            AP=0.1865368549038491 Q=0.20643838742750978 Q(beta=10)=0.22495418657933977
            nDCG(dcg='jk',log=2)@1000=0.4517388235938532
            nDCG(dcg='jk',log=4)@10=0.25607055433203685 nDCG@20=0.28292090762646305
            gRBP=0.1920858059742338 gRBP(p=0.8)=0.23650157075359832 AP'=0.29991814055441685
            Q'=0.28297981109142495 Q'(beta=10)=0.28009250047430356
            nDCG'(dcg='jk',log=2)@1000=0.5196604194604907
            nDCG'(dcg='jk',log=4)@10=0.29337925999925957 nDCG'@20=0.4730203476492597
            gRBP'=0.2650556390567681 gRBP'(p=0.8)=0.3591946080546112
        ",
    ),
    (
        ".203p0.10...0.0103302.02p.2.01..03p0.01200..102..00..000.02p",
        "0310101200031111000011010",
        [1.0, 5.0, 10.0],
        "
            AP=0.1865368549038491 Q=0.22429779571654435 Q(beta=10)=0.24007135070848318
            nDCG(dcg='jk',log=2)@1000=0.43420216743306245
            nDCG(dcg='jk',log=4)@10=0.22570889240083095 nDCG@20=0.27580263134779004
            gRBP=0.15501379580471983 gRBP(p=0.8)=0.1976332151367916 AP'=0.29991814055441685
            Q'=0.27294258367298607 Q'(beta=10)=0.2730080657449176
            nDCG'(dcg='jk',log=2)@1000=0.5010162347048874
            nDCG'(dcg='jk',log=4)@10=0.23760350423523205 nDCG'@20=0.43715752838765887
            gRBP'=0.21090195153750768 gRBP'(p=0.8)=0.2935248721616929
        ",
    ),
    (
        "3020..2..01p323.0..p113pp....2p1.30p..10",
        "10122111211101111310",
        [1.0, 2.0, 3.0],
        "
            AP=0.20795315497691536 Q=0.2136590302548449 Q(beta=10)=0.21874364478896785
            nDCG(dcg='jk',log=2)@1000=0.4884877048899735
            nDCG(dcg='jk',log=4)@10=0.2903310810175432 nDCG@20=0.4455623955582742
            gRBP=0.23341016084639513 gRBP(p=0.8)=0.3605864147062946 AP'=0.3189646225474648
            Q'=0.29102868159476114 Q'(beta=10)=0.2818552318501975
            nDCG'(dcg='jk',log=2)@1000=0.5485307228502287
            nDCG'(dcg='jk',log=4)@10=0.5650043178605746 nDCG'@20=0.6699807930322507
            gRBP'=0.30478545522066924 gRBP'(p=0.8)=0.4849223243103994
        ",
    ),
    (
        "3020..2..01p323.0..p113pp....2p1.30p..10",
        "10122111211101111310",
        [1.0, 5.0, 10.0],
        "
            AP=0.20795315497691536 Q=0.22365114544152803 Q(beta=10)=0.22968484903365743
            nDCG(dcg='jk',log=2)@1000=0.5128769261844575
            nDCG(dcg='jk',log=4)@10=0.26742285208634914 nDCG@20=0.46352830971984454
            gRBP=0.19442189924693548 gRBP(p=0.8)=0.322595689866892 AP'=0.3189646225474648
            Q'=0.26887760668595584 Q'(beta=10)=0.2634290211766581
            nDCG'(dcg='jk',log=2)@1000=0.5706618066063908
            nDCG'(dcg='jk',log=4)@10=0.5166490277275625 nDCG'@20=0.6565424212256268
            gRBP'=0.2493291024935068 gRBP'(p=0.8)=0.4209456957881634
        ",
    ),
    (
        ".p0.2",
        "31",
        [1.0, 2.0, 3.0],
        "
            AP=0.06666666666666667 Q=0.0909090909090909 Q(beta=10)=0.1076923076923077
            nDCG(dcg='jk',log=2)@1000=0.15296818710985813
            nDCG(dcg='jk',log=4)@10=0.28711770538226206 nDCG@20=0.1624797231645546
            gRBP=0.02715020833333335 gRBP(p=0.8)=0.054613333333333326 AP'=0.16666666666666666
            Q'=0.14285714285714285 Q'(beta=10)=0.1346153846153846
            nDCG'(dcg='jk',log=2)@1000=0.35518113127436646
            nDCG'(dcg='jk',log=4)@10=0.3333333333333333 nDCG'@20=0.26499301486112564
            gRBP'=0.03166666666666669 gRBP'(p=0.8)=0.10666666666666665
        ",
    ),
    (
        ".p0.2",
        "31",
        [1.0, 5.0, 10.0],
        "
            AP=0.06666666666666667 Q=0.09523809523809523 Q(beta=10)=0.10303030303030303
            nDCG(dcg='jk',log=2)@1000=0.13776421648078524
            nDCG(dcg='jk',log=4)@10=0.26917284879587067 nDCG@20=0.1416560813139272
            gRBP=0.020362656250000014 gRBP(p=0.8)=0.040959999999999996 AP'=0.16666666666666666
            Q'=0.11764705882352941 Q'(beta=10)=0.11184210526315788
            nDCG'(dcg='jk',log=2)@1000=0.31987860471687984 nDCG'(dcg='jk',log=4)@10=0.3125
            nDCG'@20=0.2310311177892216 gRBP'=0.02375000000000002
            gRBP'(p=0.8)=0.07999999999999999
        ",
    ),
    (
        "..0p00..",
        "21",
        [1.0, 2.0, 3.0],
        "
            AP=0.0 Q=0.0 Q(beta=10)=0.0 nDCG(dcg='jk',log=2)@1000=0.0
            nDCG(dcg='jk',log=4)@10=0.0 nDCG@20=0.0 gRBP=0.0 gRBP(p=0.8)=0.0 AP'=0.0 Q'=0.0
            Q'(beta=10)=0.0 nDCG'(dcg='jk',log=2)@1000=0.0 nDCG'(dcg='jk',log=4)@10=0.0
            nDCG'@20=0.0 gRBP'=0.0 gRBP'(p=0.8)=0.0
        ",
    ),
    (
        "..0p00..",
        "21",
        [1.0, 5.0, 10.0],
        "
            AP=0.0 Q=0.0 Q(beta=10)=0.0 nDCG(dcg='jk',log=2)@1000=0.0
            nDCG(dcg='jk',log=4)@10=0.0 nDCG@20=0.0 gRBP=0.0 gRBP(p=0.8)=0.0 AP'=0.0 Q'=0.0
            Q'(beta=10)=0.0 nDCG'(dcg='jk',log=2)@1000=0.0 nDCG'(dcg='jk',log=4)@10=0.0
            nDCG'@20=0.0 gRBP'=0.0 gRBP'(p=0.8)=0.0
        ",
    ),
    (
        "2",
        "0",
        [1.0, 2.0, 3.0],
        "
            AP=1.0 Q=1.0 Q(beta=10)=1.0 nDCG(dcg='jk',log=2)@1000=1.0
            nDCG(dcg='jk',log=4)@10=1.0 nDCG@20=1.0 gRBP=0.03333333333333336
            gRBP(p=0.8)=0.1333333333333333 AP'=1.0 Q'=1.0 Q'(beta=10)=1.0
            nDCG'(dcg='jk',log=2)@1000=1.0 nDCG'(dcg='jk',log=4)@10=1.0 nDCG'@20=1.0
            gRBP'=0.03333333333333336 gRBP'(p=0.8)=0.1333333333333333
        ",
    ),
    (
        "2",
        "0",
        [1.0, 5.0, 10.0],
        "
            AP=1.0 Q=1.0 Q(beta=10)=1.0 nDCG(dcg='jk',log=2)@1000=1.0
            nDCG(dcg='jk',log=4)@10=1.0 nDCG@20=1.0 gRBP=0.025000000000000022
            gRBP(p=0.8)=0.09999999999999998 AP'=1.0 Q'=1.0 Q'(beta=10)=1.0
            nDCG'(dcg='jk',log=2)@1000=1.0 nDCG'(dcg='jk',log=4)@10=1.0 nDCG'@20=1.0
            gRBP'=0.025000000000000022 gRBP'(p=0.8)=0.09999999999999998
        ",
    ),
];

#[test]
fn py_ntcireval_agrees() {
    for (ranking, missed, by_level, expected) in TOPICS {
        compare(&Case::parse(ranking, missed), &gains(by_level), 1, expected, 17);
    }
}
