//! Compares Kendall's tau with SciPy 1.17.1 and the R package ircor 1.0.

use rejudge_stats::Ranking;

fn kendall_tau_a(x: &[f64], y: &[f64]) -> Option<f64> {
    rejudge_stats::kendall_tau_a(&Ranking::new(x), &Ranking::new(y))
}

fn kendall_tau_b(x: &[f64], y: &[f64]) -> Option<f64> {
    rejudge_stats::kendall_tau_b(&Ranking::new(x), &Ranking::new(y))
}

/// The expected values are SciPy's `kendalltau(x, y).statistic`. The first case is ircor's example (tau 0.7777778), and
/// the last has as many runs as TREC-8.
#[test]
fn scipy_and_ircor_agree() {
    let x = [0.06, 0.2, 0.27, 0.37, 0.57, 0.63, 0.66, 0.9, 0.91, 0.94];
    let y = [0.37, 0.06, 0.2, 0.27, 0.57, 0.66, 0.63, 0.91, 0.9, 0.94];
    assert_eq!(kendall_tau_a(&x, &y), Some(35.0 / 45.0));
    let many = |score: fn(u32) -> f64, count| (0..count).map(score).collect::<Vec<_>>();
    let run = |i: u32| f64::from((i * i * 3 + 7 * i) % 251) / 251.0;
    for (x, y, expected) in [
        (x.to_vec(), y.to_vec(), 0.7777777777777777),
        (
            vec![1.0, 2.0, 2.0, 3.0, 4.0, 4.0, 4.0, 5.0],
            vec![3.0, 1.0, 2.0, 2.0, 5.0, 4.0, 6.0, 6.0],
            0.6405126152203486,
        ),
        (
            many(|i| f64::from(i * 37 % 101 % 13), 60),
            many(|i| f64::from((i * i * 11 + 5 * i) % 97 % 17 + i / 9), 60),
            0.07022242233926394,
        ),
        (
            (0..129).map(run).collect(),
            (0..129).map(|i| run(i) + f64::from(i * i * 17 % 89) / 89.0 * 0.6).collect(),
            0.6177976307905774,
        ),
    ] {
        let found = kendall_tau_b(&x, &y).expect("neither side is constant");
        assert!((found - expected).abs() < 1e-15, "{found} against {expected}");
    }
}

#[test]
fn short_rankings_and_all_tied_rankings() {
    assert_eq!([kendall_tau_a(&[], &[]), kendall_tau_b(&[], &[])], [None, None]);
    assert_eq!([kendall_tau_a(&[1.0], &[1.0]), kendall_tau_b(&[1.0], &[1.0])], [None, None]);
    assert_eq!(kendall_tau_a(&[1.0, 1.0], &[1.0, 2.0]), Some(0.0));
    assert_eq!(kendall_tau_b(&[1.0, 2.0], &[1.0, 1.0]), None);
}
