//! Bounds of nDCG in both forms, and of normalised cumulative gain, which discounts nothing.

use rejudge_metrics::{Family, Metric};

use crate::bounds::interval::Bounds;
use crate::bounds::open_list::{OpenList, OpenPair, quotient_bounds};
use crate::bounds::rule::{CumulativeWeights, Resolved, Rule, Setting, number};

/// nDCG = Σ g(r) d(r) / Σ g_I(r) d(r) is a ratio of sums over levels l. Let δ_l be the gain of level l minus
/// the gain of the level below, c_l the number of the topic's documents of level l or above, and D(c) the sum
/// of the weights of ranks 1 to c (up to the cutoff). Then nDCG is
///
/// Σ_l δ_l Σ_{r: level ≥ l} d(r) / Σ_l δ_l D(c_l).
///
/// A filling raises j_l holes to level l or above. So j_l never increases with l.
///
/// *Highest.* For each j_l the first j_l holes make the numerator greatest. The greatest ratio is the λ for
/// which the maximum of numerator - λ denominator is 0 (Dinkelbach, Management Science 1967). This
/// difference is a sum over levels, and each level's part can be maximised separately: the j-th hole, at
/// rank x_j, adds d(x_j) - λ d(c_l + j), which increases with c_l, so the best j_l never increase with l,
/// as a filling requires. A few iterations from below find λ. Within a gap, once ranks are discounted,
/// there are constants c and x such that d(x_j) / d(c_l + j) is log(c + t) / log(x + t) for the t-th hole
/// of the gap. If c < x, this ratio rises with t; otherwise it is at least 1, and so at least λ. So the
/// holes of a gap first add negative amounts and then positive ones. We try only the ends of gaps, and
/// single holes while c_l + j is not discounted yet.
///
/// *Lowest.* For each j_l the numerator is least if the holes outside the list, which add nothing to it, are filled
/// first, and then the list's holes from the bottom up. If each level were minimised separately, the best j_l would
/// increase with l, because d(c_l + j) increases with l. But j_l must not increase, so the best j_l are equal (each sum
/// is convex in j_l, and neighbours in the wrong order are pooled). This means that a hole gets the highest level or
/// level 0. From the bottom a hole at x adds gain(H) d(x), which rises, to the numerator, and Σ_l δ_l d(c_l + j), which
/// falls, to the denominator. The ratio falls as long as the quotient of these two amounts is below the ratio. As soon
/// as it is not, the walk ends.
///
/// The bounds are exact.
#[derive(Debug)]
struct Ndcg {
    /// δ_1, δ_2, ..
    steps: Vec<f64>,
    discounts: CumulativeWeights,
    last_rank: u32,
    /// The cutoff. `max-rank` is not applied here, because it must not shorten the ideal list.
    ideal_last_rank: u32,
    /// The last rank that is not discounted, which is the base of the logarithm in the form `jk`, rounded
    /// down. It is 0 for the other form and for normalised cumulative gain, because there the ends of gaps
    /// are enough.
    last_undiscounted: u32,
}

pub(crate) fn resolve(metric: &Metric, setting: &Setting<'_>) -> Resolved {
    let (probe, top) = (setting.probe(metric)?, setting.gains.top_level());
    let values = probe.by_level();
    let steps = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let discounts =
        CumulativeWeights::new(setting.deepest, |rank| probe.score(rank, top) / probe.score(1, top));
    let last_undiscounted = match metric.family() {
        Family::NormalisedCumulativeGain => 0,
        _ => number(metric, "log").map_or(0, |base| base as u32),
    };
    let ideal_last_rank = metric.cutoff().unwrap_or(u32::MAX);
    let last_rank = setting.last_rank(metric);
    Ok(Some(Box::new(Ndcg { steps, discounts, last_rank, ideal_last_rank, last_undiscounted })))
}

/// A numerator and a denominator.
#[derive(Clone, Copy, Debug, Default)]
struct Ratio {
    numerator: f64,
    denominator: f64,
}

impl Ratio {
    fn value(self) -> f64 {
        if self.denominator > 0.0 { self.numerator / self.denominator } else { 0.0 }
    }

    /// Returns the numerator minus `limit` times the denominator.
    fn excess_over(self, limit: f64) -> f64 {
        self.numerator - limit * self.denominator
    }
}

/// A level with a greater gain than the level below; `gain` is the difference. `count` is the number of the
/// topic's documents at this level or above.
struct Step {
    gain: f64,
    level: u8,
    count: u32,
}

impl Ndcg {
    /// Returns the sum of the ideal list's first `count` discounts.
    fn ideal_discounts(&self, count: u32) -> f64 {
        self.discounts.sum_to(count.min(self.ideal_last_rank))
    }

