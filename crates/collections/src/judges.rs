//! Labels of other judges (`topic iteration document label`), read together with the judgments of a collection.
//!
//! Documents that only a judge labels are numbered after the judged ones, so that a run's documents are
//! joined with all of them at once. Lines of topics that the judgments lack are left out. The changes to the
//! labels are counted in [`JudgeCounts`].

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::descriptor::{JudgeFile, LabelKind, Outside, QrelsFormat, Repeated, place};
use indexmap::IndexSet;
use rejudge_metrics::{Gains, Verdict};
use rejudge_pools::{DocIx, Judge, Levels, TestCollection};

use crate::error::{LoadError, Located};
use crate::fields::Span;
use crate::file_text::{FileText, LineColumn};
use crate::forms::{Kind, as_trec};
use crate::gain_scale::GainScale;
use crate::judge_counts::JudgeCounts;
use crate::printed_scores::expect_sha256;
use crate::qrels::{Qrels, conflict};
use crate::text::{parse_double, read_stored};

/// The columns of a judge's labels.
pub(crate) const LABELS: &str = "4 (topic, iteration, document, label)";

/// The file of a judge, in memory.
pub struct JudgeBytes<'a> {
    name: &'a str,
    judge: &'a JudgeFile,
    path: PathBuf,
    bytes: Cow<'a, [u8]>,
}

/// The labels of judges, before the collection exists.
pub struct Labelled {
    /// The number of documents of each topic in the judgments themselves.
    own: Vec<usize>,
    judges: Vec<ReadJudge>,
}

/// A judge's levels, before all documents are numbered.
struct ReadJudge {
    /// By pass, topic and document; pooled if the document has no label. One pass, unless each label of a pair counts.
    passes: Vec<Vec<Vec<Verdict>>>,
    /// The gains of the levels, if labels are gains.
    gains: Option<Gains>,
    counts: JudgeCounts,
}

impl<'a> JudgeBytes<'a> {
    /// Reads the file of a judge by its name. TREC's lines may be in another form.
    pub fn read(name: &'a str, judge: &'a JudgeFile, folder: &Path) -> Result<Self, LoadError> {
        let path = place(folder, &judge.file);
        let read = || {
            let bytes = read_stored(&path)?;
            judge.sha256.as_ref().map_or(Ok(()), |expected| expect_sha256(&path, &bytes, expected))?;
            Ok(as_trec(Kind::Labels, false, &path, &bytes)?.unwrap_or(bytes))
        };
        let bytes = read().map_err(of_judge(name))?;
        Ok(Self { name, judge, path, bytes: bytes.into() })
    }

    /// Takes contents that the caller holds in memory; the file name is then used in messages only.
    pub fn held(name: &'a str, judge: &'a JudgeFile, bytes: &'a [u8]) -> Self {
        Self { name, judge, path: judge.file.clone(), bytes: bytes.into() }
    }

    /// Returns the judgments `qrels`, followed by the labels for the documents without a judgment.
    ///
    /// # Errors
    /// If the file does not have its format, or the labels are gains, which are not on a scale of judgments.
    pub fn filling(&self, qrels: Qrels) -> Result<Qrels, LoadError> {
        check_scale(&qrels)?;
        let highest = qrels.highest();
        self.filled(qrels, highest).map_err(|error| of_judge(self.name)(error.into()))
    }

    /// Returns the labels as judgments, of all topics that they label, on the scale of `people`.
    pub fn alone(&self, people: &Qrels) -> Result<Qrels, LoadError> {
        check_scale(people)?;
        let topics = self.topics().map(|names| Qrels::of_topics(names.into_iter().map(|name| (name, []))));
        let judgments = topics.and_then(|topics| self.filled(topics, people.highest()));
        judgments.map_err(|error| of_judge(self.name)(error.into()))
    }

    fn filled(&self, mut qrels: Qrels, highest: u8) -> Result<Qrels, Located> {
        let own = sizes(&qrels);
        let ReadJudge { passes, gains, .. } = self.labels(&mut qrels, &own, highest)?;
        let [levels] = passes.as_slice() else {
            return Err(LineColumn { line: 1, column: 1 }.error(
                &self.path,
                "the labels are several passes, and only one can be in place of people here: set `repeated` to `first`, \
                 `last` or `mean`",
            ));
        };
        if gains.is_some() {
            return Err(LineColumn { line: 1, column: 1 }.error(
                &self.path,
                "the labels are gains on a scale of their own, expected levels like those of the judgments",
            ));
        }
        Ok(qrels.with_verdicts(|topic, doc, verdict| match levels[topic].get(doc as usize) {
            Some(level @ Verdict::Level(_)) if doc as usize >= own[topic] => *level,
            _ => verdict,
        }))
    }

