//! Scores of all runs by one measure, outside of the experiment: what ties can do, what other assumptions
//! would change.

use anyhow::Result;
use rayon::prelude::*;
use rejudge_metrics::{Metric, Scorer};
use rejudge_pools::{Buffers, JoinedRun, RunIx, TestCollection, View};

use rejudge_spec::{Evaluation, NoRelevant};

/// The runs of a collection, to be scored under several judgment sets.
pub struct Scoring<'a> {
    pub collection: &'a TestCollection,
    by: &'a Metric,
    scorer: Scorer,
    /// All judgments.
    pub full: View,
    /// The topics that count.
    topics: Vec<usize>,
    joined: Vec<JoinedRun>,
}

impl<'a> Scoring<'a> {
    /// The runs, to be scored by a measure of judgments by document.
    ///
    /// # Errors
    /// When the measure does not fit the levels.
    pub fn new(collection: &'a TestCollection, by: &'a Metric, rules: &Evaluation) -> Result<Self> {
        let full = View::full(collection);
        let all = 0..collection.topics().len();
        let highest = all.clone().filter_map(|t| full.ideal(t).first().copied()).max().unwrap_or(0);
        let scorer =
            Scorer::new(std::slice::from_ref(by), &rules.gains.of(highest), rules.min_rel, rules.max_rank)?;
        let counts =
            |&t: &usize| rules.no_relevant == NoRelevant::Zero || full.relevant(t, rules.min_rel) > 0;
        let topics = all.filter(counts).collect();
        let runs: Vec<RunIx> = (0..collection.runs().len()).collect();
        let join = |&run: &RunIx| JoinedRun::new(collection, run, rules.max_rank as usize);
        Ok(Self { collection, by, scorer, full, topics, joined: runs.par_iter().map(join).collect() })
    }

    /// The score of each run under a judgment set; 0 for a topic where the measure is undefined.
    pub fn scores(&self, view: &View) -> Vec<f64> {
        let of_run = |buffers: &mut Buffers, joined: &JoinedRun| {
            let score = |&topic: &usize| {
                let mut score = [None];
                buffers.score(&self.scorer, self.collection, view, joined, topic, &mut score);
                score[0].unwrap_or(0.0)
            };
            let scores: Vec<f64> = self.topics.iter().map(score).collect();
            if scores.is_empty() { 0.0 } else { self.by.summary().of(scores) }
        };
        self.joined.par_iter().map_init(Buffers::default, of_run).collect()
    }
}
