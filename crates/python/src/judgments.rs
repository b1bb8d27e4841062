//! Judgments that are read once and scored against many times. They can be inspected, selected and saved.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyDict};
use rejudge_collections::descriptor::{LabelKind, QrelsFormat};
use rejudge_collections::{GainScale, IntentQrels, LoadError, Qrels, Rows, judged, judgments_by_intent};
use rejudge_eval::{Input, RequestedMeasures};
use rejudge_metrics::{Gains, Verdict};
use rejudge_names::plural::counted;
use rejudge_names::{meant, nearest};
use rejudge_pools::{IntentJudgments, TestCollection, TopicIntents};
use rejudge_tables::frame::{Frame, Texts, Values};

use crate::collection::Collection;
use crate::exceptions::{Exception, value_error};
use crate::intents::IntentLines;
use crate::judges::push_label_line;
use crate::one_value::names;
use crate::rows::TopicRows;
use crate::source::{GAINS, Purpose, QRELS, Source};
use crate::table::{PyTable, Tabular, impl_into_python};
use crate::work::{on_workers, without_gil, without_gil_if_many};

/// Judgments.
pub struct Judgments {
    /// The file, or the name of the argument. Messages quote it.
    name: PathBuf,
    /// The judgments by document. For an array they are made at the first call of [`qrels`](Self::qrels), because scoring an
    /// array does not need them.
    qrels: OnceLock<Qrels>,
    /// The labels, if the judgments are an array.
    array: Option<TopicRows>,
    /// The levels of the array's labels, if the labels are gains.
    scale: Option<GainScale>,
    /// The judgments by intent, if there are any.
    by_intent: Option<IntentLines>,
    /// The same judgments as an input that can be scored, without runs.
    pub input: Input,
}

impl Judgments {
    /// Reads the judgments of a source, whose grades are levels or gains.
    pub fn new(source: Source, labels: LabelKind) -> Result<Self, Exception> {
        match source {
            Source::File(path) => {
                let qrels = Qrels::read(&path, &QrelsFormat { labels, ..QrelsFormat::trec() })?;
                Self::from_parts(path, qrels, None)
            }
            Source::Rows(rows) => Self::from_rows(&rows.all()?, labels),
        }
    }

    /// Makes judgments from rows, whose numbers are levels or gains. Each topic must have a document.
    pub fn from_rows(rows: &TopicRows, labels: LabelKind) -> Result<Self, Exception> {
        let exception = |message: String| Exception::value(format!("{}: {message}", QRELS.argument));
        let scale = match labels {
            LabelKind::Levels => None,
            LabelKind::Gains => Some(GainScale::new(rows.iter().map(|(.., gain)| gain)).map_err(exception)?),
        };
        let gains = scale.as_ref().map(GainScale::gains).transpose().map_err(exception)?.flatten();
        if let Some((_, documents)) = rows.shape() {
            let labels = rows.numbers();
            let verdicts: Vec<Verdict> =
                (0..rows.count()).map(|row| verdict(labels.at(row), scale.as_ref())).collect();
            let topics =
                verdicts.chunks(documents).enumerate().map(|(topic, verdicts)| (rows.name(topic), verdicts));
            let name = PathBuf::from(QRELS.argument);
            let collection = TestCollection::from_judgments(topics).with_gains(gains);
            let input = Input::from_judgments(name.clone(), collection);
            return Ok(Self {
                name,
                qrels: OnceLock::new(),
                array: Some(rows.clone()),
                scale,
                by_intent: None,
                input,
            });
        }
        let qrels = Qrels::from_rows(rows, |grade| verdict(grade, scale.as_ref()))
            .map_err(|repeated| rows.duplicate_error(&repeated, QRELS.argument))?;
        Self::from_parts(PathBuf::from(QRELS.argument), qrels.with_gains(gains), None)
    }

    /// Makes judgments by intent.
    pub fn by_intent(lines: IntentLines) -> Result<Self, Exception> {
        let parsed = IntentQrels::parse(&lines.name, &lines.lines, &QrelsFormat::trec());
        let parsed = parsed.map_err(LoadError::from)?;
        let (union, levels) = judgments_by_intent(parsed, lines.parse_probabilities()?.as_ref())?;
        Self::from_parts(lines.name.clone(), union, Some((lines, levels)))
    }

