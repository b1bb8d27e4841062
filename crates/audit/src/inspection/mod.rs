//! What can be seen of a collection as it lies there, before anything is judged again.

mod assumptions;
mod base;
mod filled;
mod frames;
mod judgments;
mod origin;
mod pool_reading;
mod scoring;
mod spread;
mod told_depth;
mod words;

pub use assumptions::{InferredFacts, TriedAssumption};
pub use base::{Standing, WITHHELD};
pub use filled::{FILLED, is_filled};
pub use origin::Origin;
pub use pool_reading::PoolReading;
pub use words::Remark;

use pool_reading::FoundOrder;
use scoring::ScoredRuns;

use crate::other_judge::SeenJudge;
use anyhow::Result;
use rayon::prelude::*;
use rejudge_metrics::Metric;
use rejudge_pools::inspect::{
    ALIKE, Alike, Answers, EVEN_BANDS, ImpliedPool, Judgments, Reach, RunTies, TieOrder, Unretrieved,
    alike_runs, answers, even_shares, identical_runs, implied_pool, judged_at, judgments, reach, ties,
    unretrieved, with_ties,
};
use rejudge_pools::{RunIx, TestCollection};

use rejudge_spec::Rules;

/// Depths at which the judged share of a run is told.
pub const DEPTHS: [usize; 5] = [5, 10, 20, 100, DEEPEST];

/// The deepest of them: judged shares are known to every depth down to it.
const DEEPEST: usize = 1000;

/// Two runs are as good as equal from this overlap on.
const NEARLY: f64 = 0.99;

/// What was seen.
pub struct Inspection {
    topics: Vec<String>,
    runs: Vec<InspectedRun>,
    judgments: Judgments,
    /// Judged documents that no run has.
    unretrieved: Unretrieved,
    /// What the rankings of a topic could hold at best.
    reach: Vec<Reach>,
    /// As the runs were read for it.
    pool: ImpliedPool,
    /// The order in which they were, where it is not the one that they are scored in.
    pool_order: Option<FoundOrder>,
    /// The judged share of the runs' documents by [`EVEN_BANDS`], where it is about the same in each.
    even: Option<[f64; EVEN_BANDS.len()]>,
    /// Runs that are the same, and by how many documents their ends differ.
    identical: Vec<(Vec<String>, usize)>,
    alike: Vec<(String, String, Alike)>,
    few: usize,
    main: Metric,
    /// The pool that depth is varied in, once it is known.
    base: Option<base::Base>,
    /// Other judges.
    judges: Vec<SeenJudge>,
    /// What follows of what was inferred, and of what else could be assumed; empty where all was told.
    assumed: Vec<TriedAssumption>,
    /// See [`Inspection::stretch`].
    stretch: Vec<(u32, f64)>,
}

/// What was seen of a run.
pub struct InspectedRun {
    name: String,
    team: String,
    /// Whether it counts as pooled, with a topic of the judgments or without.
    counts_as_pooled: bool,
    /// Whether it is one of the base pool's: it counts as pooled, and has a topic.
    pooled: bool,
    /// Judged@k for each k from 1 to [`DEEPEST`]; `None` for a run without documents.
    judged: Option<Vec<f64>>,
    /// Judged@k of the depth [`base::TOP`] as it was read for the pool.
    judged_as_read: Option<f64>,
    answers: Answers,
    ties: Option<RunTies>,
    /// Mean score with ties at their best and at their worst.
    bounds: Option<(f64, f64)>,
}

impl Inspection {
    /// Looks at a collection with a number for every document. `reading` has its runs as they were
    /// read for the pool. Runs are scored by `main` to see what ties can do.
    ///
    /// # Errors
    /// When the measure does not fit the levels.
    pub fn new(
        collection: &TestCollection,
        reading: &PoolReading,
        main: &Metric,
        rules: &Rules,
    ) -> Result<Self> {
        let few = rejudge_pools::inspect::FEW_RELEVANT;
        let name = |run: RunIx| collection.runs()[run].name.clone();
        let bound = |order: TieOrder| -> Result<Option<Vec<f64>>> {
            let Some(ranked) = with_ties(collection, order) else { return Ok(None) };
            let scoring = ScoredRuns::new(&ranked, main, rules)?;
            Ok(Some(scoring.scores(&scoring.full)))
        };
        let bounds = bound(TieOrder::Best)?.zip(bound(TieOrder::Worst)?);
        let depths: Vec<usize> = (1..=DEEPEST).collect();
        let seen = |run: RunIx| InspectedRun {
            name: name(run),
            team: collection.teams()[collection.runs()[run].team].name.clone(),
            counts_as_pooled: false,
            pooled: false,
            judged: judged_at(collection, run, &depths),
            judged_as_read: judged_at(reading.read(), run, &[base::TOP]).map(|shares| shares[0]),
            answers: answers(collection, run),
            ties: ties(collection, run, usize::MAX),
            bounds: bounds.as_ref().map(|(best, worst)| (best[run], worst[run])),
        };
        let identical = identical_runs(collection);
        let same =
            |pair: &Alike| identical.iter().any(|group| pair.runs.iter().all(|run| group.runs.contains(run)));
        let alike = alike_runs(collection, ALIKE.max(NEARLY)).into_iter().filter(|pair| !same(pair));
        Ok(Self {
            topics: collection.topics().iter().map(|topic| topic.name.clone()).collect(),
            runs: (0..collection.runs().len()).into_par_iter().map(seen).collect(),
            judgments: judgments(collection, rules.min_rel.get(), few),
            unretrieved: unretrieved(collection, rules.min_rel.get()),
            reach: reach(collection, rules.min_rel.get(), rules.depth()),
            pool: implied_pool(&[reading.read()])
                .of_enough_topics(collection.topics().len())
                .of_different_runs(&identical),
            pool_order: reading.found(),
            even: even_shares(collection),
            alike: alike.map(|pair| (name(pair.runs[0]), name(pair.runs[1]), pair)).collect(),
            identical: identical
                .iter()
                .map(|group| (group.runs.iter().map(|&run| name(run)).collect(), group.ends))
                .collect(),
            few,
            judges: Vec::new(),
            main: main.clone(),
            base: None,
            assumed: Vec::new(),
            stretch: Vec::new(),
        })
    }

    /// The pool that the judgments speak of.
    pub fn pool(&self) -> &ImpliedPool {
        &self.pool
    }

    /// Names of the compared runs in which all documents of a topic have one score, whatever the topic.
    pub fn without_order(&self) -> Vec<&str> {
        let tells_none = |run: &&InspectedRun| run.ties.is_some_and(|ties| ties.tells_no_order());
        self.compared().filter(tells_none).map(|run| run.name.as_str()).collect()
    }

    /// How many of the runs are different ones.
    fn different_runs(&self) -> usize {
        let copies = self.identical.iter().map(|(group, _)| group.len() - 1);
        self.runs.len() - copies.sum::<usize>()
    }

    /// Whether documents were judged, and every one of them is relevant.
    pub fn holds_relevant_alone(&self) -> bool {
        let (judged, relevant) = self.judged();
        judged > 0 && judged == relevant
    }
}
