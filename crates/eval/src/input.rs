//! Inputs of scoring: judgments and runs, and checks that they contain what the measures need.

use std::fmt::Display;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rejudge_collections::descriptor::JudgeFile;
use rejudge_collections::{
    JoinedRuns, JudgeBytes, JudgedTopic, JudgmentFiles, KeepTopics, KeptDocuments, NumberedRuns, Qrels,
    ReadRun, Reading, TeamChoice, TeamFiles, Unscored, join_runs, judged, load_numbered,
};
use rejudge_metrics::{Gains, ScorerError};
use rejudge_pools::{IntentJudgments, JoinedRun, Levels, NothingToInfer, Run, Scorers, TestCollection, View};

use rejudge_experiment::spec::Rules;

use super::own::check_stdin;
use super::{EvalError, TopicChoice, Wanted};

#[derive(Clone, Debug)]
pub struct Files {
    pub judgments: JudgmentFiles,
    pub runs: Vec<PathBuf>,
    /// The treatment of runs, but for the rules of the evaluation.
    pub reading: Reading,
    /// The topics to score; `None`: all of the judgments.
    pub topics: Option<TopicChoice>,
}

impl Files {
    /// Reads judgments by document, of the chosen topics.
    ///
    /// # Errors
    /// If the judgments are of intents or of units, with which `option` cannot be used, or a chosen topic is in neither
    /// the judgments nor the runs.
    fn by_document(&self, option: &str, reading: &Reading) -> Result<Qrels, EvalError> {
        let JudgmentFiles { qrels, format, by_intent, .. } = &self.judgments;
        if *by_intent || self.judgments.has_units() {
            let message = format!("{option} cannot be used with intents, duplicates or groups of documents");
            return Err(EvalError::Usage(message));
        }
        let mut qrels = Qrels::read(qrels, format)?;
        if let Some(choice) = &self.topics {
            let names: Vec<&str> = qrels.topics().map(JudgedTopic::name).collect();
            let is_kept = choice.keep(&names, self, reading)?;
            qrels.keep(&is_kept);
        }
        Ok(qrels)
    }

