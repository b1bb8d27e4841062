//! The files that judgments are read from: a description names them, or the user.

use std::path::{Path, PathBuf};

use crate::descriptor::{Files, QrelsFormat, Verticals, place};
use rejudge_pools::{IntentJudgments, TopicIntents, TopicUnits, Units};

use crate::error::LoadError;
use crate::in_memory::judged;
use crate::intents::read_by_intent;
use crate::qrels::{JudgedTopic, Qrels};
use crate::read_runs::{JoinedRuns, KeptDocuments, join_runs};
use crate::reading::Reading;
use crate::text::read;
use crate::units::parse_units;

/// Selects topics: gets the names of all of them, and returns true for each topic to keep.
pub type KeepTopics<'a> = dyn Fn(&[&str]) -> Result<Vec<bool>, LoadError> + 'a;

/// The files of judgments; each may be compressed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JudgmentFiles {
    /// The judgments.
    pub qrels: PathBuf,
    /// The format of the judgments, or of their grades if they are by intent.
    pub format: QrelsFormat,
    /// Classes of duplicates; of judgments by document alone.
    pub duplicates: Option<PathBuf>,
    /// Groups relevant only together; of judgments by document alone.
    pub groups: Option<PathBuf>,
    /// True if a document has a judgment for each intent of a topic.
    pub by_intent: bool,
    /// The intents' probabilities. A topic that is not there, or all without a file, has equal ones.
    pub probabilities: Option<PathBuf>,
    /// The intents' types, which go before those of the probabilities' file. An intent that is in neither is
    /// informational.
    pub intent_types: Option<PathBuf>,
    /// Verticals, which the gains are then weighted by.
    pub verticals: Option<Verticals>,
}

/// Judgments that were read, with what is stated by their numbers of documents.
pub(crate) struct ReadJudgments {
    /// The judgments; by intent, each document's highest level for any intent.
    pub qrels: Qrels,
    pub units: Option<Vec<TopicUnits>>,
    pub intents: Option<Vec<TopicIntents>>,
}

impl JudgmentFiles {
    /// Returns one file of judgments by document.
    pub fn plain(qrels: PathBuf, format: QrelsFormat) -> Self {
        Self { qrels, format, ..Self::default() }
    }

    /// Returns those of a description, whose files are in `folder`; `None` if it has no judgments.
    pub fn described(files: &Files, folder: &Path) -> Option<Self> {
        let at = |file: &Option<PathBuf>| file.as_ref().map(|file| place(folder, file));
        Some(Self {
            duplicates: at(&files.duplicates),
            groups: at(&files.groups),
            by_intent: files.intents.is_some(),
            probabilities: at(&files.intents),
            verticals: files.verticals.as_ref().map(|verticals| Verticals {
                probabilities: place(folder, &verticals.probabilities),
                documents: at(&verticals.documents),
                level: verticals.level,
            }),
            ..Self::plain(at(&files.qrels)?, files.qrels_format())
        })
    }

    /// Returns true if documents are duplicates, or relevant only together.
    pub fn has_units(&self) -> bool {
        self.duplicates.is_some() || self.groups.is_some()
    }

    /// Returns all files.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        let verticals = self.verticals.as_ref();
        let more = [
            self.duplicates.as_ref(),
            self.groups.as_ref(),
            self.probabilities.as_ref(),
            self.intent_types.as_ref(),
            verticals.map(|verticals| &verticals.probabilities),
            verticals.and_then(|verticals| verticals.documents.as_ref()),
        ];
        std::iter::once(&self.qrels).chain(more.into_iter().flatten())
    }

    /// Reads the judgments of the topics that `keep` selects.
    pub(crate) fn read(&self, keep: Option<&KeepTopics<'_>>) -> Result<ReadJudgments, LoadError> {
        if self.by_intent {
            let (qrels, intents) = read_by_intent(self, keep)?;
            return Ok(ReadJudgments { qrels, units: None, intents: Some(intents) });
        }
        let mut qrels = Qrels::read(&self.qrels, &self.format)?;
        // They are checked against all judgments.
        let mut units = None;
        if self.has_units() {
            let contents = |path: &Option<PathBuf>| path.as_deref().map(read).transpose();
            let (duplicates, groups) = (contents(&self.duplicates)?, contents(&self.groups)?);
            let duplicates = self.duplicates.as_deref().zip(duplicates.as_deref());
            let groups = self.groups.as_deref().zip(groups.as_deref());
            let (stated, copies) = parse_units(&qrels, &self.format, duplicates, groups)?;
            (units, qrels) = (Some(stated), qrels.with_copies(copies));
        }
        if let Some(keep) = keep {
            let is_kept = keep(&qrels.topics().map(JudgedTopic::name).collect::<Vec<_>>())?;
            qrels.keep(&is_kept);
            units = units.map(|units| only(units, &is_kept));
        }
        Ok(ReadJudgments { qrels, units, intents: None })
    }

    /// Loads the judgments of the topics that `keep` selects, as a collection without runs, and runs joined with them,
    /// in the order given. If documents are units, all with a verdict are kept.
    ///
    /// # Errors
    /// If a file cannot be read or is not of its form, an intent of the judgments has no probability, or no verticals,
    /// in a file that has its topic, or `keep` refuses the topics.
    pub fn join_runs(
        &self,
        runs: &[PathBuf],
        reading: &Reading,
        keep: Option<&KeepTopics<'_>>,
        documents: KeptDocuments,
    ) -> Result<JoinedRuns, LoadError> {
        let ReadJudgments { qrels, units, intents } = self.read(keep)?;
        let documents = if units.is_some() { KeptDocuments::Judged } else { documents };
        let (runs, unscored) = join_runs(&qrels, runs, reading, documents)?;
        let judgments = judged(&qrels);
        let units = units.map(|units| Units::new(&judgments, &units));
        let intents = intents.map(|intents| IntentJudgments::new(&judgments, intents));
        Ok(JoinedRuns { judgments, units, intents, runs, unscored })
    }
}

/// Returns the values of the topics that are kept.
pub(crate) fn only<T>(of_topics: Vec<T>, is_kept: &[bool]) -> Vec<T> {
    of_topics.into_iter().zip(is_kept).filter(|(_, is_kept)| **is_kept).map(|(value, _)| value).collect()
}
