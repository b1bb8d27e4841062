//! Compares the signed-rank test with an enumeration of all signs, and tests properties. `oracle` compares it with
//! SciPy.

use proptest::prelude::*;
use rejudge_stats::NullDistribution::{Automatic, Exact, Normal};
use rejudge_stats::{Alternative, Draw, NullDistribution, TestResult, sign_test, wilcoxon};

fn test_against_zero(z: &[f64], distribution: NullDistribution) -> TestResult {
    wilcoxon(z, &vec![0.0; z.len()], distribution).expect("topics")
}

/// Returns the exact p by enumerating all signs. Ranks are found by counting.
fn p_by_definition(z: &[f64]) -> f64 {
    let z: Vec<f64> = z.iter().copied().filter(|&z| z != 0.0).collect();
    // Twice the rank is the number of smaller |z|, plus the number of |z| that are at most as large, plus 1.
    let rank = |difference: &f64| -> u32 {
        let others =
            z.iter().map(|z| u32::from(z.abs() < difference.abs()) + u32::from(z.abs() <= difference.abs()));
        others.sum::<u32>() + 1
    };
    let ranks: Vec<u32> = z.iter().map(rank).collect();
    let total: u32 = ranks.iter().sum();
    let distance = |sum: u32| (2 * sum).abs_diff(total);
    let observed = distance(ranks.iter().zip(&z).filter(|&(_, &z)| z > 0.0).map(|(rank, _)| rank).sum());
    let all = 1_u32 << z.len();
    let sum = |signs: u32| -> u32 {
        ranks.iter().enumerate().filter(|(i, _)| signs >> i & 1 == 1).map(|(_, rank)| rank).sum()
    };
    let count = (0..all).filter(|&signs| distance(sum(signs)) >= observed).count();
    count as f64 / f64::from(all)
}

/// Returns n differences without ties.
fn untied(n: usize, seed: u64) -> Vec<f64> {
    let mut draw = Draw::new(seed, &["differences"]);
    (0..n).map(|_| draw.normal() + 0.2).collect()
}

#[test]
fn the_number_of_differences_decides_the_distribution() {
    let exact = |z: &[f64]| {
        let [automatic, exact, normal] =
            [Automatic, Exact, Normal].map(|distribution| test_against_zero(z, distribution).p);
        assert!(exact != normal && [exact, normal].contains(&automatic));
        automatic == exact
    };
    let mut z = untied(50, 1);
    assert!(exact(&z));
    z.push(0.0); // dropped
    assert!(exact(&z));
    z[0] = -z[1]; // tied
    assert!(exact(&z));
    assert!(!exact(&untied(51, 1)));
    assert_eq!(NullDistribution::default(), Automatic);
}

/// If all differences have the same size, as by P@1, W+ is the number of wins times the average rank. p is then the p
/// of the sign test.
#[test]
fn equal_differences_are_the_sign_test() {
    for (wins, losses, zeros) in [(5, 0, 45), (6, 0, 44), (0, 5, 0), (14, 5, 31), (30, 20, 0), (10, 10, 3)] {
        let mut z = vec![0.0; zeros];
        z.extend(std::iter::repeat_n(0.2, wins).chain(std::iter::repeat_n(-0.2, losses)));
        let (n, fewer) = (wins + losses, wins.min(losses));
        let choose = |k| (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64);
        let tail: f64 = (0..=fewer).map(choose).sum::<f64>() / 2.0_f64.powi(n as i32);
        let found = test_against_zero(&z, Automatic);
        assert_eq!(found.statistic, fewer as f64 * (n + 1) as f64 / 2.0);
        assert!((found.p / (2.0 * tail).min(1.0) - 1.0).abs() < 1e-14, "{wins} {losses}: {}", found.p);
        let sign = sign_test(&z, &vec![0.0; z.len()], Alternative::TwoSided).expect("topics");
        assert_eq!((sign.statistic, sign.p), (wins as f64, found.p));
    }
}

/// In binary 0.3 - 0.2 is slightly less than 0.1. The last bit must not decide ties or zeros, at any scale.
#[test]
fn rounding_decides_neither_ties_nor_zeros() {
    let test = |x: [f64; 2], y: [f64; 2]| {
        [Automatic, Normal].map(|distribution| wilcoxon(&x, &y, distribution).expect("topics"))
    };
    let tied = [TestResult { statistic: 1.5, p: 1.0 }; 2];
    let scores: [([f64; 2], [f64; 2]); 2] = [([0.3, 0.1], [0.2, 0.2]), ([0.75, 0.25], [0.5, 0.5])];
    for (x, y) in scores {
        for scale in [1.0, 10.0, 1e-3, 1e9] {
            let scaled = |scores: [f64; 2]| scores.map(|score| score * scale);
            assert_eq!(test(scaled(x), scaled(y)), tied, "{x:?} {scale}");
        }
    }
    assert_ne!(0.1 + 0.2, 0.3);
    let p = |x: [f64; 2], y: [f64; 2]| wilcoxon(&x, &y, Automatic).expect("topics").p;
    assert_eq!(p([0.1 + 0.2, 1.0], [0.3, 0.5]), 1.0);
    // A difference that is larger than rounding counts.
    assert_eq!(p([0.5 + 1e-9, 1.0], [0.5, 0.5]), 0.5);
}

#[test]
fn runs_without_difference_and_without_topics() {
    for distribution in [Automatic, Exact, Normal] {
        let test = test_against_zero(&[0.0, -0.0, 0.0], distribution);
        assert_eq!((test.statistic, test.p), (0.0, 1.0));
        assert_eq!(wilcoxon(&[], &[], distribution), None);
    }
    assert_eq!(test_against_zero(&[0.5], Exact).p, 1.0);
}

proptest! {
    #[test]
    fn exact_is_all_signs_gone_through(z in prop::collection::vec(-4..=4_i32, 1..13)) {
        let tied: Vec<f64> = z.iter().copied().map(f64::from).collect();
        for distribution in [Automatic, Exact] {
            prop_assert_eq!(test_against_zero(&tied, distribution).p, p_by_definition(&tied));
        }
        let untied: Vec<f64> = tied.iter().zip(0..).map(|(z, i)| z + f64::from(i) / 64.0).collect();
        prop_assert_eq!(test_against_zero(&untied, Automatic).p, p_by_definition(&untied));
    }
}
