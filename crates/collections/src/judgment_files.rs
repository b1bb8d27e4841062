//! The files of judgments, as a description or the user names them.

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

/// A function that chooses topics. It gets the names of all topics, and returns a list with true for each
/// topic to keep and false for each other topic.
pub type KeepTopics<'a> = dyn Fn(&[&str]) -> Result<Vec<bool>, LoadError> + 'a;

/// The files of judgments; each may be compressed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JudgmentFiles {
    /// The judgments.
    pub qrels: PathBuf,
    /// The format of the judgments. Judgments by intent have four columns in either format.
    pub format: QrelsFormat,
    /// Classes of duplicates. Ignored if judgments are by intent.
    pub duplicates: Option<PathBuf>,
    /// Groups of documents that are relevant only together. Ignored if judgments are by intent.
    pub groups: Option<PathBuf>,
    /// True if judgments are by intent: each line judges a document for one intent of a topic.
    pub by_intent: bool,
    /// The intents' probabilities. If there is no file, or a topic is not in it, intents are equally
    /// probable.
    pub probabilities: Option<PathBuf>,
    /// The intents' types, which override those in the file of probabilities. An intent without a type is
    /// informational.
    pub intent_types: Option<PathBuf>,
    /// Verticals, by which gains are weighted.
    pub verticals: Option<Verticals>,
}

/// Judgments, with units of relevance if there are any, or with the levels by intent.
pub(crate) struct ReadJudgments {
    /// The judgments. If they are by intent, a document has the highest of its levels.
    pub qrels: Qrels,
    pub units: Option<Vec<TopicUnits>>,
    pub intents: Option<Vec<TopicIntents>>,
}

impl JudgmentFiles {
    /// Describes judgments by document that are in one file.
    pub fn plain(qrels: PathBuf, format: QrelsFormat) -> Self {
        Self { qrels, format, ..Self::default() }
    }

    /// Returns the files that a description names. Relative paths start from `folder`. Returns `None` if the
    /// description names no judgments.
    pub fn described(files: &Files, folder: &Path) -> Option<Self> {
        let path = |file: &Option<PathBuf>| file.as_ref().map(|file| place(folder, file));
        Some(Self {
            duplicates: path(&files.duplicates),
            groups: path(&files.groups),
            by_intent: files.intents.is_some(),
            probabilities: path(&files.intents),
            verticals: files.verticals.as_ref().map(|verticals| Verticals {
                probabilities: place(folder, &verticals.probabilities),
                documents: path(&verticals.documents),
                level: verticals.level,
            }),
            ..Self::plain(path(&files.qrels)?, files.qrels_format())
        })
    }

    /// Returns true if there is a file of duplicates or of groups.
    pub fn has_units(&self) -> bool {
        self.duplicates.is_some() || self.groups.is_some()
    }

    /// Returns the paths of all files.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        let verticals = self.verticals.as_ref();
        let others = [
            self.duplicates.as_ref(),
            self.groups.as_ref(),
            self.probabilities.as_ref(),
            self.intent_types.as_ref(),
            verticals.map(|verticals| &verticals.probabilities),
            verticals.and_then(|verticals| verticals.documents.as_ref()),
        ];
        std::iter::once(&self.qrels).chain(others.into_iter().flatten())
    }

    /// Reads the judgments of the topics that `keep` selects, or of all topics if `keep` is `None`.
    pub(crate) fn read(&self, keep: Option<&KeepTopics<'_>>) -> Result<ReadJudgments, LoadError> {
        if self.by_intent {
            let (qrels, intents) = read_by_intent(self, keep)?;
            return Ok(ReadJudgments { qrels, units: None, intents: Some(intents) });
        }
        let mut qrels = Qrels::read(&self.qrels, &self.format)?;
        // Units are read before `keep` removes topics, because the files of units may contain any topic of
        // the judgments.
        let mut units = None;
        if self.has_units() {
            let contents = |path: &Option<PathBuf>| path.as_deref().map(read).transpose();
            let (duplicates, groups) = (contents(&self.duplicates)?, contents(&self.groups)?);
            let duplicates = self.duplicates.as_deref().zip(duplicates.as_deref());
            let groups = self.groups.as_deref().zip(groups.as_deref());
            let (topic_units, copies) = parse_units(&qrels, &self.format, duplicates, groups)?;
            (units, qrels) = (Some(topic_units), qrels.with_copies(copies));
        }
        if let Some(keep) = keep {
            let is_kept = keep(&qrels.topics().map(JudgedTopic::name).collect::<Vec<_>>())?;
            qrels.keep(&is_kept);
            units = units.map(|units| only_kept(units, &is_kept));
        }
        Ok(ReadJudgments { qrels, units, intents: None })
    }

    /// Reads the judgments of the topics that `keep` selects (`None`: all topics), as a collection without
    /// runs. Then reads `runs` and joins them with the judgments. `documents` decides which documents of a
    /// run are kept, but if the judgments have units of relevance, exactly the judged documents are kept.
    ///
    /// # Errors
    /// If a file cannot be read or is not in the expected format, if the file of probabilities has a topic but not
    /// all of its judged intents, if the file of verticals lacks a judged intent, or if `keep` refuses the
    /// topics.
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
        Ok(JoinedRuns { qrels, judgments, units, intents, runs, unscored })
    }
}

/// Returns the values of the topics for which `is_kept` is true. Both lists have an entry for each topic.
pub(crate) fn only_kept<T>(values: Vec<T>, is_kept: &[bool]) -> Vec<T> {
    values.into_iter().zip(is_kept).filter(|(_, is_kept)| **is_kept).map(|(value, _)| value).collect()
}
