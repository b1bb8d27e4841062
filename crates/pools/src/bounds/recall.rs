//! Bounds of recall.

use rejudge_metrics::Metric;

use crate::bounds::interval::Bounds;
use crate::bounds::open_list::{OpenList, OpenPair, quotient_bounds};
use crate::bounds::rule::{Resolved, Rule, Setting};

/// Recall is C/R, where R is the topic's number of judged relevant documents, and C the number of these that the
/// run retrieved down to the cutoff. Let h be the number of holes down to the cutoff, and m the number of other
/// holes. If i of the h and j of the m are relevant, recall is (C + i) / (R + i + j), which rises with i (because
/// C ≤ R) and falls with j. So the lowest recall is C / (R + m), and the highest is (C + h) / (R + h). The bounds
/// are exact.
#[derive(Debug)]
struct Recall {
    rel: u8,
    last_rank: u32,
}

pub(crate) fn resolve(metric: &Metric, setting: &Setting<'_>) -> Resolved {
    Ok(Some(Box::new(Recall { rel: setting.rel(metric), last_rank: setting.last_rank(metric) })))
}

impl Recall {
    /// Returns C.
    fn hits(&self, list: &OpenList<'_>) -> u32 {
        list.judged_to(self.last_rank, self.rel).count() as u32
    }
}

impl Rule for Recall {
    fn bounds(&self, list: &OpenList<'_>, _: &mut Vec<f64>) -> Bounds {
        let hits = self.hits(list);
        let (relevant, holes) = (list.relevant(self.rel), list.holes_to(self.last_rank));
        let ratio = |hits: u32, relevant: u32| {
            if relevant == 0 { 0.0 } else { f64::from(hits) / f64::from(relevant) }
        };
        Bounds {
            lower: ratio(hits, relevant + list.holes() - holes),
            upper: ratio(hits + holes, relevant + holes),
        }
    }
    /// Returns outer bounds. Under a filling, both lists have the same R, so we bound the difference between
    /// their hits, and divide each end by the least or the greatest R, whichever gives the wider bounds.
    fn difference(&self, pair: &OpenPair<'_>) -> Option<Bounds> {
        let judged = f64::from(self.hits(&pair.first)) - f64::from(self.hits(&pair.second));
        let holes = pair.difference_bounds(|rank| f64::from(u8::from(rank <= self.last_rank)));
        let sums = Bounds { lower: judged + holes.lower, upper: judged + holes.upper };
        let relevant = pair.first.relevant(self.rel);
        quotient_bounds(sums, f64::from(relevant), f64::from(relevant + pair.first.holes()))
    }
}
