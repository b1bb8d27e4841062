//! What is scored: judgments and runs, and whether they hold what the measures need.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rejudge_collections::{
    IntentFiles, JoinedRuns, JudgedTopic, KeepTopics, LoadError, Qrels, ReadRun, Reading, UnitFiles,
    join_runs_by_intent, join_runs_with_units, read,
};
use rejudge_descriptor::{ExtraColumns, QrelsFormat, RepeatedDocuments};
use rejudge_metrics::{Gains, Verdict};
use rejudge_pools::{IntentJudgments, JoinedRun, Levels, NoLevels, NothingToInfer, TestCollection, View};

use rejudge_spec::Rules;

use rejudge_frame::Format;

use super::format::has_rows;
use super::{EvalError, IS_SUMMARY, SUMMARY, TopicChoice, Wanted, wrong_judgments, wrong_runs};

/// The judgments' files.
#[derive(Clone, Debug)]
pub enum Judgments {
    /// A document has one judgment for a topic.
    Plain {
        /// The judgments.
        qrels: PathBuf,
        /// How they are written.
        format: QrelsFormat,
        /// Duplicates and groups of documents.
        units: UnitFiles,
    },
    /// A document has a judgment for each intent of a topic.
    ByIntent(IntentFiles),
}

impl Judgments {
    pub(crate) fn qrels(&self) -> &PathBuf {
        match self {
            Self::Plain { qrels, .. } => qrels,
            Self::ByIntent(files) => &files.qrels,
        }
    }
}

/// The files.
#[derive(Clone, Debug)]
pub struct Files {
    /// The judgments.
    pub judgments: Judgments,
    /// The runs.
    pub runs: Vec<PathBuf>,
    /// What becomes of text after a run's tag.
    pub extra_columns: ExtraColumns,
    /// What becomes of a document that a run has twice for a topic.
    pub repeated: RepeatedDocuments,
    /// The topics that are scored; `None`: all of the judgments.
    pub topics: Option<TopicChoice>,
}

impl Files {
    /// What is wrong with one of them.
    pub(super) fn wrong(&self, error: LoadError) -> EvalError {
        match error {
            LoadError::Topics(_) => error.into(),
            LoadError::Format(error) if error.path == *self.judgments.qrels() => {
                wrong_judgments(error.into())
            }
            LoadError::Format(error) if !self.runs.contains(&error.path) => error.into(),
            error => wrong_runs(error),
        }
    }

    /// Takes the topics that are not chosen out of the judgments.
    ///
    /// # Errors
    /// When one that is chosen is in neither the judgments nor the runs.
    pub(crate) fn choose(&self, qrels: &mut Qrels, reading: &Reading) -> Result<(), EvalError> {
        let Some(choice) = &self.topics else { return Ok(()) };
        let names: Vec<&str> = qrels.topics().map(JudgedTopic::name).collect();
        let is_kept = choice.keep(&names, self, reading).map_err(|error| self.wrong(error))?;
        qrels.keep(&is_kept);
        Ok(())
    }

    /// Refuses standard input twice, and folders.
    pub(super) fn check(&self) -> Result<(), EvalError> {
        let stdin =
            self.runs.iter().chain([self.judgments.qrels()]).filter(|path| path.as_os_str() == "-").count();
        if stdin > 1 {
            return Err(EvalError::Usage("standard input (`-`) can be read once only".to_owned()));
        }
        if let Some(folder) = self.runs.iter().find(|path| path.is_dir()) {
            let folder = folder.display();
            return Err(EvalError::Data(format!(
                "{folder}: a folder, expected run files (as in {folder}/*)"
            )));
        }
        Ok(())
    }
}

/// Judgments and runs in memory.
#[derive(Debug)]
pub struct Input {
    /// Where the judgments came from.
    pub qrels: PathBuf,
    /// The judgments, as a collection without runs.
    pub judgments: TestCollection,
    /// The runs, of which only what measures look at is kept.
    pub runs: Vec<ReadRun<JoinedRun>>,
    /// All judgments, in units where documents are duplicates or relevant together.
    pub view: View,
    /// Judgments by intent, where there are some; `view` then holds a document's highest level for any
    /// intent.
    pub intents: Option<IntentJudgments>,
    /// The highest level of a judgment or a group.
    highest_level: u8,
    /// True if a document is in the pool without a judgment.
    has_pooled: bool,
    /// Topics that are chosen and have no judgments.
    pub(crate) unjudged: Vec<String>,
}