    /// Makes judgments from `qrels`. If `qrels` is the union of judgments by intent, `by_intent` has the
    /// judgments by intent.
    pub fn from_parts(
        name: PathBuf,
        qrels: Qrels,
        by_intent: Option<(IntentLines, Vec<TopicIntents>)>,
    ) -> Result<Self, Exception> {
        let collection = judged(&qrels);
        let (by_intent, levels) = by_intent.unzip();
        let intents = levels.map(|levels| IntentJudgments::new(&collection, levels));
        let mut input = Input::from_judgments(name.clone(), collection);
        input.intents = intents.map(Arc::new);
        Ok(Self { name, qrels: OnceLock::from(qrels), array: None, scale: None, by_intent, input })
    }

    /// Returns the judgments of the topics for which `is_kept` returns true.
    fn select_topics(&self, is_kept: impl Fn(&str) -> bool) -> Result<Self, Exception> {
        if let Some(lines) = &self.by_intent {
            return Self::by_intent(lines.select_topics(is_kept));
        }
        let mut rows = TopicRows::default();
        for topic in self.qrels().topics().filter(|topic| is_kept(topic.name())) {
            rows.begin(topic.name());
            topic.judgments().for_each(|(document, verdict)| rows.push(document, self.grade(verdict)));
        }
        Self::from_rows(&rows, self.label_kind())
    }

    /// Returns the number of judgments, including documents that were pooled without a judgment.
    fn count(&self) -> usize {
        match &self.by_intent {
            Some(lines) => lines.rows().count(),
            None => self.qrels().topics().map(|topic| topic.verdicts().len()).sum(),
        }
    }

    /// Calls `visit` with the topic, the intent, the document and the grade of each judgment. Stops at the first error.
    fn try_for_each<E>(
        &self,
        mut visit: impl FnMut(&str, Option<&str>, &str, f64) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Some(lines) = &self.by_intent {
            // Every level is a number, because the lines were parsed before.
            return lines.rows().try_for_each(|[topic, intent, document, level]| {
                visit(topic, Some(intent), document, level.parse().unwrap_or(-1.0))
            });
        }
        self.qrels().topics().try_for_each(|topic| {
            let mut judgments = topic.judgments();
            judgments
                .try_for_each(|(document, verdict)| visit(topic.name(), None, document, self.grade(verdict)))
        })
    }

    /// Returns the kind of the grades: levels or gains.
    pub fn label_kind(&self) -> LabelKind {
        if self.input.view.gains().is_some() { LabelKind::Gains } else { LabelKind::Levels }
    }

    /// Returns the grade of a verdict in these judgments: its level or gain, or -1 for a document that was
    /// pooled without a judgment.
    pub fn grade(&self, verdict: Verdict) -> f64 {
        grade(verdict, self.input.view.gains())
    }

    /// Returns a table with a row for each judgment.
    fn to_frame(&self) -> Frame {
        let (mut topics, mut intents, mut documents) = (Texts::default(), Texts::default(), Texts::default());
        let mut grades = Vec::with_capacity(self.count());
        let _ = self.try_for_each(|topic, intent, document, grade| {
            topics.push(topic);
            intents.push(intent.unwrap_or_default());
            documents.push(document);
            grades.push(grade);
            Ok::<(), ()>(())
        });
        let grades = grades.into_iter();
        let (grade_name, grades) = match self.label_kind() {
            LabelKind::Levels => ("level", Values::Whole(grades.map(|level| Some(level as i64)).collect())),
            LabelKind::Gains => ("gain", Values::Number(grades.map(Some).collect())),
        };
        let frame = Frame::default().with("query_id", "name of the topic", Values::Text(topics));
        let frame = match self.by_intent {
            Some(_) => frame.with("intent", "intent of the topic", Values::Text(intents)),
            None => frame,
        };
        let about_grades = format!("{grade_name}; below 0 if the document is in the pool without a judgment");
        frame.with("doc_id", "id of the document", Values::Text(documents)).with(
            "relevance",
            &about_grades,
            grades,
        )
    }

    /// Returns the judgments in TREC's format.
    pub fn lines(&self) -> Result<String, Exception> {
        let mut lines = String::new();
        self.try_for_each(|topic, intent, document, grade| {
            push_label_line(&mut lines, "qrels", [topic, intent.unwrap_or("0"), document], grade)
        })?;
        Ok(lines)
    }

    /// Refuses measures by intent if the judgments are by document.
    pub fn check_intents(&self, measures: &RequestedMeasures) -> Result<(), Exception> {
        let by_intent = measures.metrics.iter().find(|metric| metric.family().is_by_intent());
        match by_intent.filter(|_| self.by_intent.is_none()) {
            None => Ok(()),
            Some(metric) => Err(Exception::value(format!(
                "{metric} needs judgments by intent: rejudge.Qrels(qrels, by_intent=True)"
            ))),
        }
    }

