//! The worked example of Sakai and Robertson, EVIA 2008: Table 1, and the curves of Figure 1. Table 2 is in
//! `values.tsv`.

use super::gains;
use crate::lists::Case;
use rejudge_metrics::{Gains, LevelTable, Stopping, blended_ratios, stopping_probabilities};

/// Returns the example: the topic has 3, 3 and 4 documents of the levels S, A and B (here 3, 2 and 1). S is
/// at ranks 2 and 8, A at ranks 5 and 15, B at rank 12.
fn example() -> Case {
    Case::parse(".3..2..3...1..2", "32111")
}

fn assert_printed(ours: &[f64], printed: &[f64], what: &str) {
    let off = |(ours, printed): (&f64, &f64)| (ours - printed).abs() > 0.5e-4 + 1e-9;
    assert!(ours.len() == printed.len() && !ours.iter().zip(printed).any(off), "{what}: {ours:?}");
}

#[test]
fn table_1_stopping_probabilities_and_blended_ratios() {
    let (case, gains) = (example().lists(), gains(&[1.0, 2.0, 3.0]));
    let list = case.raw();
    let p = |stopping| stopping_probabilities(&list, &gains, stopping);
    assert_eq!(p(Stopping::Uniform).map(|(rank, _)| rank).collect::<Vec<_>>(), [2, 5, 8, 12, 15]);
    let graded = Stopping::GradedUniform { weights: LevelTable::from(&gains) };
    for (stopping, printed) in [
        (Stopping::Uniform, [0.1; 5]),
        (Stopping::RankBiased { gamma: 0.7 }, [0.3087, 0.2161, 0.1513, 0.1059, 0.0741]),
        (graded, [0.1579, 0.1053, 0.1579, 0.0526, 0.1053]),
    ] {
        let ours: Vec<f64> = p(stopping.clone()).map(|(_, p)| p).collect();
        assert_printed(&ours, &printed, &format!("{stopping:?}"));
    }
    for (beta, printed) in
        [(0.0, [0.5000, 0.4000, 0.3750, 0.3333, 0.3333]), (1.0, [0.5000, 0.3889, 0.4400, 0.4194, 0.4706])]
    {
        let ours: Vec<f64> = blended_ratios(&list, &gains, beta).map(|at| at.ratio).collect();
        assert_printed(&ours, &printed, &format!("beta {beta}"));
    }
}

/// Figure 1 draws Eq. 10 for R = 10; the numbers are recomputed from the equation outside this crate.
#[test]
fn figure_1_rank_biased_stopping() {
    let case = Case::parse("1111111111", "").lists();
    for (gamma, expected) in [
        (1.0, [0.1; 10]),
        (0.9, [0.1535, 0.1382, 0.1244, 0.1119, 0.1007, 0.0907, 0.0816, 0.0734, 0.0661, 0.0595]),
        (0.7, [0.3087, 0.2161, 0.1513, 0.1059, 0.0741, 0.0519, 0.0363, 0.0254, 0.0178, 0.0125]),
        (0.5, [0.5005, 0.2502, 0.1251, 0.0626, 0.0313, 0.0156, 0.0078, 0.0039, 0.0020, 0.0010]),
    ] {
        let (list, gains) = (case.raw(), Gains::linear(1));
        let stopping = Stopping::RankBiased { gamma };
        let ours: Vec<f64> = stopping_probabilities(&list, &gains, stopping).map(|(_, p)| p).collect();
        assert_printed(&ours, &expected, &format!("gamma {gamma}"));
    }
}