    /// Returns the levels with a greater gain than the level below.
    fn steps<'a>(&'a self, list: &'a OpenList<'_>) -> impl Iterator<Item = Step> + 'a {
        let levels = (1_u8..).zip(&self.steps).filter(|(_, gain)| **gain > 0.0);
        levels.map(|(level, &gain)| Step { gain, level, count: list.relevant(level) })
    }

    /// Returns the sum of the discounts of the retrieved documents that are judged `level` or above.
    fn judged_discounts(&self, list: &OpenList<'_>, level: u8) -> f64 {
        let judged = list.judged_to(self.last_rank, level);
        judged.map(|hit| self.discounts.at(hit.rank)).sum()
    }

    /// Returns the numerator and the denominator of one level under the best filling: the numerator exceeds
    /// `limit` times the denominator by the most. We try no hole, all holes down to the end of each gap, and single holes
    /// while the ideal list is not discounted yet. `judged` is the sum of the judged documents' discounts;
    /// `holes` contains, for each gap, the sum of the discounts of all holes down to its end.
    fn highest(&self, list: &OpenList<'_>, step: &Step, judged: f64, holes: &[f64], limit: f64) -> Ratio {
        let count = step.count;
        let ratio = |numerator: f64, filled: u32| Ratio {
            numerator,
            denominator: self.ideal_discounts(count + filled),
        };
        let mut best = ratio(judged, 0);
        let mut best_excess = best.excess_over(limit);
        let mut consider = |ratio: Ratio| {
            let excess = ratio.excess_over(limit);
            if excess >= best_excess {
                (best, best_excess) = (ratio, excess);
            }
        };
        let mut before = 0.0;
        for (gap, &sum_to_end) in list.gaps_to(self.last_rank).zip(holes) {
            let (mut from, mut filled, mut sum) = (gap.first, gap.above, before);
            while from <= gap.last && count + filled < self.last_undiscounted {
                (sum, filled, from) = (sum + self.discounts.at(from), filled + 1, from + 1);
                consider(ratio(judged + sum, filled));
            }
            if from <= gap.last {
                consider(ratio(judged + sum_to_end, gap.above + gap.holes()));
            }
            before = sum_to_end;
        }
        best
    }

    /// Returns the discounted gain of the judged documents.
    fn discounted_gain(&self, list: &OpenList<'_>) -> f64 {
        self.steps(list).map(|step| step.gain * self.judged_discounts(list, step.level)).sum()
    }

    /// Returns the discounted gain of the ideal list with `holes` more documents at the highest level.
    fn ideal_gain(&self, list: &OpenList<'_>, holes: u32) -> f64 {
        self.steps(list).map(|step| step.gain * self.ideal_discounts(step.count + holes)).sum()
    }

    fn lower(&self, list: &OpenList<'_>) -> f64 {
        let top = self.steps.iter().sum::<f64>();
        let mut holes = list.holes_beyond(self.last_rank);
        let mut numerator = self.discounted_gain(list);
        if numerator <= 0.0 {
            return 0.0;
        }
        let mut denominator = self.ideal_gain(list, holes);
        for gap in list.gaps_to(self.last_rank).rev() {
            for rank in (gap.first..=gap.last).rev() {
                let added = top * self.discounts.at(rank);
                let next = self.ideal_gain(list, holes + 1);
                if added * denominator >= numerator * (next - denominator) {
                    return numerator / denominator;
                }
                (numerator, denominator, holes) = (numerator + added, next, holes + 1);
            }
        }
        numerator / denominator
    }

    fn upper(&self, list: &OpenList<'_>, room: &mut Vec<f64>) -> f64 {
        let mut weights = 0.0;
        room.clear();
        room.extend(list.gaps_to(self.last_rank).map(|gap| {
            weights += self.discounts.between(gap.first, gap.last);
            weights
        }));
        let holes = list.holes_to(self.last_rank);
        let top = self.steps.iter().sum::<f64>();
        let (judged, ideal) = (self.discounted_gain(list), self.ideal_gain(list, 0));
        let none_relevant = Ratio { numerator: judged, denominator: ideal }.value();
        if holes == 0 {
            return none_relevant;
        }
        let all_relevant =
            Ratio { numerator: judged + top * weights, denominator: self.ideal_gain(list, holes) }.value();
        let mut limit = none_relevant.max(all_relevant);
        // After the sums of the gaps we push, for each level, the sum of the judged documents' discounts.
        let gaps = room.len();
        room.extend(self.steps(list).map(|step| self.judged_discounts(list, step.level)));
        let (gaps, by_step) = room.split_at(gaps);
        // Each iteration raises `limit`, but not beyond the maximum. Two or three are usually enough.
        for _ in 0..50 {
            let mut sums = Ratio::default();
            for (step, &judged) in self.steps(list).zip(by_step) {
                let Ratio { numerator, denominator } = self.highest(list, &step, judged, gaps, limit);
                sums.numerator += step.gain * numerator;
                sums.denominator += step.gain * denominator;
            }
            let next = sums.value();
            if next - limit < 1e-15 {
                break;
            }
            limit = next;
        }
        limit
    }
}

impl Rule for Ndcg {
    fn bounds(&self, list: &OpenList<'_>, room: &mut Vec<f64>) -> Bounds {
        Bounds { lower: self.lower(list), upper: self.upper(list, room) }
    }

    /// Returns outer bounds. Both lists have the same ideal list. The difference between their discounted
    /// gains is divided by the discounted gain of the ideal list, either as judged or with every hole at the
    /// highest level. Returns `None` if no judged document has a gain.
    fn difference(&self, pair: &OpenPair<'_>) -> Option<Bounds> {
        let top = self.steps.iter().sum::<f64>();
        let judged = self.discounted_gain(&pair.first) - self.discounted_gain(&pair.second);
        let holes =
            pair.difference_bounds(|rank| if rank <= self.last_rank { self.discounts.at(rank) } else { 0.0 });
        let sums = Bounds { lower: judged + top * holes.lower, upper: judged + top * holes.upper };
        let [min_divisor, max_divisor] =
            [0, pair.first.holes()].map(|holes| self.ideal_gain(&pair.first, holes));
        quotient_bounds(sums, min_divisor, max_divisor)
    }
}
