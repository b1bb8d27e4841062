//! Bounds of average precision.

use rejudge_metrics::Metric;

use crate::bounds::interval::Bounds;
use crate::bounds::open_list::{OpenList, OpenPair, quotient_bounds};
use crate::bounds::rule::{CumulativeWeights, Resolved, Rule, Setting, word};

/// Average precision is N/R with N = Σ I(r) C(r)/r. If p_i is the rank of the i-th relevant document, N = Σ
/// i/p_i. Let j of the list's holes down to the cutoff be relevant. N is greater if these holes are nearer to
/// the top, and R does not depend on where they are. So for each j the first j holes give the maximum and the
/// last j the minimum. Holes below the cutoff and outside the list add only to R.
///
/// *Highest.* No hole below the cutoff or outside the list is relevant. The j-th hole, at rank x, adds d =
/// (C(x-1) + 1)/x + Σ 1/r over the judged relevant documents below. Within a gap the first summand is 1 -
/// g/x, where g is the number of judged nonrelevant documents above, and the second is constant. So d
/// rises, N is convex in j, N/(R + j) falls and then rises, and within a gap it is greatest at an end. We
/// therefore try only the ends of gaps. If the divisor is min(k, R), it is constant once R reaches k, and
/// from there the score only rises.
///
/// *Lowest.* All holes below the cutoff and outside the list are relevant. From the bottom, the hole at x
/// adds d = (K(x) + 1)/x + Σ 1/r over all relevant documents below, where K(x) is the number of judged
/// relevant documents above. This d rises from hole to hole. The score falls as long as d is less than the
/// score, and then rises, so we stop there. When the divisor is constant, no hole lowers the score.
///
/// The bounds are exact.
#[derive(Debug)]
struct AveragePrecision {
    rel: u8,
    last_rank: u32,
    divisor_limit: u32,
    /// The weights 1/r, and their sums.
    inverse: CumulativeWeights,
}

pub(crate) fn resolve(metric: &Metric, setting: &Setting<'_>) -> Resolved {
    let divisor_limit = match (word(metric, "norm"), metric.cutoff()) {
        ("min", Some(cutoff)) => cutoff,
        _ => u32::MAX,
    };
    Ok(Some(Box::new(AveragePrecision {
        rel: setting.rel(metric),
        last_rank: setting.last_rank(metric),
        divisor_limit,
        inverse: CumulativeWeights::new(setting.deepest, |rank| 1.0 / f64::from(rank)),
    })))
}

impl AveragePrecision {
    /// Returns N if no hole is relevant, and Σ 1/r over the judged relevant documents.
    fn judged(&self, list: &OpenList<'_>) -> (f64, f64) {
        let (mut hits, mut sum, mut inverses) = (0.0, 0.0, 0.0);
        for hit in list.judged_to(self.last_rank, self.rel) {
            let inverse = self.inverse.at(hit.rank);
            hits += 1.0;
            sum += hits * inverse;
            inverses += inverse;
        }
        (sum, inverses)
    }

    fn divided(&self, sum: f64, relevant: u32) -> f64 {
        if relevant == 0 { 0.0 } else { sum / f64::from(relevant.min(self.divisor_limit)) }
    }

    fn upper(&self, list: &OpenList<'_>, relevant: u32, sum: f64, below: f64) -> f64 {
        // Fractions are compared without dividing: one division per gap would cost more than everything else.
        let (mut numerator, mut denominator) = (sum, f64::from(relevant.min(self.divisor_limit)));
        if relevant == 0 {
            (numerator, denominator) = (0.0, 1.0);
        }
        self.fill(list, sum, below, |sum, filled| {
            let divisor = f64::from((relevant + filled).min(self.divisor_limit));
            if sum * denominator > numerator * divisor {
                (numerator, denominator) = (sum, divisor);
            }
        });
        numerator / denominator
    }

