//! An experiment with its results, as `check`, `accept` and `report` open them.

use std::path::PathBuf;

use rejudge_session::ExperimentResults;

use super::args::Global;
use super::output::Failure;

/// Opens the results of an experiment, with a remark if another version wrote them.
pub fn opened(
    global: &Global,
    experiment: &str,
    results: Option<&PathBuf>,
) -> Result<ExperimentResults, Failure> {
    let subject = ExperimentResults::open(&global.places(), experiment, results)?;
    global.remarks(&subject.remark);
    Ok(subject)
}
