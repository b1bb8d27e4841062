//! Compares the bootstrap test with a plain evaluation of its definition, and with edge cases worked by hand.
//! `bootstrap_exact.rs` compares it with exact arithmetic.

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

/// Returns |t| and |mean| of a sample, which is a list of values.
fn t_by_definition(sample: &[f64]) -> (f64, f64) {
    let n = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / n;
    if sample.iter().all(|&z| z == sample[0]) {
        return (if sample[0] == 0.0 { 0.0 } else { f64::INFINITY }, mean.abs());
    }
    let variance = sample.iter().map(|z| (z - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean.abs() / (variance.sqrt() / n.sqrt()), mean.abs())
}

/// Returns the ASL of a pair, and |mean| of the sample with the `place`-th largest |t|, from the definition.
fn asl_by_definition(x: &[f64], y: &[f64], resamples: &Resamples, place: usize) -> (f64, f64) {
    let z: Vec<f64> = x.iter().zip(y).map(|(x, y)| x - y).collect();
    let (t, _) = t_by_definition(&z);
    let constant = z.iter().all(|&value| value == z[0]);
    let mean = if constant { z[0] } else { z.iter().sum::<f64>() / z.len() as f64 };
    let resample = |sample| -> Vec<f64> {
        let counts = resamples.counts(sample).iter().enumerate();
        counts.flat_map(|(topic, &times)| vec![z[topic] - mean; times as usize]).collect()
    };
    let mut all: Vec<(f64, f64)> =
        (0..resamples.samples()).map(|sample| t_by_definition(&resample(sample))).collect();
    let level = all.iter().filter(|(resampled, _)| *resampled >= t).count() as f64 / all.len() as f64;
    all.sort_by(|a, b| b.0.total_cmp(&a.0)); // stable: earlier samples first
    (level, all[place - 1].1)
}

fn assert_agrees_with_definition(scores: &Matrix, resamples: &Resamples) {
    let place = resamples.samples() / 20;
    let found = asl(scores, resamples);
    let mut required = 0.0_f64;
    for ((x, y), level) in pairs(scores.rows()).zip(found) {
        let (expected, difference) = asl_by_definition(scores.row(x), scores.row(y), resamples, place);
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
        assert_agrees_with_definition(&random_matrix(rows, topics, 1), &resamples(400, topics, 2));
    }
}

/// The kernel adds a topic that was drawn more than eight times as several terms.
#[test]
fn crowded_samples_agree_with_the_definition() {
    let topics = 30;
    let sample =
        |times: u32| (0..30).map(move |topic| if topic == 0 { times } else { u32::from(topic >= times) });
    let counts = (1..=20).flat_map(sample).collect();
    let resamples = Resamples::from_counts(topics, counts).expect("samples of 30");
    assert_agrees_with_definition(&random_matrix(5, topics, 1), &resamples);
}

/// The pairs include differences of 0 on most topics, constant differences and identical runs. All differences are
/// exact in binary.
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
        assert_agrees_with_definition(&scores, &resamples(300, topics, 3));
    }
}

/// The rounded mean of ten times 0.1 is not 0.1.
#[test]
fn a_constant_difference_that_is_not_exact_in_binary_is_constant() {
    let scores = matrix(2, 10, |row, _| if row == 0 { 0.1 } else { 0.0 });
    assert_eq!(asl(&scores, &resamples(100, 10, 4)), [0.0]);
}

fn required(z: [f64; 3], counts: &[u32], alpha: f64) -> Option<f64> {
    let scores = matrix(2, 3, |row, topic| if row == 0 { z[topic] } else { 0.0 });
    let resamples = Resamples::from_counts(3, counts.to_vec()).expect("samples of 3");
    PairedBootstrap::new(&scores, &resamples).expect("3 topics").required_difference(alpha)
}

/// w is (-4, -1, 5), and all three samples have an infinite t.
#[test]
fn of_equal_t_the_earlier_sample_comes_first() {
    let by_alpha = |alpha| required([0.0, 3.0, 9.0], &[0, 3, 0, 3, 0, 0, 0, 0, 3], alpha);
    assert_eq!([0.3, 0.7, 1.0].map(by_alpha), [Some(1.0), Some(4.0), Some(5.0)]);
}

/// w is (-1, 0, 1). The first sample has no variance and a mean of 0, so its t is 0.
#[test]
fn a_sample_of_zeros_has_the_smallest_t() {
    let by_alpha = |alpha| required([1.0, 2.0, 3.0], &[0, 3, 0, 2, 1, 0], alpha);
    assert_eq!([0.5, 1.0].map(by_alpha), [Some(2.0 / 3.0), Some(0.0)]);
}