    /// Returns true if `self` and `other` have the same grades for the same documents and intents, in any
    /// order, and the same lines of probabilities.
    fn has_same_judgments(&self, other: &Self) -> bool {
        if let (Some(lines), Some(other_lines)) = (&self.by_intent, &other.by_intent) {
            let sorted = |lines: &IntentLines| {
                let mut rows: Vec<[String; 4]> = lines.rows().map(|row| row.map(str::to_owned)).collect();
                rows.sort_unstable();
                (rows, lines.probabilities.as_ref().map(|(_, text)| text.clone()))
            };
            return sorted(lines) == sorted(other_lines);
        }
        let (topics, other_topics) = (self.qrels().topics(), other.qrels().topics());
        self.by_intent.is_some() == other.by_intent.is_some()
            && topics.len() == other_topics.len()
            && topics.zip(other_topics).all(|(topic, other_topic)| {
                topic.name() == other_topic.name()
                    && topic.verdicts().len() == other_topic.verdicts().len()
                    && topic.judgments().all(|(document, verdict)| {
                        let other_verdict = other_topic.verdict(document);
                        other_verdict
                            .is_some_and(|other_verdict| other.grade(other_verdict) == self.grade(verdict))
                    })
            })
    }

    /// Returns the judgments by document. For an array, the first call makes them.
    pub fn qrels(&self) -> &Qrels {
        if let Some(qrels) = self.qrels.get() {
            return qrels;
        }
        let array = self.array.as_ref().expect("only the judgments of an array are made later");
        let make = || {
            let qrels = Qrels::from_rows(array, |grade| verdict(grade, self.scale.as_ref()));
            let gains = self.input.view.gains().cloned();
            qrels.expect("columns have distinct names").with_gains(gains)
        };
        // We do not make the judgments within `get_or_init`, because this could deadlock: while a worker waits
        // for others, it takes up other work, which may request the same judgments.
        let qrels = on_workers(make).unwrap_or_else(|_| make());
        self.qrels.get_or_init(|| qrels)
    }

    /// Returns the labels if the judgments are an array.
    pub fn array(&self) -> Option<&TopicRows> {
        self.array.as_ref()
    }

    /// Returns the name of the judgments in messages.
    pub fn name(&self) -> &Path {
        &self.name
    }
}

/// Returns the verdict of a grade. A gain becomes its level on `scale`.
fn verdict(grade: f64, scale: Option<&GainScale>) -> Verdict {
    if grade < 0.0 {
        return Verdict::Pooled;
    }
    Verdict::Level(scale.map_or(grade as u8, |scale| scale.level(grade)))
}

/// Returns the grade of a verdict: its level, or its gain if grades are gains. The grade of a document that was
/// pooled without a judgment is -1.
pub fn grade(verdict: Verdict, gains: Option<&Gains>) -> f64 {
    match verdict {
        Verdict::Level(level) => gains.map_or(level.into(), |gains| gains.gain(level)),
        Verdict::Pooled => -1.0,
    }
}