    /// Makes the holes relevant from the top down, and calls `at_gap_end` at the end of each gap with N and the
    /// number of filled holes. `sum` is N if no hole is relevant, and `below` is Σ 1/r over the judged relevant
    /// documents.
    fn fill(&self, list: &OpenList<'_>, mut sum: f64, mut below: f64, mut at_gap_end: impl FnMut(f64, u32)) {
        let (mut hits, mut judged) = (0_u32, list.judged_to(self.last_rank, self.rel).peekable());
        for gap in list.gaps_to(self.last_rank) {
            while let Some(next) = judged.next_if(|next| next.rank < gap.first) {
                hits += 1;
                below -= self.inverse.at(next.rank);
            }
            let nonrelevant = f64::from(gap.first - 1 - hits - gap.above);
            let holes = f64::from(gap.holes());
            sum += holes - nonrelevant * self.inverse.between(gap.first, gap.last) + holes * below;
            at_gap_end(sum, gap.above + gap.holes());
        }
    }

    /// Returns N if every hole is relevant.
    fn filled(&self, list: &OpenList<'_>, sum: f64, below: f64) -> f64 {
        let mut last = sum;
        self.fill(list, sum, below, |sum, _| last = sum);
        last
    }

    fn lower(&self, list: &OpenList<'_>, relevant: u32, mut sum: f64) -> f64 {
        let mut relevant = relevant + list.holes_beyond(self.last_rank);
        let mut lowest = self.divided(sum, relevant);
        let mut judged = list.judged_to(self.last_rank, self.rel).rev().peekable();
        let (mut hits, mut below) = (judged.clone().count() as u32, 0.0);
        for gap in list.gaps_to(self.last_rank).rev() {
            while let Some(next) = judged.next_if(|next| next.rank > gap.last) {
                hits -= 1;
                below += self.inverse.at(next.rank);
            }
            for rank in (gap.first..=gap.last).rev() {
                let inverse = self.inverse.at(rank);
                let added = f64::from(hits + 1) * inverse + below;
                if relevant >= self.divisor_limit || added >= lowest {
                    return lowest;
                }
                sum += added;
                below += inverse;
                relevant += 1;
                lowest = self.divided(sum, relevant);
            }
        }
        lowest
    }
}

impl Rule for AveragePrecision {
    fn bounds(&self, list: &OpenList<'_>, _: &mut Vec<f64>) -> Bounds {
        let relevant = list.relevant(self.rel);
        let (sum, inverses) = self.judged(list);
        // If no document down to `last_rank` is judged relevant, a filling without relevant holes scores 0.
        let lower = if sum > 0.0 { self.lower(list, relevant, sum) } else { 0.0 };
        Bounds { lower, upper: self.upper(list, relevant, sum, inverses) }
    }

    /// Returns outer bounds. Both lists have the same R. The difference between their Ns is at least the first
    /// list's N with no hole relevant minus the second list's N with every hole relevant, and at most the
    /// first list's N with every hole relevant minus the second list's N with no hole relevant. No filling
    /// need reach these ends, because the lists may share holes. The difference is divided by the least or
    /// the greatest R, so that the bounds are valid for every R. Returns `None` if no document is judged
    /// relevant, because R may then be 0.
    fn difference(&self, pair: &OpenPair<'_>) -> Option<Bounds> {
        let relevant = pair.first.relevant(self.rel);
        let sums = |list: &OpenList<'_>| {
            let (sum, inverses) = self.judged(list);
            Bounds { lower: sum, upper: self.filled(list, sum, inverses) }
        };
        let (first, second) = (sums(&pair.first), sums(&pair.second));
        let sums = Bounds { lower: first.lower - second.upper, upper: first.upper - second.lower };
        let divisor = |relevant: u32| f64::from(relevant.min(self.divisor_limit));
        quotient_bounds(sums, divisor(relevant), divisor(relevant + pair.first.holes()))
    }
}
