//! Compares the bootstrap test with exact integer arithmetic, which decides correctly where rounding could mislead: for
//! equal values of t, samples without variance, and differences that are nearly constant.

use proptest::prelude::*;
use rejudge_stats::{Draw, Matrix, PairedBootstrap, Resamples, pairs};

/// Returns the level of a pair with integer scores, in exact integers: we use n w, which is an integer,
/// instead of w.
fn exact(x: &[i32], y: &[i32], resamples: &Resamples) -> f64 {
    let n = x.len() as i128;
    let z: Vec<i128> = x.iter().zip(y).map(|(x, y)| i128::from(x - y)).collect();
    let total: i128 = z.iter().sum();
    let w: Vec<i128> = z.iter().map(|z| n * z - total).collect();
    let squares: i128 = w.iter().map(|w| w * w).sum();
    let counts_as_extreme = |sample: &usize| {
        let drawn = || w.iter().zip(resamples.counts(*sample)).map(|(w, &times)| (w, i128::from(times)));
        let first: i128 = drawn().map(|(w, times)| times * w).sum();
        let second: i128 = drawn().map(|(w, times)| times * w * w).sum();
        let spread = n * second - first * first;
        match (total == 0, squares == 0, spread == 0) {
            (true, ..) => true,                 // t(z) = 0
            (false, true, _) => false,          // t(z) infinite, all w = 0
            (false, false, true) => first != 0, // t(w*) infinite or 0
            _ => first * first * (n - 1) * squares >= total * total * n * (n - 1) * spread,
        }
    };
    let count = (0..resamples.samples()).filter(counts_as_extreme).count();
    count as f64 / resamples.samples() as f64
}

/// Returns integer scores of `rows` runs, from 0 to 2 (with many ties) or from 0 to 10.
fn integer_scores(
    rows: usize,
    topics: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = Vec<Vec<i32>>> {
    (topics, prop::sample::select(vec![2, 10]))
        .prop_flat_map(move |(n, most)| prop::collection::vec(prop::collection::vec(0..=most, n), rows))
}

fn assert_exact(rows: &[Vec<i32>], unit: f64, seed: u64) {
    let (runs, topics) = (rows.len(), rows[0].len());
    let data = rows.iter().flatten().map(|&score| f64::from(score) / unit).collect();
    let scores = Matrix::new(runs, topics, data).expect("finite scores");
    let resamples = Resamples::draw(200, topics, &mut Draw::new(seed, &["resamples"]));
    let asl = PairedBootstrap::new(&scores, &resamples).expect("as many topics").asl();
    for ((x, y), level) in pairs(runs).zip(asl) {
        assert_eq!(level, exact(&rows[x], &rows[y], &resamples), "{:?} {:?}", rows[x], rows[y]);
    }
}

proptest! {
    #[test]
    fn integer_scores_agree_with_exact_arithmetic(rows in integer_scores(3, 2..=12), seed: u64) {
        assert_exact(&rows, 1.0, seed);
    }

    /// Tenths, such as scores of P@10, are not exact in binary. Values of t that are exactly equal must still
    /// count as equal.
    #[test]
    fn tenths_agree_with_exact_arithmetic(rows in integer_scores(3, 20..=50), seed: u64) {
        assert_exact(&rows, 10.0, seed);
    }

    /// All differences from run 0 are 2 x 10^9 plus a small number, so that only samples of equal values
    /// reach t(z).
    #[test]
    fn nearly_constant_differences_agree_with_exact_arithmetic(mut rows in integer_scores(3, 2..=5), seed: u64) {
        rows[0].iter_mut().for_each(|score| *score += 2_000_000_000);
        assert_exact(&rows, 1.0, seed);
    }
}
