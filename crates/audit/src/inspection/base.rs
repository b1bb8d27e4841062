//! The pool that depth is varied in: a pool of the stored runs, of which the judgments may hold more or less.

use crate::other_judge::SeenJudge;
use std::collections::BTreeSet;

use anyhow::Result;
use rejudge_pools::TestCollection;
use rejudge_pools::inspect::{BasePool, ByRank, PoolOf, PoolShape, TopicJudgments, by_rank};

use super::assumptions::{BaseAssumption, TriedAssumption, assumed};
use super::spread::stretch;
use super::{DEEPEST, InferredFacts, InspectedRun, Inspection, Origin, PoolReading, ScoredRuns};
use rejudge_spec::Rules;

/// Judged@k of this depth tells how a run was treated.
pub(super) const TOP: usize = 10;

/// Judgments are a sample if at least this share of the documents of a topic is marked as not judged, in at least
/// half of the topics. A sample at a rate of .9, the highest that an audit draws, leaves so many out. Fewer marks
/// have another reason, such as documents that were withdrawn after they were judged, and hardly move infAP.
pub const WITHHELD: f64 = 0.1;

/// How a run stands to the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It pooled.
    Pooled,
    /// It did not, and another run of its team did.
    PooledTeam,
    /// No run of its team did.
    NewTeam,
}

/// What is known of the pool.
pub struct Base {
    pub(super) pool: BasePool,
    /// What its ranks add; `None` where there is no depth, or no run that pooled.
    by_rank: Option<ByRank>,
}

impl Inspection {
    /// With other judges.
    #[must_use]
    pub fn with_judges(self, judges: Vec<SeenJudge>) -> Self {
        Self { judges, ..self }
    }

    /// The other judges.
    pub fn judges(&self) -> &[SeenJudge] {
        &self.judges
    }

    /// The same with the pool that depth is varied in; `read` has the runs as they were read for it, `pooled`
    /// marks its runs, and documents are relevant from `min_rel` on.
    #[must_use]
    pub fn with_base(mut self, read: &TestCollection, pool: BasePool, pooled: &[bool], min_rel: u8) -> Self {
        for (run, &pooled) in self.runs.iter_mut().zip(pooled) {
            run.counts_as_pooled = pooled;
            run.pooled = pooled && !run.is_set_aside(read.topics().len());
        }
        let brings = self.runs.iter().any(|run| run.pooled);
        let by_rank =
            pool.depth.filter(|_| brings).map(|depth| by_rank(read, pooled, depth as usize, min_rel));
        self.base = Some(Base { pool, by_rank });
        self
    }

    /// The same with what follows of what was inferred, and of what else could be assumed.
    ///
    /// # Errors
    /// When the measure does not fit the levels.
    pub fn with_assumptions(
        self,
        collection: &TestCollection,
        reading: &PoolReading,
        inferred: InferredFacts,
        rules: &Rules,
    ) -> Result<Self> {
        let Some(Base { pool, .. }) = &self.base else { return Ok(self) };
        let topics = self.topics.len();
        let compared: Vec<bool> = self.runs.iter().map(|run| !run.is_set_aside(topics)).collect();
        let pooled: Vec<bool> = self.runs.iter().map(|run| run.pooled).collect();
        let scoring = ScoredRuns::new(collection, &self.main, rules)?;
        let (origin, depth) = (self.origin(), self.depth());
        let taken = BaseAssumption { origin, depth, of: pool.of, pooled: &pooled, reading };
        let found = assumed(&scoring, &taken, &compared, inferred)?;
        let of_pool = || collection.clone().with_pooled(&pooled).with_pool_order(reading.read());
        let stretch = depth.map_or_else(Vec::new, |depth| stretch(&scoring, &of_pool(), depth, &compared));
        Ok(Self { assumed: found, stretch, ..self })
    }

    /// What follows of what was inferred, first, and of what else could be assumed; empty where nothing
    /// else could.
    pub fn assumed(&self) -> &[TriedAssumption] {
        &self.assumed
    }

    /// Depth of the pool; `None` where none can be varied.
    pub fn depth(&self) -> Option<u32> {
        let base = self.base.as_ref()?;
        base.by_rank.as_ref().and(base.pool.depth)
    }

    /// What the ranks of the pool add.
    pub fn by_rank(&self) -> Option<&ByRank> {
        self.base.as_ref()?.by_rank.as_ref()
    }

    /// Whether the pool holds all judgments, so that to agree with them is to agree with itself.
    pub fn pool_is_all(&self) -> bool {
        self.by_rank().is_some_and(|found| found.beyond.judged == 0)
    }

    /// Whether no run looks pooled, nobody said which did, and nothing tells how documents were chosen.
    pub fn none_looks_pooled(&self) -> bool {
        self.pool.shape == PoolShape::NoRun
            && !self.is_marked()
            && self.even.is_none()
            && self.judgments.budget().is_none()
    }

