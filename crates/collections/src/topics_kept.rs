//! Some topics of the judgments, in place of all.

use std::path::PathBuf;

use crate::error::LoadError;
use crate::qrels::Qrels;
use crate::read_runs::joined_quietly;
use crate::reading::Reading;

/// Chooses among topics: gets the names of all of them, and returns for each whether it is kept.
pub type KeepTopics<'a> = dyn Fn(&[&str]) -> Result<Vec<bool>, LoadError> + 'a;

/// The values of the topics that are kept.
pub(crate) fn only<T>(of_topics: Vec<T>, is_kept: &[bool]) -> Vec<T> {
    of_topics.into_iter().zip(is_kept).filter(|(_, is_kept)| **is_kept).map(|(value, _)| value).collect()
}

/// Returns for each of these topics whether a run has documents for it.
///
/// # Errors
/// When a file cannot be read or is not of its form.
pub fn are_in_runs(topics: &[&str], runs: &[PathBuf], reading: &Reading) -> Result<Vec<bool>, LoadError> {
    let qrels = Qrels::of_topics(topics.iter().map(|&name| (name, [])));
    let runs = joined_quietly(&qrels, runs, reading)?;
    let is_in_run = |name: &&str| {
        let place = qrels.number(name, 0).expect("it is one of them");
        runs.iter().any(|run| run.retrieved(place) > 0)
    };
    Ok(topics.iter().map(is_in_run).collect())
}
