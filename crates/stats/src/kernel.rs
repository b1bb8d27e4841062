//! The sums of the bootstrap test, for eight pairs at once.
//!
//! Each lane of a vector register holds a pair of runs. A lane adds its own terms in the order of the topics,
//! without fused operations, so that every vector width gives the same bits. We do not multiply, but look up
//! the terms of a sample in a table, which contains 1, 2, .. times each topic's difference and squared
//! difference, up to the largest multiple that a sample needs, but at most 8. Topics that are not in a sample
//! are skipped. A term therefore costs two additions of numbers in the L1 cache. A matrix product over all
//! topics would take three times as many operations.

use crate::Resamples;
use crate::resamples::SAMPLES_PER_GROUP;
use crate::vectors::{Kernel, LANES, Lanes, Register};

/// `times * w` and `times * w^2` for eight pairs, or a sample's sums `S1` and `S2`. The struct is aligned to a cache
/// line, because a read across two lines takes twice as long.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct Sums {
    pub(crate) first: Lanes,
    pub(crate) second: Lanes,
}

impl Sums {
    pub(crate) const ZERO: Self = Self { first: [0.0; LANES], second: [0.0; LANES] };
}

/// The threshold for the sums: a sample counts if `S1^2 left >= S2 right`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threshold {
    pub(crate) left: Lanes,
    pub(crate) right: Lanes,
}

/// Multiples of the centred differences; row `(times - 1) * topics + topic` has `times` times the difference
/// at `topic`, and `times` times the squared difference.
#[derive(Debug, Default)]
pub(crate) struct Table {
    rows: Vec<Sums>,
}

impl Table {
    /// Fills the table with 1 to `max_times` times the centred differences of eight pairs. The last row
    /// contains zeros, for samples with fewer terms than the other samples in their group.
    #[inline(always)]
    fn fill<R: Register>(&mut self, centred: &[Lanes], max_times: u32) {
        self.rows.resize(max_times as usize * centred.len() + 1, Sums::ZERO);
        for (rows, times) in self.rows.chunks_exact_mut(centred.len()).zip(1..=max_times) {
            let times = R::splat(f64::from(times));
            for (row, w) in rows.iter_mut().zip(centred) {
                let w = R::load(w);
                times.mul(w).store(&mut row.first);
                times.mul(w.mul(w)).store(&mut row.second);
            }
        }
    }

    /// Returns `S1` and `S2` of each sample. `terms` are the samples' row numbers in the table. Samples with fewer
    /// terms add the last row, which does not change a bit of a sum.
    #[inline(always)]
    fn sums<R: Register>(&self, terms: &[[u32; SAMPLES_PER_GROUP]]) -> [(R, R); SAMPLES_PER_GROUP] {
        let rows = self.rows.as_slice();
        let mut sums = [(R::splat(0.0), R::splat(0.0)); SAMPLES_PER_GROUP];
        for terms in terms {
            for (sums, &term) in sums.iter_mut().zip(terms) {
                let row = &rows[term as usize];
                *sums = (sums.0.add(R::load(&row.first)), sums.1.add(R::load(&row.second)));
            }
        }
        sums
    }
}

/// Counts, for each lane, the samples in which `S1^2 left >= S2 right` and `S1` is not 0.
pub(crate) struct Count<'a> {
    /// The centred differences `w`, topic by topic.
    pub(crate) centred: &'a [Lanes],
    pub(crate) table: &'a mut Table,
    pub(crate) resamples: &'a Resamples,
    pub(crate) threshold: &'a Threshold,
    /// A buffer for the sums of each sample, if the caller needs them.
    pub(crate) sums: Option<&'a mut [Sums]>,
}

impl Kernel for Count<'_> {
    type Output = Lanes;

    #[inline(always)]
    fn run<R: Register>(mut self) -> Lanes {
        self.table.fill::<R>(self.centred, self.resamples.max_term());
        let (left, right) = (R::load(&self.threshold.left), R::load(&self.threshold.right));
        // Adding the smallest positive normal number makes 0 >= 0 false. It is too small to change any other
        // comparison.
        let (smallest, one, zero) = (R::splat(f64::MIN_POSITIVE), R::splat(1.0), R::splat(0.0));
        let mut counts = zero;
        for (samples, terms) in self.resamples.groups() {
            let sums = self.table.sums::<R>(terms);
            // If the last group has fewer samples, the missing ones have an S1 of 0 and do not count.
            for (first, second) in sums {
                let (ahead, behind) = (first.mul(first).mul(left), second.mul(right).add(smallest));
                counts = counts.add(ahead.if_at_least(behind, one, zero));
            }
            if let Some(buffer) = &mut self.sums {
                for (&sample, (first, second)) in samples.iter().zip(sums) {
                    first.store(&mut buffer[sample as usize].first);
                    second.store(&mut buffer[sample as usize].second);
                }
            }
        }
        let mut out = [0.0; LANES];
        counts.store(&mut out);
        out
    }
}

#[cfg(test)]
mod tests;
