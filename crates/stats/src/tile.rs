//! The input of the bootstrap kernel: the differences of up to eight pairs of runs.

use crate::differences::constant;
use crate::vectors::{LANES, Lanes};

/// The centred differences of up to eight pairs, and their t.
pub(crate) struct Tile {
    /// `w = z - mean(z)`, topic by topic. A w that is only a rounding error is set to 0, because a sample that contains
    /// only such topics would have no variance and an infinite t. Lanes without a pair contain 0 or an earlier pair.
    pub(crate) centred: Vec<Lanes>,
    /// `|t(z)|`.
    pub(crate) t: Lanes,
}

impl Tile {
    pub(crate) fn new(topics: usize) -> Self {
        Self { centred: vec![[0.0; LANES]; topics], t: [0.0; LANES] }
    }

    /// Puts the pair of rows `x`, `y` into `lane`. Differences that are at most `rounding` from their mean are equal to
    /// it.
    pub(crate) fn set(&mut self, lane: usize, (x, y): (&[f64], &[f64]), rounding: f64) {
        let n = x.len() as f64;
        let z = || x.iter().zip(y).map(|(x, y)| x - y);
        let constant = constant(z(), rounding);
        // The rounded mean of equal numbers can differ from them.
        let mean = constant.unwrap_or_else(|| z().sum::<f64>() / n);
        let mut squares = 0.0;
        for (slot, z) in self.centred.iter_mut().zip(z()) {
            let w = if (z - mean).abs() <= rounding { 0.0 } else { z - mean };
            slot[lane] = w;
            squares += w * w;
        }
        self.t[lane] = if mean == 0.0 { 0.0 } else { mean.abs() / (squares / (n - 1.0) / n).sqrt() };
    }

    /// Returns the centred differences of one pair.
    pub(crate) fn lane(&self, lane: usize) -> Vec<f64> {
        self.centred.iter().map(|w| w[lane]).collect()
    }
}

/// Returns the mean of the sample that contains `w[i]` `counts[i]` times.
pub(crate) fn mean(w: &[f64], counts: &[u32]) -> f64 {
    let sum: f64 = w.iter().zip(counts).map(|(w, &times)| f64::from(times) * w).sum();
    sum / w.len() as f64
}

/// Returns |t| of the sample that contains `w[i]` `counts[i]` times, by its definition. If all w in the sample are
/// equal, |t| is infinite, or 0 if they are 0.
pub(crate) fn t_statistic(w: &[f64], counts: &[u32]) -> f64 {
    let drawn = || w.iter().zip(counts).filter(|&(_, &times)| times > 0);
    let first = drawn().next().map_or(0.0, |(&w, _)| w);
    if drawn().all(|(&w, _)| w == first) {
        return if first == 0.0 { 0.0 } else { f64::INFINITY };
    }
    let (n, mean) = (w.len() as f64, mean(w, counts));
    let squares: f64 = drawn().map(|(w, &times)| f64::from(times) * (w - mean) * (w - mean)).sum();
    mean.abs() / (squares / (n - 1.0) / n).sqrt()
}
