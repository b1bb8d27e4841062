//! The bootstrap test against its definition evaluated plainly, numpy, cases by hand, and the t
//! test, which it approximates. Exact arithmetic: `bootstrap_exact.rs`.

use proptest::prelude::*;
use rejudge_stats::{Draw, Matrix, PairedBootstrap, Resamples, pairs};

fn matrix(rows: usize, cols: usize, score: impl Fn(usize, usize) -> f64) -> Matrix {
    let data = (0..rows * cols).map(|i| score(i / cols, i % cols)).collect();
    Matrix::new(rows, cols, data).expect("finite scores")
}

fn random_matrix(rows: usize, cols: usize, seed: u64) -> Matrix {
    let mut draw = Draw::new(seed, &["scores"]);
    let data = (0..rows * cols).map(|i| draw.unit() + 0.1 * (i / cols) as f64).collect();
    Matrix::new(rows, cols, data).expect("finite scores")
}

fn resamples(samples: usize, topics: usize, seed: u64) -> Resamples {
    Resamples::draw(samples, topics, &mut Draw::new(seed, &["resamples"]))
}

fn asl(scores: &Matrix, resamples: &Resamples) -> Vec<f64> {
    PairedBootstrap::new(scores, resamples).expect("as many topics").asl()
}

/// |t| and |mean| of a sample written out value by value.
fn plain_t(sample: &[f64]) -> (f64, f64) {
    let n = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / n;
    if sample.iter().all(|&z| z == sample[0]) {
        return (if sample[0] == 0.0 { 0.0 } else { f64::INFINITY }, mean.abs());
    }
    let variance = sample.iter().map(|z| (z - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean.abs() / (variance.sqrt() / n.sqrt()), mean.abs())
}

/// The ASL of a pair, and |mean| of the sample with the `place`-th largest |t|, from the definition.
fn plain(x: &[f64], y: &[f64], resamples: &Resamples, place: usize) -> (f64, f64) {
    let z: Vec<f64> = x.iter().zip(y).map(|(x, y)| x - y).collect();
    let (t, _) = plain_t(&z);
    let constant = z.iter().all(|&value| value == z[0]);
    let mean = if constant { z[0] } else { z.iter().sum::<f64>() / z.len() as f64 };
    let resample = |sample| -> Vec<f64> {
        let counts = resamples.counts(sample).iter().enumerate();
        counts.flat_map(|(topic, &times)| vec![z[topic] - mean; times as usize]).collect()
    };
    let mut all: Vec<(f64, f64)> =
        (0..resamples.samples()).map(|sample| plain_t(&resample(sample))).collect();
    let level = all.iter().filter(|(resampled, _)| *resampled >= t).count() as f64 / all.len() as f64;
    all.sort_by(|a, b| b.0.total_cmp(&a.0)); // stable: earlier samples first
    (level, all[place - 1].1)
}

fn assert_plain(scores: &Matrix, resamples: &Resamples) {
    let place = resamples.samples() / 20;
    let found = asl(scores, resamples);
    let mut required = 0.0_f64;
    for ((x, y), level) in pairs(scores.rows()).zip(found) {
        let (expected, difference) = plain(scores.row(x), scores.row(y), resamples, place);
        assert_eq!(level, expected, "pair {x}, {y}");
        required = required.max(difference);
    }
    let test = PairedBootstrap::new(scores, resamples).expect("as many topics");
    let found = test.required_difference(0.05).expect("pairs");
    assert!((found - required).abs() < 1e-12, "{found} against {required}");
}

#[test]
fn random_scores_agree_with_the_definition() {
    for (rows, topics) in [(7, 50), (4, 10), (6, 5), (5, 3), (5, 2), (2, 100)] {
        assert_plain(&random_matrix(rows, topics, 1), &resamples(400, topics, 2));
    }
}

/// Differences of 0 in most topics, constant differences, identical runs; all exact in binary.
#[test]
fn tied_and_constant_differences_agree_with_the_definition() {
    for topics in [2, 3, 4, 9, 33] {
        let scores = matrix(6, topics, |row, topic| match row {
            0 | 1 => 0.25,
            2 => 0.5,
            3 => {
                if topic == 0 {
                    1.0
                } else {
                    0.25
                }
            }
            4 => (topic % 3) as f64 * 0.125,
            _ => (topic % 2) as f64,
        });
        assert_plain(&scores, &resamples(300, topics, 3));
    }
}

/// ```python
/// import itertools, numpy as np                                                     # numpy 2.4.6
/// R, N, B = 5, 20, 40
/// scores = np.array([[(37*r + 11*t*t + 5*r*t) % 101 / 101 + 0.08*r for t in range(N)] for r in range(R)])
/// draws = [[(7*b*b + 3*i*i + b*i*i*5 + b*i + b//3) % N for i in range(N)] for b in range(B)]
/// def t(z):
///     return abs(z.mean()) / (z.std(ddof=1) / np.sqrt(len(z)))
/// required = 0
/// for x, y in itertools.combinations(range(R), 2):
///     z = scores[x] - scores[y]
///     w = z - z.mean()
///     ts = np.array([t(w[d]) for d in draws])
///     print(sum(ts >= t(z)) / B, end=', ')
///     kth = np.argsort(-ts, kind='stable')[round(B * 0.1) - 1]
///     required = max(required, abs(w[draws[kth]].mean()))
/// print(repr(float(required)))
/// ```
#[test]
fn levels_and_difference_agree_with_numpy() {
    let (runs, topics, samples) = (5, 20, 40);
    let scores = matrix(runs, topics, |r, t| {
        ((37 * r + 11 * t * t + 5 * r * t) % 101) as f64 / 101.0 + 0.08 * r as f64
    });
    let mut counts = vec![0; samples * topics];
    for (b, sample) in counts.chunks_exact_mut(topics).enumerate() {
        for i in 0..topics {
            sample[(7 * b * b + 3 * i * i + b * i * i * 5 + b * i + b / 3) % topics] += 1;
        }
    }
    let resamples = Resamples::from_counts(topics, counts).expect("samples of 20");
    let numpy = [0.9, 0.3, 0.175, 0.175, 0.1, 0.175, 0.325, 0.9, 0.9, 0.675];
    assert_eq!(asl(&scores, &resamples), numpy);
    let test = PairedBootstrap::new(&scores, &resamples).expect("20 topics");
    let required = test.required_difference(0.1).expect("pairs");
    assert!((required - 0.3995049504950495).abs() < 1e-14, "{required}");
}

proptest! {
    /// A pair's level has the same bits in any lane and next to any other pair.
    #[test]
    fn a_level_does_not_depend_on_other_runs(seed: u64, x in 0_usize..9, y in 0_usize..9) {
        prop_assume!(x < y);
        let (scores, resamples) = (random_matrix(9, 12, seed), resamples(100, 12, seed));
        let at = pairs(9).position(|pair| pair == (x, y)).expect("x < y < 9");
        let alone = asl(&scores.select_rows(&[x, y]), &resamples);
        prop_assert_eq!(alone[0], asl(&scores, &resamples)[at]);
    }

    /// Most pairs are passed over once a larger difference is known: that changes no bit of it.
    #[test]
    fn the_required_difference_is_the_largest_of_those_of_each_pair(
        seed: u64, rows in 2_usize..14, topics in 2_usize..40, samples in 20_usize..120, kind in 0_usize..3,
    ) {
        let random = random_matrix(rows, topics, seed);
        let scores = matrix(rows, topics, |row, topic| match kind {
            0 => random.row(row)[topic],
            1 => (random.row(row)[topic] * 3.0).floor() * 0.1,
            _ => (random.row(row)[topic] * 2.0).floor() * (row % 3) as f64 + (row % 2) as f64,
        });
        let resamples = resamples(samples, topics, seed);
        let test = PairedBootstrap::new(&scores, &resamples).expect("as many topics");
        for alpha in [0.01, 0.05, 0.5, 1.0] {
            let alone = |pair| test.asl_and_required_difference_of(&[pair], alpha);
            let (levels, differences): (Vec<_>, Vec<_>) = pairs(rows).map(alone).unzip();
            let all: Vec<_> = pairs(rows).collect();
            let (found, required) = test.asl_and_required_difference_of(&all, alpha);
            prop_assert_eq!(found, test.asl());
            prop_assert_eq!(levels.concat(), test.asl());
            let largest = differences.into_iter().flatten().reduce(f64::max);
            prop_assert_eq!(required.map(f64::to_bits), largest.map(f64::to_bits));
            prop_assert_eq!(required, test.required_difference(alpha));
        }
    }
}
