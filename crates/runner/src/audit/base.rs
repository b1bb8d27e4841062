//! The judgments that an audit starts from: those within a pool of the stored runs that they cover.

use rejudge_pools::inspect::{ImpliedPool, PoolShape};

/// Depths that people pool to.
const ROUND: [usize; 10] = [5, 10, 15, 20, 25, 30, 40, 50, 75, 100];

/// A pool of the stored runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// Its depth; `None` where no depth is covered, and all judgments are kept.
    pub depth: Option<u32>,
    /// Whether it is of the runs that look pooled, and not of all or of those that the user named.
    pub by_looks: bool,
    /// What was assumed, for people.
    pub assumed: String,
}

impl Base {
    /// The pool to start from: of the `depth` that the user said, else of what the judgments imply. Where no run looks
    /// pooled it is the deepest round depth at which nearly all is judged, so that what is taken away was there before.
    pub fn of(depth: Option<u32>, named: bool, implied: &ImpliedPool) -> Self {
        let told = |depth: usize| u32::try_from(depth).unwrap_or(u32::MAX);
        let of = if named { "the runs that --pooled names" } else { "all runs" };
        if let Some(depth) = depth {
            let looks = !named && matches!(implied.shape, PoolShape::Depth { .. });
            let of = if looks { "the runs that look pooled" } else { of };
            return Self {
                depth: Some(depth),
                by_looks: looks,
                assumed: format!("Judged again from the pool of depth {depth} (--depth) of {of}."),
            };
        }
        match implied.shape {
            PoolShape::Depth { depth, .. } => {
                let of = if named { of } else { "the runs that look pooled" };
                let assumed =
                    format!("Judged again from the pool of depth {depth} of {of}: the judgments imply it.");
                Self { depth: Some(told(depth)), by_looks: !named, assumed }
            }
            PoolShape::All | PoolShape::NoRun => {
                let covered = implied.covered_to;
                let round = ROUND.iter().rev().find(|&&round| round <= covered).copied().unwrap_or(covered);
                if round == 0 {
                    let assumed =
                        "All judgments are kept as they are: not even the first documents of the runs are \
                                   judged, so that no pool of these runs can be judged again by depth."
                            .to_owned();
                    return Self { depth: None, by_looks: false, assumed };
                }
                let why = match implied.shape {
                    PoolShape::All => "most runs are judged to the end, so that any pool of them can be made",
                    _ => "no run looks pooled, but 95% of the documents are judged down to there",
                };
                let assumed = format!("Judged again from the pool of depth {round} of {of}: {why}.");
                Self { depth: Some(told(round)), by_looks: false, assumed }
            }
        }
    }
}