/// w is (-10, -9.9, 9.5, 10.4). The first sample is nearly constant, so its t cannot be computed from sums. Its t is
/// 345, and the t of the second sample is 45. By hand their means are -9.95 and 10.175.
#[test]
fn a_nearly_constant_sample_has_its_place_among_the_others() {
    let w = [-10.0, -9.9, 9.5, 10.4];
    let scores = matrix(2, 4, |row, topic| if row == 0 { w[topic] } else { 0.0 });
    let resamples = Resamples::from_counts(4, vec![2, 2, 0, 0, 0, 0, 1, 3]).expect("samples of 4");
    let test = PairedBootstrap::new(&scores, &resamples).expect("4 topics");
    for (alpha, expected) in [(0.5, 9.95), (1.0, 10.175)] {
        let found = test.required_difference(alpha).expect("a pair");
        assert!((found - expected).abs() < 1e-12, "{alpha}: {found}");
    }
}

#[test]
fn required_difference_outside_the_samples_is_none() {
    let (scores, resamples) = (random_matrix(3, 10, 1), resamples(100, 10, 2));
    let test = PairedBootstrap::new(&scores, &resamples).expect("10 topics");
    assert_eq!(test.required_difference(0.004), None);
    assert_eq!(test.required_difference(1.01), None);
    assert_eq!(test.required_difference(f64::NAN), None);
    assert!(test.required_difference(0.006).is_some());
    let alone = matrix(1, 10, |_, topic| scores.row(0)[topic]);
    let test = PairedBootstrap::new(&alone, &resamples).expect("10 topics");
    assert_eq!((test.asl(), test.required_difference(0.05)), (vec![], None));
}

proptest! {
    #[test]
    fn a_level_is_a_share_and_does_not_know_first_from_second(seed: u64, topics in 2_usize..30) {
        let (scores, resamples) = (random_matrix(4, topics, seed), resamples(100, topics, seed));
        let found = asl(&scores, &resamples);
        prop_assert!(found.iter().all(|level| (0.0..=1.0).contains(level)));
        let swapped = asl(&matrix(4, topics, |row, topic| scores.row(3 - row)[topic]), &resamples);
        // As rows of `scores`, the swapped pairs are (3, 2), (3, 1), (3, 0), (2, 1), (2, 0), (1, 0).
        prop_assert_eq!([5, 4, 2, 3, 1, 0].map(|pair| swapped[pair]).to_vec(), found);
    }

    /// A pair's level has the same bits in every lane, whatever the other pairs are.
    #[test]
    fn a_level_does_not_depend_on_other_runs(seed: u64, x in 0_usize..9, y in 0_usize..9) {
        prop_assume!(x < y);
        let (scores, resamples) = (random_matrix(9, 12, seed), resamples(100, 12, seed));
        let at = pairs(9).position(|pair| pair == (x, y)).expect("x < y < 9");
        let alone = asl(&matrix(2, 12, |row, topic| scores.row([x, y][row])[topic]), &resamples);
        prop_assert_eq!(alone[0], asl(&scores, &resamples)[at]);
    }

    /// Most pairs are skipped once a larger difference is known. This must not change a bit of the result.
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

    #[test]
    fn shift_and_scale_change_nothing(seed: u64, shift in -1.0..1.0, scale in 0.01..100.0) {
        let (scores, resamples) = (random_matrix(3, 15, seed), resamples(100, 15, seed));
        // Each topic is shifted by a different amount, which is the same for all runs.
        let moved = matrix(3, 15, |row, topic| scale * (scores.row(row)[topic] + shift * topic as f64));
        prop_assert_eq!(asl(&moved, &resamples), asl(&scores, &resamples));
        let required = |scores| PairedBootstrap::new(scores, &resamples).expect("15").required_difference(0.05);
        let (before, after) = (required(&scores).expect("pairs"), required(&moved).expect("pairs"));
        let ratio: f64 = after / (scale * before);
        prop_assert!((ratio - 1.0).abs() < 1e-9);
    }
}

/// z is (.1, .1, .2, 0), so w is (0, 0, .1, -.1). The first sample has only topics with a w of 0, so its t is 0; the
/// second has an infinite t. In binary the first two z differ from the mean of z in the last bits.
#[test]
fn a_sample_of_differences_that_equal_the_mean_has_no_t() {
    let scores = Matrix::new(2, 4, vec![0.3, 0.4, 0.5, 0.2, 0.2, 0.3, 0.3, 0.2]).expect("finite scores");
    let resamples = Resamples::from_counts(4, vec![4, 0, 0, 0, 0, 0, 4, 0]).expect("4 topics");
    assert_eq!(asl(&scores, &resamples), [0.5]);
}
