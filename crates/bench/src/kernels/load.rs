//! Loads files into a collection in memory.

use std::error::Error;

use rejudge_pools::TestCollection;

use super::Kernel;
use crate::arguments::Arguments;
use crate::files;
use crate::result::ResultSummary;

pub fn prepare(arguments: &Arguments) -> Result<Kernel, Box<dyn Error>> {
    let folder = arguments.files.clone().ok_or("load needs --files")?;
    files::collection(&folder)?;
    Ok(Box::new(move || {
        computed(&files::collection(&folder).expect("the same files were loaded in `prepare`"))
    }))
}

/// Summarises a collection: the last judged document of each ranking, and the number of ranked documents.
fn computed(collection: &TestCollection) -> ResultSummary {
    let (mut computed, mut ranked) = (ResultSummary::new(), 0);
    for run in 0..collection.runs().len() {
        for (topic_ix, topic) in collection.topics().enumerate() {
            let ranking = collection.ranking(run, topic_ix);
            ranked += ranking.len();
            let judged = ranking.iter().rposition(|&doc| (doc as usize) < topic.verdicts.len());
            computed.add_word(judged.map_or(0, |rank| (rank as u64) << 32 | u64::from(ranking[rank])));
        }
    }
    computed.with_figure("ranked", ranked as f64)
}
