//! Labels of other judges (`topic iteration document label`), read together with the judgments of a collection.
//!
//! Documents that only a judge labels are numbered after the judged ones, so that a run's documents are
//! joined with all of them at once. Lines of topics that the judgments lack are left out. The changes to the
//! labels are counted in [`JudgeCounts`].

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::descriptor::{JudgeFile, LabelKind, Repeated};
use indexmap::IndexSet;
use rejudge_metrics::{Gains, Verdict};
use rejudge_pools::{DocIx, Judge, Levels, TestCollection, TopicIx};

use crate::error::Located;
use crate::fields::Span;
use crate::file_text::{FileText, LineColumn};
use crate::judge_counts::JudgeCounts;
use crate::judge_scale::JudgeScale;
use crate::qrels::{Qrels, conflict};

const COLUMNS: &str = "4 (topic, iteration, document, label)";

/// The labels of one pair.
#[derive(Clone, Copy, Debug)]
struct Pair {
    first: f64,
    last: f64,
    sum: f64,
    count: u32,
    differs: bool,
    /// The first position of the document.
    at: Span,
}

impl Pair {
    /// A pair that no label was added to yet.
    fn new(first: f64, at: Span) -> Self {
        Self { first, last: first, sum: 0.0, count: 0, differs: false, at }
    }

    fn add(&mut self, value: f64) {
        self.differs |= self.first != value;
        (self.last, self.sum, self.count) = (value, self.sum + value, self.count + 1);
    }

    fn label(&self, rule: Repeated) -> f64 {
        match rule {
            Repeated::Refuse | Repeated::First => self.first,
            Repeated::Last => self.last,
            Repeated::Mean if self.differs => self.sum / f64::from(self.count),
            Repeated::Mean => self.first,
        }
    }
}

/// A judge's labels by topic and document, before all documents are numbered.
pub(crate) struct ReadJudge {
    topics: Vec<HashMap<DocIx, f64>>,
    gains: Option<Gains>,
    /// Labels above 0 in order, indexed by level; empty if labels are levels.
    by_level: Vec<f64>,
    counts: JudgeCounts,
}

/// Returns the topics of the lines, in their order, neighbours of one topic once.
pub(crate) fn topic_names<'a>(path: &'a Path, bytes: &'a [u8]) -> Result<Vec<&'a str>, Located> {
    let source = FileText::new(path, bytes)?;
    let mut names = Vec::new();
    for line in source.lines() {
        let [topic, ..] = source.fields::<4>(line, COLUMNS)?;
        names.push(source.get(topic));
    }
    names.dedup();
    Ok(names)
}

/// Reads the labels of the judge `name`. Documents that `qrels` lacks are added to it as outside the pool.
/// `own` is the number of documents of each topic in the judgments themselves, `highest` their highest level.
pub(crate) fn read_judge(
    (name, judge): (&str, &JudgeFile),
    (path, bytes): (&Path, &[u8]),
    qrels: &mut Qrels,
    own: &[usize],
    highest: u8,
) -> Result<ReadJudge, Located> {
    let source = FileText::new(path, bytes)?;
    let mut counts = JudgeCounts { name: name.to_owned(), ..JudgeCounts::default() };
    let scale = JudgeScale { judge, highest: judge.highest.unwrap_or(highest) };
    let Pairs { pairs, more } = read_pairs(&source, &scale, qrels, own, &mut counts)?;
    if let Some(wanted) = judge.iteration.as_ref().filter(|_| counts.other_iterations == counts.lines) {
        return Err(source.error(
            0,
            format!(
                "no line has the iteration `{}` (second column), which `iteration` of the judge asks for",
                wanted.escape_debug()
            ),
        ));
    }
    if pairs.iter().all(HashMap::is_empty) {
        return Err(source
            .error(0, "no line labels a document of a judged topic, expected the topics of the judgments"));
    }
    let label = |(doc, pair): (DocIx, Pair)| (doc, pair.label(judge.repeated));
    let topics: Vec<HashMap<DocIx, f64>> =
        pairs.into_iter().map(|of| of.into_iter().map(label).collect()).collect();
    *qrels = std::mem::take(qrels).and_documents(&more);
    counts.compare(&topics, qrels, own);
    let by_level = match judge.labels {
        LabelKind::Levels => Vec::new(),
        LabelKind::Gains => positive(&topics),
    };
    if by_level.len() > usize::from(u8::MAX) {
        return Err(source.error(
            0,
            format!("{} different labels above 0, the limit is 255: map them to levels", by_level.len()),
        ));
    }
    let gains = match by_level.is_empty() {
        true => None,
        false => {
            let gains = Gains::new((1..=u8::MAX).zip(by_level.iter().copied()));
            Some(gains.map_err(|error| source.error(0, error.to_string()))?)
        }
    };
    Ok(ReadJudge { topics, gains, by_level, counts })
}

