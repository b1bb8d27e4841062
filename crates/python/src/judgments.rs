//! Judgments, looked up often: read once, with the numbers of their documents.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use rejudge_collections::{IntentQrels, LoadError, Qrels as QrelsOf, judged, judgments_by_intent};
use rejudge_descriptor::{HIGHEST_LEVEL, QrelsFormat};
use rejudge_eval::{Input, Wanted, wrong_judgments};
use rejudge_metrics::Verdict;
use rejudge_pools::{IntentJudgments, TopicIntents};

use crate::given::{Given, QRELS, of_lists};
use crate::intents::IntentLines;
use crate::rows::TopicRows;
use crate::work::away;
use crate::wrong::Wrong;

/// Judgments.
pub struct Judgments {
    name: PathBuf,
    qrels: QrelsOf,
    is_by_intent: bool,
    /// The same as what runs are scored by; the runs come and go.
    input: Mutex<Input>,
}

impl Judgments {
    /// The judgments that were given.
    pub fn new(given: Given) -> Result<Self, Wrong> {
        let of_rows = |rows: &TopicRows| {
            // A topic without documents has no judgments.
            QrelsOf::of_rows(rows, verdict).map_err(|repeated| rows.repeated(&repeated, "qrels"))
        };
        let (name, qrels) = match given {
            Given::File(path) => {
                let qrels = QrelsOf::read(&path, &QrelsFormat::trec());
                let qrels = qrels.map_err(|error| match error {
                    LoadError::Format(_) => Wrong::from(wrong_judgments(error)),
                    error => error.into(),
                })?;
                (path, qrels)
            }
            Given::Frame(frame) => {
                let column = frame.number(QRELS).to_owned();
                let rows = frame.rows(QRELS)?.into_iter().map(|(_, rows)| rows).next();
                let rows = rows.ok_or_else(|| Wrong::value("qrels: no rows"))?;
                rows.check("qrels", &column, wrong_level)?;
                (PathBuf::from("qrels"), of_rows(&rows)?)
            }
            Given::Rows(copied) => {
                let rows = TopicRows::Copied(copied);
                rows.check("qrels", "relevance", wrong_level)?;
                (PathBuf::from("qrels"), of_rows(&rows)?)
            }
        };
        Self::of(name, qrels, None)
    }

    /// Judgments by intent.
    pub fn by_intent(given: IntentLines) -> Result<Self, Wrong> {
        let IntentLines { name, lines, probabilities } = given;
        let lines = IntentQrels::parse(&name, &lines, &QrelsFormat::trec());
        let lines = lines.map_err(|error| Wrong::from(wrong_judgments(error.into())))?;
        let (union, levels) = judgments_by_intent(lines, probabilities.as_ref())?;
        Self::of(name, union, Some(levels))
    }

    fn of(name: PathBuf, qrels: QrelsOf, by_intent: Option<Vec<TopicIntents>>) -> Result<Self, Wrong> {
        let collection = judged(&qrels)?;
        let intents = by_intent.map(|levels| IntentJudgments::new(&collection, levels));
        let intents = intents.transpose().map_err(LoadError::from)?;
        let (is_by_intent, mut input) = (intents.is_some(), Input::of_judgments(name.clone(), collection));
        input.intents = intents;
        Ok(Self { name, qrels, is_by_intent, input: Mutex::new(input) })
    }

    /// Refuses measures by intent where the judgments are not.
    pub fn check_intents(&self, wanted: &Wanted) -> Result<(), Wrong> {
        let by_intent = wanted.metrics.iter().find(|metric| metric.family().is_by_intent());
        match by_intent.filter(|_| !self.is_by_intent) {
            None => Ok(()),
            Some(metric) => Err(Wrong::value(format!(
                "{metric} needs judgments by intent: rejudge.Qrels(qrels, by_intent=True)"
            ))),
        }
    }

    /// The judgments by their names.
    pub fn qrels(&self) -> &QrelsOf {
        &self.qrels
    }

    /// What runs are scored by.
    pub fn input(&self) -> MutexGuard<'_, Input> {
        self.input.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What messages call them.
    pub fn name(&self) -> &Path {
        &self.name
    }
}

fn verdict(level: f64) -> Verdict {
    if level < 0.0 { Verdict::Pooled } else { Verdict::Level(level as u8) }
}

