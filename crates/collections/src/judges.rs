//! Labels of other judges (`topic iteration document label`), read together with people's judgments.
//!
//! A document that only a judge labels gets a number after the judged documents, so that a run is joined once for
//! people and all judges. Lines of topics without judgments are left out. [`JudgeCounts`] counts what was left out or
//! changed.

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
use crate::forms::{FileKind, as_trec};
use crate::gain_scale::GainScale;
use crate::judge_counts::JudgeCounts;
use crate::printed_scores::expect_sha256;
use crate::qrels::{Qrels, conflict_message};
use crate::text::{parse_double, read_stored};

/// The columns of a judge's labels.
pub(crate) const LABELS: &str = "4 (topic, iteration, document, label)";

/// A judge's file in memory.
pub struct JudgeBytes<'a> {
    name: &'a str,
    judge: &'a JudgeFile,
    path: PathBuf,
    bytes: Cow<'a, [u8]>,
}

/// The labels of judges, which [`add_to`](Self::add_to) adds to a collection together with the judges.
pub struct Labelled {
    /// The number of documents of each topic in people's judgments.
    judged_counts: Vec<usize>,
    judges: Vec<ReadJudge>,
}

/// The levels of a judge. They lack the documents that later judges add.
struct ReadJudge {
    /// The levels by pass, topic and document. The verdict of a document without a label is [`Verdict::Pooled`].
    /// There is one pass, unless each label of a pair counts.
    passes: Vec<Vec<Vec<Verdict>>>,
    /// The gains of the levels, if labels are gains.
    gains: Option<Gains>,
    counts: JudgeCounts,
}

impl<'a> JudgeBytes<'a> {
    /// Reads the file of the judge `name`. It may have any form, such as csv or JSON.
    pub fn read(name: &'a str, judge: &'a JudgeFile, folder: &Path) -> Result<Self, LoadError> {
        let path = place(folder, &judge.file);
        let bytes = read_labels(judge, &path).map_err(|error| judge_error(name, error))?;
        Ok(Self { name, judge, path, bytes: bytes.into() })
    }

    /// Takes the labels from memory instead of reading the file. The bytes must be in TREC format, and are
    /// not compared with a checksum. Messages show the path of the file.
    pub fn from_bytes(name: &'a str, judge: &'a JudgeFile, bytes: &'a [u8]) -> Self {
        Self { name, judge, path: judge.file.clone(), bytes: bytes.into() }
    }

    /// Returns people's judgments `qrels`, with the judge's labels for the documents that are not in `qrels`. A withheld
    /// judgment stays withheld.
    ///
    /// # Errors
    /// If the file is not in the expected format, the rules of the judge refuse a label, no document of a judged topic
    /// gets a label, or there are several passes of labels. Also if labels or people's grades are gains,
    /// because the labels must be levels on people's scale.
    pub fn fill(&self, qrels: Qrels) -> Result<Qrels, LoadError> {
        check_scale(&qrels)?;
        let highest = qrels.highest();
        self.fill_to(qrels, highest).map_err(|error| judge_error(self.name, error.into()))
    }

    /// Returns the judge's labels as judgments, for all topics in the judge's file, on the scale of `people`.
    ///
    /// # Errors
    /// Returns the same errors as [`fill`](Self::fill).
    pub fn as_qrels(&self, people: &Qrels) -> Result<Qrels, LoadError> {
        check_scale(people)?;
        let topics = self.topics().map(|names| Qrels::from_topics(names.into_iter().map(|name| (name, []))));
        let judgments = topics.and_then(|topics| self.fill_to(topics, people.highest()));
        judgments.map_err(|error| judge_error(self.name, error.into()))
    }

