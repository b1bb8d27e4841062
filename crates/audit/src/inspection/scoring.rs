//! Scores of all runs by one measure, outside of the experiment: what ties can do, what other assumptions
//! would change.

use std::num::NonZeroU32;

use anyhow::Result;
use rayon::prelude::*;
use rejudge_metrics::Metric;
use rejudge_pools::{JoinedRun, RunIx, Scorers, Scoring, TestCollection, View};

use rejudge_spec::Rules;

/// The runs of a collection, to be scored under several judgment sets.
pub struct ScoredRuns<'a> {
    pub collection: &'a TestCollection,
    by: &'a Metric,
    scorers: Scorers,
    /// All judgments.
    pub full: View,
    /// The topics that count.
    topics: Vec<usize>,
    joined: Vec<JoinedRun>,
}

impl<'a> ScoredRuns<'a> {
    /// The runs, to be scored by a measure of judgments by document.
    ///
    /// # Errors
    /// When the measure does not fit the levels.
    pub fn new(collection: &'a TestCollection, by: &'a Metric, rules: &Rules) -> Result<Self> {
        let full = View::full(collection);
        let all = 0..collection.topics().len();
        let highest = all.clone().filter_map(|t| full.ideal(t).first().copied()).max().unwrap_or(0);
        let (gains, max_rank) = (rules.gains.of(highest), rules.max_rank.map(NonZeroU32::get));
        let scorers = Scorers::new(std::slice::from_ref(by), &gains, rules.min_rel.get(), max_rank)?;
        Scoring::new(&scorers, collection, &full, None)?;
        let topics = all.filter(|&topic| rules.counts(&full, topic)).collect();
        let runs: Vec<RunIx> = (0..collection.runs().len()).collect();
        let join = |&run: &RunIx| JoinedRun::new(collection, run, rules.depth());
        Ok(Self { collection, by, scorers, full, topics, joined: runs.par_iter().map(join).collect() })
    }

    /// The score of each run under a judgment set; 0 for a topic where the measure is undefined.
    pub fn scores(&self, view: &View) -> Vec<f64> {
        if self.topics.is_empty() {
            return vec![0.0; self.joined.len()];
        }
        let scoring = Scoring::new(&self.scorers, self.collection, view, None);
        let scoring = scoring.expect("a measure by document");
        let of_run = |joined: &JoinedRun| {
            let scores = scoring.scores([joined], &self.topics);
            self.by.summary().of(scores.of_run(0, 0).iter().copied())
        };
        self.joined.par_iter().map(of_run).collect()
    }
}