/// What is wrong with a level.
pub fn wrong_level(number: f64) -> Option<String> {
    if number.is_nan() {
        return Some("NaN, expected a whole number".to_owned());
    }
    if number.fract() != 0.0 {
        return Some(format!("{number}, expected a whole number (are judgments and runs swapped?)"));
    }
    (number > f64::from(HIGHEST_LEVEL))
        .then(|| format!("{number} is above {HIGHEST_LEVEL}, the highest level"))
}

/// Judgments that are read once, for runs that are scored one after the other.
///
/// Args:
///     qrels: a data frame (polars, pandas, pyarrow, DuckDB, ..) with columns of topics, documents and
///     levels,
///         a dict ``{topic: {document: level}}``, or the path of a file in any form
///         that the command reads (TREC, csv, tsv, JSON, JSON lines, parquet), compressed or not.
///     by_intent: a document has a judgment for each intent (subtopic) of a topic: the frame has a column of
///         intents, the dict is ``{topic: {intent: {document: level}}}``, the file has intents in its second
///         column. Measures by document see a document's highest level.
///     probabilities: of the intents, ``{topic: {intent: probability}}`` or the path of a file; equal ones
///         without.
///
/// A level below 0 says that a document is in the pool without a judgment.
///
/// >>> import rejudge
/// >>> qrels = rejudge.Qrels({"1": {"a": 1, "b": 0}})
/// >>> qrels
/// <rejudge.Qrels: 1 topic, 2 judgments>
/// >>> by_intent = rejudge.Qrels({"1": {"car": {"a": 1}, "cat": {"b": 1}}}, by_intent=True)
/// >>> rejudge.evaluate(by_intent, {"1": {"a": 2.0, "c": 1.0}}, ["I-rec@2", "AP"]).to_dict()
/// {'run': ['run'], 'topics': [1], 'I-rec@2': [0.5], 'AP': [0.5]}
#[pyclass(frozen, module = "rejudge")]
pub struct Qrels(pub Arc<Judgments>);

#[pymethods]
impl Qrels {
    #[new]
    #[pyo3(signature = (qrels, *, by_intent = false, probabilities = None))]
    fn new(
        py: Python<'_>,
        qrels: &Bound<'_, PyAny>,
        by_intent: bool,
        probabilities: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        if by_intent {
            let given = IntentLines::new(qrels, probabilities)?;
            return Ok(Self(Arc::new(away(py, || Judgments::by_intent(given))??)));
        }
        if probabilities.is_some() {
            return Err(PyValueError::new_err("probabilities are of intents: by_intent=True"));
        }
        let given = Given::new(qrels, QRELS)?;
        let judgments = away(py, || Judgments::new(given))??;
        Ok(Self(Arc::new(judgments)))
    }

    /// Names of the topics, in their order.
    #[getter]
    fn topics(&self) -> Vec<String> {
        self.0.qrels().topics().map(|topic| topic.name().to_owned()).collect()
    }

    fn __repr__(&self) -> String {
        let topics = self.0.qrels().topics().len();
        let judgments: usize = self.0.qrels().topics().map(|topic| topic.verdicts().len()).sum();
        let plural = rejudge_eval::plural::counted;
        format!("<rejudge.Qrels: {}, {}>", plural(topics, "topic"), plural(judgments, "judgment"))
    }
}

/// The judgments that `object` is, or that are made of it.
pub fn of(py: Python<'_>, object: &Bound<'_, PyAny>) -> PyResult<Arc<Judgments>> {
    match object.cast::<Qrels>() {
        Ok(qrels) => Ok(Arc::clone(&qrels.get().0)),
        Err(_) => Ok(Qrels::new(py, object, false, None)?.0),
    }
}

/// Judgments of three lists.
#[pyfunction]
pub fn qrels_of_lists(
    py: Python<'_>,
    topics: &Bound<'_, PyList>,
    documents: &Bound<'_, PyList>,
    levels: &Bound<'_, PyList>,
) -> PyResult<Qrels> {
    let given =
        Given::Rows(of_lists([topics, documents, levels], ["query_id", "doc_id", "relevance"], QRELS)?);
    Ok(Qrels(Arc::new(away(py, || Judgments::new(given))??)))
}