    /// Adds the judge's labels to `qrels`, as [`fill`](Self::fill) does. `highest` is the highest level of
    /// people's judgments.
    fn fill_to(&self, mut qrels: Qrels, highest: u8) -> Result<Qrels, Located> {
        let judged_counts = document_counts(&qrels);
        let ReadJudge { passes, gains, counts } = self.labels(&mut qrels, &judged_counts, highest)?;
        let [levels] = passes.as_slice() else {
            return Err(LineColumn { line: 1, column: 1 }.error(
                &self.path,
                "the labels are several passes, but only one pass can be used here: set `repeated` to `first`, \
                 `last` or `mean`",
            ));
        };
        if gains.is_some() {
            let source = FileText::new(&self.path, &self.bytes)?;
            let remedy = LabelNumbers::new(&source, f64::from(highest)).remedy_for_gains(highest);
            return Err(LineColumn { line: 1, column: 1 }.error(
                &self.path,
                format!("the labels are gains on a scale of their own, expected the levels of the judgments{remedy}"),
            ));
        }
        if counts.outside > 0 {
            let treatment = match self.judge.outside {
                Outside::Clamp => "set to the lowest or highest level",
                Outside::Drop | Outside::Refuse => "left out",
            };
            tracing::warn!(path = %self.path.display(), count = counts.outside, "labels that are not on the scale are {treatment}");
        }
        Ok(qrels.with_verdicts(|topic, doc, verdict| match levels[topic].get(doc as usize) {
            Some(level @ Verdict::Level(_)) if doc as usize >= judged_counts[topic] => *level,
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
        // Most lines have the topic of the line before, so few names are left to sort.
        names.dedup();
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }
}

impl Labelled {
    /// Reads the labels of judges. Labelled documents that `qrels` lacks are added to it.
    pub fn new(judges: &[JudgeBytes<'_>], qrels: &mut Qrels) -> Result<Self, LoadError> {
        let (judged_counts, highest) = (document_counts(qrels), qrels.highest());
        let mut read_judges = Vec::with_capacity(judges.len());
        for judge in judges {
            let labels = judge.labels(qrels, &judged_counts, highest);
            read_judges.push(labels.map_err(|error| judge_error(judge.name, error.into()))?);
        }
        Ok(Self { judged_counts, judges: read_judges })
    }

    /// Adds the judges to a collection, which must be made from the judgments that [`new`](Self::new)
    /// extended. Returns the collection with the counts of each judge.
    pub fn add_to(self, collection: TestCollection) -> (TestCollection, Vec<JudgeCounts>) {
        let (mut judges, mut counts_of_judges) = (Vec::new(), Vec::new());
        for ReadJudge { passes, gains, counts } in self.judges {
            let mut levels_of_passes = Vec::with_capacity(passes.len());
            for mut topics in passes {
                for (levels, topic) in topics.iter_mut().zip(collection.topics()) {
                    levels.resize(topic.verdicts.len(), Verdict::Pooled);
                }
                levels_of_passes.push(Levels::new(topics, gains.clone()));
            }
            judges.push(Judge::with_passes(counts.name.clone(), levels_of_passes));
            counts_of_judges.push(counts);
        }
        if judges.is_empty() {
            return (collection, counts_of_judges);
        }
        (collection.with_judges(self.judged_counts, judges), counts_of_judges)
    }
}

/// Counts the labels in the file of the judge `name`. Runs are not read.
pub fn judge_counts(
    (qrels, format): (&Path, &QrelsFormat),
    (name, judge): (&str, &JudgeFile),
    folder: &Path,
) -> Result<JudgeCounts, LoadError> {
    let mut qrels = Qrels::read(qrels, format)?;
    let labelled = Labelled::new(&[JudgeBytes::read(name, judge, folder)?], &mut qrels)?;
    Ok(labelled.judges.into_iter().next().expect("one judge was read").counts)
}

/// Returns an error if people's grades are gains, because the labels must be levels on people's scale.
fn check_scale(people: &Qrels) -> Result<(), LoadError> {
    let what = "another judge's labels must be levels on people's scale, but people's grades are gains";
    if people.gains().is_none() { Ok(()) } else { Err(LoadError::Unfit(what.to_owned())) }
}

/// Returns the number of documents of each topic.
fn document_counts(qrels: &Qrels) -> Vec<usize> {
    qrels.topics().map(|topic| topic.verdicts().len()).collect()
}

/// Returns the bytes of a judge's file in TREC format.
fn read_labels(judge: &JudgeFile, path: &Path) -> Result<Vec<u8>, LoadError> {
    let bytes = read_stored(path)?;
    if let Some(expected) = &judge.sha256 {
        expect_sha256(path, &bytes, expected)?;
    }
    Ok(as_trec(FileKind::Labels, false, path, &bytes)?.unwrap_or(bytes))
}

/// Adds the name of a judge to an error in its labels.
fn judge_error(name: &str, error: LoadError) -> LoadError {
    LoadError::Judge { name: name.to_owned(), error: Box::new(error) }
}

/// The labels of a pair of topic and document.
#[derive(Clone, Debug)]
struct Pair {
    first: f64,
    last: f64,
    sum: f64,
    count: u32,
    /// True if the labels differ.
    differs: bool,
    /// All labels, if each counts.
    all_labels: Vec<f64>,
    /// The field of the document on the line with the first label.
    span: Span,
}

impl Pair {
    fn new(label: f64, span: Span) -> Self {
        Self { first: label, last: label, sum: 0.0, count: 0, differs: false, all_labels: Vec::new(), span }
    }

    /// Returns the label of the pair in a pass. If the pair has several labels, `repeated` decides.
    fn label(&self, repeated: Repeated, pass: usize) -> f64 {
        match repeated {
            Repeated::Each => self.all_labels[pass],
            Repeated::Last => self.last,
            Repeated::Mean if self.differs => self.sum / f64::from(self.count),
            Repeated::Refuse | Repeated::First | Repeated::Mean => self.first,
        }
    }
}

impl JudgeBytes<'_> {
    /// Reads the labels. Documents that `qrels` lacks are added to it as [`Verdict::Pooled`]. `judged_counts`
    /// has the number of documents of each topic in people's judgments, and `highest` is the highest level of
    /// these judgments.
    fn labels(&self, qrels: &mut Qrels, judged_counts: &[usize], highest: u8) -> Result<ReadJudge, Located> {
        let Self { name, judge, path, bytes } = self;
        let source = FileText::new(path, bytes)?;
        let wrong = |what: String| source.error(Span::default(), what);
        if judge.labels == LabelKind::Levels && qrels.gains().is_some() {
            return Err(wrong(
                "the labels are levels, but people's grades are gains: set the judge's `labels` to `gains`, as in `--also NAME=FILE,labels=gains`"
                    .to_owned(),
            ));
        }
        let mut counts = JudgeCounts { name: (*name).to_owned(), ..JudgeCounts::default() };
        let Pairs { pairs, added_documents } =
            judge.pairs(&source, qrels, judged_counts, highest, &mut counts)?;
        if let Some(iteration) = &judge.iteration
            && counts.other_iterations == counts.lines
        {
            return Err(wrong(format!(
                "no line has the iteration `{}` (second column), which `iteration` of the judge asks for",
                iteration.escape_debug()
            )));
        }
        if pairs.iter().all(HashMap::is_empty) {
            let what = if counts.outside > 0 {
                "no label of a judged topic is on the scale: all are dropped"
            } else {
                "no line labels a document of a judged topic, expected the topics of the judgments"
            };
            return Err(wrong(what.to_owned()));
        }
        let mut passes = 1;
        if judge.repeated == Repeated::Each {
            let by_topic = pairs.iter().enumerate();
            let (topic, fewest) = by_topic
                .flat_map(|(topic, pairs)| pairs.values().map(move |pair| (topic, pair)))
                .min_by_key(|(_, pair)| (pair.all_labels.len(), pair.span.start))
                .expect("there is a labelled pair");
            passes = fewest.all_labels.len();
            if passes < 2 {
                let document = source.get(fewest.span).escape_debug();
                return Err(source.error(
                    fewest.span,
                    format!(
                        "document `{document}` of topic `{}` has one label, but `repeated: each` needs two or more labels \
                         of every pair, one for each pass",
                        qrels.topic_at(topic).name().escape_debug()
                    ),
                ));
            }
        }
        let mut labels: Vec<Vec<HashMap<DocIx, f64>>> = Vec::with_capacity(passes);
        for pass in 0..passes {
            let label_of = |(&doc, pair): (&DocIx, &Pair)| (doc, pair.label(judge.repeated, pass));
            labels.push(pairs.iter().map(|pairs| pairs.iter().map(label_of).collect()).collect());
        }
        *qrels = std::mem::take(qrels).with_more_documents(&added_documents);
        counts.passes = passes;
        counts.compare(&labels[0], qrels, judged_counts);
        let scale = match judge.labels {
            LabelKind::Levels => None,
            LabelKind::Gains => {
                let gains = labels.iter().flatten().flat_map(HashMap::values).copied();
                Some(GainScale::new(gains).map_err(wrong)?)
            }
        };
        let gains = scale.as_ref().map(GainScale::gains).transpose().map_err(wrong)?.flatten();
        let level = |label: f64| match &scale {
            // The nearest level, halves rounded up. No label is below 0.
            None => (label + 0.5).floor() as u8,
            Some(scale) => scale.level(label),
        };
        let passes = labels.iter().map(|labels| {
            let topics = labels.iter().zip(qrels.topics()).map(|(labels, topic)| {
                let labels = (0..topic.verdicts().len() as DocIx).map(|doc| labels.get(&doc));
                labels
                    .map(|label| label.map_or(Verdict::Pooled, |&label| Verdict::Level(level(label))))
                    .collect()
            });
            topics.collect()
        });
        Ok(ReadJudge { passes: passes.collect(), gains, counts })
    }
}

/// The labelled pairs of topic and document.
struct Pairs<'a> {
    /// The labels, by topic and document.
    pairs: Vec<HashMap<DocIx, Pair>>,
    /// The labelled documents that the judgments lack, by topic.
    added_documents: Vec<IndexSet<&'a str>>,
}

impl JudgeFile {
    /// Returns the labels of each pair, and counts the lines.
    fn pairs<'a>(
        &self,
        source: &FileText<'a>,
        qrels: &Qrels,
        judged_counts: &[usize],
        highest: u8,
        counts: &mut JudgeCounts,
    ) -> Result<Pairs<'a>, Located> {
        let mut pairs: Vec<HashMap<DocIx, Pair>> = qrels.topics().map(|_| HashMap::new()).collect();
        let mut added_documents: Vec<IndexSet<&str>> = qrels.topics().map(|_| IndexSet::new()).collect();
        let mut topic_before = 0;
        for line in source.lines() {
            let [topic, iteration, document, label] = source.fields(line, LABELS)?;
            counts.lines += 1;
            if self.iteration.as_deref().is_some_and(|expected| expected != source.get(iteration)) {
                counts.other_iterations += 1;
                continue;
            }
            let Some(topic) = qrels.number(source.get(topic), topic_before) else {
                counts.other_topics += 1;
                continue;
            };
            topic_before = topic;
            let (judged, id) = (qrels.topic_at(topic), source.get(document));
            let judged_doc = judged.number(id);
            // The judge's file may be a copy of the qrels. So if the qrels withhold the judgment of a document, a
            // negative label also withholds it, instead of being outside the scale.
            let is_withheld = |doc: DocIx| {
                (doc as usize) < judged_counts[topic] && judged.verdicts()[doc as usize] == Verdict::Pooled
            };
            if source.get(label).starts_with('-') && judged_doc.is_some_and(is_withheld) {
                continue;
            }
            let Some(value) = self.label(source, label, highest, &mut counts.outside)? else { continue };
            let doc = judged_doc.unwrap_or_else(|| {
                (judged.verdicts().len() + added_documents[topic].insert_full(id).0) as DocIx
            });
            let pair = pairs[topic].entry(doc).or_insert_with(|| Pair::new(value, document));
            let differs = pair.first != value;
            if differs && self.repeated == Repeated::Refuse {
                let line = source.line_of(pair.span);
                let labels = [pair.first, value].map(|label| format!("label {label}"));
                let what = conflict_message(judged.name(), id, labels, line);
                let hint = Some(
                    "`repeated=last`, in YAML `repeated: last`, keeps the last label of each document"
                        .to_owned(),
                );
                return Err(Located { hint, ..source.error(document, what) });
            }
            counts.repeated += usize::from(pair.count > 0);
            counts.differing += usize::from(differs && !pair.differs);
            pair.differs |= differs;
            if self.repeated == Repeated::Each {
                pair.all_labels.push(value);
            }
            (pair.last, pair.sum, pair.count) = (value, pair.sum + value, pair.count + 1);
        }
        Ok(Pairs { pairs, added_documents })
    }

