//! Labels of other judges (`topic iteration document label`), read beside the judgments of a collection.
//!
//! Documents that only a judge labels get the numbers behind the judged ones, so that a run's documents are
//! joined with all of them at once. Lines of topics that the judgments lack are left out. What was done to
//! the labels is counted in [`JudgeCounts`].

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use rejudge_descriptor::{JudgeFile, LabelKind, Repeated};
use rejudge_metrics::{Gains, Verdict};
use rejudge_pools::{DocIx, Judge, Levels, TestCollection};

use crate::docids::DocId;
use crate::error::{FormatError, FormatKind, JudgeFault};
use crate::fields::Span;
use crate::file_text::{FileText, LineColumn};
use crate::judge_scale::JudgeScale;
use crate::qrels::{JudgedTopic, Qrels};

const COLUMNS: &str = "4 (topic, iteration, document, label)";

/// What a judge's file held, and what was done to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JudgeCounts {
    /// The judge.
    pub name: String,
    /// Lines with a label.
    pub lines: usize,
    /// Pairs of topic and document with a label that counts.
    pub pairs: usize,
    /// Lines of topics that the judgments lack: left out.
    pub other_topics: usize,
    /// Lines of another iteration than the one that counts: left out.
    pub other_iterations: usize,
    /// Lines that label a pair once more.
    pub repeated: usize,
    /// Pairs that have different labels.
    pub differing: usize,
    /// Labels outside the scale: clamped or dropped.
    pub outside: usize,
    /// Pairs of the judgments without a label: unjudged.
    pub missing: usize,
    /// Labelled pairs that the judgments lack.
    pub more: usize,
    /// Whether the labels are those of the judgments themselves, every one.
    pub is_the_same: bool,
}

impl JudgeCounts {
    /// Whether the judge labels what people judged, each pair once and on the scale.
    pub fn is_whole(&self) -> bool {
        [self.missing, self.outside, self.differing, self.other_topics].iter().all(|&count| count == 0)
    }
}

impl fmt::Display for JudgeCounts {
    /// What was found, and of what is not as it should be how much.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |count: usize, words: [&str; 2]| format!("{count} {}", words[usize::from(count != 1)]);
        let (pairs, lines) = (counted(self.pairs, ["pair", "pairs"]), counted(self.lines, ["line", "lines"]));
        write!(f, "{pairs} of {lines}")?;
        for (count, what) in [
            (self.missing, ["judged pair without a label", "judged pairs without a label"]),
            (
                self.more,
                ["labelled pair that people did not judge", "labelled pairs that people did not judge"],
            ),
            (self.repeated, ["line that repeats a pair", "lines that repeat a pair"]),
            (self.differing, ["pair with different labels", "pairs with different labels"]),
            (self.outside, ["label outside the scale", "labels outside the scale"]),
            (self.other_topics, ["line of other topics", "lines of other topics"]),
            (self.other_iterations, ["line of other iterations", "lines of other iterations"]),
        ] {
            if count > 0 {
                write!(f, "; {}", counted(count, what))?;
            }
        }
        if self.is_the_same { f.write_str("; the labels are the judgments themselves") } else { Ok(()) }
    }
}

/// The labels of one pair.
#[derive(Clone, Copy, Debug)]
struct Pair {
    first: f64,
    last: f64,
    sum: f64,
    count: u32,
    differs: bool,
    /// Where the document first stands.
    at: Span,
}

impl Pair {
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
    /// Labels above 0 in order, whose places are levels; none where labels are levels.
    by_level: Vec<f64>,
    counts: JudgeCounts,
}

/// The topics of the lines, in their order, neighbours of one topic once.
pub(crate) fn topic_names<'a>(path: &'a Path, bytes: &'a [u8]) -> Result<Vec<&'a str>, FormatError> {
    let source = FileText::new(path, bytes)?;
    let mut names = Vec::new();
    for line in source.lines() {
        let [topic, ..] = source.fields::<4>(line, COLUMNS)?;
        names.push(source.get(topic));
    }
    names.dedup();
    Ok(names)
}