    /// Why there is no depth to vary.
    pub fn without_depth(&self) -> String {
        match self.base.as_ref().map(|base| base.pool) {
            Some(BasePool { depth: None, grounds, .. }) => {
                format!("{grounds}, so that no depth of a pool is implied")
            }
            _ if self.compared().count() == 0 => "no run has a topic in common with the judgments".to_owned(),
            _ => self.without_pooled(),
        }
    }

    /// Why no run brought anything, where none did.
    pub fn without_pooled(&self) -> String {
        if self.runs.iter().any(|run| run.counts_as_pooled) {
            "no run with a topic of the judgments is marked as pooled".to_owned()
        } else {
            "no run is marked as pooled".to_owned()
        }
    }

    /// The pool in words: its depth and its runs.
    pub fn pool_in_words(&self) -> String {
        let Some(Base { pool: BasePool { depth: Some(depth), of, .. }, .. }) = &self.base else {
            return String::new();
        };
        let (pooled, compared) = (self.compared().filter(|run| run.pooled).count(), self.compared().count());
        if pooled > 1 && self.different_runs() == 1 {
            format!("the top {depth} of the one ranking that all runs are")
        } else if pooled == compared {
            let all = if pooled == 1 { "the run".to_owned() } else { format!("all {pooled} runs") };
            format!("the pool of depth {depth} of {all}")
        } else {
            let which = if *of == PoolOf::All { String::new() } else { format!(" ({of})") };
            format!("the pool of depth {depth} of {pooled} of the {compared} runs{which}")
        }
    }

    /// Where a document of a team must stand to be taken for one that the team brought: `in the top 10 of
    /// its runs`.
    pub fn tops(&self) -> String {
        let all_pooled = self.compared().all(|run| run.pooled);
        let runs = if all_pooled { "runs" } else { "pooled runs" };
        match self.depth() {
            Some(depth) => format!("in the top {depth} of its {runs}"),
            None => format!("in its {runs}, at any rank"),
        }
    }

    /// Whether somebody marked the runs that pooled.
    pub fn is_marked(&self) -> bool {
        self.base.as_ref().is_some_and(|base| base.pool.of == PoolOf::Marked)
    }

    /// The runs that have a topic in common with the judgments: those that are compared.
    pub fn compared(&self) -> impl Iterator<Item = &InspectedRun> {
        self.runs.iter().filter(|run| !run.is_set_aside(self.topics.len()))
    }

    /// Names of the runs that have no document for any topic.
    pub fn set_aside(&self) -> Vec<&str> {
        let aside = self.runs.iter().filter(|run| run.is_set_aside(self.topics.len()));
        aside.map(|run| run.name.as_str()).collect()
    }

    /// How many of the compared runs go further than `max_rank` for a topic.
    pub fn longer_than(&self, max_rank: usize) -> usize {
        self.compared().filter(|run| run.answers.most.is_some_and(|most| most > max_rank)).count()
    }

    /// Groups of identical runs that are of several teams: to leave one of these out takes nothing away.
    pub fn shared(&self) -> Vec<&[String]> {
        let team = |name: &String| self.runs.iter().find(|run| run.name == *name).map(|run| &run.team);
        let of_several = |group: &&[String]| group.iter().map(team).collect::<BTreeSet<_>>().len() > 1;
        // A team that is not left out is treated neither well nor badly.
        let left_out = self.left_out_teams();
        let is_left_out = |group: &&[String]| {
            group.iter().all(|name| team(name).is_some_and(|team| left_out.contains(team)))
        };
        let groups = self.identical.iter().map(|(group, _)| group.as_slice());
        groups.filter(of_several).filter(is_left_out).collect()
    }

    /// Pairs of nearly the same runs of different teams that are left out: each covers for the other.
    pub fn covering(&self) -> Vec<String> {
        let left_out = self.left_out_teams();
        let run = |name: &String| self.runs.iter().find(|run| run.name == *name && run.pooled);
        let is_covering = |a: &String, b: &String| {
            run(a).zip(run(b)).is_some_and(|(a, b)| a.team != b.team && left_out.contains(&a.team))
        };
        let pairs = self.alike.iter().filter(|(a, b, _)| is_covering(a, b));
        pairs.map(|(a, b, _)| format!("{a} and {b}")).collect()
    }