    /// Refuses standard input twice, and folders.
    pub(super) fn check(&self) -> Result<(), EvalError> {
        check_stdin(self.runs.iter().chain([&self.judgments.qrels]))?;
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
#[derive(Clone, Debug)]
pub struct Input {
    /// The origin of the judgments.
    pub qrels: PathBuf,
    /// The judgments, as a collection without runs.
    pub judgments: Arc<TestCollection>,
    /// The runs, reduced to the parts that measures need.
    pub runs: Arc<[ReadRun]>,
    /// All judgments, in units if documents are duplicates or relevant together.
    pub view: View,
    /// Judgments by intent, if there are any; `view` then contains a document's highest level for any intent.
    pub intents: Option<Arc<IntentJudgments>>,
    /// The highest level of a judgment or a group.
    highest_level: u8,
    /// Chosen topics without judgments.
    pub(crate) unjudged: Vec<String>,
    /// The parts of the files that are not scored.
    pub(crate) unscored: Vec<Unscored>,
}

impl Input {
    /// Reads the files. Runs keep the `documents` that are needed for their scores, as [`Wanted::documents`] returns them, and for
    /// whatever else is done with them.
    ///
    /// # Errors
    /// If a file is wrong.
    pub fn load(files: &Files, rules: &Rules, documents: KeptDocuments) -> Result<Self, EvalError> {
        files.check()?;
        let reading = rules.reading(files.reading);
        let keep = files.topics.as_ref().map(|choice| |names: &[&str]| choice.keep(names, files, &reading));
        let keep = keep.as_ref().map(|keep| keep as &KeepTopics<'_>);
        let JoinedRuns { judgments, units, intents, runs, unscored } =
            files.judgments.join_runs(&files.runs, &reading, keep, documents)?;
        let full = View::full(&judgments);
        let view = match units {
            Some(units) => full.with_units(&judgments, Arc::new(units)),
            None => full,
        };
        let qrels = files.judgments.qrels.clone();
        let input = Self::new(qrels, judgments, runs, view, intents);
        Ok(input.with_unscored(unscored).of_choice(files))
    }

    /// Reads files by document: the judgments of the input are a collection that has the runs, in the order of their
    /// names, and a number for every document. The labels of another judge are added for the documents of people's
    /// topics that people did not judge.
    ///
    /// # Errors
    /// If a file is wrong, or the judgments are of intents or of units.
    pub fn load_numbered(files: &Files, judge: Option<&JudgeFile>, rules: &Rules) -> Result<Self, EvalError> {
        files.check()?;
        let reading = rules.reading(files.reading);
        let mut qrels = files.by_document("--bounds", &reading)?;
        if let Some(judge) = judge {
            qrels = labels(judge)?.fill(qrels)?;
        }
        let (path, teams) = (&files.judgments.qrels, TeamChoice::OneEach);
        let teams = TeamFiles { teams, ..TeamFiles::default() };
        let NumberedRuns { collection, unscored, .. } =
            load_numbered(&qrels, path, &files.runs, &teams, &reading)?;
        let join = |(at, run): (usize, &Run)| {
            ReadRun::new(run.name.clone(), JoinedRun::new(&collection, at, rules.depth()))
        };
        let runs = collection.runs().iter().enumerate().map(join).collect();
        let input = Self::of_judgments(path.clone(), collection).with_runs(runs);
        Ok(input.with_unscored(unscored).of_choice(files))
    }

    /// Reads the runs with the judgments of another judge alone, on the scale of people's.
    ///
    /// # Errors
    /// If a file is wrong, or people's judgments are of intents or of units.
    pub fn load_judge(files: &Files, judge: &JudgeFile, rules: &Rules) -> Result<Self, EvalError> {
        let reading = rules.reading(files.reading);
        let people = files.by_document("--judge", &reading)?;
        let mut qrels = labels(judge)?.as_qrels(&people)?;
        if let Some(choice) = &files.topics {
            let is_kept: Vec<bool> = qrels.topics().map(|topic| choice.contains(topic.name())).collect();
            qrels.keep(&is_kept);
        }
        let (runs, unscored) = join_runs(&qrels, &files.runs, &reading, KeptDocuments::Judged)?;
        let input = Self::of_judgments(judge.file.clone(), judged(&qrels)).with_runs(runs);
        Ok(input.with_unscored(unscored))
    }

    /// Returns a remark if the highest level of people's judgments and that of the `judge` differ: graded measures and
    /// min-rel depend on levels.
    pub fn other_scale(&self, judge: &Self) -> Option<String> {
        let are_levels = self.view.gains().is_none() && judge.view.gains().is_none();
        let (people, judge) = (self.highest(), judge.highest());
        (are_levels && people != judge).then(|| {
            format!(
                "the judge's highest level is {judge} and people's is {people}: levels are taken as they are, so that graded \
                 measures and min-rel may mean something else by each"
            )
        })
    }

    /// Records the chosen topics without judgments.
    fn of_choice(mut self, files: &Files) -> Self {
        if let Some(choice) = &files.topics {
            let judged = self.judgments.topics().map(|topic| topic.name).collect();
            self.unjudged = choice.names_beside(&judged).map(str::to_owned).collect();
        }
        self
    }

    /// Makes an input of judgments in memory, without runs; messages call them `qrels`.
    pub fn of_judgments(qrels: PathBuf, judgments: TestCollection) -> Self {
        let view = View::full(&judgments);
        Self::new(qrels, judgments, Vec::new(), view, None)
    }

    /// Replaces the runs.
    #[must_use]
    pub fn with_runs(self, runs: Vec<ReadRun>) -> Self {
        Self { runs: runs.into(), ..self }
    }

    /// Replaces the parts of the files that are not scored.
    #[must_use]
    pub fn with_unscored(self, unscored: Vec<Unscored>) -> Self {
        Self { unscored, ..self }
    }

    /// Replaces the judgments by those of another set.
    #[must_use]
    pub fn with_view(self, view: View) -> Self {
        Self { view, ..self }
    }

    fn new(
        qrels: PathBuf,
        judgments: TestCollection,
        runs: Vec<ReadRun>,
        view: View,
        intents: Option<IntentJudgments>,
    ) -> Self {
        let highest = |topic: usize| view.ideal(topic).first().copied();
        let highest_level = (0..judgments.topics().len()).filter_map(highest).max().unwrap_or(0);
        Self {
            qrels,
            judgments: Arc::new(judgments),
            runs: runs.into(),
            view,
            intents: intents.map(Arc::new),
            highest_level,
            unjudged: Vec::new(),
            unscored: Vec::new(),
        }
    }

    /// Returns an error if the judgments lack something that the measures need. `as_trec_eval`: infAP is printed in any
    /// case, as trec_eval does.
    pub fn check(&self, wanted: &Wanted, rules: &Rules, as_trec_eval: bool) -> Result<(), EvalError> {
        self.check_rules(wanted, rules)?;
        if let Some(what) = wanted.metrics.iter().find_map(|metric| self.unreached(metric.rel(), metric)) {
            return self.lacks(what);
        }
        if as_trec_eval { Ok(()) } else { self.check_inferred(wanted) }
    }

    /// Like [`Input::check`], but a measure may need a level that no document has: its score is then 0, and
    /// [`Input::unreached_levels`] returns a sentence about it.
    pub fn check_leniently(&self, wanted: &Wanted, rules: &Rules) -> Result<(), EvalError> {
        self.check_rules(wanted, rules)?;
        self.check_inferred(wanted)
    }

    /// A sentence for each measure that asks for a level which no document has.
    pub fn unreached_levels(&self, wanted: &Wanted) -> Vec<String> {
        let sentence = |what| format!("{}: {what}: scored 0", self.qrels.display());
        wanted
            .metrics
            .iter()
            .filter_map(|metric| self.unreached(metric.rel(), metric).map(sentence))
            .collect()
    }

    /// Returns the highest level of people and of the judge in their place.
    pub fn highest(&self) -> u8 {
        self.highest_level.max(self.view.levels().map_or(0, Levels::highest))
    }

    /// Resolves the measures for the levels of the judgments.
    ///
    /// # Errors
    /// If a measure does not fit the levels or the rules.
    pub fn scorers(&self, wanted: &Wanted, rules: &Rules) -> Result<Scorers, EvalError> {
        let (gains, max_rank) = (self.gains(wanted, rules)?, rules.max_rank.map(NonZeroU32::get));
        Scorers::new(&wanted.metrics, &gains, rules.min_rel.get(), max_rank)
            .map_err(|error: ScorerError| EvalError::Usage(error.to_string()))
    }

    /// Returns the gains of the levels of the judgments; labels that are gains are used directly.
    pub(super) fn gains(&self, wanted: &Wanted, rules: &Rules) -> Result<Gains, EvalError> {
        self.refuse_levels(wanted, rules)?;
        if let Some(gains) = self.view.gains() {
            return Ok(gains.clone());
        }
        let highest = self.highest();
        let gains = rules.gains.up_to(highest);
        // Linear and exponential gains extend to level 1 if judgments have no relevant document.
        if highest > gains.top_level() {
            let (path, text, last) = (self.qrels.display(), &rules.gains, gains.top_level());
            return Err(EvalError::Data(format!(
                "{path}: a document is of level {highest}, but the gains ({text}) end at level {last}"
            )));
        }
        Ok(gains)
    }

    fn refuse_levels(&self, wanted: &Wanted, rules: &Rules) -> Result<(), EvalError> {
        let refused = rules.refuse_levels(&wanted.metrics, &self.view);
        refused.map_err(|error| EvalError::Usage(error.to_string()))
    }

    fn check_rules(&self, wanted: &Wanted, rules: &Rules) -> Result<(), EvalError> {
        self.refuse_levels(wanted, rules)?;
        if let Some(what) = self.unreached(Some(rules.min_rel.get()), &"min-rel") {
            return self.lacks(what);
        }
        let by_intent = wanted.metrics.iter().find(|metric| metric.family().is_by_intent());
        match by_intent.filter(|_| self.intents.is_none()) {
            None => Ok(()),
            Some(metric) => self.lacks(format!(
                "{metric} needs judgments by intent, which --by-intent reads from the second column"
            )),
        }
    }

    /// Returns a sentence if no document has the level that a rule or measure requires.
    fn unreached(&self, level: Option<u8>, by: &dyn Display) -> Option<String> {
        let highest = self.highest();
        let level = level.filter(|&level| level > highest.max(1))?;
        Some(format!(
            "no document has level {level} or above, which {by} requires; the highest level is {highest}"
        ))
    }

    /// Refuses infAP if no judgments are withheld; as part of a set of measures, it is computed.
    fn check_inferred(&self, wanted: &Wanted) -> Result<(), EvalError> {
        let named = wanted.named().map(|(metric, _)| metric);
        // A manipulation may have withheld judgments that the files have.
        NothingToInfer::refuse(named, self.view.withholds()).or_else(|error| {
            let others =
                if wanted.metrics.len() > 1 { "; without it the other measures can be had" } else { "" };
            self.lacks(format!("{error}{others}"))
        })
    }

    fn lacks(&self, what: String) -> Result<(), EvalError> {
        Err(EvalError::Data(format!("{}: {what}", self.qrels.display())))
    }
}

/// The labels of another judge: four columns, on people's scale unless the judge has its own.
fn labels(judge: &JudgeFile) -> Result<JudgeBytes<'_>, EvalError> {
    Ok(JudgeBytes::read("judge", judge, Path::new(""))?)
}