/// Reads the labels of the judge `name`. Documents that `qrels` lacks are added to it, as pooled by nobody.
/// `own` is how many documents of each topic the judgments hold themselves, `highest` their highest level.
pub(crate) fn read_judge<'a>(
    (name, judge): (&str, &JudgeFile),
    (path, bytes): (&'a Path, &'a [u8]),
    qrels: &mut Qrels<'a>,
    own: &[usize],
    highest: u8,
) -> Result<ReadJudge, FormatError> {
    let source = FileText::new(path, bytes)?;
    let mut counts = JudgeCounts { name: name.to_owned(), ..JudgeCounts::default() };
    let mut pairs: Vec<HashMap<DocIx, Pair>> = qrels.topics.iter().map(|_| HashMap::new()).collect();
    let scale = JudgeScale { judge, highest: judge.highest.unwrap_or(highest) };
    // Neighbouring lines are of one topic most often.
    let mut last = 0;
    for line in source.lines() {
        let [topic, iteration, document, label] = source.fields(line, COLUMNS)?;
        counts.lines += 1;
        if judge.iteration.as_deref().is_some_and(|wanted| wanted != source.get(iteration)) {
            counts.other_iterations += 1;
            continue;
        }
        let Some(topic) = qrels.place(source.get(topic), last) else {
            counts.other_topics += 1;
            continue;
        };
        last = topic;
        // What people withheld, in a file of theirs, is withheld again.
        let known = qrels.topics[topic].documents.get(DocId::new(source.get(document)));
        let is_withheld = |doc: DocIx| {
            (doc as usize) < own[topic] && qrels.topics[topic].verdicts[doc as usize] == Verdict::Pooled
        };
        if source.get(label).starts_with('-') && known.is_some_and(is_withheld) {
            continue;
        }
        let Some(value) = scale.read(&source, label, &mut counts.outside)? else { continue };
        let (Ok(doc) | Err(doc)) = qrels.add_unpooled(topic, DocId::new(source.get(document)));
        let pair = pairs[topic].entry(doc).or_insert(Pair {
            first: value,
            last: value,
            sum: 0.0,
            count: 0,
            differs: false,
            at: document,
        });
        if pair.first != value && judge.repeated == Repeated::Refuse {
            let kind = FormatKind::Conflict {
                topic: qrels.topics[topic].name.to_owned(),
                doc: source.get(document).to_owned(),
                first: format!("label {}", pair.first),
                second: format!("label {value}"),
                line: source.line_of(pair.at.start as usize),
            };
            return Err(source.error(document.start as usize, kind));
        }
        counts.repeated += usize::from(pair.count > 0);
        counts.differing += usize::from(pair.first != value && !pair.differs);
        pair.differs |= pair.first != value;
        (pair.last, pair.sum, pair.count) = (value, pair.sum + value, pair.count + 1);
    }
    if let Some(wanted) = judge.iteration.as_ref().filter(|_| counts.other_iterations == counts.lines) {
        return Err(source.error(0, JudgeFault::NoIteration { wanted: wanted.clone() }));
    }
    if pairs.iter().all(HashMap::is_empty) {
        return Err(source.error(0, JudgeFault::NoTopic));
    }
    let label = |(doc, pair): (DocIx, Pair)| (doc, pair.label(judge.repeated));
    let topics: Vec<HashMap<DocIx, f64>> =
        pairs.into_iter().map(|of| of.into_iter().map(label).collect()).collect();
    counts.pairs = topics.iter().map(HashMap::len).sum();
    let own_labelled =
        |(of, own): (&HashMap<DocIx, f64>, &usize)| of.keys().filter(|doc| (**doc as usize) < *own).count();
    counts.more = counts.pairs - topics.iter().zip(own).map(own_labelled).sum::<usize>();
    let unlabelled = |(of, topic): (&HashMap<DocIx, f64>, &JudgedTopic<'_>)| {
        let has_level = |(doc, verdict): &(DocIx, &Verdict)| {
            matches!(verdict, Verdict::Level(_)) && !of.contains_key(doc)
        };
        (0..).zip(&topic.verdicts).filter(has_level).count()
    };
    counts.missing = topics.iter().zip(&qrels.topics).map(unlabelled).sum();
    let by_level = match judge.labels {
        LabelKind::Levels => Vec::new(),
        LabelKind::Gains => {
            let mut positive: Vec<f64> =
                topics.iter().flat_map(|of| of.values().copied()).filter(|&label| label > 0.0).collect();
            positive.sort_unstable_by(f64::total_cmp);
            positive.dedup();
            positive
        }
    };
    if by_level.len() > usize::from(u8::MAX) {
        return Err(source.error(0, JudgeFault::TooManyGains { found: by_level.len() }));
    }
    let gains = match by_level.is_empty() {
        true => None,
        false => {
            let gains = Gains::new((1..=u8::MAX).zip(by_level.iter().copied()));
            Some(gains.map_err(|error| source.error(0, JudgeFault::Gains(error.to_string())))?)
        }
    };
    let same = |(of, topic): (&HashMap<DocIx, f64>, &JudgedTopic<'_>)| {
        let is_equal = |(doc, verdict): (DocIx, &Verdict)| match (of.get(&doc), verdict) {
            (Some(&label), Verdict::Level(level)) => label == f64::from(*level),
            (label, Verdict::Pooled) => label.is_none(),
            (None, Verdict::Level(_)) => false,
        };
        (0..).zip(&topic.verdicts).all(is_equal)
    };
    counts.is_the_same = topics.iter().zip(&qrels.topics).all(same);
    Ok(ReadJudge { topics, gains, by_level, counts })
}

