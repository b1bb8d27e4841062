//! NTCIREVAL and its Python port once more: the families that only they have. Its sample outputs are read
//! from `REJUDGE_DATA`; the values in full precision are in this file.

use std::io::Write;
use std::path::Path;

use super::{compare, gains};
use crate::lists::Case;

/// The sample of NTCIREVAL: `L0 L3 ? L2`, R = 3/3/4 of L3/L2/L1, one L0.
fn sample() -> Case {
    Case::parse("03.2", "33221111")
}

/// Returns our name of a measure that NTCIREVAL prints under the name of another measure here.
fn ours(name: &str) -> &str {
    match name {
        "RBP" => "gRBP",
        "ERR" => "ERR(stop='gain')",
        "nDCG@1000" => "nDCG(dcg='jk', log=2)@1000",
        "nERR@1000" => "nERR(stop='gain')@1000",
        // `AP@1000` too divides by another number there, but not with fewer than 1000 relevant documents.
        name => name,
    }
}

/// A sample output; `None`, with a message, if `REJUDGE_DATA` is not set.
fn sample_output(file: &str) -> Option<String> {
    let Some(data) = std::env::var_os("REJUDGE_DATA") else {
        // The test harness captures the output of the print macros.
        let _ = writeln!(std::io::stderr(), "SKIPPED: REJUDGE_DATA is not set, so {file} cannot be read");
        return None;
    };
    let path = Path::new(&data).join("fixtures/ntcireval").join(file);
    Some(std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// Every printed digit of the sample outputs (`ntcir_eval compute` of pyNTCIREVAL; the folder's SOURCE.md
/// has the commands): gains 1:2:3, gains 1:4:9, cutoff 2, and the condensed list.
#[test]
fn the_sample_outputs_of_ntcireval_to_the_last_digit() {
    for (file, by_level, is_condensed) in [
        ("res_test_compute.txt", [1.0, 2.0, 3.0], false),
        ("res_test_compute_grade.txt", [1.0, 4.0, 9.0], false),
        ("res_test_compute_cutoff.txt", [1.0, 2.0, 3.0], false),
        ("res_test_compute_label_j.txt", [1.0, 2.0, 3.0], true),
    ] {
        let Some(text) = sample_output(file) else { return };
        let mut values = 0;
        for line in text.lines().filter(|line| !line.trim_start().starts_with('#') && !line.trim().is_empty())
        {
            let (name, value) = line.split_once('=').expect("a name and a value");
            let name: rejudge_metrics::Metric =
                ours(name.trim()).parse().expect("a name of ours or a synonym");
            let name = name.to_string().replace(' ', "");
            let name = if is_condensed { crate::lists::primed(&name) } else { name };
            compare(&sample(), &gains(&by_level), 1, &format!("{name}={}", value.trim()), 4);
            values += 1;
        }
        assert_eq!(values, 19, "{file}");
    }
}

/// NTCIREVAL 190111, `ntcir_eval compute -g 1:2:3 -gap -j` on the condensed sample, without `-j` on the raw
/// one.
#[test]
fn the_preference_measures_of_the_sample() {
    compare(&sample(), &gains(&[1.0, 2.0, 3.0]), 1, "GAP=0.1452", 4);
    let condensed = "GAP'=0.1613 bpref=0.0 bpref_R=0.1800 bpref_N=0.0 bpref_relative=0.0500 rpref_N=0.2068 \
                     rpref_relative=0.0526 rpref_relative2=0.1491";
    compare(&sample(), &gains(&[1.0, 2.0, 3.0]), 1, condensed, 4);
}

/// Made by `ntcireval_families.py` beside this file: pyNTCIREVAL 0.0.3, and for GAP, bpref_* and rpref_*
/// the program of NTCIREVAL 190111 with `%.4f` replaced by `%.17g` (-gap; -j on the condensed list).
/// Ranking, missed documents, gains, values.
const TOPICS: &[(&str, &str, [f64; 3], &str)] = &[
    (
        ".203p0.10...0.0103302.02p.2.01..03p0.01200..102..00..000.02p",
        "0310101200031111000011010",
        [1.0, 2.0, 3.0],
        "
            O-measure=0.375 O-measure(beta=10)=0.3387096774193548 P-measure=0.4375 P+=0.40625
            P+(beta=0.5)=0.42500000000000004 AP(norm='min')@5=0.2 Q@5=0.16250000000000003
            Q(beta=10)@20=0.0913763124563357 NCU(stop='gu',beta=0)=0.21753260194924884
            NCU(stop='gu')=0.23835636644750544 NCU(stop='gu',weights={1:3,2:1,3:2})=0.16772904580069356
            NCU(stop='rb',gamma=0.95,beta=0)=0.2514483744024365
            NCU(stop='rb',gamma=0.7,beta=10)=0.3328818353516632 ERR(stop='gain')=0.3529313446348171
            nERR(stop='gain')@10=0.40282625418046125 nERR(stop='gain')@2=0.2962962962962963
            GAP=0.17716831971044103 O-measure'=0.75 O-measure'(beta=10)=0.6774193548387096
            P-measure'=0.5833333333333334 P+'=0.6666666666666667 P+'(beta=0.5)=0.7
            AP'(norm='min')@5=0.45333333333333337 Q'@5=0.35666666666666674
            Q'(beta=10)@20=0.23407440425596907 NCU'(stop='gu',beta=0)=0.34631660333183045
            NCU'(stop='gu')=0.32677725813972286 NCU'(stop='gu',weights={1:3,2:1,3:2})=0.22944694787500552
            NCU'(stop='rb',gamma=0.95,beta=0)=0.4064596220546762
            NCU'(stop='rb',gamma=0.7,beta=10)=0.5154638071950467 ERR'(stop='gain')=0.6400303412928721
            nERR'(stop='gain')@10=0.7344412754121667 nERR'(stop='gain')@2=0.5925925925925926
            GAP'=0.28187926516842926 bpref_relative=0.24196269728115877 rpref_N=0.50126619991062116
            rpref_relative=0.21854990317187792 rpref_relative2=0.29472391079676102
        ",
    ),
    (
        ".203p0.10...0.0103302.02p.2.01..03p0.01200..102..00..000.02p",
        "0310101200031111000011010",
        [1.0, 5.0, 10.0],
        "
            O-measure=0.2727272727272727 O-measure(beta=10)=0.2524752475247525 P-measure=0.38636363636363635
            P+=0.32954545454545453 P+(beta=0.5)=0.34375 AP(norm='min')@5=0.2 Q@5=0.1318181818181818
            Q(beta=10)@20=0.08192737514552301 NCU(stop='gu',beta=0)=0.2419546110316921
            NCU(stop='gu')=0.282481617610068 NCU(stop='gu',weights={1:3,2:1,3:2})=0.18070466888899567
            NCU(stop='rb',gamma=0.95,beta=0)=0.2514483744024365
            NCU(stop='rb',gamma=0.7,beta=10)=0.29440458100342753 ERR(stop='gain')=0.3543213972902993
            nERR(stop='gain')@10=0.3691139403900257 nERR(stop='gain')@2=0.2391304347826087
            O-measure'=0.5454545454545454 O-measure'(beta=10)=0.504950495049505
            P-measure'=0.5151515151515151 P+'=0.5303030303030303 P+'(beta=0.5)=0.5555555555555556
            AP'(norm='min')@5=0.45333333333333337 Q'@5=0.2812121212121212 Q'(beta=10)@20=0.20915956496590044
            NCU'(stop='gu',beta=0)=0.38200171886805345 NCU'(stop='gu')=0.3458142336209679
            NCU'(stop='gu',weights={1:3,2:1,3:2})=0.21981505346735128
            NCU'(stop='rb',gamma=0.95,beta=0)=0.4064596220546762
            NCU'(stop='rb',gamma=0.7,beta=10)=0.4278586350365775 ERR'(stop='gain')=0.6248822204502117
            nERR'(stop='gain')@10=0.6517579134408059 nERR'(stop='gain')@2=0.4782608695652174
            bpref_relative=0.24196269728115877 rpref_N=0.55703831252690483
            rpref_relative=0.19318995252213422 rpref_relative2=0.28372726950920513
        ",
    ),
    (
        "3020..2..01p323.0..p113pp....2p1.30p..10",
        "10122111211101111310",
        [1.0, 2.0, 3.0],
        "
            O-measure=1.0 O-measure(beta=10)=1.0 P-measure=1.0 P+=1.0 P+(beta=0.5)=1.0
            AP(norm='min')@5=0.33333333333333337 Q@5=0.3166666666666667 Q(beta=10)@20=0.1705786650678751
            NCU(stop='gu',beta=0)=0.2734771839413783 NCU(stop='gu')=0.2793576487026115
            NCU(stop='gu',weights={1:3,2:1,3:2})=0.18514459466511318
            NCU(stop='rb',gamma=0.95,beta=0)=0.31120744943781986
            NCU(stop='rb',gamma=0.7,beta=10)=0.5949326295067184 ERR(stop='gain')=0.805494372592711
            nERR(stop='gain')@10=0.9276426955552194 nERR(stop='gain')@2=0.8888888888888888
            GAP=0.25950118849607334 O-measure'=1.0 O-measure'(beta=10)=1.0 P-measure'=1.0 P+'=1.0
            P+'(beta=0.5)=1.0 AP'(norm='min')@5=0.45333333333333337 Q'@5=0.41666666666666674
            Q'(beta=10)@20=0.4368756093678062 NCU'(stop='gu',beta=0)=0.40325106317830783
            NCU'(stop='gu')=0.37095769864855443 NCU'(stop='gu',weights={1:3,2:1,3:2})=0.25716735337877733
            NCU'(stop='rb',gamma=0.95,beta=0)=0.4544955707109019
            NCU'(stop='rb',gamma=0.7,beta=10)=0.6608684092343153 ERR'(stop='gain')=0.8119917600623364
            nERR'(stop='gain')@10=0.9407226946459507 nERR'(stop='gain')@2=0.8888888888888888
            GAP'=0.36329778317084827 bpref_relative=0.26704111300885491 rpref_N=0.46057142857142858
            rpref_relative=0.26139577089577093 rpref_relative2=0.35005405104011911
        ",
    ),
    (
        "3020..2..01p323.0..p113pp....2p1.30p..10",
        "10122111211101111310",
        [1.0, 5.0, 10.0],
        "
            O-measure=1.0 O-measure(beta=10)=1.0 P-measure=1.0 P+=1.0 P+(beta=0.5)=1.0
            AP(norm='min')@5=0.33333333333333337 Q@5=0.30303030303030304 Q(beta=10)@20=0.1618081538636559
            NCU(stop='gu',beta=0)=0.3364974422705903 NCU(stop='gu')=0.3561952061970878
            NCU(stop='gu',weights={1:3,2:1,3:2})=0.19718959408719947
            NCU(stop='rb',gamma=0.95,beta=0)=0.31120744943781986
            NCU(stop='rb',gamma=0.7,beta=10)=0.5740870594881681 ERR(stop='gain')=0.9281791777953421
            nERR(stop='gain')@10=0.9716537611670419 nERR(stop='gain')@2=0.9565217391304348 O-measure'=1.0
            O-measure'(beta=10)=1.0 P-measure'=1.0 P+'=1.0 P+'(beta=0.5)=1.0
            AP'(norm='min')@5=0.45333333333333337 Q'@5=0.38666666666666666
            Q'(beta=10)@20=0.40831498282382017 NCU'(stop='gu',beta=0)=0.4848716312866015
            NCU'(stop='gu')=0.42016706903484624 NCU'(stop='gu',weights={1:3,2:1,3:2})=0.238341274179308
            NCU'(stop='rb',gamma=0.95,beta=0)=0.4544955707109019
            NCU'(stop='rb',gamma=0.7,beta=10)=0.6183994272220159 ERR'(stop='gain')=0.9307500430729486
            nERR'(stop='gain')@10=0.9765400338176488 nERR'(stop='gain')@2=0.9565217391304348
            bpref_relative=0.26704111300885491 rpref_N=0.55055348277882277
            rpref_relative=0.25035556871840059 rpref_relative2=0.37590205525559922
        ",
    ),
    (
        ".p0.2",
        "31",
        [1.0, 2.0, 3.0],
        "
            O-measure=0.2727272727272727 O-measure(beta=10)=0.3230769230769231 P-measure=0.2727272727272727
            P+=0.2727272727272727 P+(beta=0.5)=0.25 AP(norm='min')@5=0.06666666666666667
            Q@5=0.0909090909090909 Q(beta=10)@20=0.1076923076923077
            NCU(stop='gu',beta=0)=0.06666666666666667 NCU(stop='gu')=0.0909090909090909
            NCU(stop='gu',weights={1:3,2:1,3:2})=0.04545454545454545
            NCU(stop='rb',gamma=0.95,beta=0)=0.07011393514460999
            NCU(stop='rb',gamma=0.7,beta=10)=0.14752370916754481 ERR(stop='gain')=0.1
            nERR(stop='gain')@10=0.12151898734177216 nERR(stop='gain')@2=0.0 GAP=0.059999999999999998
            O-measure'=0.42857142857142855 O-measure'(beta=10)=0.40384615384615385
            P-measure'=0.42857142857142855 P+'=0.42857142857142855 P+'(beta=0.5)=0.4444444444444444
            AP'(norm='min')@5=0.16666666666666666 Q'@5=0.14285714285714285 Q'(beta=10)@20=0.1346153846153846
            NCU'(stop='gu',beta=0)=0.16666666666666666 NCU'(stop='gu')=0.14285714285714285
            NCU'(stop='gu',weights={1:3,2:1,3:2})=0.07142857142857142
            NCU'(stop='rb',gamma=0.95,beta=0)=0.175284837861525
            NCU'(stop='rb',gamma=0.7,beta=10)=0.184404636459431 ERR'(stop='gain')=0.25
            nERR'(stop='gain')@10=0.3037974683544304 nERR'(stop='gain')@2=0.3076923076923077
            GAP'=0.14999999999999999 bpref_relative=0 rpref_N=0.16666666666666666 rpref_relative=0
            rpref_relative2=0.16666666666666666
        ",
    ),
    (
        ".p0.2",
        "31",
        [1.0, 5.0, 10.0],
        "
            O-measure=0.2857142857142857 O-measure(beta=10)=0.3090909090909091 P-measure=0.2857142857142857
            P+=0.2857142857142857 P+(beta=0.5)=0.2692307692307692 AP(norm='min')@5=0.06666666666666667
            Q@5=0.09523809523809523 Q(beta=10)@20=0.10303030303030303 NCU(stop='gu',beta=0)=0.0625
            NCU(stop='gu')=0.08928571428571427 NCU(stop='gu',weights={1:3,2:1,3:2})=0.047619047619047616
            NCU(stop='rb',gamma=0.95,beta=0)=0.07011393514460999
            NCU(stop='rb',gamma=0.7,beta=10)=0.141137401411374 ERR(stop='gain')=0.09090909090909091
            nERR(stop='gain')@10=0.09762000806776927 nERR(stop='gain')@2=0.0 O-measure'=0.35294117647058826
            O-measure'(beta=10)=0.3355263157894737 P-measure'=0.35294117647058826 P+'=0.35294117647058826
            P+'(beta=0.5)=0.3684210526315789 AP'(norm='min')@5=0.16666666666666666 Q'@5=0.11764705882352941
            Q'(beta=10)@20=0.11184210526315788 NCU'(stop='gu',beta=0)=0.15625
            NCU'(stop='gu')=0.11029411764705883 NCU'(stop='gu',weights={1:3,2:1,3:2})=0.058823529411764705
            NCU'(stop='rb',gamma=0.95,beta=0)=0.175284837861525
            NCU'(stop='rb',gamma=0.7,beta=10)=0.1532083633741889 ERR'(stop='gain')=0.22727272727272727
            nERR'(stop='gain')@10=0.24405002016942315 nERR'(stop='gain')@2=0.24444444444444444
            bpref_relative=0 rpref_N=0.18229166666666663 rpref_relative=0 rpref_relative2=0.15625
        ",
    ),
    (
        "102030",
        "3000",
        [1.0, 2.0, 3.0],
        "
            O-measure=0.5 O-measure(beta=10)=0.3548387096774194 P-measure=0.6428571428571429
            P+=0.5324675324675324 P+(beta=0.5)=0.5771929824561404 AP(norm='min')@5=0.5666666666666667
            Q@5=0.39935064935064934 Q(beta=10)@20=0.35088469327224003
            NCU(stop='gu',beta=0)=0.45925925925925926 NCU(stop='gu')=0.3708513708513709
            NCU(stop='gu',weights={1:3,2:1,3:2})=0.4050324675324676
            NCU(stop='rb',gamma=0.95,beta=0)=0.586228197266305
            NCU(stop='rb',gamma=0.7,beta=10)=0.37491732971605257 ERR(stop='gain')=0.43125
            nERR(stop='gain')@10=0.5037262357414449 nERR(stop='gain')@2=0.2962962962962963
            GAP=0.27083333333333331 O-measure'=0.5 O-measure'(beta=10)=0.3548387096774194
            P-measure'=0.6428571428571429 P+'=0.5324675324675324 P+'(beta=0.5)=0.5771929824561404
            AP'(norm='min')@5=0.5666666666666667 Q'@5=0.39935064935064934 Q'(beta=10)@20=0.35088469327224003
            NCU'(stop='gu',beta=0)=0.45925925925925926 NCU'(stop='gu')=0.3708513708513709
            NCU'(stop='gu',weights={1:3,2:1,3:2})=0.4050324675324676
            NCU'(stop='rb',gamma=0.95,beta=0)=0.586228197266305
            NCU'(stop='rb',gamma=0.7,beta=10)=0.37491732971605257 ERR'(stop='gain')=0.43125
            nERR'(stop='gain')@10=0.5037262357414449 nERR'(stop='gain')@2=0.2962962962962963
            GAP'=0.27083333333333331 bpref_relative=0.25 rpref_N=0.47619047619047616
            rpref_relative=0.1388888888888889 rpref_relative2=0.35555555555555557
        ",
    ),
    (
        "102030",
        "3000",
        [1.0, 5.0, 10.0],
        "
            O-measure=0.18181818181818182 O-measure(beta=10)=0.10891089108910891
            P-measure=0.6129032258064516 P+=0.36014523111297303 P+(beta=0.5)=0.39456391875746716
            AP(norm='min')@5=0.5666666666666667 Q@5=0.2701089233347298 Q(beta=10)@20=0.24226612981232495
            NCU(stop='gu',beta=0)=0.39743589743589747 NCU(stop='gu')=0.29767007186362027
            NCU(stop='gu',weights={1:3,2:1,3:2})=0.2571219103477168
            NCU(stop='rb',gamma=0.95,beta=0)=0.586228197266305
            NCU(stop='rb',gamma=0.7,beta=10)=0.22970731128325614 ERR(stop='gain')=0.3188079138492361
            nERR(stop='gain')@10=0.3349639392888325 nERR(stop='gain')@2=0.09565217391304348
            O-measure'=0.18181818181818182 O-measure'(beta=10)=0.10891089108910891
            P-measure'=0.6129032258064516 P+'=0.36014523111297303 P+'(beta=0.5)=0.39456391875746716
            AP'(norm='min')@5=0.5666666666666667 Q'@5=0.2701089233347298 Q'(beta=10)@20=0.24226612981232495
            NCU'(stop='gu',beta=0)=0.39743589743589747 NCU'(stop='gu')=0.29767007186362027
            NCU'(stop='gu',weights={1:3,2:1,3:2})=0.2571219103477168
            NCU'(stop='rb',gamma=0.95,beta=0)=0.586228197266305
            NCU'(stop='rb',gamma=0.7,beta=10)=0.22970731128325614 ERR'(stop='gain')=0.3188079138492361
            nERR'(stop='gain')@10=0.3349639392888325 nERR'(stop='gain')@2=0.09565217391304348
            bpref_relative=0.25 rpref_N=0.39189189189189189 rpref_relative=0.076923076923076927
            rpref_relative2=0.2384615384615385
        ",
    ),
    (
        "1",
        "320",
        [1.0, 2.0, 3.0],
        "
            O-measure=0.5 O-measure(beta=10)=0.3548387096774194 P-measure=0.5 P+=0.5 P+(beta=0.5)=0.6
            AP(norm='min')@5=0.3333333333333333 Q@5=0.16666666666666666 Q(beta=10)@20=0.11827956989247312
            NCU(stop='gu',beta=0)=0.16666666666666666 NCU(stop='gu')=0.08333333333333333
            NCU(stop='gu',weights={1:3,2:1,3:2})=0.25 NCU(stop='rb',gamma=0.95,beta=0)=0.35056967572305
            NCU(stop='rb',gamma=0.7,beta=10)=0.162026808071881 ERR(stop='gain')=0.25
            nERR(stop='gain')@10=0.3037974683544304 nERR(stop='gain')@2=0.3076923076923077
            GAP=0.10000000000000001 O-measure'=0.5 O-measure'(beta=10)=0.3548387096774194 P-measure'=0.5
            P+'=0.5 P+'(beta=0.5)=0.6 AP'(norm='min')@5=0.3333333333333333 Q'@5=0.16666666666666666
            Q'(beta=10)@20=0.11827956989247312 NCU'(stop='gu',beta=0)=0.16666666666666666
            NCU'(stop='gu')=0.08333333333333333 NCU'(stop='gu',weights={1:3,2:1,3:2})=0.25
            NCU'(stop='rb',gamma=0.95,beta=0)=0.35056967572305
            NCU'(stop='rb',gamma=0.7,beta=10)=0.162026808071881 ERR'(stop='gain')=0.25
            nERR'(stop='gain')@10=0.3037974683544304 nERR'(stop='gain')@2=0.3076923076923077
            GAP'=0.10000000000000001 bpref_relative=0 rpref_N=0.16666666666666666 rpref_relative=0
            rpref_relative2=0.16666666666666666
        ",
    ),
    (
        "1",
        "320",
        [1.0, 5.0, 10.0],
        "
            O-measure=0.18181818181818182 O-measure(beta=10)=0.10891089108910891
            P-measure=0.18181818181818182 P+=0.18181818181818182 P+(beta=0.5)=0.25
            AP(norm='min')@5=0.3333333333333333 Q@5=0.06060606060606061 Q(beta=10)@20=0.0363036303630363
            NCU(stop='gu',beta=0)=0.0625 NCU(stop='gu')=0.011363636363636364
            NCU(stop='gu',weights={1:3,2:1,3:2})=0.09090909090909091
            NCU(stop='rb',gamma=0.95,beta=0)=0.35056967572305
            NCU(stop='rb',gamma=0.7,beta=10)=0.04973100049731001 ERR(stop='gain')=0.09090909090909091
            nERR(stop='gain')@10=0.09762000806776927 nERR(stop='gain')@2=0.09777777777777778
            O-measure'=0.18181818181818182 O-measure'(beta=10)=0.10891089108910891
            P-measure'=0.18181818181818182 P+'=0.18181818181818182 P+'(beta=0.5)=0.25
            AP'(norm='min')@5=0.3333333333333333 Q'@5=0.06060606060606061 Q'(beta=10)@20=0.0363036303630363
            NCU'(stop='gu',beta=0)=0.0625 NCU'(stop='gu')=0.011363636363636364
            NCU'(stop='gu',weights={1:3,2:1,3:2})=0.09090909090909091
            NCU'(stop='rb',gamma=0.95,beta=0)=0.35056967572305
            NCU'(stop='rb',gamma=0.7,beta=10)=0.04973100049731001 ERR'(stop='gain')=0.09090909090909091
            nERR'(stop='gain')@10=0.09762000806776927 nERR'(stop='gain')@2=0.09777777777777778
            bpref_relative=0 rpref_N=0.0625 rpref_relative=0 rpref_relative2=0.0625
        ",
    ),
    (
        "0.1201",
        "3330",
        [1.0, 2.0, 3.0],
        "
            O-measure=0.16666666666666666 O-measure(beta=10)=0.11827956989247312
            P-measure=0.3333333333333333 P+=0.25 P+(beta=0.5)=0.28421052631578947
            AP(norm='min')@5=0.16666666666666669 Q@5=0.1 Q(beta=10)@20=0.1191929658111122
            NCU(stop='gu',beta=0)=0.14102564102564102 NCU(stop='gu')=0.09244264507422402
            NCU(stop='gu',weights={1:3,2:1,3:2})=0.14912280701754385
            NCU(stop='rb',gamma=0.95,beta=0)=0.23773967061730944
            NCU(stop='rb',gamma=0.7,beta=10)=0.1596974226416303 ERR(stop='gain')=0.19270833333333331
            nERR(stop='gain')@10=0.22356917615513885 nERR(stop='gain')@2=0.0 GAP=0.079710144927536225
            O-measure'=0.25 O-measure'(beta=10)=0.1774193548387097 P-measure'=0.4166666666666667
            P+'=0.33333333333333337 P+'(beta=0.5)=0.3833333333333333 AP'(norm='min')@5=0.35333333333333333
            Q'@5=0.21568627450980393 Q'(beta=10)@20=0.14425089605734767
            NCU'(stop='gu',beta=0)=0.18717948717948718 NCU'(stop='gu')=0.11500754147812972
            NCU'(stop='gu',weights={1:3,2:1,3:2})=0.1847662141779789
            NCU'(stop='rb',gamma=0.95,beta=0)=0.3161159047348121
            NCU'(stop='rb',gamma=0.7,beta=10)=0.19952589272040486 ERR'(stop='gain')=0.26875
            nERR'(stop='gain')@10=0.3117883645839234 nERR'(stop='gain')@2=0.14814814814814814
            GAP'=0.10579710144927536 bpref_relative=0.16666666666666666 rpref_N=0.2087912087912088
            rpref_relative=0.076923076923076927 rpref_relative2=0.16153846153846155
        ",
    ),
    (
        "0.1201",
        "3330",
        [1.0, 5.0, 10.0],
        "
            O-measure=0.06060606060606061 O-measure(beta=10)=0.036303630363036306
            P-measure=0.20512820512820512 P+=0.13286713286713286 P+(beta=0.5)=0.15794573643410853
            AP(norm='min')@5=0.16666666666666669 Q@5=0.05314685314685315 Q(beta=10)@20=0.06759896824518369
            NCU(stop='gu',beta=0)=0.0900900900900901 NCU(stop='gu')=0.03564338448059378
            NCU(stop='gu',weights={1:3,2:1,3:2})=0.08343236965777218
            NCU(stop='rb',gamma=0.95,beta=0)=0.23773967061730944
            NCU(stop='rb',gamma=0.7,beta=10)=0.08637225292755527 ERR(stop='gain')=0.14112196343601302
            nERR(stop='gain')@10=0.14807931015144418 nERR(stop='gain')@2=0.0 O-measure'=0.09090909090909091
            O-measure'(beta=10)=0.054455445544554455 P-measure'=0.24242424242424243 P+'=0.16666666666666669
            P+'(beta=0.5)=0.2013888888888889 AP'(norm='min')@5=0.35333333333333333 Q'@5=0.11544715447154473
            Q'(beta=10)@20=0.07651265126512652 NCU'(stop='gu',beta=0)=0.11981981981981982
            NCU'(stop='gu')=0.04180899302850522 NCU'(stop='gu',weights={1:3,2:1,3:2})=0.09591221786343739
            NCU'(stop='rb',gamma=0.95,beta=0)=0.3161159047348121
            NCU'(stop='rb',gamma=0.7,beta=10)=0.100534742628579 ERR'(stop='gain')=0.19221136989732027
            nERR'(stop='gain')@10=0.2016874366304053 nERR'(stop='gain')@2=0.04782608695652174
            bpref_relative=0.16666666666666666 rpref_N=0.12799592044875063
            rpref_relative=0.027027027027027025 rpref_relative2=0.083783783783783788
        ",
    ),
];

#[test]
fn the_families_of_ntcireval_agree() {
    for (ranking, missed, by_level, expected) in TOPICS {
        compare(&Case::parse(ranking, missed), &gains(by_level), 1, expected, 17);
    }
}