    /// The teams with a run that pooled, by name.
    pub fn pooled_teams(&self) -> Vec<String> {
        let pooled = self.runs.iter().filter(|run| run.pooled);
        pooled.map(|run| run.team.clone()).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The teams that can be left out: those that pooled, unless all was judged whoever retrieved it, or
    /// nobody knows what was judged on account of a team.
    pub fn left_out_teams(&self) -> Vec<String> {
        match self.origin() {
            Origin::Complete => Vec::new(),
            Origin::Unknown if !self.pool_is_filled() => Vec::new(),
            _ => self.pooled_teams(),
        }
    }

    /// Whether the run of this name pooled.
    pub fn pooled(&self, name: &str) -> bool {
        self.runs.iter().any(|run| run.pooled && run.name == name)
    }

    /// How many of the compared runs stand so.
    pub fn number_of(&self, standing: Standing) -> usize {
        let teams = self.pooled_teams();
        self.compared().filter(|run| run.standing(&teams) == standing).count()
    }

    /// Mean judged@10 of the compared runs that stand so, with the least.
    pub fn judged_at_ten(&self, standing: Standing) -> Option<(f64, f64)> {
        let teams = self.pooled_teams();
        self.judged_share(TOP, |run| run.standing(&teams) == standing)
    }

    /// Mean judged@k of all compared runs, with the least; of the deepest k that is known where it is less.
    pub fn judged_to(&self, k: usize) -> Option<(f64, f64)> {
        self.judged_share(k, |_| true)
    }

    /// Mean judged@10 of all compared runs as they were read for the pool, with the least; `None` where that
    /// is as they are scored.
    pub fn judged_as_read(&self) -> Option<(f64, f64)> {
        self.pool_order?;
        mean_and_least(self.compared().filter_map(|run| run.judged_as_read))
    }

    /// Whether what the pool of a depth tells is told of these judgments: they are a pool, of which enough is
    /// judged.
    pub fn tells_of_pool(&self) -> bool {
        matches!(self.origin(), Origin::Pool | Origin::ToTheEnds) && self.pool_is_filled()
    }

    fn judged_share(&self, k: usize, of: impl Fn(&InspectedRun) -> bool) -> Option<(f64, f64)> {
        let at = k.clamp(1, DEEPEST) - 1;
        let runs = self.compared().filter(|run| of(run));
        mean_and_least(runs.filter_map(|run| Some(run.judged.as_ref()?[at])))
    }

    /// Returns true if the judgments are marked as a sample of the pool: in at least half of the topics at least
    /// [`WITHHELD`] of its documents are not judged.
    pub fn is_sample(&self) -> bool {
        is_sample(&self.judgments.topics)
    }

    /// How many documents are marked as pooled and not judged, and how many are in the qrels.
    pub fn marked_and_all(&self) -> (usize, usize) {
        let topics = &self.judgments.topics;
        let marked: usize = topics.iter().map(|topic| topic.pooled).sum();
        (marked, marked + self.judged().0)
    }

    /// Judged documents, and the relevant ones among them.
    pub fn judged(&self) -> (usize, usize) {
        let relevant = self.judgments.topics.iter().map(|topic| topic.relevant).sum();
        (self.judgments.levels.iter().sum(), relevant)
    }
}

/// Returns true if in at least half of the topics at least [`WITHHELD`] of the documents are not judged.
fn is_sample(topics: &[TopicJudgments]) -> bool {
    let is_sampled = |topic: &&TopicJudgments| {
        let documents = topic.relevant + topic.nonrelevant + topic.pooled;
        documents > 0 && topic.pooled as f64 >= WITHHELD * documents as f64
    };
    !topics.is_empty() && 2 * topics.iter().filter(is_sampled).count() >= topics.len()
}

fn mean_and_least(shares: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let shares: Vec<f64> = shares.collect();
    let least = shares.iter().copied().reduce(f64::min)?;
    Some((rejudge_stats::mean(&shares)?, least))
}

impl InspectedRun {
    /// How it stands to the pool, given the teams that pooled.
    fn standing(&self, pooled_teams: &[String]) -> Standing {
        match self.pooled {
            true => Standing::Pooled,
            false if pooled_teams.contains(&self.team) => Standing::PooledTeam,
            false => Standing::NewTeam,
        }
    }

    /// Whether it has no document for any of so many topics.
    fn is_set_aside(&self, topics: usize) -> bool {
        self.answers.lacks.len() == topics
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_marks_are_no_sample() {
        let topic = |judged: usize, pooled: usize| TopicJudgments {
            relevant: judged / 2,
            nonrelevant: judged - judged / 2,
            pooled,
            levels: vec![judged - judged / 2, judged / 2],
        };
        // Two documents of 23,153, as in the judgments of the fifth round of TREC-COVID.
        let mut topics = vec![topic(463, 0); 50];
        topics[7].pooled = 2;
        assert!(!is_sample(&topics));
        // A topic of which all is marked is one topic.
        topics[8] = topic(0, 400);
        assert!(!is_sample(&topics));
        assert!(is_sample(&[topic(90, 10), topic(100, 0)]));
        assert!(!is_sample(&[topic(91, 9), topic(100, 0)]));
        assert!(!is_sample(&[topic(10, 90), topic(100, 0), topic(100, 0)]));
        assert!(!is_sample(&[]));
    }
}