    /// Returns a label as a number, or `None` if the label is dropped. `highest` is the highest level of
    /// people's judgments, and `outside` counts the labels outside the scale, and the dropped labels that are
    /// not numbers.
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
        let max = if self.labels == LabelKind::Gains { Gains::MAX_GAIN } else { f64::from(highest) };
        if self.levels.is_empty() {
            let Some(value) = parse_double(text.as_bytes()).filter(|value| value.is_finite()) else {
                if self.outside == Outside::Drop {
                    *outside += 1;
                    return Ok(None);
                }
                let is_word = text.chars().all(|letter| letter.is_ascii_alphanumeric());
                let example = if is_word {
                    format!(
                        ", in a file with four columns by `awk '$4 == \"{label}\" {{$4 = LEVEL}} 1' FILE`, with a number for LEVEL"
                    )
                } else {
                    String::new()
                };
                return wrong(format!(
                    "label `{label}` is not a number: write a level in its place{example}; a judge in YAML can map it to one in `levels`; \
                     if it is a failed answer, the option `outside` of the judge with the value `drop` leaves its pair unjudged"
                ));
            };
            number = value;
            is_inside = (0.0..=max).contains(&number);
        } else if let Some(&level) = self.levels.get(text) {
            return Ok(Some(f64::from(level)));
        }
        if is_inside {
            if self.labels == LabelKind::Levels && number.fract() != 0.0 {
                let remedy = LabelNumbers::new(source, max).remedy_for_fractions(highest);
                return wrong(format!(
                    "label `{label}` is a fraction, expected a level from 0 to {highest}: {remedy}; an audit and an experiment also take \
                     fractions as they are if the judge's `labels` are `gains` (on the command line `FILE,labels=gains`), and a judge in \
                     YAML can map each label to a level in `levels`"
                ));
            }
            // Adding 0.0 turns -0.0 into 0.0, so that equal labels compare equal bit by bit.
            return Ok(Some(number + 0.0));
        }
        *outside += 1;
        match self.outside {
            Outside::Refuse => {
                let expected = match (self.labels, self.levels.is_empty()) {
                    (_, false) => {
                        let labels = self.levels.keys().map(|label| format!("`{label}`"));
                        labels.collect::<Vec<_>>().join(", ")
                    }
                    (LabelKind::Levels, true) => format!("0 to {highest}"),
                    (LabelKind::Gains, true) => "a number from 0 to 1e100".to_owned(),
                };
                // `clamp` cannot be combined with `levels`.
                let remedy = if self.levels.is_empty() { "`drop` or `clamp`" } else { "`drop`" };
                let is_level = self.levels.is_empty() && self.labels == LabelKind::Levels;
                let other_scale = is_level.then(|| LabelNumbers::new(source, max).other_scale(max)).flatten();
                let first = other_scale.map_or(String::new(), |remark| format!(" {remark}; otherwise"));
                wrong(format!(
                    "label `{label}` is outside the scale, expected {expected};{first} set the judge's `outside` to {remedy} \
                     (on the command line `FILE,outside=drop`)"
                ))
            }
            Outside::Clamp => Ok(Some(if number < 0.0 { 0.0 } else { max })),
            Outside::Drop => Ok(None),
        }
    }
}