    /// Returns the topics of the lines, sorted.
    fn topics(&self) -> Result<Vec<&str>, Located> {
        let source = FileText::new(&self.path, &self.bytes)?;
        let mut names = Vec::new();
        for line in source.lines() {
            let [topic, ..] = source.fields::<4>(line, LABELS)?;
            names.push(source.get(topic));
        }
        // Neighbouring lines are of one topic most often.
        names.dedup();
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }
}

impl Labelled {
    /// Reads the labels of judges; documents that `qrels` lacks are added to it.
    pub fn new(judges: &[JudgeBytes<'_>], qrels: &mut Qrels) -> Result<Self, LoadError> {
        let (own, highest) = (sizes(qrels), qrels.highest());
        let read = judges.iter().map(|judge| {
            judge.labels(qrels, &own, highest).map_err(|error| of_judge(judge.name)(error.into()))
        });
        let judges = read.collect::<Result<_, _>>()?;
        Ok(Self { own, judges })
    }

    /// Returns the collection with its judges, and the counts. The collection must be made from the judgments
    /// to which the documents were added.
    pub fn for_collection(self, collection: TestCollection) -> (TestCollection, Vec<JudgeCounts>) {
        let (mut judges, mut all_counts) = (Vec::new(), Vec::new());
        for ReadJudge { passes, gains, counts } in self.judges {
            let padded = |mut topics: Vec<Vec<Verdict>>| {
                for (levels, topic) in topics.iter_mut().zip(collection.topics()) {
                    levels.resize(topic.verdicts.len(), Verdict::Pooled);
                }
                Levels::new(topics, gains.clone())
            };
            judges.push(Judge::with_passes(counts.name.clone(), passes.into_iter().map(padded).collect()));
            all_counts.push(counts);
        }
        (if judges.is_empty() { collection } else { collection.with_judges(self.own, judges) }, all_counts)
    }
}

/// Returns the contents of a judge's file, without the runs, or the error from reading it.
pub fn judge_counts(
    (qrels, format): (&Path, &QrelsFormat),
    (name, judge): (&str, &JudgeFile),
    folder: &Path,
) -> Result<JudgeCounts, LoadError> {
    let mut qrels = Qrels::read(qrels, format)?;
    let labelled = Labelled::new(&[JudgeBytes::read(name, judge, folder)?], &mut qrels)?;
    Ok(labelled.judges.into_iter().next().expect("one judge").counts)
}

/// Refuses people's grades that are gains, with which labels cannot share a scale of levels.
fn check_scale(people: &Qrels) -> Result<(), LoadError> {
    let what = "another judge's labels are to be on people's scale of levels, and people's grades are gains";
    if people.gains().is_none() { Ok(()) } else { Err(LoadError::Unfit(what.to_owned())) }
}

/// Returns the number of documents in the judgments of each topic.
fn sizes(qrels: &Qrels) -> Vec<usize> {
    qrels.topics().map(|topic| topic.verdicts().len()).collect()
}

/// Returns an error with the labels of the judge `name`.
fn of_judge(name: &str) -> impl FnOnce(LoadError) -> LoadError {
    let name = name.to_owned();
    |error| LoadError::Judge { name, error: Box::new(error) }
}

#[derive(Clone, Debug)]
struct Pair {
    first: f64,
    last: f64,
    sum: f64,
    count: u32,
    differs: bool,
    /// All labels, if each counts.
    each: Vec<f64>,
    /// The first position of the document.
    at: Span,
}

impl JudgeBytes<'_> {
    /// Reads the labels. Documents that `qrels` lacks are added to it as outside the pool.
    /// `own` is the number of documents of each topic in the judgments themselves, `highest` their highest level.
    fn labels(&self, qrels: &mut Qrels, own: &[usize], highest: u8) -> Result<ReadJudge, Located> {
        let Self { name, judge, path, bytes } = self;
        let source = FileText::new(path, bytes)?;
        let wrong = |what: String| source.error(Span::default(), what);
        if judge.labels == LabelKind::Levels && qrels.gains().is_some() {
            return Err(wrong(
                "the labels are levels, and people's grades are gains: set `labels` to `gains`".to_owned(),
            ));
        }
        let mut counts = JudgeCounts { name: (*name).to_owned(), ..JudgeCounts::default() };
        let (pairs, more) = judge.pairs(&source, qrels, own, highest, &mut counts)?;
        if let Some(wanted) = judge.iteration.as_ref().filter(|_| counts.other_iterations == counts.lines) {
            return Err(wrong(format!(
                "no line has the iteration `{}` (second column), which `iteration` of the judge asks for",
                wanted.escape_debug()
            )));
        }
        if pairs.iter().all(HashMap::is_empty) {
            let what = "no line labels a document of a judged topic, expected the topics of the judgments";
            return Err(wrong(what.to_owned()));
        }
        let mut passes = 1;
        if judge.repeated == Repeated::Each {
            let all =
                pairs.iter().enumerate().flat_map(|(topic, of)| of.values().map(move |pair| (topic, pair)));
            let (topic, fewest) =
                all.min_by_key(|(_, pair)| (pair.each.len(), pair.at.start)).expect("a pair");
            passes = fewest.each.len();
            if passes < 2 {
                let document = source.get(fewest.at).escape_debug();
                return Err(source.error(
                    fewest.at,
                    format!(
                        "document `{document}` of topic `{}` has one label: `repeated: each` makes passes of the labels of a \
                         pair, so that every pair needs two or more",
                        qrels.at(topic).name()
                    ),
                ));
            }
        }
        let label = |pair: &Pair, pass: usize| match judge.repeated {
            Repeated::Each => pair.each[pass],
            Repeated::Last => pair.last,
            Repeated::Mean if pair.differs => pair.sum / f64::from(pair.count),
            Repeated::Refuse | Repeated::First | Repeated::Mean => pair.first,
        };
        let of_pass = |pass: usize| -> Vec<HashMap<DocIx, f64>> {
            let of_topic =
                |of: &HashMap<DocIx, Pair>| of.iter().map(|(&doc, pair)| (doc, label(pair, pass))).collect();
            pairs.iter().map(of_topic).collect()
        };
        let labels: Vec<Vec<HashMap<DocIx, f64>>> = (0..passes).map(of_pass).collect();
        *qrels = std::mem::take(qrels).and_documents(&more);
        counts.passes = passes;
        counts.compare(&labels[0], qrels, own);
        let scale = match judge.labels {
            LabelKind::Levels => None,
            LabelKind::Gains => {
                let all = labels.iter().flatten().flat_map(HashMap::values).copied();
                Some(GainScale::new(all).map_err(wrong)?)
            }
        };
        let gains = scale.as_ref().map(GainScale::gains).transpose().map_err(wrong)?.flatten();
        let level = |label: f64| match &scale {
            // The nearest level, halves rounded up; none is below 0.
            None => (label + 0.5).floor() as u8,
            Some(scale) => scale.level(label),
        };
        let verdict =
            |label: Option<&f64>| label.map_or(Verdict::Pooled, |&label| Verdict::Level(level(label)));
        let levels = |labels: &Vec<HashMap<DocIx, f64>>| {
            let topics = labels.iter().zip(qrels.topics()).map(|(labels, topic)| {
                (0..topic.verdicts().len() as DocIx).map(|doc| verdict(labels.get(&doc))).collect()
            });
            topics.collect()
        };
        Ok(ReadJudge { passes: labels.iter().map(levels).collect(), gains, counts })
    }
}

