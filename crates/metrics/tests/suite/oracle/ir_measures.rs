//! ir_measures 0.4.3, whose own measures these are (Judged, Accuracy), or with cwl-eval 1.0.12,
//! pytrec_eval-terrier 0.5.11 and its port of claclark/Compatibility behind it; values in full precision:
//!
//! ```text
//! ir_measures.iter_calc([ir_measures.parse_measure(name)], qrels, run)
//! ```
//! The files of its own tests are scored through the binary.

use super::{compare, gains};
use crate::lists::Case;

/// Ranking, missed documents, values.
const TOPICS: &[(&str, &str, &str)] = &[
    (
        ".0.101.200..31..3...33.........10..3...00103...1..3.03.002..",
        "201",
        "
            Judged@5=0.6 Judged@20=0.5 Judged@100=0.45 SetP=0.26666666666666666
            SetR=0.8888888888888888 SetF(beta=0.5)=0.3478260869565218
            SetAP=0.23703703703703705 SetP(relative=True)=0.8888888888888888 NumRet=60.0
            NumRet(rel=2)=10.0 NumRel=18.0 Accuracy=0.5255681818181819
            Accuracy@10=0.4285714285714286 Accuracy(rel=2)@30=0.472
            Compat(p=0.9)=0.11106842422800661 Compat(p=0.8)=0.033840465681505685
            INSQ(T=1.0,max_rel=3)=0.06947019321956369
            INSQ(T=2.5,max_rel=2)=0.1491473416010226
            INST(T=1.0,max_rel=3)=0.06432934056877501
            INST(T=3.0,max_rel=4)=0.09203301267242153
            BPM(T=1.0,max_rel=3)@10=0.16666666666666666
            BPM(T=2.0,max_rel=3)@30=0.1794871794871795
            SDCG(max_rel=3)@10=0.10401635907392687 NERR8(max_rel=3)@10=0.13068181818181818
            NERR9(max_rel=3)@10=0.06351936421327324
            NERR10(p=0.8,max_rel=3)=0.08451186580778891
            NERR11(T=2.0,max_rel=3)=0.0693339215920817
        ",
    ),
    (
        ".....3.0.30.3.03..03.00.3.2.31...213120.",
        "3211",
        "
            Judged@5=0.0 Judged@20=0.45 Judged@100=0.525 SetP=0.35 SetR=0.7777777777777778
            SetF(beta=0.5)=0.42857142857142855 SetAP=0.2722222222222222
            SetP(relative=True)=0.7777777777777778 NumRet=40.0 NumRet(rel=2)=11.0
            NumRel=18.0 Accuracy=0.31043956043956045 Accuracy@10=0.1875
            Accuracy(rel=2)@30=0.375 Compat(p=0.9)=0.11730479814636106
            Compat(p=0.8)=0.05531573457167633 INSQ(T=1.0,max_rel=3)=0.07064538861345236
            INSQ(T=2.5,max_rel=2)=0.13112025615558504
            INST(T=1.0,max_rel=3)=0.06453799632027744
            INST(T=3.0,max_rel=4)=0.10191190811955514
            BPM(T=1.0,max_rel=3)@10=0.16666666666666666 BPM(T=2.0,max_rel=3)@30=0.2
            SDCG(max_rel=3)@10=0.14201905717762703 NERR8(max_rel=3)@10=0.16666666666666666
            NERR9(max_rel=3)@10=0.06802721088435376
            NERR10(p=0.8,max_rel=3)=0.08881949865556425
            NERR11(T=2.0,max_rel=3)=0.06910283541978651
        ",
    ),
    (
        "22.01.02...0.0100..2.02.1",
        "120",
        "
            Judged@5=0.8 Judged@20=0.6 Judged@100=0.6 SetP=0.32 SetR=0.8
            SetF(beta=0.5)=0.39999999999999997 SetAP=0.256 SetP(relative=True)=0.8
            NumRet=25.0 NumRet(rel=2)=5.0 NumRel=10.0 Accuracy=0.5367647058823529
            Accuracy@10=0.75 Accuracy(rel=2)@30=0.61 Compat(p=0.9)=0.5918153957074418
            Compat(p=0.8)=0.675020699357496 INSQ(T=1.0,max_rel=3)=0.40795192914790596
            INSQ(T=2.5,max_rel=2)=0.39024866134668224
            INST(T=1.0,max_rel=3)=0.532885562767405
            INST(T=3.0,max_rel=4)=0.20011560834080644
            BPM(T=1.0,max_rel=3)@10=0.6666666666666666
            BPM(T=2.0,max_rel=3)@30=0.29166666666666663
            SDCG(max_rel=3)@10=0.3139713272861483 NERR8(max_rel=3)@10=0.5031847133757961
            NERR9(max_rel=3)@10=0.6129316232829931
            NERR10(p=0.8,max_rel=3)=0.5734977428773006
            NERR11(T=2.0,max_rel=3)=0.5981006681364345
        ",
    ),
    (
        "..30.3.0.010",
        "00020100330",
        "
            Judged@5=0.4 Judged@20=0.5833333333333334 Judged@100=0.5833333333333334
            SetP=0.25 SetR=0.42857142857142855 SetF(beta=0.5)=0.29032258064516125
            SetAP=0.10714285714285714 SetP(relative=True)=0.42857142857142855 NumRet=12.0
            NumRet(rel=2)=2.0 NumRel=7.0 Accuracy=0.4814814814814815 Accuracy@10=0.625
            Accuracy(rel=2)@30=0.7 Compat(p=0.9)=0.21039762656566632
            Compat(p=0.8)=0.17300714803005332 INSQ(T=1.0,max_rel=3)=0.13234705885808476
            INSQ(T=2.5,max_rel=2)=0.14809951102900643
            INST(T=1.0,max_rel=3)=0.14031653729307625
            INST(T=3.0,max_rel=4)=0.11351920328976503
            BPM(T=1.0,max_rel=3)@10=0.3333333333333333
            BPM(T=2.0,max_rel=3)@30=0.3333333333333333
            SDCG(max_rel=3)@10=0.18844415212771543 NERR8(max_rel=3)@10=0.3333333333333333
            NERR9(max_rel=3)@10=0.18181818181818182
            NERR10(p=0.8,max_rel=3)=0.26229508196721313
            NERR11(T=2.0,max_rel=3)=0.21321961620469088
        ",
    ),
    (
        "222..0..",
        "32220113",
        "
            Judged@5=0.6 Judged@20=0.5 Judged@100=0.5 SetP=0.375 SetR=0.3
            SetF(beta=0.5)=0.34615384615384615 SetAP=0.1125 SetP(relative=True)=0.375
            NumRet=8.0 NumRet(rel=2)=3.0 NumRel=10.0 Accuracy=1.0 Accuracy@10=1.0
            Accuracy(rel=2)@30=1.0 Compat(p=0.9)=0.3055697992059404
            Compat(p=0.8)=0.2612770795210517 INSQ(T=1.0,max_rel=3)=0.4385646994754049
            INSQ(T=2.5,max_rel=2)=0.400249477687148 INST(T=1.0,max_rel=3)=0.5857086654039094
            INST(T=3.0,max_rel=4)=0.20799973529027654
            BPM(T=1.0,max_rel=3)@10=0.6666666666666666
            BPM(T=2.0,max_rel=3)@30=0.6666666666666666 SDCG(max_rel=3)@10=0.3126667288804499
            NERR8(max_rel=3)@10=0.5652173913043478 NERR9(max_rel=3)@10=0.6449250540390498
            NERR10(p=0.8,max_rel=3)=0.6225439503619441
            NERR11(T=2.0,max_rel=3)=0.6221278594966818
        ",
    ),
    (
        "..013",
        "32033030300132",
        "
            Judged@5=0.6 Judged@20=0.6 Judged@100=0.6 SetP=0.4 SetR=0.18181818181818182
            SetF(beta=0.5)=0.28571428571428575 SetAP=0.07272727272727272
            SetP(relative=True)=0.4 NumRet=5.0 NumRet(rel=2)=1.0 NumRel=11.0 Accuracy=0.0
            Accuracy@10=0.0 Accuracy(rel=2)@30=0.0 Compat(p=0.9)=0.08074332247310449
            Compat(p=0.8)=0.05802519675181396 INSQ(T=1.0,max_rel=3)=0.0638435169072393
            INSQ(T=2.5,max_rel=2)=0.09149191498533261
            INST(T=1.0,max_rel=3)=0.06697324818474142
            INST(T=3.0,max_rel=4)=0.062022770454539286
            BPM(T=1.0,max_rel=3)@10=0.26666666666666666
            BPM(T=2.0,max_rel=3)@30=0.04444444444444444
            SDCG(max_rel=3)@10=0.11673923909813792 NERR8(max_rel=3)@10=0.2142857142857143
            NERR9(max_rel=3)@10=0.09774436090225566
            NERR10(p=0.8,max_rel=3)=0.13758888705143052
            NERR11(T=2.0,max_rel=3)=0.10688459982053944
        ",
    ),
    (
        "..0",
        "02221200",
        "
            Judged@5=0.3333333333333333 Judged@20=0.3333333333333333
            Judged@100=0.3333333333333333 SetP=0.0 SetR=0.0 SetF(beta=0.5)=0.0 SetAP=0.0
            SetP(relative=True)=0.0 NumRet=3.0 NumRet(rel=2)=0.0 NumRel=5.0
            Compat(p=0.9)=0.0 Compat(p=0.8)=0.0 INSQ(T=1.0,max_rel=3)=0.0
            INSQ(T=2.5,max_rel=2)=0.0 INST(T=1.0,max_rel=3)=0.0 INST(T=3.0,max_rel=4)=0.0
            BPM(T=1.0,max_rel=3)@10=0.0 BPM(T=2.0,max_rel=3)@30=0.0 SDCG(max_rel=3)@10=0.0
            NERR8(max_rel=3)@10=0.0 NERR9(max_rel=3)@10=0.0 NERR10(p=0.8,max_rel=3)=0.0
            NERR11(T=2.0,max_rel=3)=0.0
        ",
    ),
];

#[test]
fn ir_measures_agrees() {
    for (ranking, missed, expected) in TOPICS {
        compare(&Case::parse(ranking, missed), &gains(&[1.0, 2.0, 3.0]), 1, expected, 17);
    }
}
