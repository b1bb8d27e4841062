//! Weights of ranks and their sums, so that the holes between two judged documents cost one look-up.

/// The weight of each rank, and of all ranks down to it.
#[derive(Clone, Debug)]
pub(crate) struct Sums {
    /// Entry 0 exists only to make the index equal the rank.
    weights: Box<[f64]>,
    to: Box<[f64]>,
}

impl Sums {
    /// The weights of ranks 1 to `deepest`.
    pub fn new(deepest: u32, weight: impl Fn(u32) -> f64) -> Self {
        let weights: Box<[f64]> = std::iter::once(0.0).chain((1..=deepest).map(weight)).collect();
        let mut sum = 0.0;
        let to = weights.iter().map(|weight| {
            sum += weight;
            sum
        });
        let to = to.collect();
        Self { weights, to }
    }

    /// Returns the weight of a rank; 0 beyond the deepest.
    #[inline]
    pub fn at(&self, rank: u32) -> f64 {
        self.weights.get(rank as usize).copied().unwrap_or(0.0)
    }

    /// Returns the weights of ranks 1 to `rank` together.
    #[inline]
    pub fn to(&self, rank: u32) -> f64 {
        self.to[(rank as usize).min(self.to.len() - 1)]
    }

    /// Returns the sum of the weights from `first` to `last`; 0 if the range is empty.
    #[inline]
    pub fn between(&self, first: u32, last: u32) -> f64 {
        self.to(last) - self.to(first - 1)
    }
}
