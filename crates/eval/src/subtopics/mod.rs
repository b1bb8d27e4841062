//! The subtopic tasks of NTCIR: runs of subtopics, scored by which intent each subtopic belongs to.
//!
//! [`Mining`] is NTCIR-11 IMine's, two levels of subtopics; [`Understanding`] NTCIR-12 IMine-2's, subtopics
//! with verticals. Both make [`SubtopicScores`], over all topics of the gold standard: one that a run lacks
//! scores 0, as an undefined score does. A task is its files and its rules, as typed.

mod d_sharp;
mod mining;
mod scores;
mod understanding;

use std::path::{Path, PathBuf};

use rejudge_collections::{IntentTable, LoadError, Located, read};
use rejudge_experiment::labels::SubtopicGold;
use rejudge_metrics::registry::Domain;
use rejudge_metrics::{Decimal, Value};

pub use mining::Mining;
pub use scores::SubtopicScores;
pub use understanding::Understanding;

use crate::EvalError;

/// Reads subtopics with their intents, whose probabilities are equal without a file.
fn gold(subtopics: &Path, probabilities: Option<&PathBuf>) -> Result<SubtopicGold, EvalError> {
    let table = probabilities.map(|path| parsed(path, IntentTable::parse)).transpose()?;
    parsed(subtopics, |path, bytes| SubtopicGold::parse(path, bytes, table.as_ref()))
}

/// Reads a file and parses it.
fn parsed<T>(path: &Path, parse: impl FnOnce(&Path, &[u8]) -> Result<T, Located>) -> Result<T, EvalError> {
    let bytes = read(path).map_err(LoadError::from)?;
    Ok(parse(path, &bytes)?)
}

fn share(text: &str) -> Result<Decimal, String> {
    match Domain::Share.read(text) {
        Some(Value::Decimal(share)) => Ok(share),
        _ => Err(format!("expected {}", Domain::Share.expected())),
    }
}
