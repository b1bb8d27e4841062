//! The pool that judgments are judged again from: those within it were there before anything is taken away.
//!
//! Where nobody says how deep it was, the judgments say it, and which runs formed it; where these say
//! nothing either it is as deep as nearly all is judged.

use std::collections::BTreeSet;
use std::fmt;

use super::cliff::FEWEST_RUNS;
use super::identical::Identical;
use super::pool::{ImpliedPool, PoolShape, RunInPool};
use crate::{RunIx, TestCollection};

/// Depths that people pool to.
const ROUND: [usize; 10] = [5, 10, 15, 20, 25, 30, 40, 50, 75, 100];

/// Fewer topics tell of no pool ([`ImpliedPool::of_enough_topics`]).
pub const FEWEST_TOPICS: usize = 5;

/// The runs that a base pool is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolOf {
    /// Those that are marked as pooled, which are all where nobody marks any.
    All,
    /// Those that are marked as pooled: somebody did.
    Marked,
    /// Those that look pooled.
    LookingPooled,
}

impl fmt::Display for PoolOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::All => "all runs",
            Self::Marked => "the runs that are marked as pooled",
            Self::LookingPooled => "the runs that look pooled",
        })
    }
}

/// Why a base pool is as deep as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grounds {
    /// Somebody said so.
    Told,
    /// The runs that look pooled are complete to it, and break there.
    Implied,
    /// Most runs are judged to the end.
    AllJudged,
    /// No depth explains the judgments, but nearly all is judged.
    NearlyAllJudged,
    /// Not even of the first documents of the runs nearly all are judged.
    Nothing,
}

impl fmt::Display for Grounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Told => "as told",
            Self::Implied => "the judgments imply it",
            Self::AllJudged => "most runs are judged to the end, so that no depth shows",
            Self::NearlyAllJudged => {
                "no depth explains the judgments, but on average over the runs at least 95% of their tops down to there are judged"
            }
            Self::Nothing => "less than 95% of the runs' first documents are judged",
        })
    }
}

/// A pool of the stored runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BasePool {
    /// Its depth; `None` where no depth is covered, so that no pool of these runs can be judged again by
    /// depth.
    pub depth: Option<u32>,
    /// Its runs.
    pub of: PoolOf,
    /// Why it is as deep.
    pub grounds: Grounds,
}

impl BasePool {
    /// The pool to start from: of the depth that was `told`, else of what the judgments imply. Where no run
    /// looks pooled it is the depth to which the tops of some runs are complete, if nearly all is judged
    /// there, or else the deepest round one (5, 10, 15, 20, 25, 30, 40, 50, 75, 100) at which nearly all is.
    /// Its runs are those that look pooled, unless they are `marked`, or none looks it.
    ///
    /// ```
    /// use rejudge_pools::inspect::{BasePool, Grounds, ImpliedPool, PoolOf, PoolShape};
    ///
    /// let implied =
    ///     |shape, covered_to| ImpliedPool { shape, depth: 10, covered_to, runs: Vec::new() };
    /// let cliff = implied(PoolShape::Depth { depth: 12, cliff: 0.5, explained: 90 }, 40);
    /// let base = BasePool::of(None, false, &cliff);
    /// assert_eq!(
    ///     (base.depth, base.of, base.grounds),
    ///     (Some(12), PoolOf::LookingPooled, Grounds::Implied)
    /// );
    /// assert_eq!(
    ///     BasePool::of(Some(9), true, &cliff),
    ///     BasePool { depth: Some(9), of: PoolOf::Marked, grounds: Grounds::Told }
    /// );
    ///
    /// let covered = |to| BasePool::of(None, false, &implied(PoolShape::NoRun, to));
    /// assert_eq!([500, 74, 3, 0].map(|to| covered(to).depth), [Some(100), Some(50), Some(3), None]);
    /// let part = PoolShape::Part { depth: 12, cliff: 0.5, explained: 9, runs: 4 };
    /// assert_eq!([40, 11].map(|to| BasePool::of(None, false, &implied(part, to)).depth), [Some(12), Some(10)]);
    /// assert_eq!((covered(74).of, covered(74).grounds), (PoolOf::All, Grounds::NearlyAllJudged));
    /// ```
    pub fn of(told: Option<u32>, marked: bool, implied: &ImpliedPool) -> Self {
        let of = match implied.shape {
            _ if marked => PoolOf::Marked,
            PoolShape::Depth { .. } => PoolOf::LookingPooled,
            PoolShape::All | PoolShape::Part { .. } | PoolShape::NoRun => PoolOf::All,
        };
        let (depth, grounds) = match (told, implied.shape) {
            (Some(depth), _) => (depth as usize, Grounds::Told),
            (None, PoolShape::Depth { depth, .. }) => (depth, Grounds::Implied),
            // Down to there the tops of some runs are complete, and not below.
            (None, PoolShape::Part { depth, .. }) if depth <= implied.covered_to => {
                (depth, Grounds::NearlyAllJudged)
            }
            (None, shape) => {
                let covered = implied.covered_to;
                let round = ROUND.iter().rev().find(|&&round| round <= covered).copied().unwrap_or(covered);
                match shape {
                    _ if round == 0 => (0, Grounds::Nothing),
                    PoolShape::All => (round, Grounds::AllJudged),
                    _ => (round, Grounds::NearlyAllJudged),
                }
            }
        };
        let depth = (grounds != Grounds::Nothing).then(|| u32::try_from(depth).unwrap_or(u32::MAX));
        Self { depth, of, grounds }
    }