/// Judgments that are read once and used for any number of calls.
///
/// Args:
///     qrels: a data frame (polars, pandas, pyarrow, DuckDB, ..) with columns of topics, documents and
///         levels; a dict ``{topic: {document: level}}``; an array of levels, topics by documents (numpy, torch, any
///         buffer); tuples of ir_measures; ranx' ``Qrels``; or the path of a file in any form
///         that the command reads (TREC, csv, tsv, JSON, JSON lines, parquet), compressed or not.
///     gains: grades are gains instead of levels, and may be fractions, for example means of ratings.
///     by_intent: a document has a judgment for each intent (subtopic) of a topic. The frame then has a column of
///         intents, the dict is ``{topic: {intent: {document: level}}}``, and a file has intents in its second
///         column. Measures by document use a document's highest level.
///     probabilities: probabilities of the intents, ``{topic: {intent: probability}}`` or the path of a file. If
///         ``None``, all intents of a topic are equally probable.
///
/// A level below 0 means that the document is in the pool but was not judged. ``polars.DataFrame(qrels)`` and any
/// other reader of Arrow's PyCapsule interface accept the judgments.
///
/// >>> import rejudge
/// >>> qrels = rejudge.Qrels({"1": {"a": 1, "b": 0}, "2": {"c": 2}})
/// >>> qrels
/// <rejudge.Qrels: 2 topics, 3 judgments>
/// >>> qrels.topics, len(qrels), qrels.select(["2"]).to_dict()
/// (['1', '2'], 3, {'2': {'c': 2}})
/// >>> qrels == rejudge.Qrels({"2": {"c": 2}, "1": {"b": 0, "a": 1}})
/// True
/// >>> rejudge.evaluate(rejudge.Qrels({"1": {"a": 0.5, "b": 1.0}}, gains=True), {"1": {"a": 2.0}}, "nDCG@1")["nDCG@1"]
/// [0.5]
/// >>> by_intent = rejudge.Qrels({"1": {"car": {"a": 1}, "cat": {"b": 1}}}, by_intent=True)
/// >>> rejudge.evaluate(by_intent, {"1": {"a": 2.0, "c": 1.0}}, ["I-rec@2", "AP"]).to_dict()
/// {'run': ['run'], 'topics': [1], 'I-rec@2': [0.5], 'AP': [0.5]}
#[pyclass(frozen, extends = Tabular, module = "rejudge", name = "Qrels")]
pub struct PyQrels(pub Arc<Judgments>);

impl_into_python!(PyQrels);

#[pymethods]
impl PyQrels {
    #[new]
    #[pyo3(signature = (qrels, *, gains = false, by_intent = false, probabilities = None))]
    fn new(
        py: Python<'_>,
        qrels: &Bound<'_, PyAny>,
        gains: bool,
        by_intent: bool,
        probabilities: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let judgments = if gains && by_intent {
            return Err(value_error("gains and by_intent: judgments by intent have levels, not gains"));
        } else if by_intent {
            let lines = IntentLines::new(qrels, probabilities)?;
            Arc::new(without_gil(py, || Judgments::by_intent(lines))?)
        } else if probabilities.is_some() {
            return Err(value_error("probabilities need judgments by intent: pass by_intent=True"));
        } else if gains {
            let source = Source::new(qrels, GAINS)?;
            Arc::new(without_gil(py, move || Judgments::new(source, LabelKind::Gains))?)
        } else {
            from_python(py, qrels, QRELS.argument)?
        };
        Ok(Tabular::with_base(Self(judgments)))
    }

    /// Names of the topics, sorted.
    #[getter]
    fn topics(&self) -> Vec<String> {
        self.0.qrels().topics().map(|topic| topic.name().to_owned()).collect()
    }

    /// True if the judgments are by intent.
    #[getter]
    fn by_intent(&self) -> bool {
        self.0.by_intent.is_some()
    }

