//! Means of runs whose topics are scored as they pass: of a run there is a number for each topic and measure
//! while it is read, and then its summary. Neither the runs nor their documents are held, and judgments are
//! packed.
//!
//! What asks for topics one by one, or for runs side by side, holds them: [`Scores`](crate::Scores). Both give
//! the same numbers, notes and errors.

use std::num::NonZeroU32;

use rejudge_collections::{LoadError, PackedQrels, PassingTopics, Reading, UnitFiles, pass_runs};
use rejudge_metrics::Metric;
use rejudge_pools::{DocIx, PassingScorer, Scorers, TopicIx};
use rejudge_spec::{NoRelevant, Rules, TopicRule};

use crate::format::{Format, Spread};
use crate::input::Held;
use crate::notes::{Few, Noted, NotedRun};
use crate::{EvalError, Files, Judgments, Wanted, scores};

/// The summaries of runs.
#[derive(Clone, Debug)]
pub struct Summaries {
    /// The measures.
    pub metrics: Vec<Metric>,
    /// The runs.
    pub runs: Vec<RunSummary>,
    /// What notes are made of.
    pub(crate) noted: Noted,
}

/// The summary of a run.
#[derive(Clone, Debug)]
pub struct RunSummary {
    /// Its name.
    pub name: String,
    /// Over how many topics it is.
    pub counted: usize,
    /// The summary by each measure.
    pub all: Vec<f64>,
    /// How the scores of topics differ, by measure; none where the form does not round by that.
    pub(crate) spreads: Vec<Spread>,
}

impl Summaries {
    /// Reads the files and scores the runs with the measures that are wanted, for what `format` writes of
    /// summaries. `None` where runs have to be held: judgments by intent, units, topics that all runs have.
    ///
    /// # Errors
    /// As reading all files, and then checking and scoring what they hold.
    pub fn of(
        files: &Files,
        wanted: &Wanted,
        rules: &Rules,
        format: Format,
    ) -> Result<Option<Self>, EvalError> {
        let Judgments::Plain { qrels: path, format: written, units } = &files.judgments else {
            return Ok(None);
        };
        let is_by_intent = wanted.metrics.iter().any(|metric| metric.family().is_by_intent());
        if *units != UnitFiles::default() || rules.topics == TopicRule::Intersection || is_by_intent {
            return Ok(None);
        }
        files.check()?;
        let data = |error: LoadError| files.wrong(error);
        let qrels = PackedQrels::read(path, written).map_err(data)?;
        let held =
            Held { qrels: path, highest: qrels.highest(), has_pooled: qrels.has_pooled(), by_intent: false };
        // What is wrong with the files is said first.
        let checked = held.check(wanted, rules, format == Format::TREC_EVAL);
        let scorers = held.gains(rules).and_then(|gains| {
            let max_rank = rules.max_rank.map(NonZeroU32::get);
            Scorers::new(&wanted.metrics, &gains, rules.min_rel.get(), max_rank)
                .map_err(|error| EvalError::Usage(error.to_string()))
        });
        let scorer = scorers.as_ref().ok().filter(|_| checked.is_ok()).and_then(PassingScorer::new);
        let by_bytes = format.sums_by_bytes().then(|| by_bytes(&qrels));
        let room = || Passing {
            qrels: &qrels,
            metrics: &wanted.metrics,
            rules,
            order: by_bytes.as_deref(),
            rounds: format.rounds(),
            scorer: scorer.clone(),
            scores: Vec::new(),
            undefined: Vec::new(),
            retrieved: Vec::new(),
            is_judged: false,
        };
        let reading = Reading { repeated: files.repeated, ..rules.reading(files.extra_columns) };
        let passed = pass_runs(&qrels, &files.runs, &reading, room).map_err(data)?;
        checked?;
        let first = if qrels.topics() == 0 { "" } else { qrels.name(0) };
        if let Some(stranger) = passed.iter().find(|run| run.kept.is_stranger) {
            return Err(scores::stranger(path, &stranger.name, first));
        }
        scorers?;
        if (0..qrels.topics()).all(|topic| !counts(&qrels, rules, topic)) {
            return Err(scores::none_counts(path));
        }
        if let Some(empty) = passed.iter().find(|run| run.kept.counted == 0) {
            return Err(scores::none_of_run(path, &empty.name));
        }
        let dropped = (0..qrels.topics()).filter(|&topic| !counts(&qrels, rules, topic));
        let first = passed.first().map(|run| &run.kept);
        let noted = Noted {
            counted: first.map_or(0, |kept| kept.counted),
            same: passed.iter().all(|run| Some(&run.kept.own) == first.map(|first| &first.own)),
            dropped: Few::of(dropped.map(|topic| qrels.name(topic))),
            undefined: first.map_or(Vec::new(), |kept| kept.undefined.clone()),
            runs: passed.iter().map(|run| run.kept.noted(&run.name)).collect(),
        };
        let summary = |run: rejudge_collections::PassedRun<Kept>| RunSummary {
            name: run.name,
            counted: run.kept.counted,
            all: run.kept.all,
            spreads: run.kept.spreads,
        };
        let runs = passed.into_iter().map(summary).collect();
        Ok(Some(Self { metrics: wanted.metrics.clone(), runs, noted }))
    }
}

/// Whether a topic of the judgments counts, as far as what is relevant for it decides.
fn counts(qrels: &PackedQrels, rules: &Rules, topic: TopicIx) -> bool {
    rules.no_relevant == NoRelevant::Zero || qrels.judgments(topic).relevant(rules.min_rel.get()) > 0
}

