//! Compares the randomisation test with its definition in exact integers, and tests how signs are drawn. `oracle`
//! compares it with SciPy.

use proptest::prelude::*;
use rejudge_stats::{Draw, SignFlips, randomisation_test};

fn flips(samples: usize, topics: usize, seed: u64) -> SignFlips {
    SignFlips::draw(samples, topics, &mut Draw::new(seed, &["signs"]))
}

/// Returns true if the sum with these signs is at least as far from 0 as the observed sum.
fn extreme(z: &[i64], mut flipped: impl FnMut(usize) -> bool) -> bool {
    let sum: i64 = z.iter().enumerate().map(|(i, z)| if flipped(i) { -z } else { *z }).sum();
    sum.abs() >= z.iter().sum::<i64>().abs()
}

/// Returns p in exact integers: from the signs of `flips` if they are random, otherwise from all 2^n assignments.
fn exact(z: &[i64], flips: &SignFlips) -> f64 {
    if flips.exhaustive() {
        let count = (0..1_u32 << z.len()).filter(|signs| extreme(z, |i| signs >> i & 1 == 1)).count();
        return count as f64 / f64::from(1_u32 << z.len());
    }
    let count = (0..flips.samples()).filter(|&sample| extreme(z, |i| flips.flips(sample, i))).count();
    (count + 1) as f64 / (flips.samples() + 1) as f64
}

#[test]
fn all_signs_are_taken_where_there_are_no_more() {
    let found = [(1, 1), (2, 1), (7, 3), (8, 3), (4095, 12), (4096, 12), (100_000, 50), (10, 64), (10, 65)]
        .map(|(samples, topics)| flips(samples, topics, 1))
        .map(|flips| (flips.exhaustive(), flips.samples()));
    let expected = [
        (false, 1),
        (true, 1),
        (false, 7),
        (true, 4),
        (false, 4095),
        (true, 2048),
        (false, 100_000),
        (false, 10),
        (false, 10),
    ];
    assert_eq!(found, expected);
}

/// Of two opposite assignments exactly one is used, and no assignment occurs twice.
#[test]
fn all_signs_differ() {
    let all = flips(1 << 11, 11, 1);
    let mut seen: Vec<u32> = (0..all.samples())
        .map(|sample| (0..11).map(|topic| u32::from(all.flips(sample, topic)) << topic).sum())
        .flat_map(|signs: u32| [signs, !signs & 0x7ff])
        .collect();
    seen.sort();
    assert_eq!(seen, (0..1 << 11).collect::<Vec<u32>>());
}

/// Stored results depend on these signs: if we drew them differently, p values of the randomisation test
/// would change.
#[test]
fn drawn_signs_never_change() {
    let flips = SignFlips::draw(2, 70, &mut Draw::new(42, &["pinned"]));
    let mut draw = Draw::new(42, &["pinned"]);
    for sample in 0..2 {
        let bits = [draw.bits(), draw.bits()];
        for topic in 0..70 {
            assert_eq!(flips.flips(sample, topic), bits[topic / 64] >> (topic % 64) & 1 == 1);
        }
    }
    let first: String = (0..12).map(|topic| if flips.flips(0, topic) { '-' } else { '+' }).collect();
    assert_eq!(first, "--+++-+-++++");
}

/// The number of flips of a topic is binomial(B, 1/2), and flips of different topics are independent.
#[test]
fn signs_are_fair() {
    let flips = flips(20_000, 20, 3);
    for topic in 0..20 {
        for other in 0..topic {
            let equal = |&sample: &usize| flips.flips(sample, topic) == flips.flips(sample, other);
            let count = (0..20_000).filter(equal).count() as f64;
            assert!((count - 10_000.0).abs() < 4.5 * 70.7, "topics {topic}, {other}: {count}");
        }
        let count = (0..20_000).filter(|&sample| flips.flips(sample, topic)).count() as f64;
        assert!((count - 10_000.0).abs() < 4.5 * 70.7, "topic {topic}: {count}");
    }
}

#[test]
#[should_panic(expected = "the scores and the signs have different numbers")]
fn signs_of_other_topics_are_refused() {
    randomisation_test(&[0.5, 0.5], &[0.5, 0.25], &flips(10, 3, 1));
}

#[test]
#[should_panic(expected = "not finite")]
fn nan_is_refused() {
    randomisation_test(&[0.5, f64::NAN], &[0.5, 0.25], &flips(10, 2, 1));
}

/// Returns integer scores of two runs, from 0 to 2 (with many ties) or from 0 to 10.
fn scores(topics: std::ops::Range<usize>) -> impl Strategy<Value = Vec<(i64, i64)>> {
    prop::sample::select(vec![2_i64, 10])
        .prop_flat_map(move |most| prop::collection::vec((0..=most, 0..=most), topics.clone()))
}

fn assert_exact(scores: &[(i64, i64)], unit: f64, samples: usize, seed: u64) {
    let z: Vec<i64> = scores.iter().map(|(x, y)| x - y).collect();
    let (x, y): (Vec<f64>, Vec<f64>) =
        scores.iter().map(|&(x, y)| (x as f64 / unit, y as f64 / unit)).unzip();
    let flips = flips(samples, z.len(), seed);
    let found = randomisation_test(&x, &y, &flips);
    assert_eq!(found.p, exact(&z, &flips));
    assert!((found.statistic - z.iter().sum::<i64>() as f64 / unit / z.len() as f64).abs() < 1e-14);
    assert_eq!(randomisation_test(&y, &x, &flips).p, found.p);
    assert!((0.0..=1.0).contains(&found.p));
}

proptest! {
    /// Tenths and thirds are not exact in binary. Sums that are exactly equal must still count as equal.
    #[test]
    fn all_signs_agree_with_exact_arithmetic(scores in scores(1..12), unit in prop::sample::select(vec![1.0, 3.0, 10.0])) {
        assert_exact(&scores, unit, 1 << 11, 1);
    }

    #[test]
    fn drawn_signs_agree_with_exact_arithmetic(
        scores in scores(9..150),
        unit in prop::sample::select(vec![1.0, 3.0, 10.0]),
        seed: u64,
    ) {
        assert_exact(&scores, unit, 300, seed);
    }
}