/// By topic: the labels of each document, and the documents that the judgments lack.
type Pairs<'a> = (Vec<HashMap<DocIx, Pair>>, Vec<IndexSet<&'a str>>);

impl JudgeFile {
    /// Returns the labels of each pair; lines are counted.
    fn pairs<'a>(
        &self,
        source: &FileText<'a>,
        qrels: &Qrels,
        own: &[usize],
        highest: u8,
        counts: &mut JudgeCounts,
    ) -> Result<Pairs<'a>, Located> {
        let mut pairs: Vec<HashMap<DocIx, Pair>> = qrels.topics().map(|_| HashMap::new()).collect();
        let mut more: Vec<IndexSet<&str>> = qrels.topics().map(|_| IndexSet::new()).collect();
        // Neighbouring lines are of one topic most often.
        let mut last = 0;
        for line in source.lines() {
            let [topic, iteration, document, label] = source.fields(line, LABELS)?;
            counts.lines += 1;
            if self.iteration.as_deref().is_some_and(|wanted| wanted != source.get(iteration)) {
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
            let is_withheld = |doc: DocIx| {
                (doc as usize) < own[topic] && judged.verdicts()[doc as usize] == Verdict::Pooled
            };
            if source.get(label).starts_with('-') && known.is_some_and(is_withheld) {
                continue;
            }
            let Some(value) = self.label(source, label, highest, &mut counts.outside)? else { continue };
            let new = || (judged.verdicts().len() + more[topic].insert_full(id).0) as DocIx;
            let doc = known.unwrap_or_else(new);
            let pair = pairs[topic].entry(doc).or_insert(Pair {
                first: value,
                last: value,
                sum: 0.0,
                count: 0,
                differs: false,
                each: Vec::new(),
                at: document,
            });
            let differs = pair.first != value;
            if differs && self.repeated == Repeated::Refuse {
                let line = source.line_of(pair.at);
                let labels = [pair.first, value].map(|label| format!("label {label}"));
                let what = conflict(judged.name(), id, labels, line);
                return Err(source.error(document, what));
            }
            counts.repeated += usize::from(pair.count > 0);
            counts.differing += usize::from(differs && !pair.differs);
            pair.differs |= differs;
            if self.repeated == Repeated::Each {
                pair.each.push(value);
            }
            (pair.last, pair.sum, pair.count) = (value, pair.sum + value, pair.count + 1);
        }
        Ok((pairs, more))
    }

    /// Returns the number that a label denotes, or `None` if the label is dropped. `highest` is the highest level of
    /// the judgments.
    fn label(
        &self,
        source: &FileText<'_>,
        span: Span,
        highest: u8,
        outside: &mut usize,
    ) -> Result<Option<f64>, Located> {
        let (text, highest) = (source.get(span), self.highest.unwrap_or(highest));
        let label = text.escape_debug();
        let wrong = |what: String| Err(source.error(span, what));
        let (mut number, mut is_inside) = (0.0, false);
        if self.levels.is_empty() {
            let Some(found) = parse_double(text.as_bytes()).filter(|number| number.is_finite()) else {
                if self.outside == Outside::Drop {
                    *outside += 1;
                    return Ok(None);
                }
                return wrong(format!(
                    "label `{label}` is not a number: map it to a level in the judge's `levels`, or, if it is a failed \
                     answer, set `outside` to `drop`, which leaves its pair unjudged"
                ));
            };
            number = found;
            is_inside = number >= 0.0 && (self.labels == LabelKind::Gains || number <= f64::from(highest));
        } else if let Some(&level) = self.levels.get(text) {
            return Ok(Some(f64::from(level)));
        }
        if is_inside {
            if self.labels == LabelKind::Levels && number.fract() != 0.0 {
                return wrong(format!(
                    "label `{label}` is a fraction: set the judge's `labels` to `gains`, or map it to a level in `levels`"
                ));
            }
            // Adding 0.0 turns -0.0 into 0.0, so that equal labels are equal bit by bit.
            return Ok(Some(number + 0.0));
        }
        *outside += 1;
        match self.outside {
            Outside::Refuse => {
                let expected = match (self.labels, self.levels.is_empty()) {
                    (_, false) => {
                        let known = self.levels.keys().map(|label| format!("`{label}`"));
                        known.collect::<Vec<_>>().join(", ")
                    }
                    (LabelKind::Levels, true) => format!("0 to {highest}"),
                    (LabelKind::Gains, true) => "a number from 0".to_owned(),
                };
                wrong(format!(
                    "label `{label}` is outside the scale, expected {expected}; set the judge's `outside` to `drop` or `clamp`"
                ))
            }
            Outside::Clamp => Ok(Some(if number < 0.0 { 0.0 } else { f64::from(highest) })),
            Outside::Drop => Ok(None),
        }
    }
}
