//! The sums of the bootstrap test, for eight pairs side by side.
//!
//! A lane is a pair. Each lane adds its own terms in the order of the topics, without fused
//! operations, so that any vector width gives the same bits. What a sample adds is looked up instead
//! of multiplied: a table holds 1, 2, .. times each topic's difference (and its square), as often as
//! any sample needs it, and topics that a sample lacks are passed over.

/// Pairs side by side.
pub(crate) const LANES: usize = 8;

/// A number per pair.
pub(crate) type Lanes = [f64; LANES];

/// `times * w` and `times * w^2` of eight pairs; as the sums of a sample, `S1` and `S2`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sums {
    pub(crate) first: Lanes,
    pub(crate) second: Lanes,
}

const ZERO: Sums = Sums { first: [0.0; LANES], second: [0.0; LANES] };

/// Multiples of the centred differences: row `(times - 1) * topics + topic`.
#[derive(Debug, Default)]
pub(crate) struct Table {
    rows: Vec<Sums>,
}

impl Table {
    /// Fills the table with the centred differences of eight pairs (topic by topic), up to `most`
    /// times each.
    pub(crate) fn fill(&mut self, centred: &[Lanes], most: u32) {
        self.rows.clear();
        for times in (1..=most).map(f64::from) {
            self.rows.extend(
                centred
                    .iter()
                    .map(|w| Sums { first: w.map(|w| times * w), second: w.map(|w| times * (w * w)) }),
            );
        }
    }

    /// The sums of the sample with these terms.
    #[inline]
    pub(crate) fn sums(&self, terms: &[u32]) -> Sums {
        let mut sums = ZERO;
        for &term in terms {
            let row = &self.rows[term as usize];
            for lane in 0..LANES {
                sums.first[lane] += row.first[lane];
            }
            for lane in 0..LANES {
                sums.second[lane] += row.second[lane];
            }
        }
        sums
    }

    /// For each lane, in how many samples `S1^2 left >= S2 right` with `S1` not 0.
    pub(crate) fn count<'a>(
        &self,
        samples: impl Iterator<Item = &'a [u32]>,
        left: &Lanes,
        right: &Lanes,
    ) -> [u64; LANES] {
        let mut counts = [0; LANES];
        for terms in samples {
            let sums = self.sums(terms);
            for lane in 0..LANES {
                let ahead = sums.first[lane] * sums.first[lane] * left[lane];
                // The smallest number makes 0 >= 0 false and moves no other sum.
                let behind = sums.second[lane] * right[lane] + f64::MIN_POSITIVE;
                counts[lane] += u64::from(ahead >= behind);
            }
        }
        counts
    }
}
