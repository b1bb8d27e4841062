//! Values computed by tools that we did not write, and values of a paper, in `values.tsv`. A ranking has a
//! character for each document: a digit is its level, `p` a withheld judgment (-1 or, at random, -2 in the
//! files that the tools read), `.` an unjudged document. The digits of `missed` are the levels of judged
//! documents that the ranking lacks. Values are in full precision if `decimals` is 17; otherwise they have
//! that many decimals, as the tool prints them.
//!
//! - `trec_eval` 9.0.x through pytrec_eval-terrier 0.5.11,
//!   `RelevanceEvaluator(qrels, names, relevance_level=min_rel).evaluate(run)`.
//! - `pyNTCIREVAL` 0.0.3, `metric.compute(Labeler(qrels, is_condensed=..).label(ranking))`, and for GAP,
//!   bpref_* and rpref_* the program of NTCIREVAL 190111 with `%.4f` replaced by `%.17g` (-gap; -j on the
//!   condensed list). AP and Q without a cutoff, gRBP and nDCG come from
//!   `AP, QMeasure(beta), nDCG(logb=log, cutoff), MSnDCG(cutoff), RBP(pr=p)`; `ntcireval.py` makes all other
//!   values.
//! - `NTCIREVAL`: its sample (`L0 L3 ? L2`; 3, 3 and 4 documents of L3, L2 and L1, one of L0), with all
//!   values that `ntcir_eval compute` of pyNTCIREVAL prints with gains 1:2:3 and 1:4:9, with cutoff 2, and on
//!   the condensed list. GAP and the preference measures come from NTCIREVAL 190111 with `-gap -j`. In `01.2`
//!   no document of the topic has the highest gain of the table.
//! - `ir_measures` 0.4.3, which computes Judged and Accuracy itself and calls cwl-eval 1.0.12,
//!   pytrec_eval-terrier and its port of claclark/Compatibility for the other measures:
//!   `iter_calc([parse_measure(name)], qrels, run)`.
//! - `gdeval` is TREC's gdeval.pl, which ranks by the score column and uses the gains 2^level - 1:
//!   `tests/test_gdeval.py` of ir_measures, and `calc_aggregate([ERR@1, ERR@3, ERR@20], qrels, run)`, which
//!   runs the same program.
//! - `cwl_eval`: `tests/test_cwl_eval.py` of ir_measures ("based on a manual execution of cwl-eval").
//! - `several`: a topic (b0 a1 x? c2 d0 y? e1) for which trec_eval, gdeval and NTCIREVAL print different
//!   values under the same name. Here each value has a name of its own.
//! - `EVIA 2008`: Table 2 of Sakai and Robertson. Table 1 and Figure 1 are in `sakai_ncu`.

use crate::lists::{Case, score};
use rejudge_metrics::Gains;

mod diversity;
mod sakai_ncu;

#[test]
fn other_tools_agree() {
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let mut compared = 0;
    for line in include_str!("values.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [tool, ranking, missed, by_level, min_rel, decimals, values] = fields[..] else {
            panic!("{line}")
        };
        let case = Case::parse(ranking, missed);
        let gains = gains(&by_level.split(',').map(number).collect::<Vec<_>>());
        let (min_rel, decimals) = (number(min_rel) as u8, number(decimals) as i32);
        // A value in full precision may differ by the rounding errors of its sum.
        let tolerance = if decimals < 15 { 0.5 * 10.0_f64.powi(-decimals) + 1e-9 } else { 1e-13 };
        for pair in values.split(' ') {
            // Names contain `=` too, so split at the last one.
            let (name, value) = pair.rsplit_once('=').expect("a name and a value");
            let ours = score(&case, name, &gains, min_rel, 1000);
            let is_close = ours.is_some_and(|ours| (ours - number(value)).abs() <= tolerance);
            assert!(is_close, "{name} by {tool}: {ours:?}, not {value}\n{case:?}");
            compared += 1;
        }
    }
    assert_eq!(compared, 1449);
}

/// Returns the table with these gains of levels 1, 2, ..
fn gains(by_level: &[f64]) -> Gains {
    Gains::new((1..).zip(by_level.iter().copied())).expect("a good table")
}
