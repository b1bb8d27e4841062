//! Judgments: read once, with indices for their documents; inspected, selected and saved.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyDict};
use rejudge_collections::descriptor::{LabelKind, QrelsFormat};
use rejudge_collections::{
    GainScale, IntentQrels, LoadError, Qrels as QrelsOf, Rows, judged, judgments_by_intent,
};
use rejudge_eval::{Input, Wanted};
use rejudge_metrics::{Gains, Verdict};
use rejudge_names::{meant, nearest};
use rejudge_pools::{IntentJudgments, TestCollection, TopicIntents};
use rejudge_tables::frame::{Frame, Texts, Values};

use crate::collection::Collection;
use crate::exceptions::{Wrong, value_error};
use crate::given::{GAINS, Given, Purpose, QRELS};
use crate::intents::IntentLines;
use crate::judges::push_line;
use crate::one_value::names;
use crate::rows::TopicRows;
use crate::table::{Table, Tabular, is_tabular};
use crate::work::{on_workers, without_gil};

/// Judgments.
pub struct Judgments {
    name: PathBuf,
    /// The judgments by name; those of an array are named when somebody asks.
    qrels: OnceLock<QrelsOf>,
    /// The labels of an array.
    grid: Option<TopicRows>,
    /// The levels of the array's labels, if they are gains.
    scale: Option<GainScale>,
    /// The judgments by intent, if there are any.
    by_intent: Option<IntentLines>,
    /// The same judgments as an input of scoring without runs.
    pub input: Input,
}

impl Judgments {
    /// The judgments that were given, whose grades are on the scale `labels`.
    pub fn new(given: Given, labels: LabelKind) -> Result<Self, Wrong> {
        match given {
            Given::File(path) => {
                let qrels = QrelsOf::read(&path, &QrelsFormat { labels, ..QrelsFormat::trec() })?;
                Self::from_parts(path, qrels, None)
            }
            Given::Rows(rows) => Self::of_rows(&rows.whole()?, labels),
        }
    }

    /// Judgments of rows, whose numbers are on the scale `labels`. Each topic has a document.
    pub fn of_rows(rows: &TopicRows, labels: LabelKind) -> Result<Self, Wrong> {
        let wrong = |message: String| Wrong::value(format!("{}: {message}", QRELS.argument));
        let scale = match labels {
            LabelKind::Levels => None,
            LabelKind::Gains => Some(GainScale::new(rows.all().map(|(.., gain)| gain)).map_err(wrong)?),
        };
        let gains = scale.as_ref().map(GainScale::gains).transpose().map_err(wrong)?.flatten();
        if let Some((_, documents)) = rows.shape() {
            let labels = rows.numbers();
            let verdicts: Vec<Verdict> =
                (0..rows.count()).map(|row| verdict(labels.at(row), scale.as_ref())).collect();
            let topics =
                verdicts.chunks(documents).enumerate().map(|(topic, verdicts)| (rows.name(topic), verdicts));
            let name = PathBuf::from(QRELS.argument);
            let collection = TestCollection::of_judgments(topics).with_gains(gains);
            let input = Input::of_judgments(name.clone(), collection);
            return Ok(Self {
                name,
                qrels: OnceLock::new(),
                grid: Some(rows.clone()),
                scale,
                by_intent: None,
                input,
            });
        }
        let qrels = QrelsOf::of_rows(rows, |grade| verdict(grade, scale.as_ref()))
            .map_err(|repeated| rows.repeated(&repeated, QRELS.argument))?;
        Self::from_parts(PathBuf::from(QRELS.argument), qrels.with_gains(gains), None)
    }

    /// Makes judgments by intent.
    pub fn by_intent(given: IntentLines) -> Result<Self, Wrong> {
        let lines = IntentQrels::parse(&given.name, &given.lines, &QrelsFormat::trec());
        let lines = lines.map_err(LoadError::from)?;
        let (union, levels) = judgments_by_intent(lines, given.table()?.as_ref())?;
        Self::from_parts(given.name.clone(), union, Some((given, levels)))
    }

    /// Judgments that were read, and those by intent.
    pub fn from_parts(
        name: PathBuf,
        qrels: QrelsOf,
        by_intent: Option<(IntentLines, Vec<TopicIntents>)>,
    ) -> Result<Self, Wrong> {
        let collection = judged(&qrels);
        let (by_intent, levels) = by_intent.unzip();
        let intents = levels.map(|levels| IntentJudgments::new(&collection, levels));
        let mut input = Input::of_judgments(name.clone(), collection);
        input.intents = intents.map(Arc::new);
        Ok(Self { name, qrels: OnceLock::from(qrels), grid: None, scale: None, by_intent, input })
    }

