//! The files that judgments are read from: a description names them, or the user.

use std::path::{Path, PathBuf};

use crate::descriptor::{Files, QrelsFormat, place};

use crate::error::LoadError;
use crate::intents_load::{IntentFiles, VerticalFiles, join_runs_by_intent};
use crate::load_units::{UnitFiles, join_runs_with_units};
use crate::read_runs::JoinedRuns;
use crate::reading::Reading;
use crate::topics_kept::KeepTopics;

/// The files of judgments.
#[derive(Clone, Debug, PartialEq)]
pub enum JudgmentFiles {
    /// A document has one judgment for a topic.
    Plain {
        /// The judgments.
        qrels: PathBuf,
        /// The format of the judgments.
        format: QrelsFormat,
        /// Duplicates and groups of documents.
        units: UnitFiles,
    },
    /// A document has a judgment for each intent of a topic.
    ByIntent(IntentFiles),
}

impl JudgmentFiles {
    /// Returns those of a description, whose files are in `folder`; `None` if it has no judgments.
    pub fn described(files: &Files, folder: &Path) -> Option<Self> {
        let at = |file: &PathBuf| place(folder, file);
        let (qrels, format) = (at(files.qrels.as_ref()?), files.qrels_format());
        let Some(intents) = &files.intents else {
            let [duplicates, groups] = [&files.duplicates, &files.groups].map(|file| file.as_ref().map(at));
            return Some(Self::Plain { qrels, format, units: UnitFiles { duplicates, groups } });
        };
        let verticals = files.verticals.as_ref().map(|verticals| VerticalFiles {
            probabilities: at(&verticals.probabilities),
            documents: verticals.documents.as_ref().map(at),
            level: verticals.level,
        });
        let probabilities = Some(at(intents));
        Some(Self::ByIntent(IntentFiles { qrels, format, probabilities, kinds: None, verticals }))
    }

    /// Returns the file of the judgments themselves.
    pub fn qrels(&self) -> &PathBuf {
        match self {
            Self::Plain { qrels, .. } => qrels,
            Self::ByIntent(files) => &files.qrels,
        }
    }

    /// Returns all files.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        let more: [Option<&PathBuf>; 4] = match self {
            Self::Plain { units, .. } => [units.duplicates.as_ref(), units.groups.as_ref(), None, None],
            Self::ByIntent(files) => {
                let verticals = files.verticals.as_ref();
                [
                    files.probabilities.as_ref(),
                    files.kinds.as_ref(),
                    verticals.map(|verticals| &verticals.probabilities),
                    verticals.and_then(|verticals| verticals.documents.as_ref()),
                ]
            }
        };
        std::iter::once(self.qrels()).chain(more.into_iter().flatten())
    }

    /// Loads the judgments of the topics that `keep` selects, as a collection without runs, and runs joined with them,
    /// in the order given.
    ///
    /// # Errors
    /// If a file cannot be read or is not of its form, or `keep` refuses the topics.
    pub fn join_runs(
        &self,
        runs: &[PathBuf],
        reading: &Reading,
        keep: Option<&KeepTopics<'_>>,
    ) -> Result<JoinedRuns, LoadError> {
        match self {
            Self::Plain { qrels, format, units } => {
                join_runs_with_units(qrels, format, units, runs, reading, keep)
            }
            Self::ByIntent(files) => join_runs_by_intent(files, runs, reading, keep),
        }
    }
}
