//! Judgments, looked up often: read once, with the numbers of their documents.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyList;
use rejudge_collections::{Qrels as QrelsOf, judged, read};
use rejudge_descriptor::{HIGHEST_LEVEL, QrelsFormat};
use rejudge_eval::{Input, wrong_judgments};
use rejudge_metrics::Verdict;
use self_cell::self_cell;

use crate::given::{Given, QRELS, of_lists};
use crate::rows::TopicRows;
use crate::work::away;
use crate::wrong::Wrong;

/// What judgments are slices of.
pub enum Origin {
    /// A file and what it holds.
    File(PathBuf, Vec<u8>),
    /// Rows.
    Rows(TopicRows),
}

self_cell!(
    struct Held {
        owner: Origin,
        #[covariant]
        dependent: QrelsOf,
    }
);

/// Judgments.
pub struct Judgments {
    held: Held,
    /// The same as what runs are scored by; the runs come and go.
    input: Mutex<Input>,
}

impl Judgments {
    /// The judgments that were given.
    pub fn new(given: Given) -> Result<Self, Wrong> {
        let (name, origin) = match given {
            Given::File(path) => {
                let bytes =
                    read(&path).map_err(|error| Wrong::from(rejudge_collections::LoadError::from(error)))?;
                (path.clone(), Origin::File(path, bytes))
            }
            Given::Frame(frame) => {
                let column = frame.number(QRELS).to_owned();
                let rows = frame.rows(QRELS)?.into_iter().map(|(_, rows)| rows).next();
                let rows = rows.ok_or_else(|| Wrong::value("qrels: no rows"))?;
                rows.check("qrels", &column, wrong_level)?;
                (PathBuf::from("qrels"), Origin::Rows(rows))
            }
            Given::Rows(copied) => {
                let rows = TopicRows::Copied(copied);
                rows.check("qrels", "relevance", wrong_level)?;
                (PathBuf::from("qrels"), Origin::Rows(rows))
            }
        };
        let held = Held::try_new(origin, |origin| match origin {
            Origin::File(path, bytes) => QrelsOf::parse(path, bytes, &QrelsFormat::trec())
                .map_err(|error| Wrong::from(wrong_judgments(error))),
            Origin::Rows(rows) => {
                // A topic without documents has no judgments.
                QrelsOf::of_rows(rows, verdict).map_err(|repeated| rows.repeated(&repeated, "qrels"))
            }
        })?;
        let input = Input::of_judgments(name, judged(held.borrow_dependent())?);
        Ok(Self { held, input: Mutex::new(input) })
    }

    /// The judgments by their names.
    pub fn qrels(&self) -> &QrelsOf<'_> {
        self.held.borrow_dependent()
    }

    /// What runs are scored by.
    pub fn input(&self) -> MutexGuard<'_, Input> {
        self.input.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What messages call them.
    pub fn name(&self) -> &Path {
        match self.held.borrow_owner() {
            Origin::File(path, _) => path,
            Origin::Rows(_) => Path::new("qrels"),
        }
    }
}

fn verdict(level: f64) -> Verdict {
    if level < 0.0 { Verdict::Pooled } else { Verdict::Level(level as u8) }
}

/// What is wrong with a level.
fn wrong_level(number: f64) -> Option<String> {
    if number.is_nan() || number.fract() != 0.0 {
        return Some(format!("{number}, expected a whole number"));
    }
    (number > f64::from(HIGHEST_LEVEL))
        .then(|| format!("{number} is above {HIGHEST_LEVEL}, the highest level"))
}

/// Judgments that are read once, for runs that are scored one after the other.
///
/// Args:
///     qrels: a data frame (polars, pandas, pyarrow, DuckDB, ..) with columns of topics, documents and
///     levels,
///         a dict ``{topic: {document: level}}``, or the path of a file as trec_eval takes it.
///
/// A level below 0 says that a document is in the pool without a judgment.
///
/// >>> import rejudge
/// >>> qrels = rejudge.Qrels({"1": {"a": 1, "b": 0}})
/// >>> qrels
/// <rejudge.Qrels: 1 topic, 2 judgments>
#[pyclass(frozen, module = "rejudge")]
pub struct Qrels(pub Arc<Judgments>);

#[pymethods]
impl Qrels {
    #[new]
    fn new(py: Python<'_>, qrels: &Bound<'_, PyAny>) -> PyResult<Self> {
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
        let judgments: usize = self.0.qrels().topics().map(|topic| topic.judgments().len()).sum();
        let plural = rejudge_eval::plural::counted;
        format!("<rejudge.Qrels: {}, {}>", plural(topics, "topic"), plural(judgments, "judgment"))
    }
}

/// The judgments that `object` is, or that are made of it.
pub fn of(py: Python<'_>, object: &Bound<'_, PyAny>) -> PyResult<Arc<Judgments>> {
    match object.cast::<Qrels>() {
        Ok(qrels) => Ok(Arc::clone(&qrels.get().0)),
        Err(_) => Ok(Qrels::new(py, object)?.0),
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