    /// The judgments of some topics.
    fn of_topics(&self, is_kept: impl Fn(&str) -> bool) -> Result<Self, Wrong> {
        if let Some(lines) = &self.by_intent {
            return Self::by_intent(lines.of_topics(is_kept));
        }
        let mut rows = TopicRows::default();
        for topic in self.qrels().topics().filter(|topic| is_kept(topic.name())) {
            rows.begin(topic.name());
            topic.judgments().for_each(|(document, verdict)| rows.push(document, self.grade(verdict)));
        }
        Self::of_rows(&rows, self.labels())
    }

    /// Returns the number of judgments.
    fn count(&self) -> usize {
        match &self.by_intent {
            Some(lines) => lines.rows().count(),
            None => self.qrels().topics().map(|topic| topic.verdicts().len()).sum(),
        }
    }

    /// Calls `row` with topic, intent, document and grade of each judgment.
    fn each<E>(&self, mut row: impl FnMut(&str, Option<&str>, &str, f64) -> Result<(), E>) -> Result<(), E> {
        if let Some(lines) = &self.by_intent {
            // The lines were read before: each level is a number.
            return lines.rows().try_for_each(|[topic, intent, document, level]| {
                row(topic, Some(intent), document, level.parse().unwrap_or(-1.0))
            });
        }
        self.qrels().topics().try_for_each(|topic| {
            let mut judgments = topic.judgments();
            judgments
                .try_for_each(|(document, verdict)| row(topic.name(), None, document, self.grade(verdict)))
        })
    }

    /// Returns the scale of the grades.
    pub fn labels(&self) -> LabelKind {
        if self.input.view.gains().is_some() { LabelKind::Gains } else { LabelKind::Levels }
    }

    /// Returns the number that a verdict is written as.
    pub fn grade(&self, verdict: Verdict) -> f64 {
        grade(verdict, self.input.view.gains())
    }

    /// The judgments as a table.
    fn frame(&self) -> Frame {
        let (mut topics, mut intents, mut documents) = (Texts::default(), Texts::default(), Texts::default());
        let mut grades = Vec::with_capacity(self.count());
        let _ = self.each(|topic, intent, document, grade| {
            topics.push(topic);
            intents.push(intent.unwrap_or_default());
            documents.push(document);
            grades.push(grade);
            Ok::<(), ()>(())
        });
        let grades = grades.into_iter();
        let (says, grades) = match self.labels() {
            LabelKind::Levels => ("level", Values::Whole(grades.map(|level| Some(level as i64)).collect())),
            LabelKind::Gains => ("gain", Values::Number(grades.map(Some).collect())),
        };
        let frame = Frame::default().with("query_id", "name of the topic", Values::Text(topics));
        let frame = match self.by_intent {
            Some(_) => frame.with("intent", "intent of the topic", Values::Text(intents)),
            None => frame,
        };
        let says = format!("{says}; below 0: in the pool without a judgment");
        frame.with("doc_id", "id of the document", Values::Text(documents)).with("relevance", &says, grades)
    }

    /// The judgments as lines of TREC.
    pub fn lines(&self) -> Result<String, Wrong> {
        let mut lines = String::new();
        self.each(|topic, intent, document, grade| {
            push_line(&mut lines, "qrels", [topic, intent.unwrap_or("0"), document], grade)
        })?;
        Ok(lines)
    }

    /// Refuses measures by intent if the judgments are not by intent.
    pub fn check_intents(&self, wanted: &Wanted) -> Result<(), Wrong> {
        let by_intent = wanted.metrics.iter().find(|metric| metric.family().is_by_intent());
        match by_intent.filter(|_| self.by_intent.is_none()) {
            None => Ok(()),
            Some(metric) => Err(Wrong::value(format!(
                "{metric} needs judgments by intent: rejudge.Qrels(qrels, by_intent=True)"
            ))),
        }
    }

    /// Returns true if both have the same levels of the same documents, in whatever order, and the same intents.
    fn is_same(&self, other: &Self) -> bool {
        if let (Some(lines), Some(other_lines)) = (&self.by_intent, &other.by_intent) {
            let sorted = |lines: &IntentLines| {
                let mut rows: Vec<[String; 4]> = lines.rows().map(|row| row.map(str::to_owned)).collect();
                rows.sort_unstable();
                (rows, lines.probabilities.as_ref().map(|(_, text)| text.clone()))
            };
            return sorted(lines) == sorted(other_lines);
        }
        let grades = |of: &Self, verdict: Option<Verdict>| verdict.map(|verdict| of.grade(verdict));
        let (own, others) = (self.qrels().topics(), other.qrels().topics());
        self.by_intent.is_some() == other.by_intent.is_some()
            && own.len() == others.len()
            && own.zip(others).all(|(own, others)| {
                own.name() == others.name()
                    && own.verdicts().len() == others.verdicts().len()
                    && own.judgments().all(|(document, verdict)| {
                        grades(other, others.verdict(document)) == grades(self, Some(verdict))
                    })
            })
    }

