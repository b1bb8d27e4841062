//! What else could be assumed of the pool than what was inferred: other depths, other runs, other teams;
//! and what the judgments would then look like. One assumption is changed at a time. Everything is by the
//! main measure.

use anyhow::Result;
use rejudge_collections::TeamRule;
use rejudge_pools::inspect::{PoolOf, by_rank};
use rejudge_pools::{
    Contributions, Run, RunIx, Team, TestCollection, TopicIx, leave_one_team_out, pool_depth,
};
use rejudge_stats::{Ranking, kendall_tau_b};

use super::super::left_out::{Moved, TeamLeftOut};
use super::{Origin, PoolReading, ScoredRuns};

/// The share of the topics to be judged to a depth, for a run that may have pooled to it.
const COMPLETE: f64 = 0.9;

/// Depth that is tried where none is inferred.
const TRIED_DEPTH: u32 = 10;

/// Most depths at which rankings are compared.
const PLACES: u32 = 20;

/// Which of the assumptions were inferred, and not told.
#[derive(Clone, Copy, Debug)]
pub struct InferredFacts {
    pub depth: bool,
    pub runs: bool,
    /// How runs got their teams.
    pub teams: TeamRule,
}

/// What an assumption changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Nothing,
    Pool,
    Order,
    Teams,
}

/// What is assumed.
struct Assumption<'a> {
    what: String,
    changes: Change,
    depth: Option<u32>,
    /// By run: whether it pooled.
    pooled: Vec<bool>,
    /// The runs as they were read for the pool.
    read: &'a TestCollection,
}

/// What follows of it.
#[derive(Clone, Debug)]
pub struct TriedAssumption {
    /// What differs from what was inferred.
    pub what: String,
    changes: Change,
    pub depth: Option<u32>,
    /// Runs that pool.
    pub pooled: usize,
    /// Documents of the pool, and the judged ones among them.
    pub documents: usize,
    pub judged: usize,
    /// tau-b of the ranking by the pool of a depth with that by all judgments, by depth.
    pub curve: Vec<(f64, f64)>,
    /// Each team of these runs, left out.
    pub teams: Vec<TeamLeftOut>,
}

/// What is taken for granted.
pub struct BaseAssumption<'a> {
    pub origin: Origin,
    pub depth: Option<u32>,
    pub of: PoolOf,
    /// By run: whether it pooled.
    pub pooled: &'a [bool],
    pub reading: &'a PoolReading,
}

/// What follows of what is taken for granted, first, and of what else could be assumed. `compared` marks
/// the runs that have a topic.
///
/// # Errors
/// When the measure does not fit the levels.
pub fn assumed(
    scoring: &ScoredRuns<'_>,
    taken: &BaseAssumption<'_>,
    compared: &[bool],
    inferred: InferredFacts,
) -> Result<Vec<TriedAssumption>> {
    let mut others = others(taken, compared, inferred);
    if let Some((what, read)) = taken.reading.other().filter(|_| taken.depth.is_some()) {
        others.push(Assumption { read, ..taken.assuming(what.to_owned(), Change::Order) });
    }
    if others.is_empty() {
        return Ok(Vec::new());
    }
    let what = match taken.origin {
        Origin::Complete => "all of a set was judged",
        Origin::Unknown => "no pool of these runs to a depth",
        Origin::Pool | Origin::ToTheEnds => "as taken for granted",
    };
    let first = taken.assuming(what.to_owned(), Change::Nothing);
    let full = scoring.scores(&scoring.full);
    let tried = std::iter::once(&first).chain(&others);
    tried.map(|assumption| assumption.tried(scoring, &full, compared)).collect()
}

impl<'a> BaseAssumption<'a> {
    fn assuming(&self, what: String, changes: Change) -> Assumption<'a> {
        let read = self.reading.read();
        Assumption { what, changes, depth: self.depth, pooled: self.pooled.to_vec(), read }
    }
}

