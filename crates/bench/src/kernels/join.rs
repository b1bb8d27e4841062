//! Rankings joined with the full judgments.

use std::error::Error;

use rejudge_pools::JoinedRun;

use super::Kernel;
use crate::arguments::Arguments;
use crate::instance::{self, MAX_RANK};
use crate::result::ResultSummary;
use crate::threads;

pub fn prepare(arguments: &Arguments) -> Result<Kernel, Box<dyn Error>> {
    let collection = instance::collection(arguments)?;
    let threads = arguments.threads;
    Ok(Box::new(move || {
        let joined = threads::map(threads, collection.runs().len(), |run| {
            JoinedRun::new(&collection, run, MAX_RANK as usize)
        });
        let (mut computed, mut retrieved) = (ResultSummary::new(), 0);
        for run in &joined {
            for topic in 0..collection.topics().len() {
                retrieved += run.retrieved(topic);
                computed.add_word(u64::from(run.retrieved(topic)));
            }
        }
        computed.with_figure("retrieved", f64::from(retrieved))
    }))
}