    /// The judgments by their names.
    pub fn qrels(&self) -> &QrelsOf {
        if let Some(qrels) = self.qrels.get() {
            return qrels;
        }
        let grid = self.grid.as_ref().expect("other judgments have their names from the start");
        let named = || {
            let qrels = QrelsOf::of_rows(grid, |grade| verdict(grade, self.scale.as_ref()));
            let gains = self.input.view.gains().cloned();
            qrels.expect("columns have distinct names").with_gains(gains)
        };
        // Not within `get_or_init`: a worker that waits for others takes up other work, which may ask for the same names.
        let qrels = on_workers(named).unwrap_or_else(|_| named());
        self.qrels.get_or_init(|| qrels)
    }

    /// Returns the labels of an array; `None` if the judgments are of another form.
    pub fn grid(&self) -> Option<&TopicRows> {
        self.grid.as_ref()
    }

    /// Returns their name in messages.
    pub fn name(&self) -> &Path {
        &self.name
    }
}

fn verdict(grade: f64, scale: Option<&GainScale>) -> Verdict {
    if grade < 0.0 {
        return Verdict::Pooled;
    }
    Verdict::Level(scale.map_or(grade as u8, |scale| scale.level(grade)))
}

/// Returns the number that a verdict is written as: its level, or its gain if grades are gains.
pub fn grade(verdict: Verdict, gains: Option<&Gains>) -> f64 {
    match verdict {
        Verdict::Level(level) => gains.map_or(level.into(), |gains| gains.gain(level)),
        Verdict::Pooled => -1.0,
    }
}

/// Judgments that are read once, for runs that are scored one after the other.
///
/// Args:
///     qrels: a data frame (polars, pandas, pyarrow, DuckDB, ..) with columns of topics, documents and
///         levels, a dict ``{topic: {document: level}}``, an array of levels (topics by documents: numpy, torch, any
///         buffer), tuples of ir_measures, ranx' ``Qrels``, or the path of a file in any form
///         that the command reads (TREC, csv, tsv, JSON, JSON lines, parquet), compressed or not.
///     gains: grades are the gains of documents instead of levels, and may be fractions, such as means of ratings.
///     by_intent: a document has a judgment for each intent (subtopic) of a topic: the frame has a column of
///         intents, the dict is ``{topic: {intent: {document: level}}}``, the file has intents in its second
///         column. Measures by document see a document's highest level.
///     probabilities: probabilities of the intents, ``{topic: {intent: probability}}`` or the path of a file;
///         ``None``: equal ones.
///
/// A level below 0 means that a document is in the pool without a judgment. ``polars.DataFrame(qrels)`` and any
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
#[pyclass(frozen, extends = Tabular, module = "rejudge")]
pub struct Qrels(pub Arc<Judgments>);

is_tabular!(Qrels);