/// What else could be assumed of what was inferred.
fn others<'a>(taken: &BaseAssumption<'a>, compared: &[bool], inferred: InferredFacts) -> Vec<Assumption<'a>> {
    let collection = taken.reading.read();
    let longest =
        (0..collection.runs().len()).flat_map(|run| collection.lengths(run)).max().unwrap_or(0) as u32;
    let to = |depth: u32| Assumption {
        depth: Some(depth),
        ..taken.assuming(format!("a pool of depth {depth}"), Change::Pool)
    };
    let mut out = Vec::new();
    if inferred.depth {
        let depths = match (taken.depth, taken.origin) {
            (None, _) => vec![TRIED_DEPTH],
            (Some(depth), Origin::Pool) => vec![depth / 2, 2 * depth],
            (Some(depth), _) => vec![depth / 2, depth, 2 * depth],
        };
        let mut depths: Vec<u32> = depths.into_iter().map(|depth| depth.min(longest)).collect();
        depths.dedup();
        let is_other =
            |depth: &u32| *depth > 0 && (taken.origin != Origin::Pool || Some(*depth) != taken.depth);
        out.extend(depths.into_iter().filter(is_other).map(to));
    }
    if inferred.runs {
        let depth = taken.depth.unwrap_or(TRIED_DEPTH) as usize;
        let runs = 0..taken.pooled.len();
        let (what, pooled): (&str, Vec<bool>) = match (taken.of, taken.origin) {
            (PoolOf::LookingPooled, _) => ("all runs pooled", compared.to_vec()),
            (PoolOf::All, Origin::Unknown) => (
                "a pool of those runs alone that are judged to there for 90% of the topics",
                runs.map(|run| compared[run] && is_complete(collection, run, depth)).collect(),
            ),
            _ => ("", Vec::new()),
        };
        if pooled.contains(&true) && pooled != taken.pooled {
            out.push(Assumption { pooled, ..taken.assuming(what.to_owned(), Change::Pool) });
        }
    }
    let are_grouped = collection.teams().len() < collection.runs().len();
    if inferred.teams == TeamRule::FileNames && are_grouped && taken.depth.is_some() {
        let what = match (taken.origin, taken.depth) {
            (Origin::Complete | Origin::Unknown, Some(depth)) => {
                format!("a pool of depth {depth} and every run a team of its own")
            }
            _ => "every run a team of its own".to_owned(),
        };
        out.push(taken.assuming(what, Change::Teams));
    }
    out
}

/// Whether the top `depth` documents of a run are judged for nearly all topics that it answers.
fn is_complete(collection: &TestCollection, run: RunIx, depth: usize) -> bool {
    let answered = (0..collection.topics().len()).filter(|&topic| !collection.ranking(run, topic).is_empty());
    let is_judged = |topic: TopicIx| {
        let judged = collection.topics()[topic].verdicts.len();
        collection.ranking(run, topic).iter().take(depth).all(|&doc| (doc as usize) < judged)
    };
    let topics: Vec<bool> = answered.map(is_judged).collect();
    let complete = topics.iter().filter(|complete| **complete).count();
    !topics.is_empty() && complete as f64 >= COMPLETE * topics.len() as f64
}

/// Depths from 1 to the deepest, with the first three and its half; all of them where they are few.
pub fn places(deepest: u32) -> Vec<u32> {
    let step = deepest.div_ceil(PLACES);
    let mut places: Vec<u32> =
        (1..=deepest).filter(|place| place % step == 0 || *place <= 3 || *place == deepest / 2).collect();
    places.extend((places.last() != Some(&deepest)).then_some(deepest));
    places
}

