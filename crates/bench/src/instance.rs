//! A collection in memory with what scoring needs of it.

use std::error::Error;

use rejudge_metrics::{Gains, Metric, Scorer};
use rejudge_pools::{Buffers, JoinedRun, TestCollection, View};

use crate::arguments::Arguments;
use crate::{drawn, files};

/// Ranks that are scored.
pub const MAX_RANK: u32 = 1000;

/// The highest level of the workload and of what is drawn.
const TOP_LEVEL: u8 = 2;

/// The collection of the files, or the drawn one.
pub fn collection(arguments: &Arguments) -> Result<TestCollection, Box<dyn Error>> {
    match &arguments.files {
        Some(folder) => files::collection(folder),
        None => drawn::collection(arguments),
    }
}

/// A scorer of these measures under the default rules.
pub fn scorer(measures: &[String]) -> Result<Scorer, Box<dyn Error>> {
    let metrics: Vec<Metric> = measures.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
    Ok(Scorer::new(&metrics, &Gains::linear(TOP_LEVEL), 1, MAX_RANK)?)
}

/// Every run joined with the full judgments.
pub fn joined(collection: &TestCollection) -> Vec<JoinedRun> {
    let runs = 0..collection.runs().len();
    runs.map(|run| JoinedRun::new(collection, run, MAX_RANK as usize)).collect()
}

/// The scores of joined runs under a judgment set, by run, topic, measure; 0 where undefined.
pub fn scores(
    collection: &TestCollection,
    view: &View,
    joined: &[JoinedRun],
    scorer: &Scorer,
    measures: usize,
) -> Vec<f64> {
    let topics = collection.topics().len();
    let mut scores = Vec::with_capacity(joined.len() * topics * measures);
    let (mut buffers, mut row) = (Buffers::default(), vec![None; measures]);
    for run in joined {
        for topic in 0..topics {
            buffers.score(scorer, collection, view, run, topic, &mut row);
            scores.extend(row.iter().map(|score| score.unwrap_or(0.0)));
        }
    }
    scores
}

/// The mean of a measure over everything scored.
pub fn mean(scores: &[f64], measures: usize, measure: usize) -> f64 {
    let of_measure = scores.iter().skip(measure).step_by(measures);
    of_measure.sum::<f64>() / (scores.len() / measures) as f64
}