/// The topics in the order of the bytes of their names, where that is another than their own.
fn by_bytes(qrels: &PackedQrels) -> Vec<u32> {
    let mut order: Vec<u32> = (0..qrels.topics() as u32).collect();
    order.sort_by_key(|&topic| qrels.name(topic as usize).as_bytes());
    order
}

/// A run as it passes.
struct Passing<'a> {
    qrels: &'a PackedQrels,
    metrics: &'a [Metric],
    rules: &'a Rules,
    /// In which order the topics are summed up, where it is not their own.
    order: Option<&'a [u32]>,
    /// Whether summaries are rounded by how the scores of topics differ.
    rounds: bool,
    /// `None` where there will be no scores, since something is wrong.
    scorer: Option<PassingScorer<'a>>,
    /// Measure by measure, by topic; 0 where there is none.
    scores: Vec<f64>,
    /// By measure the topics on which it is undefined.
    undefined: Vec<Vec<u32>>,
    /// A bit for each topic that was retrieved.
    retrieved: Vec<u64>,
    /// Whether a document that was retrieved has a verdict.
    is_judged: bool,
}

/// What stays of a run.
struct Kept {
    counted: usize,
    /// A bit for each topic that counts, where runs have topics of their own.
    own: Option<Vec<u64>>,
    all: Vec<f64>,
    spreads: Vec<Spread>,
    missing: Few,
    undefined: Vec<Few>,
    is_judged: bool,
    is_stranger: bool,
}

impl Kept {
    fn noted(&self, name: &str) -> NotedRun {
        let missing = self.missing.clone();
        NotedRun { name: name.to_owned(), nothing_judged: !self.is_judged, missing }
    }
}

impl Passing<'_> {
    fn has(&self, topic: TopicIx) -> bool {
        self.retrieved[topic / 64] >> (topic % 64) & 1 == 1
    }

    fn score(&mut self, topic: TopicIx, seen: &[(u32, DocIx)], retrieved: u32) {
        let Some(scorer) = &mut self.scorer else { return };
        let topics = self.qrels.topics();
        let scores = scorer.score(self.qrels.judgments(topic), seen, retrieved);
        for (metric, score) in scores.iter().enumerate() {
            self.scores[metric * topics + topic] = score.unwrap_or(0.0);
            if score.is_none() {
                self.undefined[metric].push(topic as u32);
            }
        }
    }

    /// Whether a topic counts for the run.
    fn counts(&self, topic: TopicIx) -> bool {
        (self.rules.topics == TopicRule::Qrels || self.has(topic)) && counts(self.qrels, self.rules, topic)
    }

    /// The scores of the topics that count, in the order in which they are summed up.
    fn counted(&self, metric: usize, is_counted: &[bool]) -> impl Iterator<Item = f64> {
        let topics = self.qrels.topics();
        let scores = &self.scores[metric * topics..(metric + 1) * topics];
        let place = move |at: usize| self.order.map_or(at, |order| order[at] as usize);
        (0..topics).map(place).filter(move |&topic| is_counted[topic]).map(move |topic| scores[topic])
    }
}

impl PassingTopics for Passing<'_> {
    type Kept = Kept;

    fn begin(&mut self) {
        let (topics, measures) = (self.qrels.topics(), self.metrics.len());
        let scores = if self.scorer.is_some() { topics * measures } else { 0 };
        // New zeros take no memory before something else is written over them.
        if self.scores.len() == scores {
            self.scores.fill(0.0);
        } else {
            self.scores = vec![0.0; scores];
        }
        self.undefined.clear();
        self.undefined.resize(measures, Vec::new());
        self.retrieved.clear();
        self.retrieved.resize(topics.div_ceil(64), 0);
        self.is_judged = false;
    }

    fn add(&mut self, topic: TopicIx, seen: &[(u32, DocIx)], retrieved: u32) {
        self.retrieved[topic / 64] |= u64::from(retrieved > 0) << (topic % 64);
        self.is_judged |= !seen.is_empty();
        self.score(topic, seen, retrieved);
    }

    fn end(&mut self) -> Kept {
        let topics = self.qrels.topics();
        let is_counted: Vec<bool> = (0..topics).map(|topic| self.counts(topic)).collect();
        for (topic, _) in is_counted.iter().enumerate().filter(|&(_, &counts)| counts) {
            if !self.has(topic) {
                self.score(topic, &[], 0);
            }
        }
        let counted = is_counted.iter().filter(|&&counts| counts).count();
        let bits = |topics: &[bool]| topics.iter().rev().fold(0, |bits, &is_in| bits << 1 | u64::from(is_in));
        let own = (self.rules.topics == TopicRule::Run).then(|| is_counted.chunks(64).map(bits).collect());
        let measures = if self.scorer.is_some() { self.metrics.len() } else { 0 };
        let summary = |metric: usize| self.metrics[metric].summary().of(self.counted(metric, &is_counted));
        let all = (0..measures).map(summary).collect();
        let spread = |metric: usize| Spread::of(&self.counted(metric, &is_counted).collect::<Vec<f64>>());
        let spreads = (0..if self.rounds { measures } else { 0 }).map(spread).collect();
        let undefined = self.undefined.iter_mut().map(|topics| {
            topics.retain(|&topic| is_counted[topic as usize]);
            topics.sort_unstable();
            Few::of(topics.iter().map(|&topic| self.qrels.name(topic as usize)))
        });
        let undefined = undefined.collect();
        let missing = (0..topics).filter(|&topic| !self.has(topic));
        Kept {
            counted,
            own,
            all,
            spreads,
            missing: Few::of(missing.map(|topic| self.qrels.name(topic))),
            undefined,
            is_judged: self.is_judged,
            is_stranger: self.retrieved.iter().all(|&word| word == 0),
        }
    }
}
