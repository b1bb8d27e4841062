//! Opens the results of an experiment for `check`, `accept` and `report`.

use std::path::PathBuf;

use rejudge_session::ExperimentResults;

use super::args::Global;
use super::output::Failure;

/// Opens the results of an experiment. Prints a remark if another version of rejudge wrote them.
pub fn open_results(
    global: &Global,
    experiment: &str,
    results: Option<&PathBuf>,
) -> Result<ExperimentResults, Failure> {
    let subject = ExperimentResults::open(&global.places(), experiment, results)?;
    global.remarks(&subject.remark);
    Ok(subject)
}