impl Input {
    /// Reads the files.
    pub fn load(files: &Files, rules: &Rules) -> Result<Self, EvalError> {
        files.check()?;
        let reading = Reading { repeated: files.repeated, ..rules.reading(files.extra_columns) };
        let data = |error| files.wrong(error);
        let keep = files.topics.as_ref().map(|choice| |names: &[&str]| choice.keep(names, files, &reading));
        let keep = keep.as_ref().map(|keep| keep as &KeepTopics<'_>);
        let joined = match &files.judgments {
            Judgments::Plain { qrels, format, units } => {
                join_runs_with_units(qrels, format, units, &files.runs, &reading, keep)
            }
            Judgments::ByIntent(by_intent) => join_runs_by_intent(by_intent, &files.runs, &reading, keep),
        };
        let JoinedRuns { judgments, units, intents, runs } = joined.map_err(data)?;
        let full = View::full(&judgments);
        let view = match units {
            Some(units) => full.with_units(&judgments, Arc::new(units)),
            None => full,
        };
        let qrels = files.judgments.qrels().clone();
        Ok(Self::new(qrels, judgments, runs, view, intents).of_choice(files))
    }

    /// Notes which topics of the choice have no judgments.
    pub(crate) fn of_choice(mut self, files: &Files) -> Self {
        if let Some(choice) = &files.topics {
            let judged = self.judgments.topics().iter().map(|topic| topic.name.as_str()).collect();
            self.unjudged = choice.names_beside(&judged).map(str::to_owned).collect();
        }
        self
    }

    /// Judgments that are in memory, without runs; `qrels` is what messages call them.
    pub fn of_judgments(qrels: PathBuf, judgments: TestCollection) -> Self {
        let view = View::full(&judgments);
        Self::new(qrels, judgments, Vec::new(), view, None)
    }

    fn new(
        qrels: PathBuf,
        judgments: TestCollection,
        runs: Vec<ReadRun<JoinedRun>>,
        view: View,
        intents: Option<IntentJudgments>,
    ) -> Self {
        let verdicts = || judgments.topics().iter().flat_map(|topic| &topic.verdicts);
        let highest = |topic: usize| view.ideal(topic).first().copied();
        let highest_level = (0..judgments.topics().len()).filter_map(highest).max().unwrap_or(0);
        let has_pooled = verdicts().any(|&verdict| verdict == Verdict::Pooled);
        let unjudged = Vec::new();
        Self { qrels, judgments, runs, view, intents, highest_level, has_pooled, unjudged }
    }

    /// Refuses a topic with the name of the summary where rows of both are to be written.
    pub fn check_topics(&self, format: Format, per_topic: bool) -> Result<(), EvalError> {
        let is_summary = |name: &str| name == SUMMARY;
        if !per_topic || !has_rows(format) || !self.judgments.topics().iter().any(|t| is_summary(&t.name)) {
            return Ok(());
        }
        // Standard input can be read once only.
        let text = if self.qrels.as_os_str() == "-" { None } else { read(&self.qrels).ok() };
        let text = text.as_deref().map(String::from_utf8_lossy).unwrap_or_default();
        let line = text.lines().position(|line| line.split_whitespace().next().is_some_and(is_summary));
        let line = line.map(|line| format!(":{}", line + 1)).unwrap_or_default();
        Err(EvalError::Data(format!("{}{line}: {IS_SUMMARY}", self.qrels.display())))
    }

    /// Whether the judgments hold what the measures need. `as_trec_eval`: infAP is printed in any case, as
    /// trec_eval does.
    pub fn check(&self, wanted: &Wanted, rules: &Rules, as_trec_eval: bool) -> Result<(), EvalError> {
        self.held().check(wanted, rules, as_trec_eval)
    }

    fn held(&self) -> Held<'_> {
        let (highest, by_intent) = (self.highest(), self.intents.is_some());
        Held { qrels: &self.qrels, highest, has_pooled: self.has_pooled, by_intent }
    }

    /// The highest level of people and of whoever judges in their place.
    pub fn highest(&self) -> u8 {
        self.highest_level.max(self.view.levels().map_or(0, Levels::highest))
    }

    /// The gains of the levels of the judgments; labels that are gains say what they are themselves.
    pub(super) fn gains(&self, wanted: &Wanted, rules: &Rules) -> Result<Gains, EvalError> {
        let usage = |error: NoLevels| EvalError::Usage(error.to_string());
        NoLevels::refuse(&wanted.metrics, rules.min_rel.get(), &self.view).map_err(usage)?;
        if let Some(gains) = self.view.gains() {
            return Ok(gains.clone());
        }
        self.held().gains(rules)
    }
}

/// What judgments hold, as far as measures and rules ask for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held<'a> {
    /// Where they came from.
    pub qrels: &'a Path,
    /// The highest level of a judgment.
    pub highest: u8,
    /// True if a document is in the pool without a judgment.
    pub has_pooled: bool,
    /// True if they are by intent.
    pub by_intent: bool,
}

impl Held<'_> {
    /// As [`Input::check`].
    pub fn check(&self, wanted: &Wanted, rules: &Rules, as_trec_eval: bool) -> Result<(), EvalError> {
        let (path, highest) = (self.qrels.display(), self.highest);
        let lacks = |what: String| Err(EvalError::Data(format!("{path}: {what}")));
        if rules.min_rel.get() > highest.max(1) {
            let level = rules.min_rel;
            return lacks(format!(
                "no document is of level {level} or above, which min-rel asks for; the highest level is {highest}"
            ));
        }
        for metric in &wanted.metrics {
            if metric.family().is_by_intent() && !self.by_intent {
                return lacks(format!(
                    "{metric} needs judgments by intent, which --by-intent reads where the second column is one"
                ));
            }
            if let Some(level) = metric.rel().filter(|&level| level > highest.max(1)) {
                return lacks(format!(
                    "no document is of level {level} or above, which {metric} asks for; the highest level is {highest}"
                ));
            }
            let is_asked_for = wanted.named().any(|(named, _)| named == metric) && !as_trec_eval;
            if is_asked_for && let Err(error) = NothingToInfer::refuse([metric], self.has_pooled) {
                return lacks(error.to_string());
            }
        }
        Ok(())
    }

    /// The gains of the levels.
    pub fn gains(&self, rules: &Rules) -> Result<Gains, EvalError> {
        let highest = self.highest;
        let gains = rules.gains.of(highest);
        // Linear and exponential gains of judgments without a relevant document go to level 1.
        if highest > gains.top_level() {
            let (path, text, last) = (self.qrels.display(), &rules.gains, gains.top_level());
            return Err(EvalError::Data(format!(
                "{path}: a document is of level {highest}, but the gains ({text}) end at level {last}"
            )));
        }
        Ok(gains)
    }
}
