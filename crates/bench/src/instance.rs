//! A collection in memory with everything that scoring needs.

use std::error::Error;

use rejudge_metrics::{Gains, Metric};
use rejudge_pools::{JoinedRun, ScoreMatrix, Scorers, Scoring, TestCollection, View};

use crate::arguments::Arguments;
use crate::result::ResultSummary;
use crate::{files, random_inputs};

/// The last rank that is scored.
pub const MAX_RANK: u32 = 1000;

/// The highest level of the workload and of random inputs.
pub const TOP_LEVEL: u8 = 2;

/// Returns the collection from the files, or a random one if there are no files.
pub fn collection(arguments: &Arguments) -> Result<TestCollection, Box<dyn Error>> {
    match &arguments.files {
        Some(folder) => files::collection(folder),
        None => Ok(random_inputs::collection(arguments)),
    }
}

/// Returns scorers of these measures. Gains are linear, and documents of level 1 or more are relevant.
pub fn scorers(measures: &[String]) -> Result<Scorers, Box<dyn Error>> {
    let metrics: Vec<Metric> = measures.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
    Ok(Scorers::new(&metrics, &Gains::linear(TOP_LEVEL), 1, Some(MAX_RANK))?)
}

/// Returns the index of every topic.
pub fn topics(collection: &TestCollection) -> Vec<usize> {
    (0..collection.topics().len()).collect()
}

/// Joins every run with the full judgments.
pub fn joined(collection: &TestCollection) -> Vec<JoinedRun> {
    let runs = 0..collection.runs().len();
    runs.map(|run| JoinedRun::new(collection, run, MAX_RANK as usize)).collect()
}

/// Scores joined runs under a judgment set.
pub fn scores(
    collection: &TestCollection,
    view: &View,
    joined: &[JoinedRun],
    topics: &[usize],
    scorers: &Scorers,
) -> Vec<ScoreMatrix> {
    let scoring = Scoring::new(scorers, collection, view, None).expect("measures by document");
    scoring.scores(joined, topics)
}

/// Summarises lists of scores by the same measures: a checksum of all scores, and the mean score by the first measure,
/// which becomes the figure `name`.
pub fn computed(scored: &[Vec<ScoreMatrix>], name: &'static str) -> ResultSummary {
    let mut computed = ResultSummary::new();
    for measure in 0..scored.first().map_or(0, Vec::len) {
        scored.iter().for_each(|scores| computed.add_numbers(scores[measure].values()));
    }
    let first_values = || scored.iter().flat_map(|scores| scores[0].values());
    computed.with_figure(name, first_values().sum::<f64>() / first_values().count() as f64)
}
