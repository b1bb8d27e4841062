//! Bounds of measures of the first relevant document: reciprocal rank and success.

use rejudge_metrics::Metric;

use crate::bounds::interval::Bounds;
use crate::bounds::open_list::OpenList;
use crate::bounds::rule::{CumulativeWeights, Resolved, Rule, Setting};

/// A score w(r), where r is the rank of the first relevant document and w never increases down the list. It is
/// lowest if no hole is relevant, and highest if the first hole is relevant, unless a judged relevant document is
/// above that hole. The bounds are exact.
#[derive(Debug)]
struct FirstRelevant {
    rel: u8,
    weights: CumulativeWeights,
    last_rank: u32,
}

pub(crate) fn resolve(metric: &Metric, setting: &Setting<'_>) -> Resolved {
    let (probe, top) = (setting.probe(metric)?, setting.gains.top_level());
    let weights = CumulativeWeights::new(setting.deepest, |rank| probe.score(rank, top));
    let last_rank = setting.last_rank(metric);
    Ok(Some(Box::new(FirstRelevant { rel: setting.rel(metric), weights, last_rank })))
}

impl Rule for FirstRelevant {
    fn bounds(&self, list: &OpenList<'_>, _: &mut Vec<f64>) -> Bounds {
        let relevant = list.judged_to(self.last_rank, self.rel).next();
        let lower = relevant.map_or(0.0, |hit| self.weights.at(hit.rank));
        let hole = list.gaps_to(self.last_rank).next().map_or(0.0, |gap| self.weights.at(gap.first));
        Bounds { lower, upper: lower.max(hole) }
    }
}
