//! Collections by how well they can support a verdict.

use std::fmt;

use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::{Collection, PaperCollection};
use serde::Serialize;

use crate::table::base::{Bases, pool_depth};
use crate::table::number;

/// The pool depth from which a pool is deep.
const DEEP: u32 = 50;

/// The judged share of the documents down to the pool depth from which a pool is whole.
const WHOLE: f64 = 0.9;

/// A group of collections. Each has its own counts, because a claim that fails on five shallow pools and holds on the
/// paper's own collection does not hold on one of six.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// Topics and judgments of the paper, with official runs of its track: at least half of the paper's runs, or one of
    /// every team.
    Own,
    /// The same with fewer runs.
    Part,
    /// The pool has a depth of at least 50, and nearly all of the runs' documents down to that depth are judged.
    Deep,
    /// All others.
    Shallow,
}

impl Group {
    /// All, in the order of the columns.
    pub const ALL: [Self; 4] = [Self::Own, Self::Part, Self::Deep, Self::Shallow];

    /// Returns the heading of its column.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Own => "the paper's own",
            Self::Part => "a part of the paper's own",
            Self::Deep => "deep and whole",
            Self::Shallow => "shallow or with holes",
        }
    }
}

/// A collection with real runs, its group and the facts that put it there.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    pub collection: String,
    pub group: Group,
    /// The collection of the paper that it is.
    paper: Option<PaperCollection>,
    /// Runs and teams with files.
    runs: Option<usize>,
    teams: Option<usize>,
    depth: Option<u32>,
    /// Judged share of the runs' documents down to the depth.
    judged_share: Option<f64>,
}

impl Ground {
    /// Returns the group of a collection, or `None` if it has no real runs. `bases` has the judged shares.
    pub(crate) fn new(collection: &Collection, bases: &Bases) -> Option<Self> {
        let descriptor = &collection.entry.descriptor;
        if descriptor.kind == Kind::Simulated || descriptor.kind.needs_no_data() {
            return None;
        }
        let (runs, teams) = (descriptor.counts.runs, descriptor.counts.teams);
        let depth = pool_depth(collection);
        let judged_share = bases.get(&collection.name).and_then(|kept| kept.judged_share);
        let is_deep = depth.is_some_and(|depth| depth >= DEEP);
        let group = match &collection.paper {
            Some(paper) if is_most(paper, runs, teams) => Group::Own,
            Some(_) => Group::Part,
            None if is_deep && judged_share.is_some_and(|share| share >= WHOLE) => Group::Deep,
            None => Group::Shallow,
        };
        let paper = collection.paper.clone();
        Some(Self { collection: collection.name.clone(), group, paper, runs, teams, depth, judged_share })
    }
}

/// Returns true if the runs are at least half of those of the paper, or of all its teams.
fn is_most(paper: &PaperCollection, runs: Option<usize>, teams: Option<usize>) -> bool {
    let is_half = runs.zip(paper.runs).is_some_and(|(here, all)| 2 * here >= all);
    let is_every_team = teams.zip(paper.teams).is_some_and(|(here, all)| here >= all);
    is_half || is_every_team
}

/// `trec-dl-2019 (pool depth 10, 1.000 judged)`, `trec-2003-robust (trec03, 17 of 78 runs, 16 of 16 teams; ..)`
impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (", self.collection)?;
        if let Some(paper) = &self.paper {
            if paper.name != self.collection {
                write!(f, "{}, ", paper.name)?;
            }
            for (here, all, what) in [(self.runs, paper.runs, "runs"), (self.teams, paper.teams, "teams")] {
                if let Some((here, all)) = here.zip(all) {
                    write!(f, "{here} of {all} {what}, ")?;
                }
            }
        }
        match self.depth {
            None => write!(f, "pool depth unknown)"),
            Some(depth) => {
                write!(f, "pool depth {depth}")?;
                if let Some(share) = self.judged_share {
                    write!(f, ", {} judged", number(share, 3, false))?;
                }
                write!(f, ")")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PaperCollection, is_most};

    #[test]
    fn half_of_the_runs_or_every_team_is_most_of_a_collection() {
        let paper = PaperCollection { name: "trec03".to_owned(), runs: Some(78), teams: Some(16) };
        let is_most = |runs, teams| is_most(&paper, Some(runs), Some(teams));
        assert!(is_most(17, 16), "17 of 78 runs, but one of every team");
        assert!(is_most(39, 9) && !is_most(38, 15));
        let unknown = PaperCollection { runs: None, teams: None, ..paper.clone() };
        assert!(!super::is_most(&unknown, Some(17), Some(16)));
    }
}
