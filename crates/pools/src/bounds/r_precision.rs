//! Bounds of R-precision, whose cutoff moves with the filling.

use rejudge_metrics::Metric;

use crate::bounds::interval::Bounds;
use crate::bounds::open_list::OpenList;
use crate::bounds::rule::{Resolved, Rule, Setting};

/// R-precision C(R)/R. With a of all M holes relevant the cutoff is k = R + a, with K(k) judged relevant
/// documents and F(k) holes above it. The most that C can be there is K + min(a, F), the least K + max(0, a -
/// (M - F)), and every number between is reached, because nothing else in the score depends on which holes
/// they are. So the bounds are the extremes over a of (K + min(a, F)) / (R + a) and of its lower counterpart.
///
/// Between two changes of course (a relevant document or a hole at the cutoff or no more of them, the a at
/// which the min or the max turns) both are of the form (c + d t) / (k + t), which rises or falls
/// throughout: the extremes are at the changes. Exact.
#[derive(Debug)]
struct RPrecision {
    rel: u8,
    last_rank: u32,
}

pub(crate) fn resolve(metric: &Metric, setting: &Setting<'_>) -> Resolved {
    Ok(Some(Box::new(RPrecision { rel: setting.rel(metric), last_rank: setting.last_rank(metric) })))
}

/// The position of the walk down the cutoffs, and the counts so far.
struct Walk {
    relevant: u32,
    holes: u32,
    found: Bounds,
}

impl Walk {
    /// Tries the cutoff `at`, with `known` judged relevant documents and `open` holes above it.
    fn look(&mut self, at: u32, known: u32, open: u32) {
        let Some(filled) = at.checked_sub(self.relevant).filter(|&filled| filled <= self.holes) else {
            return;
        };
        if at == 0 {
            return;
        }
        let most = known + filled.min(open);
        let least = known + (filled + open).saturating_sub(self.holes);
        self.found.upper = self.found.upper.max(f64::from(most) / f64::from(at));
        self.found.lower = self.found.lower.min(f64::from(least) / f64::from(at));
    }

    /// Tries the cutoffs `from` to `to`, over which neither K nor F grow: the end points, and the points at
    /// which min and max change.
    fn stretch(&mut self, from: u32, to: u32, known: u32, open: u32) {
        let (none, all) = (self.relevant, self.relevant + self.holes);
        for at in [from, to, none, none + open, all - open, all] {
            if from <= at && at <= to {
                self.look(at, known, open);
            }
        }
    }
}

impl Rule for RPrecision {
    fn bounds(&self, list: &OpenList<'_>, _: &mut Vec<f64>) -> Bounds {
        let (relevant, holes) = (list.relevant(self.rel), list.holes());
        let found = Bounds { lower: if relevant == 0 { 0.0 } else { f64::INFINITY }, upper: 0.0 };
        let mut walk = Walk { relevant, holes, found };
        let mut judged = list.judged_to(self.last_rank, self.rel).peekable();
        let (mut known, mut open, mut at) = (0, 0, 0);
        for gap in list.gaps_to(self.last_rank) {
            while let Some(next) = judged.next_if(|next| next.rank < gap.first) {
                walk.stretch(at, next.rank - 1, known, open);
                (known, at) = (known + 1, next.rank);
            }
            walk.stretch(at, gap.first - 1, known, open);
            // The cutoffs down to its last hole; a + F = M in its midst.
            let before = gap.first - 1;
            let turn = (relevant + holes).saturating_sub(before + open) / 2;
            let [none, all] = [relevant, relevant + holes].map(|at| at.saturating_sub(before));
            for into in [0, gap.holes(), turn, turn + 1, none, all] {
                if into <= gap.holes() {
                    walk.look(before + into, known, open + into);
                }
            }
            (open, at) = (open + gap.holes(), gap.last);
        }
        for next in judged {
            walk.stretch(at, next.rank - 1, known, open);
            (known, at) = (known + 1, next.rank);
        }
        walk.stretch(at, u32::MAX, known, open);
        walk.found
    }
}
