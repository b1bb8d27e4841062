//! Leaves out each team in turn: removes the judgments of the documents that only this team contributed, and
//! scores every run by nine measures. Also scores every run with all judgments.

use std::error::Error;

use rejudge_pools::{Contributions, View, leave_teams_out};

use super::Kernel;
use crate::arguments::Arguments;
use crate::instance;
use crate::threads;

/// The measures of configs/measures/nine.yaml. AP comes first, because we report the mean of the first measure, and the
/// other tools in a comparison compute AP too.
const MEASURES: [&str; 9] = [
    "AP",
    "AP'",
    "Q'",
    "nDCG'(dcg='jk', log=2)@1000",
    "gRBP'",
    "Bpref",
    "Q",
    "nDCG(dcg='jk', log=2)@1000",
    "gRBP",
];

const POOL_DEPTH: usize = 75;

pub fn prepare(arguments: &Arguments) -> Result<Kernel, Box<dyn Error>> {
    let scorers = instance::scorers(&MEASURES.map(str::to_owned))?;
    let collection = instance::collection(arguments)?;
    let teams = collection.teams().len();
    let sets = arguments.sets.unwrap_or(teams + 1);
    let threads = arguments.threads;
    Ok(Box::new(move || {
        let full = View::full(&collection);
        let contributions = Contributions::new(&collection, &full, POOL_DEPTH);
        let (joined, topics) = (instance::joined(&collection), instance::topics(&collection));
        // Set 0 contains all judgments. If more sets are requested than there are, the sets are repeated.
        let scored = threads::map(threads, sets, |set| {
            let view = match set % (teams + 1) {
                0 => full.clone(),
                team => leave_teams_out(&collection, &full, &contributions, &[team - 1]),
            };
            instance::scores(&collection, &view, &joined, &topics, &scorers)
        });
        let unique: u32 = (0..teams).map(|team| contributions.unique_total(team)).sum();
        instance::computed(&scored, "mean AP").with_figure("unique documents", f64::from(unique))
    }))
}
