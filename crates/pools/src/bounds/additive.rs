//! Bounds of precision, rank-biased precision and its graded form, DCG and cumulative gain. Each of these
//! measures adds up the values of documents, weighted by rank. If the sum is divided, the divisor does not
//! depend on judgments.

use rejudge_metrics::Metric;

use crate::bounds::interval::Bounds;
use crate::bounds::open_list::{OpenList, OpenPair};
use crate::bounds::rule::{CumulativeWeights, Resolved, Rule, Setting};

/// A score Σ v(level) w(r), where v never decreases when the level rises. A hole at rank r adds between 0 and v(H)
/// w(r), where H is the highest level, whatever the levels of the other holes are. So the score is lowest if no
/// hole is relevant, and highest if every hole has level H. The bounds are exact. If no document is relevant, the
/// lowest score is 0, even if the measure is undefined then.
#[derive(Debug)]
struct Additive {
    values: Vec<f64>,
    weights: CumulativeWeights,
    last_rank: u32,
}

pub(crate) fn resolve(metric: &Metric, setting: &Setting<'_>) -> Resolved {
    let (probe, top) = (setting.probe(metric)?, setting.gains.top_level());
    let unit = probe.score(1, top);
    let weights = CumulativeWeights::new(setting.deepest, |rank| probe.score(rank, top) / unit);
    let last_rank = setting.last_rank(metric);
    Ok(Some(Box::new(Additive { values: probe.by_level(), weights, last_rank })))
}

impl Additive {
    /// Returns the score of the judged documents.
    fn judged(&self, list: &OpenList<'_>) -> f64 {
        let judged = list.judged_to(self.last_rank, 1);
        judged.map(|hit| self.values[usize::from(hit.level)] * self.weights.at(hit.rank)).sum()
    }
}

impl Rule for Additive {
    fn bounds(&self, list: &OpenList<'_>, _: &mut Vec<f64>) -> Bounds {
        let lower = self.judged(list);
        let weights = list.gaps_to(self.last_rank).map(|gap| self.weights.between(gap.first, gap.last));
        let highest = self.values[usize::from(list.top_level)];
        Bounds { lower, upper: lower + highest * weights.sum::<f64>() }
    }

    /// Returns exact bounds. A hole changes the difference by between 0 and v(H) times (its weight in the
    /// first list minus its weight in the second).
    fn difference(&self, pair: &OpenPair<'_>) -> Option<Bounds> {
        let judged = self.judged(&pair.first) - self.judged(&pair.second);
        let highest = self.values[usize::from(pair.first.top_level)];
        let holes =
            pair.difference_bounds(|rank| if rank <= self.last_rank { self.weights.at(rank) } else { 0.0 });
        Some(Bounds { lower: judged + highest * holes.lower, upper: judged + highest * holes.upper })
    }
}
