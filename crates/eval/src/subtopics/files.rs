//! The files of a subtopic task in memory.

use std::path::{Path, PathBuf};

use rejudge_collections::{IntentTable, LoadError, Located, read};
use rejudge_experiment::labels::SubtopicGold;

use crate::EvalError;

/// Subtopics with their intents, and the probability of each intent.
#[derive(Clone, Debug)]
pub struct GoldFiles {
    /// The table of subtopics and their intents.
    pub subtopics: PathBuf,
    /// The intents' probabilities; equal ones without a file.
    pub probabilities: Option<PathBuf>,
}

impl GoldFiles {
    pub(super) fn read(&self) -> Result<SubtopicGold, EvalError> {
        let table = self.probabilities.as_deref().map(|path| parsed(path, IntentTable::parse)).transpose()?;
        parsed(&self.subtopics, |path, bytes| SubtopicGold::parse(path, bytes, table.as_ref()))
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.subtopics].into_iter().chain(&self.probabilities)
    }
}

/// Reads a file and parses it.
pub(super) fn parsed<T>(
    path: &Path,
    parse: impl FnOnce(&Path, &[u8]) -> Result<T, Located>,
) -> Result<T, EvalError> {
    let bytes = read(path).map_err(LoadError::from)?;
    Ok(parse(path, &bytes)?)
}

/// Refuses to read standard input twice.
pub(super) fn check_stdin<'p>(paths: impl Iterator<Item = &'p PathBuf>) -> Result<(), EvalError> {
    if paths.filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err(EvalError::Usage("standard input (`-`) can be read once only".to_owned()));
    }
    Ok(())
}
