//! Reads the judgments and runs that are scored, and checks that they have what the measures need.

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
use rejudge_pools::{IntentJudgments, JoinedRun, Levels, NothingToInfer, Scorers, TestCollection, View};

use rejudge_experiment::spec::Rules;

use super::own_files::check_stdin;
use super::{EvalError, RequestedMeasures, TopicChoice};

/// The files of judgments and runs, and how they are read.
#[derive(Clone, Debug)]
pub struct InputFiles {
    pub judgments: JudgmentFiles,
    pub runs: Vec<PathBuf>,
    /// Other files that must not be overwritten: the lists of names by which runs were chosen, and the files
    /// of the runs that are left out.
    pub choice_files: Vec<PathBuf>,
    /// The options for reading runs. The rules of the evaluation, such as the order of equal scores, are
    /// added to them.
    pub reading: Reading,
    /// The topics that are scored. If this is `None`, all judged topics are scored.
    pub topics: Option<TopicChoice>,
}

impl InputFiles {
    /// Reads the judgments on the chosen topics.
    ///
    /// # Errors
    /// If a file is wrong, if the judgments are by intent or have units (`option` works with neither), or if
    /// [`TopicChoice::choose`] refuses the choice of topics.
    fn document_qrels(&self, option: &str, reading: &Reading) -> Result<Qrels, EvalError> {
        let JudgmentFiles { qrels, format, by_intent, .. } = &self.judgments;
        if *by_intent || self.judgments.has_units() {
            let message = format!("{option} cannot be used with intents, duplicates or groups of documents");
            return Err(EvalError::Usage(message));
        }
        let mut qrels = Qrels::read(qrels, format)?;
        if let Some(choice) = &self.topics {
            let names: Vec<&str> = qrels.topics().map(JudgedTopic::name).collect();
            let is_chosen = choice.choose(&names, self, reading)?;
            qrels.keep(&is_chosen);
        }
        Ok(qrels)
    }

    /// Returns the paths of all of these files, which must not be overwritten.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        let topics = self.topics.as_ref().and_then(TopicChoice::file);
        self.runs.iter().chain(&self.choice_files).chain(topics).chain(self.judgments.paths())
    }

    /// Refuses standard input if it is named twice, and folders among the runs.
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
    /// The file of the judgments, for messages.
    pub qrels: PathBuf,
    /// The judgments as a collection, which usually has no runs.
    pub judgments: Arc<TestCollection>,
    /// The runs, reduced to the parts that measures need.
    pub runs: Arc<[ReadRun]>,
    /// The judgments that are used: all of them, unless [`Input::with_view`] replaced them. If documents are
    /// duplicates or relevant only together, these are judgments of units.
    pub view: View,
    /// The judgments by intent, if there are any. In that case `view` gives each document its highest level for
    /// any intent.
    pub intents: Option<Arc<IntentJudgments>>,
    /// The highest level of any judgment or unit in the files.
    highest_in_files: u8,
    /// The chosen topics that have no judgments.
    pub(crate) unjudged: Vec<String>,
    /// The parts of the files that are not scored.
    pub(crate) unscored: Vec<Unscored>,
}

impl Input {
    /// Reads the files. We keep only `documents` of each run. These must include the documents that the
    /// scores need ([`RequestedMeasures::documents`]).
    ///
    /// # Errors
    /// If a file is wrong, standard input is named twice, or the choice of topics does not fit the files.
    pub fn load(files: &InputFiles, rules: &Rules, documents: KeptDocuments) -> Result<Self, EvalError> {
        Ok(Self::load_with_ids(files, rules, documents)?.0)
    }