/// The numbers among the labels of a file that does not fit the scale, for remarks on how to convert them.
struct LabelNumbers {
    labels: usize,
    /// The number of labels above the highest level of the scale.
    above: usize,
    lowest: f64,
    highest: f64,
    has_fraction: bool,
}

impl LabelNumbers {
    /// Collects the numbers of a file. `max` is the highest level of the scale.
    fn new(source: &FileText<'_>, max: f64) -> Self {
        let mut numbers = Self {
            labels: 0,
            above: 0,
            lowest: f64::INFINITY,
            highest: f64::NEG_INFINITY,
            has_fraction: false,
        };
        for line in source.lines() {
            numbers.labels += 1;
            if let Ok([_, _, _, field]) = source.fields::<4>(line, LABELS)
                && let Some(value) = parse_double(source.get(field).as_bytes())
            {
                numbers.above += usize::from(value > max);
                numbers.lowest = numbers.lowest.min(value);
                numbers.highest = numbers.highest.max(value);
                numbers.has_fraction |= value.fract() != 0.0;
            }
        }
        numbers
    }

    /// Returns a remark if the labels seem to be on another scale. One label outside the scale may be a slip.
    fn other_scale(&self, max: f64) -> Option<String> {
        let Self { labels, above, lowest, highest, .. } = self;
        if *lowest == 1.0 && *highest == max + 1.0 {
            return Some(format!(
                "the labels in the file are from 1 to {highest}: if 1 is the lowest level of the judge, subtract 1, in a file with four \
                 columns by `awk '{{$4 -= 1}} 1' FILE`"
            ));
        }
        (*above > 1 && highest.is_finite()).then(|| {
            format!(
                "{above} of the {labels} labels in the file are above {max}, the highest is {highest}: if they are on another scale, \
                 convert them first"
            )
        })
    }

