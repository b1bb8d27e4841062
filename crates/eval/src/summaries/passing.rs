//! A run that is scored while it is read: of each topic it keeps the scores alone.

use rejudge_collections::{JudgedTopic, Qrels, Retrieved, RunSink};
use rejudge_experiment::spec::{NoRelevant, Rules, TopicRule};
use rejudge_metrics::{Metric, Scorer};
use rejudge_pools::{Buffers, DocIx, JoinedRun, TopicIx};

use super::TopicBits;
use crate::format::Spread;
use crate::notes::{Few, NotedRun};

/// The inputs that all runs share.
pub struct Scored<'a> {
    pub qrels: &'a Qrels,
    pub metrics: &'a [Metric],
    pub rules: &'a Rules,
    /// The order in which the topics are summed, if it is not their own.
    pub order: Option<&'a [u32]>,
    /// True if summaries are rounded by the spread of the topics' scores.
    pub rounds: bool,
}

impl Scored<'_> {
    /// Returns true if a topic of the judgments counts, as far as its relevant documents decide this.
    pub fn counts(&self, topic: JudgedTopic<'_>) -> bool {
        let is_relevant = || topic.for_scoring().relevant(self.rules.min_rel.get()) > 0;
        self.rules.no_relevant == NoRelevant::Zero || is_relevant()
    }
}

/// A run that is being read.
pub struct Passing<'a> {
    by: &'a Scored<'a>,
    /// `None` if there will be no scores because of an error.
    scorer: Option<&'a Scorer>,
    /// Room for one topic, and its score by each measure.
    joined: JoinedRun,
    buffers: Buffers,
    scores: Vec<Option<f64>>,
    /// The scores measure by measure, by topic; 0 if there is none.
    all: Vec<f64>,
    /// The topics on which each measure is undefined.
    undefined: Vec<TopicBits>,
    retrieved: TopicBits,
    /// True if a document that was retrieved has a verdict.
    is_judged: bool,
}

/// The results of a run.
pub struct Kept {
    pub counted: usize,
    /// The topics that count, if runs have topics of their own.
    pub own: Option<TopicBits>,
    pub all: Vec<f64>,
    pub spreads: Vec<Spread>,
    pub undefined: Vec<Few>,
    pub is_stranger: bool,
    missing: Few,
    is_judged: bool,
}

impl Kept {
    /// Returns the facts about the run that notes mention.
    pub fn noted(&self, name: &str) -> NotedRun {
        let missing = self.missing.clone();
        NotedRun { name: name.to_owned(), nothing_judged: !self.is_judged, missing }
    }
}

impl<'a> Passing<'a> {
    /// Makes a sink without a run.
    pub fn new(by: &'a Scored<'a>, scorer: Option<&'a Scorer>) -> Self {
        let (joined, buffers, scores) =
            (JoinedRun::default(), Buffers::default(), vec![None; by.metrics.len()]);
        let (all, undefined, retrieved) = (Vec::new(), Vec::new(), TopicBits::default());
        Self { by, scorer, joined, buffers, scores, all, undefined, retrieved, is_judged: false }
    }

    fn measures(&self) -> usize {
        if self.scorer.is_some() { self.by.metrics.len() } else { 0 }
    }

    /// Returns true if a topic counts for the run.
    fn counts(&self, topic: TopicIx) -> bool {
        (self.by.rules.topics == TopicRule::Qrels || self.retrieved.contains(topic))
            && self.by.counts(self.by.qrels.at(topic))
    }

    /// The scores of the topics that count, in the order in which they are summed up.
    fn counted(&self, scores: &[f64], is_counted: &TopicBits) -> impl Iterator<Item = f64> {
        let place = |at: usize| self.by.order.map_or(at, |order| order[at] as usize);
        let topics = (0..scores.len()).map(place).filter(|&topic| is_counted.contains(topic));
        topics.map(|topic| scores[topic])
    }

    /// Scores a topic that counts.
    fn score(&mut self, topic: TopicIx, seen: &[(u32, DocIx)], retrieved: u32) {
        let Some(scorer) = self.scorer else { return };
        let topics = self.by.qrels.topics().len();
        let judgments = self.by.qrels.at(topic).for_scoring();
        self.joined.hold(seen, judgments.verdicts, retrieved);
        self.buffers.score(scorer, judgments, &self.joined, 0, &mut self.scores);
        for (measure, score) in self.scores.iter().enumerate() {
            self.all[measure * topics + topic] = score.unwrap_or(0.0);
            if score.is_none() {
                self.undefined[measure].insert(topic);
            }
        }
    }
}

impl RunSink for Passing<'_> {
    type Kept = Kept;

    fn begin(&mut self, qrels: &Qrels) {
        let (topics, measures) = (qrels.topics().len(), self.measures());
        // Fresh zeroed memory is not committed until it is written, and the old memory is returned.
        self.all = Vec::new();
        self.all = vec![0.0; topics * measures];
        self.undefined = vec![TopicBits::none(topics); measures];
        self.retrieved = TopicBits::none(topics);
        self.is_judged = false;
    }

    fn add(&mut self, topic: TopicIx, found: Retrieved<'_>) -> bool {
        let (seen, retrieved) = (found.seen, found.count());
        if retrieved > 0 {
            self.retrieved.insert(topic);
        }
        self.is_judged |= !seen.is_empty();
        if self.counts(topic) {
            self.score(topic, seen, retrieved);
        }
        true
    }

    fn end(&mut self, _: &Qrels) -> Kept {
        let topics = self.by.qrels.topics().len();
        let mut counted = TopicBits::none(topics);
        for topic in (0..topics).filter(|&topic| self.counts(topic)) {
            counted.insert(topic);
        }
        let lacking: Vec<TopicIx> = counted.iter().filter(|&topic| !self.retrieved.contains(topic)).collect();
        lacking.into_iter().for_each(|topic| self.score(topic, &[], 0));
        let measures = || self.all.chunks_exact(topics.max(1)).map(|scores| self.counted(scores, &counted));
        let of_measure = |(scores, metric): (_, &Metric)| metric.summary().summarise(scores);
        let spreads = measures().filter(|_| self.by.rounds);
        let spreads = spreads.map(|scores| Spread::new(&scores.collect::<Vec<f64>>())).collect();
        let all = measures().zip(self.by.metrics).map(of_measure).collect();
        let few = |topics: &mut dyn Iterator<Item = TopicIx>| {
            Few::new(topics.map(|topic| self.by.qrels.at(topic).name()))
        };
        Kept {
            counted: counted.count(),
            all,
            spreads,
            undefined: self.undefined.iter().map(|topics| few(&mut topics.iter())).collect(),
            is_stranger: self.retrieved.count() == 0,
            missing: few(&mut (0..topics).filter(|&topic| !self.retrieved.contains(topic))),
            is_judged: self.is_judged,
            own: (self.by.rules.topics == TopicRule::Run).then_some(counted),
        }
    }
}
