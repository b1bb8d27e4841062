use proptest::prelude::*;

use super::*;
use crate::Draw;
use crate::vectors::Vectors;

/// Computes `S1` and `S2` of a sample for one pair, topic by topic. A topic that was drawn more than eight times adds
/// several terms, each of at most eight times its difference.
fn plain_sums(w: &[f64], counts: &[u32]) -> (f64, f64) {
    let (mut first, mut second) = (0.0, 0.0);
    for (w, &times) in w.iter().zip(counts) {
        let mut left = times;
        while left > 0 {
            let times = f64::from(left.min(8));
            first += times * w;
            second += times * (w * w);
            left -= left.min(8);
        }
    }
    (first, second)
}

/// Returns a difference of one of six kinds: uniform, one of five values, of widely varying magnitude, equal
/// on all topics, -0 on all topics, and 0 or tiny.
fn differences(kind: usize, draw: &mut Draw) -> f64 {
    match kind {
        0 => draw.unit() - 0.5,
        1 => f64::from(draw.below(5)) * 0.1 - 0.2,
        2 => (draw.unit() - 0.5) * 10_f64.powi(draw.below(40) as i32 - 20),
        3 => -0.3,
        4 => -0.0,
        _ => [0.0, -0.0, 1e-300, -1e-300][draw.below(4) as usize],
    }
}

/// Returns samples in which each draw takes topic 0 with probability `crowd / 4`, and otherwise any topic.
fn resamples(samples: usize, topics: usize, crowd: u32, draw: &mut Draw) -> Resamples {
    let mut counts = vec![0; samples * topics];
    for sample in counts.chunks_exact_mut(topics) {
        for _ in 0..topics {
            let topic = if draw.below(4) < crowd { 0 } else { draw.below(topics as u32) };
            sample[topic as usize] += 1;
        }
    }
    Resamples::from_counts(topics, counts).expect("samples of all topics")
}

proptest! {
    /// With every set of registers that this machine has, the sums equal those of `plain_sums` bit by bit.
    #[test]
    fn sums_and_counts_are_those_of_the_definition(
        topics in 1_usize..70, samples in 1_usize..40, crowd in 0_u32..4, kinds: [u8; LANES], seed: u64,
    ) {
        let mut draw = Draw::new(seed, &["kernel"]);
        let resamples = resamples(samples, topics, crowd, &mut draw);
        let mut lane = |lane: usize| differences(usize::from(kinds[lane]) % 6, &mut draw);
        let centred: Vec<Lanes> = (0..topics).map(|_| std::array::from_fn(&mut lane)).collect();
        let t: Lanes = std::array::from_fn(|_| 2.0 * draw.unit());
        let n = topics as f64;
        let threshold = Threshold { left: t.map(|t| n - 1.0 + t * t), right: t.map(|t| t * t * n) };
        let w: [Vec<f64>; LANES] = std::array::from_fn(|lane| centred.iter().map(|w| w[lane]).collect());
        let mut counted = [0.0; LANES];
        let sums: Vec<[(f64, f64); LANES]> = (0..samples)
            .map(|sample| std::array::from_fn(|lane| plain_sums(&w[lane], resamples.counts(sample))))
            .collect();
        for sums in &sums {
            for (lane, (first, second)) in sums.iter().enumerate() {
                let ahead = first * first * threshold.left[lane];
                let reached = ahead >= second * threshold.right[lane] + f64::MIN_POSITIVE;
                counted[lane] += f64::from(u8::from(reached));
            }
        }
        for vectors in Vectors::available() {
            let mut buffer = vec![Sums::ZERO; samples];
            let mut table = Table::default();
            for writes_sums in [false, true] {
                let sums = writes_sums.then_some(buffer.as_mut_slice());
                let count =
                    Count { centred: &centred, table: &mut table, resamples: &resamples, threshold: &threshold, sums };
                prop_assert_eq!(vectors.run(count), counted, "{:?}", vectors);
            }
            for (sample, (computed, sums)) in buffer.iter().zip(&sums).enumerate() {
                let bits = |sums: Lanes| sums.map(f64::to_bits);
                prop_assert_eq!(bits(computed.first), bits(sums.map(|(first, _)| first)), "{} {:?}", sample, vectors);
                prop_assert_eq!(bits(computed.second), bits(sums.map(|(_, second)| second)), "{} {:?}", sample, vectors);
            }
        }
    }
}
