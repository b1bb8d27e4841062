//! Seeded draws. All random numbers that affect results come from here.
//!
//! The generator is PCG (`rand_pcg`), and its seed is a BLAKE3 hash of a key. Bounded integers, shuffles, and
//! normal, exponential and gamma numbers are implemented here, so that an update of a library such as `rand`
//! cannot change them. Callers pass a [`Draw`] to every function that needs random numbers; a seed never
//! depends on the time or the thread.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

mod continuous;
mod quantile;
mod ziggurat;

pub use quantile::{normal_cdf, normal_quantile};

/// A stream of random numbers that depends only on its key.
#[derive(Clone, Debug)]
pub struct Draw {
    generator: Pcg64Mcg,
}

impl Draw {
    /// Creates the stream for a root seed and the key parts that define the draw.
    ///
    /// The seed is a hash (BLAKE3) of the root seed and of each part with its length, so that `["ab", "c"]` and `["a",
    /// "bc"]` differ. We do not use PCG's own streams, because they are correlated.
    ///
    /// ```
    /// use rejudge_stats::Draw;
    /// let (mut a, mut b) = (Draw::new(1, &["twin", "3"]), Draw::new(1, &["twin", "3"]));
    /// assert_eq!(a.bits(), b.bits());
    /// assert_ne!(Draw::new(1, &["ab", "c"]).bits(), Draw::new(1, &["a", "bc"]).bits());
    /// ```
    pub fn new(root: u64, parts: &[&str]) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&root.to_le_bytes());
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        let mut seed = [0; 8];
        seed.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        Self { generator: Pcg64Mcg::seed_from_u64(u64::from_le_bytes(seed)) }
    }

    /// Draws 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// Draws a uniform number in [0, 1) with 53 bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// Draws a uniform integer in `0..bound`, without bias (Lemire's multiply and reject).
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "the bound is 0, expected at least 1");
        let scale = |bits: u64| (bits >> 32) * u64::from(bound);
        let mut product = scale(self.bits());
        // The numbers would be biased unless we reject each product whose low half is below `surplus`, the
        // remainder of 2^32 divided by `bound`. The remainder is below `bound`, so we compute it only if the low
        // half is below `bound`, which is rare if `bound` is small.
        if (product as u32) < bound {
            let surplus = bound.wrapping_neg() % bound;
            while (product as u32) < surplus {
                product = scale(self.bits());
            }
        }
        (product >> 32) as u32
    }

    /// Puts `items` in random order (Fisher-Yates, from the end).
    ///
    /// # Panics
    /// If there are 2^32 items or more.
    ///
    /// ```
    /// let mut items = [1, 2, 3, 4];
    /// rejudge_stats::Draw::new(7, &["order"]).shuffle(&mut items);
    /// items.sort();
    /// assert_eq!(items, [1, 2, 3, 4]);
    /// ```
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        let count = u32::try_from(items.len()).expect("fewer items than 2^32");
        for last in (1..count).rev() {
            items.swap(last as usize, self.below(last + 1) as usize);
        }
    }
}