    /// By run: whether it is one of this pool's.
    ///
    /// ```
    /// use rejudge_metrics::Verdict::Level;
    /// use rejudge_pools::{Run, Team, TestCollection, Topic};
    /// use rejudge_pools::inspect::{BasePool, Grounds, PoolOf, implied_pool};
    ///
    /// // The top 2 of the first two runs are judged.
    /// let topic = |name: &str| Topic { name: name.into(), verdicts: vec![Level(1); 4], documents: 20 };
    /// let run = |name: &str| Run { name: name.into(), team: 0, pooled: name != "a2", eligible: true };
    /// let rankings = [[0, 1, 9], [2, 3, 10], [0, 11, 12]];
    /// let collection = TestCollection::new(
    ///     (1..=8).map(|number| topic(&number.to_string())).collect(),
    ///     ["a1", "a2", "late"].map(run).to_vec(),
    ///     vec![Team { name: "a".into(), analysed: true }],
    ///     rankings.iter().map(|ranking| vec![ranking.to_vec(); 8]).collect(),
    /// )?;
    /// let implied = implied_pool(&[&collection]);
    /// let pooled = |marked| BasePool::of(None, marked, &implied).pooled(&collection, &implied);
    /// assert_eq!((pooled(false), pooled(true)), (vec![true, true, false], vec![true, false, true]));
    /// # Ok::<(), rejudge_pools::CollectionError>(())
    /// ```
    pub fn pooled(&self, collection: &TestCollection, implied: &ImpliedPool) -> Vec<bool> {
        match self.of {
            PoolOf::LookingPooled => implied.runs.iter().map(|run| run.looks_pooled).collect(),
            PoolOf::All | PoolOf::Marked => collection.runs().iter().map(|run| run.pooled).collect(),
        }
    }
}

impl ImpliedPool {
    /// What is implied by the judgments of so many topics: as it is from [`FEWEST_TOPICS`] on, of fewer
    /// that no run looks pooled. A few topics may be complete to a depth by chance.
    #[must_use]
    pub fn of_enough_topics(self, topics: usize) -> Self {
        if topics >= FEWEST_TOPICS { self } else { self.of_no_run() }
    }

    /// What is implied where some runs are the same, as `identical` says: as it is where [`FEWEST_RUNS`]
    /// different ones look pooled, else that none does. Copies of one run are complete to one depth because
    /// it is.
    #[must_use]
    pub fn of_different_runs(self, identical: &[Identical]) -> Self {
        let first_of_its_kind = |run: &RunIx| {
            let group = identical.iter().find(|group| group.runs.contains(run));
            group.map_or(*run, |group| group.runs[0])
        };
        let different: BTreeSet<RunIx> = self.looking_pooled().map(|run| first_of_its_kind(&run)).collect();
        let is_of_few = matches!(self.shape, PoolShape::Depth { .. }) && different.len() < FEWEST_RUNS;
        if is_of_few { self.of_no_run() } else { self }
    }

    fn of_no_run(self) -> Self {
        let runs = self.runs.iter().map(|run| RunInPool { looks_pooled: false, ..*run }).collect();
        Self { shape: PoolShape::NoRun, runs, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn implied(shape: PoolShape) -> ImpliedPool {
        let looks = |looks_pooled| RunInPool {
            looks_pooled,
            order: 0,
            answered: 4,
            complete: 4,
            lost: 0,
            judged: None,
            below: None,
        };
        ImpliedPool { shape, depth: 10, covered_to: 30, runs: vec![looks(true), looks(false)] }
    }

    #[test]
    fn a_depth_that_is_told_is_of_the_runs_that_look_pooled() {
        let cliff = implied(PoolShape::Depth { depth: 20, cliff: 0.4, explained: 90 });
        let told = BasePool::of(Some(7), false, &cliff);
        assert_eq!((told.depth, told.of, told.grounds), (Some(7), PoolOf::LookingPooled, Grounds::Told));
        assert_eq!(BasePool::of(Some(7), false, &implied(PoolShape::All)).of, PoolOf::All);
        assert_eq!(BasePool::of(None, true, &cliff).depth, Some(20));
        assert_eq!(BasePool::of(None, false, &implied(PoolShape::All)).grounds, Grounds::AllJudged);
    }

    #[test]
    fn copies_of_one_run_imply_nothing() {
        let looks = |looks_pooled| RunInPool { looks_pooled, ..implied(PoolShape::All).runs[0] };
        let cliff = PoolShape::Depth { depth: 10, cliff: 0.4, explained: 90 };
        let pool = || ImpliedPool { runs: [true, true, false, true].map(looks).to_vec(), ..implied(cliff) };
        let same = |runs: &[RunIx]| [Identical { runs: runs.to_vec(), ends: 0 }];
        assert_eq!(pool().of_different_runs(&[]), pool());
        // The run that does not look pooled may be a copy of one that does not either.
        assert_eq!(pool().of_different_runs(&same(&[0, 1])), pool());
        let copies = pool().of_different_runs(&same(&[0, 1, 3]));
        assert_eq!((copies.shape, copies.looking_pooled().count()), (PoolShape::NoRun, 0));
        let all = ImpliedPool { shape: PoolShape::All, ..pool() };
        assert_eq!(all.of_different_runs(&same(&[0, 1, 2, 3])).shape, PoolShape::All);
    }

    #[test]
    fn few_topics_imply_nothing() {
        let cliff = || implied(PoolShape::Depth { depth: 20, cliff: 0.4, explained: 90 });
        assert_eq!(cliff().of_enough_topics(FEWEST_TOPICS), cliff());
        let few = cliff().of_enough_topics(FEWEST_TOPICS - 1);
        assert_eq!((few.shape, few.looking_pooled().count(), few.depth), (PoolShape::NoRun, 0, 10));
        assert_eq!(BasePool::of(None, false, &few).depth, Some(30));
    }
}
