//! Kendall's tau against SciPy 1.17.1 and the R package ircor 1.0, and its laws.

use rejudge_stats::Ranking;

fn kendall_tau_a(x: &[f64], y: &[f64]) -> Option<f64> {
    rejudge_stats::kendall_tau_a(&Ranking::new(x), &Ranking::new(y))
}

fn kendall_tau_b(x: &[f64], y: &[f64]) -> Option<f64> {
    rejudge_stats::kendall_tau_b(&Ranking::new(x), &Ranking::new(y))
}

fn assert_tau_b(x: &[f64], y: &[f64], expected: f64) {
    let found = kendall_tau_b(x, y).expect("neither side is constant");
    assert!((found - expected).abs() < 1e-15, "{found} against {expected}");
}

/// ircor's example (tau 0.7777778); kendalltau(x, y).statistic gives 0.7777777777777777.
#[test]
fn the_example_of_ircor() {
    let x = [0.06, 0.2, 0.27, 0.37, 0.57, 0.63, 0.66, 0.9, 0.91, 0.94];
    let y = [0.37, 0.06, 0.2, 0.27, 0.57, 0.66, 0.63, 0.91, 0.9, 0.94];
    assert_tau_b(&x, &y, 0.7777777777777777);
    assert_eq!(kendall_tau_a(&x, &y), Some(35.0 / 45.0));
}

/// kendalltau([1,2,2,3,4,4,4,5], [3,1,2,2,5,4,6,6]).statistic
#[test]
fn ties_by_scipy() {
    let x = [1.0, 2.0, 2.0, 3.0, 4.0, 4.0, 4.0, 5.0];
    let y = [3.0, 1.0, 2.0, 2.0, 5.0, 4.0, 6.0, 6.0];
    assert_tau_b(&x, &y, 0.6405126152203486);
}

/// kendalltau([(i*37)%101%13 for i in range(60)], [(i*i*11+5*i)%97%17 + i//9 for i in range(60)])
#[test]
fn many_ties_by_scipy() {
    let x: Vec<f64> = (0..60).map(|i| f64::from(i * 37 % 101 % 13)).collect();
    let y: Vec<f64> = (0..60).map(|i| f64::from((i * i * 11 + 5 * i) % 97 % 17 + i / 9)).collect();
    assert_tau_b(&x, &y, 0.07022242233926394);
}

/// As many runs as TREC-8: x = [(i*i*3+7*i)%251/251 for i in range(129)],
/// kendalltau(x, [x[i] + ((i*i*17)%89)/89*.6 for i in range(129)])
#[test]
fn many_items_by_scipy() {
    let x: Vec<f64> = (0..129).map(|i| f64::from((i * i * 3 + 7 * i) % 251) / 251.0).collect();
    let y: Vec<f64> = (0..129).map(|i| x[i as usize] + f64::from(i * i * 17 % 89) / 89.0 * 0.6).collect();
    assert_tau_b(&x, &y, 0.6177976307905774);
}

#[test]
fn too_little_to_rank() {
    assert_eq!([kendall_tau_a(&[], &[]), kendall_tau_b(&[], &[])], [None, None]);
    assert_eq!([kendall_tau_a(&[1.0], &[1.0]), kendall_tau_b(&[1.0], &[1.0])], [None, None]);
    assert_eq!(kendall_tau_a(&[1.0, 1.0], &[1.0, 2.0]), Some(0.0));
    assert_eq!(kendall_tau_b(&[1.0, 2.0], &[1.0, 1.0]), None);
}