/// The contents of lines, by topic.
struct Pairs<'a> {
    /// The labels of each document.
    pairs: Vec<HashMap<DocIx, Pair>>,
    /// The documents that the judgments lack.
    more: Vec<IndexSet<&'a str>>,
}

/// Returns the labels of each pair; lines are counted.
fn read_pairs<'a>(
    source: &FileText<'a>,
    scale: &JudgeScale<'_>,
    qrels: &Qrels,
    own: &[usize],
    counts: &mut JudgeCounts,
) -> Result<Pairs<'a>, Located> {
    let judge = scale.judge;
    let mut pairs: Vec<HashMap<DocIx, Pair>> = qrels.topics().map(|_| HashMap::new()).collect();
    let mut more: Vec<IndexSet<&str>> = qrels.topics().map(|_| IndexSet::new()).collect();
    // Neighbouring lines are of one topic most often.
    let mut last = 0;
    for line in source.lines() {
        let [topic, iteration, document, label] = source.fields(line, COLUMNS)?;
        counts.lines += 1;
        if judge.iteration.as_deref().is_some_and(|wanted| wanted != source.get(iteration)) {
            counts.other_iterations += 1;
            continue;
        }
        let Some(topic) = qrels.number(source.get(topic), last) else {
            counts.other_topics += 1;
            continue;
        };
        last = topic;
        // A judgment that people withheld in their file is withheld here too.
        let (judged, id) = (qrels.at(topic), source.get(document));
        let known = judged.number(id);
        let is_withheld =
            |doc: DocIx| (doc as usize) < own[topic] && judged.verdicts()[doc as usize] == Verdict::Pooled;
        if source.get(label).starts_with('-') && known.is_some_and(is_withheld) {
            continue;
        }
        let Some(value) = scale.read(source, label, &mut counts.outside)? else { continue };
        let new = || (judged.verdicts().len() + more[topic].insert_full(id).0) as DocIx;
        let doc = known.unwrap_or_else(new);
        let pair = pairs[topic].entry(doc).or_insert_with(|| Pair::new(value, document));
        if pair.first != value && judge.repeated == Repeated::Refuse {
            let line = source.line_of(pair.at.start as usize);
            let labels = [pair.first, value].map(|label| format!("label {label}"));
            return Err(source.error(document.start as usize, conflict(judged.name(), id, labels, line)));
        }
        counts.repeated += usize::from(pair.count > 0);
        counts.differing += usize::from(pair.first != value && !pair.differs);
        pair.add(value);
    }
    Ok(Pairs { pairs, more })
}

/// Returns the labels above 0, each once, in order.
fn positive(topics: &[HashMap<DocIx, f64>]) -> Vec<f64> {
    let labels = topics.iter().flat_map(|of| of.values().copied());
    let mut positive: Vec<f64> = labels.filter(|&label| label > 0.0).collect();
    positive.sort_unstable_by(f64::total_cmp);
    positive.dedup();
    positive
}

impl ReadJudge {
    /// Returns the counts.
    pub fn counts(&self) -> &JudgeCounts {
        &self.counts
    }

    /// Turns the labels of documents after the first `own` of each topic of `qrels` into judgments.
    pub(crate) fn fill(self, qrels: Qrels, own: &[usize], path: &Path) -> Result<Qrels, Located> {
        if self.gains.is_some() {
            return Err(LineColumn { line: 1, column: 1 }.error(
                path,
                "the labels are gains on a scale of their own, expected levels like those of the judgments",
            ));
        }
        let label =
            |topic: TopicIx, doc: DocIx| self.topics[topic].get(&doc).filter(|_| doc as usize >= own[topic]);
        Ok(qrels.with_verdicts(|topic, doc, verdict| {
            label(topic, doc).map_or(verdict, |&label| Verdict::Level(nearest_level(label)))
        }))
    }

    /// Returns the judge of `collection`, whose documents are all numbered now, and the counts.
    pub fn for_collection(self, collection: &TestCollection) -> (Judge, JudgeCounts) {
        let Self { topics, gains, by_level, counts } = self;
        let level = |label: f64| match gains {
            None => nearest_level(label),
            Some(_) => by_level.partition_point(|&known| known < label) as u8 + u8::from(label > 0.0),
        };
        let of_topic = |(at, labels): (usize, &HashMap<DocIx, f64>)| -> Vec<Verdict> {
            let documents = 0..collection.topic(at).verdicts.len() as DocIx;
            let verdict =
                |doc| labels.get(&doc).map_or(Verdict::Pooled, |&label| Verdict::Level(level(label)));
            documents.map(verdict).collect()
        };
        let verdicts: Vec<Vec<Verdict>> = topics.iter().enumerate().map(of_topic).collect();
        let judge = Judge { name: counts.name.clone(), levels: Arc::new(Levels::new(verdicts, gains)) };
        (judge, counts)
    }
}

/// Returns the level that a label of levels is nearest to, halves rounded up; none is below 0.
fn nearest_level(label: f64) -> u8 {
    (label + 0.5).floor() as u8
}