    /// True if `other` has the same judgments, in any order.
    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.has_same_judgments(&other.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for topic in self.0.qrels().topics() {
            (topic.name(), topic.verdicts().len()).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Number of judgments, including documents that were pooled without a judgment. By intent, a document can have
    /// one for each intent.
    fn __len__(&self) -> usize {
        self.0.count()
    }

    /// The judgments of some topics.
    ///
    /// Raises:
    ///     ValueError: no topic is given, or a topic is not among the judgments.
    fn select(&self, py: Python<'_>, topics: &Bound<'_, PyAny>) -> PyResult<Self> {
        let topics = chosen_names("topics", topics, &self.topics())?;
        let judgments = Arc::clone(&self.0);
        let selected = without_gil(py, move || judgments.select_topics(|topic| topics.contains(topic)))?;
        Ok(Self(Arc::new(selected)))
    }

    /// The judgments as ``{topic: {document: level}}``; by intent, ``{topic: {intent: {document: level}}}``.
    /// Gains replace levels if the grades are gains.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let are_gains = self.0.label_kind() == LabelKind::Gains;
        self.0.try_for_each(|topic, intent, document, grade| {
            let topic_dict = inner_dict(&dict, topic)?;
            let documents = match intent {
                Some(intent) => inner_dict(&topic_dict, intent)?,
                None => topic_dict,
            };
            if are_gains {
                return documents.set_item(document, grade);
            }
            documents.set_item(document, grade as i16)
        })?;
        Ok(dict)
    }

    /// The judgments as a table with the columns ``query_id``, ``doc_id`` and ``relevance``, and ``intent`` if they
    /// are by intent.
    fn to_table(&self, py: Python<'_>) -> PyResult<PyTable> {
        let judgments = Arc::clone(&self.0);
        Ok(PyTable::from_rows("judgments", without_gil(py, move || Ok(judgments.to_frame()))?))
    }

    /// Writes the judgments as a TREC file, ``topic 0 document level`` or by intent ``topic intent document level``.
    /// An existing file is replaced.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let judgments = Arc::clone(&self.0);
        without_gil(py, move || write_file(&path, &judgments.lines()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let module = py.import("rejudge._native")?;
        match &self.0.by_intent {
            Some(IntentLines { lines, probabilities, .. }) => {
                let bytes = |lines: &Vec<u8>| PyBytes::new(py, lines);
                let parts = (bytes(lines), probabilities.as_ref().map(|(_, lines)| bytes(lines)));
                Ok((module.getattr("_qrels_by_intent")?, parts.into_pyobject(py)?.into_any()))
            }
            None => {
                let mut class = module.getattr("Qrels")?;
                if self.0.label_kind() == LabelKind::Gains {
                    let keywords = [("gains", true)].into_py_dict(py)?;
                    class = py.import("functools")?.call_method("partial", (class,), Some(&keywords))?;
                }
                Ok((class, (self.to_dict(py)?,).into_pyobject(py)?.into_any()))
            }
        }
    }

    fn __repr__(&self) -> String {
        let topics = counted(self.0.qrels().topics().len(), "topic");
        let judgments = counted(self.__len__(), "judgment");
        let by_intent = if self.by_intent() { " by intent" } else { "" };
        format!("<rejudge.Qrels: {topics}, {judgments}{by_intent}>")
    }
}

/// Returns the dict at a key of `dict`. It is created if it is missing.
pub fn inner_dict<'py>(dict: &Bound<'py, PyDict>, key: &str) -> PyResult<Bound<'py, PyDict>> {
    if let Some(inner) = dict.get_item(key)? {
        return Ok(inner.cast_into()?);
    }
    let inner = PyDict::new(dict.py());
    dict.set_item(key, &inner)?;
    Ok(inner)
}

/// Reads the names that the caller selects from `all_names`. It is an error if there are no names, or if a
/// name is unknown.
pub fn chosen_names(
    argument: &str,
    object: &Bound<'_, PyAny>,
    all_names: &[String],
) -> PyResult<HashSet<String>> {
    let names = names(argument, object)?;
    if names.is_empty() {
        return Err(value_error(format!("{argument}: expected at least one name")));
    }
    let known_names: HashSet<&String> = all_names.iter().collect();
    match names.iter().filter(|name| !known_names.contains(name)).min() {
        None => Ok(names.into_iter().collect()),
        Some(unknown) => {
            let hint = meant(nearest(unknown, all_names.iter().map(String::as_str)));
            Err(value_error(format!("{argument}: there is no `{}`{hint}", unknown.escape_debug())))
        }
    }
}

/// Writes a text file. An existing file is replaced.
pub fn write_file(path: &Path, text: &str) -> Result<(), Exception> {
    std::fs::write(path, text).map_err(|error| Exception::File(format!("{}: {error}", path.display())))
}

/// Returns the judgments of a `Qrels` or a `Collection` unchanged, and reads any other object. Messages call it
/// `argument`.
pub fn from_python(
    py: Python<'_>,
    object: &Bound<'_, PyAny>,
    argument: &'static str,
) -> PyResult<Arc<Judgments>> {
    if let Ok(qrels) = object.cast::<PyQrels>() {
        return Ok(Arc::clone(&qrels.get().0));
    }
    if let Ok(collection) = object.cast::<Collection>() {
        return Ok(collection.get().to_qrels(py)?.0);
    }
    let source = Source::new(object, Purpose { argument, ..QRELS })?;
    let rows = source.known_rows().unwrap_or(usize::MAX);
    Ok(Arc::new(without_gil_if_many(py, rows, move || Judgments::new(source, LabelKind::Levels))?))
}

/// Unpickles judgments by intent.
#[pyfunction]
pub fn _qrels_by_intent(
    py: Python<'_>,
    lines: &Bound<'_, PyBytes>,
    probabilities: Option<&Bound<'_, PyBytes>>,
) -> PyResult<PyQrels> {
    let probabilities =
        probabilities.map(|lines| (PathBuf::from("probabilities"), lines.as_bytes().to_vec()));
    let lines = IntentLines { name: PathBuf::from("qrels"), lines: lines.as_bytes().to_vec(), probabilities };
    Ok(PyQrels(Arc::new(without_gil(py, || Judgments::by_intent(lines))?)))
}