    /// Returns true if each label can be rounded to a level.
    fn can_be_rounded(&self, highest_level: u8) -> bool {
        self.lowest >= 0.0 && self.highest < f64::from(highest_level) + 0.5
    }

    /// Returns a way to turn labels with fractions, which may be probabilities, into levels.
    fn remedy_for_fractions(&self, highest_level: u8) -> String {
        if !self.can_be_rounded(highest_level) {
            return "convert the labels to levels first".to_owned();
        }
        let (conversion, factor) = if self.highest <= 1.0 && highest_level > 1 {
            ("turns probabilities into levels", format!(" * {highest_level}"))
        } else {
            ("rounds the labels", String::new())
        };
        format!("in a file with four columns, `awk '{{$4 = int($4{factor} + .5)}} 1' FILE` {conversion}")
    }

    /// Returns a way to turn labels that were read as gains into levels, or an empty text.
    fn remedy_for_gains(&self, highest_level: u8) -> String {
        if !self.can_be_rounded(highest_level) {
            String::new()
        } else if self.has_fraction {
            let remedy = self.remedy_for_fractions(highest_level);
            format!("; to compare levels, leave out `labels`, and write levels first: {remedy}")
        } else {
            format!("; all labels are levels from 0 to {highest_level}, so leave out `labels`")
        }
    }
}
