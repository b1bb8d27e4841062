//! Two rankings of one topic with the holes of both: the input of a rule that bounds their difference under
//! one filling.

use crate::bounds::interval::Bounds;
use crate::bounds::open_list::OpenList;

/// The lists of two runs for one topic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenPair<'a> {
    pub first: OpenList<'a>,
    pub second: OpenList<'a>,
    /// The rank of each hole of either list in the first and in the second; 0 if a list lacks it.
    pub holes: &'a [[u32; 2]],
}

impl OpenPair<'_> {
    /// Returns the most that holes can subtract from, and add to, Σ w(r) of the first list minus that of the
    /// second, each hole counted or not: a hole adds the difference of its weights, and the best filling
    /// takes the differences above 0. `weight` is 0 for a rank that is not seen.
    pub fn sums(&self, weight: impl Fn(u32) -> f64) -> Bounds {
        let of = |rank: u32| if rank == 0 { 0.0 } else { weight(rank) };
        let mut sums = Bounds::default();
        for &[first, second] in self.holes {
            let difference = of(first) - of(second);
            sums.lower += difference.min(0.0);
            sums.upper += difference.max(0.0);
        }
        sums
    }
}

/// Returns the bounds of a difference whose numerator is within `sums` and whose divisor, the same for both
/// lists, is from `least` to `most`. Returns `None` if the divisor may be 0.
pub(crate) fn divided(sums: Bounds, least: f64, most: f64) -> Option<Bounds> {
    let lower = sums.lower / if sums.lower < 0.0 { least } else { most };
    let upper = sums.upper / if sums.upper > 0.0 { least } else { most };
    (least > 0.0).then_some(Bounds { lower, upper })
}