impl ReadJudge {
    /// What was counted.
    pub fn counts(&self) -> &JudgeCounts {
        &self.counts
    }

    /// Makes judgments of the labels of documents behind the first `own` of each topic of `qrels`.
    pub(crate) fn fill(self, qrels: &mut Qrels<'_>, own: &[usize], path: &Path) -> Result<(), FormatError> {
        if self.gains.is_some() {
            return Err(LineColumn { line: 1, column: 1 }.error(path, JudgeFault::OwnScale));
        }
        for ((labels, topic), &own) in self.topics.iter().zip(&mut qrels.topics).zip(own) {
            for (&doc, &label) in labels.iter().filter(|(doc, _)| **doc as usize >= own) {
                topic.verdicts[doc as usize] = Verdict::Level(nearest_level(label));
            }
        }
        Ok(())
    }

    /// The judge of `collection`, whose documents are all numbered now, and what was counted.
    pub fn of(self, collection: &TestCollection) -> (Judge, JudgeCounts) {
        let Self { topics, gains, by_level, counts } = self;
        let level = |label: f64| match gains {
            None => nearest_level(label),
            Some(_) => by_level.partition_point(|&known| known < label) as u8 + u8::from(label > 0.0),
        };
        let of_topic = |(at, labels): (usize, &HashMap<DocIx, f64>)| -> Vec<Verdict> {
            let documents = 0..collection.topics()[at].verdicts.len() as DocIx;
            let verdict =
                |doc| labels.get(&doc).map_or(Verdict::Pooled, |&label| Verdict::Level(level(label)));
            documents.map(verdict).collect()
        };
        let verdicts: Vec<Vec<Verdict>> = topics.iter().enumerate().map(of_topic).collect();
        let judge = Judge { name: counts.name.clone(), levels: Arc::new(Levels::new(verdicts, gains)) };
        (judge, counts)
    }
}

/// The level that a label of levels is nearest to, halves rounded up; none is below 0.
fn nearest_level(label: f64) -> u8 {
    (label + 0.5).floor() as u8
}