impl Assumption<'_> {
    fn tried(&self, scoring: &ScoredRuns<'_>, full: &[f64], compared: &[bool]) -> Result<TriedAssumption> {
        let pooled: Vec<bool> = self.pooled.iter().zip(compared).map(|(a, b)| *a && *b).collect();
        let collection = self.collection(scoring.collection, &pooled)?.with_pool_order(self.read);
        let of_compared = |scores: &[f64]| -> Vec<f64> {
            scores.iter().zip(compared).filter(|(_, is)| **is).map(|(score, _)| *score).collect()
        };
        let before = of_compared(full);
        let by_all = Ranking::of(&before);
        let point = |depth: u32| {
            let view = pool_depth(&collection, &scoring.full, depth as usize);
            let tau = kendall_tau_b(&by_all, &Ranking::of(&of_compared(&scoring.scores(&view))));
            // Where all runs score alike there is no ranking to agree with.
            (f64::from(depth), tau.unwrap_or(-1.0))
        };
        let whole = self.depth.map(|depth| by_rank(self.read, &pooled, depth as usize, 1).whole());
        Ok(TriedAssumption {
            what: self.what.clone(),
            changes: self.changes,
            depth: self.depth,
            pooled: pooled.iter().filter(|is| **is).count(),
            documents: whole.map_or(0, |whole| whole.new),
            judged: whole.map_or(0, |whole| whole.judged),
            curve: self.depth.map_or_else(Vec::new, |depth| places(depth).into_iter().map(point).collect()),
            teams: self.left_out(&collection, scoring, &before, compared),
        })
    }

    /// The collection with these runs as its pooled ones, and these teams.
    fn collection(&self, of: &TestCollection, pooled: &[bool]) -> Result<TestCollection> {
        if self.changes != Change::Teams {
            return Ok(of.clone().with_pooled(pooled));
        }
        let run = |(at, run): (usize, &Run)| Run { team: at, ..run.clone() };
        let runs: Vec<Run> = of.runs().iter().enumerate().map(run).collect();
        let teams = runs.iter().map(|run| Team { name: run.name.clone(), analysed: true }).collect();
        let topics = 0..of.topics().len();
        let by_topic = |run: RunIx| topics.clone().map(|topic| of.ranking(run, topic).to_vec()).collect();
        let rankings = (0..runs.len()).map(by_topic).collect();
        Ok(TestCollection::new(of.topics().to_vec(), runs, teams, rankings)?.with_pooled(pooled))
    }

    /// What becomes of each team that pooled when it is left out; nothing where one team alone did.
    fn left_out(
        &self,
        collection: &TestCollection,
        scoring: &ScoredRuns<'_>,
        before: &[f64],
        compared: &[bool],
    ) -> Vec<TeamLeftOut> {
        let pooled = |team: usize| collection.runs().iter().any(|run| run.team == team && run.pooled);
        let teams: Vec<usize> = (0..collection.teams().len()).filter(|&team| pooled(team)).collect();
        let Some(depth) = self.depth.filter(|_| teams.len() > 1) else { return Vec::new() };
        let contributions = Contributions::new(collection, &scoring.full, depth as usize);
        let runs: Vec<&Run> =
            collection.runs().iter().zip(compared).filter(|(_, is)| **is).map(|(run, _)| run).collect();
        let ranks_before = Ranking::of(before);
        let left_out = |&team: &usize| {
            let view = leave_one_team_out(collection, &scoring.full, &contributions, team);
            let scores = scoring.scores(&view);
            let after: Vec<f64> =
                scores.into_iter().zip(compared).filter(|(_, is)| **is).map(|(score, _)| score).collect();
            let ranks_after = Ranking::of(&after);
            let moved = |at: usize| Moved {
                run: runs[at].name.clone(),
                change: (before[at] != 0.0).then(|| (after[at] - before[at]) / before[at]),
                rise: ranks_before.ranks()[at] as f64 - ranks_after.ranks()[at] as f64,
            };
            let own = |is_pooled: bool| {
                let is_own = |at: &usize| runs[*at].team == team && runs[*at].pooled == is_pooled;
                (0..runs.len()).filter(is_own).map(moved).collect()
            };
            TeamLeftOut { name: collection.teams()[team].name.clone(), runs: own(true), others: own(false) }
        };
        teams.iter().map(left_out).collect()
    }
}

impl TriedAssumption {
    /// Whether it is what was inferred.
    pub fn is_inferred(&self) -> bool {
        self.changes == Change::Nothing
    }

    /// Whether equal scores are ordered the other way.
    pub fn is_reordered(&self) -> bool {
        self.changes == Change::Order
    }

    /// Whether runs are of other teams than was inferred.
    pub fn changes_teams(&self) -> bool {
        self.changes == Change::Teams
    }
}