    /// Like [`Input::load`], but also returns the judgments with the ids of their documents.
    pub(super) fn load_with_ids(
        files: &InputFiles,
        rules: &Rules,
        documents: KeptDocuments,
    ) -> Result<(Self, Qrels), EvalError> {
        files.check()?;
        let reading = rules.reading(files.reading);
        let choose =
            files.topics.as_ref().map(|choice| |names: &[&str]| choice.choose(names, files, &reading));
        let choose = choose.as_ref().map(|choose| choose as &KeepTopics<'_>);
        let JoinedRuns { qrels, judgments, units, intents, runs, unscored } =
            files.judgments.join_runs(&files.runs, &reading, choose, documents)?;
        let full = View::full(&judgments);
        let view = match units {
            Some(units) => full.with_units(&judgments, Arc::new(units)),
            None => full,
        };
        let path = files.judgments.qrels.clone();
        let input = Self::new(path, judgments, runs, view, intents);
        Ok((input.with_unscored(unscored).with_unjudged_topics(files), qrels))
    }

    /// Reads files into a collection with a number for each document, and with the runs sorted by name. If
    /// there is another judge, its labels are used for documents that are not in people's judgments, on the
    /// topics that people judged.
    ///
    /// # Errors
    /// If a file is wrong, standard input is named twice, the judgments are by intent or have units, two runs have
    /// the same name, or the choice of topics does not fit the files.
    pub fn load_numbered(
        files: &InputFiles,
        judge: Option<&JudgeFile>,
        rules: &Rules,
    ) -> Result<Self, EvalError> {
        files.check()?;
        let reading = rules.reading(files.reading);
        let mut qrels = files.document_qrels("--bounds", &reading)?;
        if let Some(judge) = judge {
            qrels = labels(judge)?.fill(qrels)?;
        }
        let teams = TeamFiles { teams: TeamChoice::OneEach, ..TeamFiles::default() };
        Ok(Self::numbered(files, &qrels, &teams, &reading, rules)?.0)
    }

    /// Like [`Input::load_numbered`], but the runs have teams, and documents below the rules' `max-rank`, which
    /// are not scored, are still contributions to the pool. Also returns the source of the teams.
    ///
    /// # Errors
    /// As [`Input::load_numbered`], and if a run is not in a table of `teams`.
    pub fn load_with_teams(
        files: &InputFiles,
        teams: &TeamFiles,
        rules: &Rules,
    ) -> Result<(Self, TeamChoice), EvalError> {
        files.check()?;
        let reading = Reading { max_rank: usize::MAX, ..rules.reading(files.reading) };
        let qrels = files.document_qrels("rescore", &reading)?;
        Self::numbered(files, &qrels, teams, &reading, rules)
    }

    /// Reads the runs into a collection with the judgments `qrels`, and joins them down to the rules'
    /// `max-rank`.
    fn numbered(
        files: &InputFiles,
        qrels: &Qrels,
        teams: &TeamFiles,
        reading: &Reading,
        rules: &Rules,
    ) -> Result<(Self, TeamChoice), EvalError> {
        let path = &files.judgments.qrels;
        let NumberedRuns { collection, teams, unscored, .. } =
            load_numbered(qrels, path, &files.runs, teams, reading)?;
        let runs = collection.runs().iter().enumerate().map(|(index, run)| {
            ReadRun::new(run.name.clone(), JoinedRun::new(&collection, index, rules.depth()))
        });
        let runs = runs.collect();
        let input = Self::from_judgments(path.clone(), collection).with_runs(runs);
        Ok((input.with_unscored(unscored).with_unjudged_topics(files), teams))
    }

    /// Reads the runs, and the labels of another judge instead of people's judgments. The labels must be
    /// levels on people's scale, unless the judge has a highest level of its own.
    ///
    /// # Errors
    /// If a file is wrong, people's judgments are by intent or have units, or the choice of topics does not
    /// fit the files.
    pub fn load_judge(files: &InputFiles, judge: &JudgeFile, rules: &Rules) -> Result<Self, EvalError> {
        let reading = rules.reading(files.reading);
        let people = files.document_qrels("--judge", &reading)?;
        let mut qrels = labels(judge)?.as_qrels(&people)?;
        if let Some(choice) = &files.topics {
            let is_chosen: Vec<bool> = qrels.topics().map(|topic| choice.contains(topic.name())).collect();
            qrels.keep(&is_chosen);
        }
        let (runs, unscored) = join_runs(&qrels, &files.runs, &reading, KeptDocuments::Judged)?;
        let input = Self::from_judgments(judge.file.clone(), judged(&qrels)).with_runs(runs);
        Ok(input.with_unscored(unscored))
    }

    /// Returns a remark if people's highest level differs from the highest level of `judge`, because graded
    /// measures and min-rel depend on the levels. Returns `None` if people's labels or the judge's are gains.
    pub fn other_scale(&self, judge: &Self) -> Option<String> {
        let are_levels = self.view.gains().is_none() && judge.view.gains().is_none();
        let (people, judge) = (self.highest(), judge.highest());
        (are_levels && people != judge).then(|| {
            format!(
                "the judge's highest level is {judge} and people's is {people}: levels are not rescaled, so graded measures \
                 and min-rel may mean different things for people and for the judge"
            )
        })
    }

    /// Records the chosen topics that have no judgments.
    fn with_unjudged_topics(mut self, files: &InputFiles) -> Self {
        if let Some(choice) = &files.topics {
            let judged = self.judgments.topics().map(|topic| topic.name).collect();
            self.unjudged = choice.names_missing_from(&judged).map(str::to_owned).collect();
        }
        self
    }

    /// Makes an input from judgments, without runs. `qrels` is the file that messages name.
    pub fn from_judgments(qrels: PathBuf, judgments: TestCollection) -> Self {
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

    /// Replaces the judgments, for example by a sample of them.
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
        let highest_in_files = (0..judgments.topics().len()).filter_map(highest).max().unwrap_or(0);
        Self {
            qrels,
            judgments: Arc::new(judgments),
            runs: runs.into(),
            view,
            intents: intents.map(Arc::new),
            highest_in_files,
            unjudged: Vec::new(),
            unscored: Vec::new(),
        }
    }

    /// Returns an error if the judgments lack something that the measures need. infAP needs withheld
    /// judgments. If `as_trec_eval` is true, infAP is allowed without them, because trec_eval always prints
    /// it.
    pub fn check(
        &self,
        measures: &RequestedMeasures,
        rules: &Rules,
        as_trec_eval: bool,
    ) -> Result<(), EvalError> {
        self.check_rules(measures, rules)?;
        if let Some(error) = measures.metrics.iter().find_map(|metric| self.unreached(metric.rel(), metric)) {
            return self.data_error(error);
        }
        if as_trec_eval { Ok(()) } else { self.check_inferred(measures) }
    }

    /// Like [`Input::check`], but a measure may need a level that no document has. Its score is then 0, and
    /// [`Input::unreached_levels`] returns a sentence about it.
    pub fn check_leniently(&self, measures: &RequestedMeasures, rules: &Rules) -> Result<(), EvalError> {
        self.check_rules(measures, rules)?;
        self.check_inferred(measures)
    }

    /// Returns a sentence for each measure that needs a level that no document has.
    pub fn unreached_levels(&self, measures: &RequestedMeasures) -> Vec<String> {
        let unreached = measures.metrics.iter().filter_map(|metric| self.unreached(metric.rel(), metric));
        unreached.map(|sentence| format!("{}: {sentence}: scored 0", self.qrels.display())).collect()
    }

    /// Returns the highest level of the judgments, including the levels of a judge that replaces people in
    /// `view`.
    pub fn highest(&self) -> u8 {
        self.highest_in_files.max(self.view.levels().map_or(0, Levels::highest))
    }

    /// Prepares the measures for the levels of the judgments.
    ///
    /// # Errors
    /// If a measure does not fit the levels or the rules.
    pub fn scorers(&self, measures: &RequestedMeasures, rules: &Rules) -> Result<Scorers, EvalError> {
        let (gains, max_rank) = (self.gains(measures, rules)?, rules.max_rank.map(NonZeroU32::get));
        Scorers::new(&measures.metrics, &gains, rules.min_rel.get(), max_rank)
            .map_err(|error: ScorerError| EvalError::Usage(error.to_string()))
    }

    /// Returns the gain of each level of the judgments: the gains of the judgments if they have any,
    /// otherwise those of the rules.
    ///
    /// # Errors
    /// If the rules or the measures do not fit the judgments, or the rules have no gain for a level of the
    /// judgments.
    pub(super) fn gains(&self, measures: &RequestedMeasures, rules: &Rules) -> Result<Gains, EvalError> {
        self.refuse_levels(measures, rules)?;
        if let Some(gains) = self.view.gains() {
            return Ok(gains.clone());
        }
        let highest = self.highest();
        // Linear and exponential gains reach at least level 1, even if no document is relevant.
        let gains = rules.gains.up_to(highest);
        if highest > gains.top_level() {
            let (path, text, last) = (self.qrels.display(), &rules.gains, gains.top_level());
            return Err(EvalError::Data(format!(
                "{path}: a document has level {highest}, but the gains ({text}) end at level {last}"
            )));
        }
        Ok(gains)
    }

    fn refuse_levels(&self, measures: &RequestedMeasures, rules: &Rules) -> Result<(), EvalError> {
        let refused = rules.refuse_levels(&measures.metrics, &self.view);
        refused.map_err(|error| EvalError::Usage(error.to_string()))
    }

    fn check_rules(&self, measures: &RequestedMeasures, rules: &Rules) -> Result<(), EvalError> {
        self.refuse_levels(measures, rules)?;
        if let Some(error) = self.unreached(Some(rules.min_rel.get()), &"min-rel") {
            return self.data_error(error);
        }
        let by_intent = measures.metrics.iter().find(|metric| metric.family().is_by_intent());
        match by_intent.filter(|_| self.intents.is_none()) {
            None => Ok(()),
            Some(metric) => self.data_error(format!(
                "{metric} needs judgments by intent, which --by-intent reads from the second column"
            )),
        }
    }

    /// Returns a sentence if `requirer` (a rule or a measure) requires `level`, but no document has this
    /// level or a higher one. Level 1 is never reported, because qrels without a relevant document are
    /// allowed.
    fn unreached(&self, level: Option<u8>, requirer: &dyn Display) -> Option<String> {
        let highest = self.highest();
        let level = level.filter(|&level| level > highest.max(1))?;
        Some(format!(
            "no document has level {level} or above, which {requirer} requires; the highest level is {highest}"
        ))
    }

    /// Refuses infAP if it was requested by name although no judgments are withheld. As a part of a set, it
    /// is computed.
    fn check_inferred(&self, measures: &RequestedMeasures) -> Result<(), EvalError> {
        let named_metrics = measures.named().map(|(metric, _)| metric);
        // The files may withhold no judgments, but a manipulation may have withheld some in the view.
        NothingToInfer::check(named_metrics, self.view.withholds()).or_else(|error| {
            let others =
                if measures.metrics.len() > 1 { "; leave it out to compute the other measures" } else { "" };
            self.data_error(format!("{error}{others}"))
        })
    }

    /// Returns an error about the judgments.
    fn data_error(&self, message: String) -> Result<(), EvalError> {
        Err(EvalError::Data(format!("{}: {message}", self.qrels.display())))
    }
}

/// Reads another judge's labels. They are on people's scale, unless the judge has a highest level of its own.
fn labels(judge: &JudgeFile) -> Result<JudgeBytes<'_>, EvalError> {
    Ok(JudgeBytes::read("judge", judge, Path::new(""))?)
}
