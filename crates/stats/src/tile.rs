//! The data from which the bootstrap test of up to eight pairs starts.

use crate::differences::constant;
use crate::vectors::{LANES, Lanes};

/// The differences of up to eight pairs.
pub(crate) struct Tile {
    /// `w = z - mean(z)`, topic by topic; 0 if it is only rounding, because samples of such topics have no variance, and
    /// their t would be infinite. Lanes without a pair have 0 or an earlier pair.
    pub(crate) centred: Vec<Lanes>,
    /// `|t(z)|`.
    pub(crate) t: Lanes,
}

impl Tile {
    pub(crate) fn new(topics: usize) -> Self {
        Self { centred: vec![[0.0; LANES]; topics], t: [0.0; LANES] }
    }

    /// Puts the pair of rows `x`, `y`, whose differences up to `rounding` count as 0, into `lane`.
    pub(crate) fn set(&mut self, lane: usize, (x, y): (&[f64], &[f64]), rounding: f64) {
        let n = x.len() as f64;
        let z = || x.iter().zip(y).map(|(x, y)| x - y);
        let constant = constant(z(), rounding);
        // The rounded mean of equal numbers may differ from the number.
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

/// Returns, by the definition, |t| of the sample that contains `w[i]` `counts[i]` times. If all drawn w are equal, it
/// is infinite, or 0 if they are 0.
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