#[pymethods]
impl Qrels {
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
            return Err(value_error("gains and by_intent: the judgments of an intent are levels"));
        } else if by_intent {
            let given = IntentLines::new(qrels, probabilities)?;
            Arc::new(without_gil(py, || Judgments::by_intent(given))?)
        } else if probabilities.is_some() {
            return Err(value_error("probabilities are of intents: by_intent=True"));
        } else if gains {
            let given = Given::new(qrels, GAINS)?;
            Arc::new(without_gil(py, move || Judgments::new(given, LabelKind::Gains))?)
        } else {
            from_python(py, qrels, QRELS.argument)?
        };
        Ok(Tabular::with_base(Self(judgments)))
    }

    /// Names of the topics, in their order.
    #[getter]
    fn topics(&self) -> Vec<String> {
        self.0.qrels().topics().map(|topic| topic.name().to_owned()).collect()
    }

    /// True if the judgments are by intent.
    #[getter]
    fn by_intent(&self) -> bool {
        self.0.by_intent.is_some()
    }

    /// True if both have the same judgments, in whatever order they came.
    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.is_same(&other.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for topic in self.0.qrels().topics() {
            (topic.name(), topic.verdicts().len()).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Number of judgments; by intent, a document has one for each intent.
    fn __len__(&self) -> usize {
        self.0.count()
    }

    /// The judgments of some topics.
    ///
    /// Raises:
    ///     ValueError: a topic is not among the judgments.
    fn select(&self, py: Python<'_>, topics: &Bound<'_, PyAny>) -> PyResult<Self> {
        let topics = chosen("topics", topics, &self.topics())?;
        let judgments = Arc::clone(&self.0);
        let kept = without_gil(py, move || judgments.of_topics(|topic| topics.contains(topic)))?;
        Ok(Self(Arc::new(kept)))
    }

    /// The judgments as ``{topic: {document: level}}``; by intent, ``{topic: {intent: {document: level}}}``.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let are_gains = self.0.labels() == LabelKind::Gains;
        self.0.each(|topic, intent, document, grade| {
            let of_topic = inner(&dict, topic)?;
            let documents = intent.map_or(Ok(of_topic.clone()), |intent| inner(&of_topic, intent))?;
            if are_gains {
                return documents.set_item(document, grade);
            }
            documents.set_item(document, grade as i16)
        })?;
        Ok(dict)
    }

    /// The judgments as a table with the columns ``query_id``, ``doc_id`` and ``relevance``, and ``intent`` if they
    /// are by intent.
    fn to_table(&self, py: Python<'_>) -> PyResult<Table> {
        let judgments = Arc::clone(&self.0);
        Ok(Table::of_rows("judgments", without_gil(py, move || Ok(judgments.frame()))?))
    }

    /// Writes the judgments as a TREC file (``topic 0 document level``; by intent, ``topic intent document level``).
    /// An existing file is replaced.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let judgments = Arc::clone(&self.0);
        without_gil(py, move || save(&path, &judgments.lines()?))
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
                if self.0.labels() == LabelKind::Gains {
                    let keywords = [("gains", true)].into_py_dict(py)?;
                    class = py.import("functools")?.call_method("partial", (class,), Some(&keywords))?;
                }
                Ok((class, (self.to_dict(py)?,).into_pyobject(py)?.into_any()))
            }
        }
    }

    fn __repr__(&self) -> String {
        let plural = rejudge_names::plural::counted;
        let (topics, by_intent) =
            (self.0.qrels().topics().len(), if self.by_intent() { " by intent" } else { "" });
        format!(
            "<rejudge.Qrels: {}, {}{by_intent}>",
            plural(topics, "topic"),
            plural(self.__len__(), "judgment")
        )
    }
}

/// Returns the dict in a dict at a key, which is created if missing.
pub fn inner<'py>(dict: &Bound<'py, PyDict>, key: &str) -> PyResult<Bound<'py, PyDict>> {
    if let Some(inner) = dict.get_item(key)? {
        return Ok(inner.cast_into()?);
    }
    let inner = PyDict::new(dict.py());
    dict.set_item(key, &inner)?;
    Ok(inner)
}

/// The names that are chosen among `all`, which are `of` a kind.
pub fn chosen(argument: &str, object: &Bound<'_, PyAny>, all: &[String]) -> PyResult<HashSet<String>> {
    let names = names(argument, object)?;
    if names.is_empty() {
        return Err(value_error(format!("{argument}: none")));
    }
    let all_names: HashSet<&String> = all.iter().collect();
    match names.iter().filter(|name| !all_names.contains(name)).min() {
        None => Ok(names.into_iter().collect()),
        Some(name) => {
            let near = meant(nearest(name, all.iter().map(String::as_str)));
            Err(value_error(format!("{argument}: there is no `{}`{near}", name.escape_debug())))
        }
    }
}

/// Writes a file.
pub fn save(path: &Path, text: &str) -> Result<(), Wrong> {
    std::fs::write(path, text).map_err(|error| Wrong::File(format!("{}: {error}", path.display())))
}

/// The judgments that `object` is, or that are made of it; `argument` is its name in messages.
pub fn from_python(
    py: Python<'_>,
    object: &Bound<'_, PyAny>,
    argument: &'static str,
) -> PyResult<Arc<Judgments>> {
    if let Ok(known) = object.cast::<Qrels>() {
        return Ok(Arc::clone(&known.get().0));
    }
    if let Ok(collection) = object.cast::<Collection>() {
        return Ok(collection.get().to_qrels(py)?.0);
    }
    let given = Given::new(object, Purpose { argument, ..QRELS })?;
    Ok(Arc::new(without_gil(py, move || Judgments::new(given, LabelKind::Levels))?))
}

/// Unpickles judgments by intent.
#[pyfunction]
pub fn _qrels_by_intent(
    py: Python<'_>,
    lines: &Bound<'_, PyBytes>,
    probabilities: Option<&Bound<'_, PyBytes>>,
) -> PyResult<Qrels> {
    let probabilities =
        probabilities.map(|lines| (PathBuf::from("probabilities"), lines.as_bytes().to_vec()));
    let given = IntentLines { name: PathBuf::from("qrels"), lines: lines.as_bytes().to_vec(), probabilities };
    Ok(Qrels(Arc::new(without_gil(py, || Judgments::by_intent(given))?)))
}
