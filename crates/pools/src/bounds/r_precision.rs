//! Bounds of R-precision. Its cutoff is R, which depends on the filling.

use rejudge_metrics::Metric;

use crate::bounds::interval::Bounds;
use crate::bounds::open_list::OpenList;
use crate::bounds::rule::{Resolved, Rule, Setting};

/// R-precision is C(k)/k, where the cutoff k is the number of relevant documents, and C(k) is the number of
/// relevant documents at ranks 1 to k. If R documents are judged relevant, and a of all M holes are
/// relevant, k is R + a. Let K be the number of judged relevant documents and F the number of holes, both
/// at ranks 1 to k. Then C(k) is at most K + min(a, F) and at least K + max(0, a - (M - F)), because the a
/// relevant holes may be any of the M. So the upper bound is the greatest (K + min(a, F)) / (R + a) over
/// all a, and the lower bound the least (K + max(0, a - (M - F))) / (R + a).
///
/// While the cutoff passes documents of one kind, and the min and the max keep choosing the same argument, both
/// quotients have the form (c + d t) / (k + t), which only rises or only falls. So the extremes are at cutoffs
/// where the kind or an argument changes. The bounds are exact.
#[derive(Debug)]
struct RPrecision {
    rel: u8,
    last_rank: u32,
}

pub(crate) fn resolve(metric: &Metric, setting: &Setting<'_>) -> Resolved {
    Ok(Some(Box::new(RPrecision { rel: setting.rel(metric), last_rank: setting.last_rank(metric) })))
}

/// A walk down the cutoffs, and the bounds so far.
struct Walk {
    relevant: u32,
    holes: u32,
    bounds: Bounds,
}

impl Walk {
    /// Tries a cutoff. There are `hits` judged relevant documents and `open` holes at ranks 1 to `cutoff`.
    fn try_cutoff(&mut self, cutoff: u32, hits: u32, open: u32) {
        let Some(filled) = cutoff.checked_sub(self.relevant).filter(|&filled| filled <= self.holes) else {
            return;
        };
        if cutoff == 0 {
            return;
        }
        let max_hits = hits + filled.min(open);
        let min_hits = hits + (filled + open).saturating_sub(self.holes);
        self.bounds.upper = self.bounds.upper.max(f64::from(max_hits) / f64::from(cutoff));
        self.bounds.lower = self.bounds.lower.min(f64::from(min_hits) / f64::from(cutoff));
    }

    /// Tries the cutoffs from `from` to `to` that may be extreme if neither K nor F grows between them: both ends,
    /// and the cutoffs at which the min and the max change their argument.
    fn try_cutoffs(&mut self, from: u32, to: u32, hits: u32, open: u32) {
        let (none, all) = (self.relevant, self.relevant + self.holes);
        for cutoff in [from, to, none, none + open, all - open, all] {
            if from <= cutoff && cutoff <= to {
                self.try_cutoff(cutoff, hits, open);
            }
        }
    }
}

impl Rule for RPrecision {
    fn bounds(&self, list: &OpenList<'_>, _: &mut Vec<f64>) -> Bounds {
        let (relevant, holes) = (list.relevant(self.rel), list.holes());
        let bounds = Bounds { lower: if relevant == 0 { 0.0 } else { f64::INFINITY }, upper: 0.0 };
        let mut walk = Walk { relevant, holes, bounds };
        let mut judged = list.judged_to(self.last_rank, self.rel).peekable();
        let (mut hits, mut open, mut rank) = (0, 0, 0);
        for gap in list.gaps_to(self.last_rank) {
            while let Some(next) = judged.next_if(|next| next.rank < gap.first) {
                walk.try_cutoffs(rank, next.rank - 1, hits, open);
                (hits, rank) = (hits + 1, next.rank);
            }
            walk.try_cutoffs(rank, gap.first - 1, hits, open);
            // Try the cutoffs within the gap that may be extreme. At `turn`, a + F = M.
            let before = gap.first - 1;
            let turn = (relevant + holes).saturating_sub(before + open) / 2;
            let [none, all] = [relevant, relevant + holes].map(|cutoff| cutoff.saturating_sub(before));
            for depth in [0, gap.holes(), turn, turn + 1, none, all] {
                if depth <= gap.holes() {
                    walk.try_cutoff(before + depth, hits, open + depth);
                }
            }
            (open, rank) = (open + gap.holes(), gap.last);
        }
        for next in judged {
            walk.try_cutoffs(rank, next.rank - 1, hits, open);
            (hits, rank) = (hits + 1, next.rank);
        }
        walk.try_cutoffs(rank, u32::MAX, hits, open);
        walk.bounds
    }
}
