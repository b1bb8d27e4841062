//! Runs: names, and where their rows are.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use rejudge_collections::{Qrels, ReadRun, Reading, Rows, Stamps, Ties, join_rows, join_runs};
use rejudge_pools::{JoinedRun, TopicIx};

use crate::given::{Given, Purpose, RANKED, RUNS, named, of_lists, path};
use crate::judgments::Judgments;
use crate::rows::TopicRows;
use crate::values::text;
use crate::work::away;
use crate::wrong::Wrong;

/// What a run is called that has no name.
const UNNAMED: &str = "run";

/// A run.
pub enum Run {
    /// A file; `None`: named by its tag.
    File(Option<String>, PathBuf),
    /// Rows.
    Rows(String, TopicRows),
}

impl Run {
    /// Its file; `None` where it has none.
    pub fn file(&self) -> Option<PathBuf> {
        match self {
            Self::File(_, path) => Some(path.clone()),
            Self::Rows(..) => None,
        }
    }

    /// Its name and rows; `None` where it is a file.
    pub fn rows(&self) -> Option<(String, TopicRows)> {
        match self {
            Self::Rows(name, rows) => Some((name.clone(), rows.clone())),
            Self::File(..) => None,
        }
    }

    /// The topics that it has; `None` where it is a file.
    pub fn topics(&self) -> Option<impl Iterator<Item = &str>> {
        match self {
            Self::Rows(_, rows) => Some((0..rows.topics()).map(|topic| rows.name(topic))),
            Self::File(..) => None,
        }
    }
}

/// Runs.
pub struct AllRuns {
    /// In the order given.
    pub runs: Vec<Run>,
    /// True if rows are ordered by a column of ranks.
    pub by_rank: bool,
    /// The files as they were: they are read once the rules are known, each time anew.
    files: Stamps,
}

impl AllRuns {
    /// The runs that were given, with the names that they were given.
    fn new(given: Vec<(Option<String>, Given)>, purpose: Purpose) -> Result<Self, Wrong> {
        let mut runs = Vec::new();
        for (name, given) in given {
            match given {
                Given::File(path) => runs.push(Run::File(name, path)),
                Given::Rows(copied) => {
                    runs.push(Run::Rows(
                        name.unwrap_or_else(|| UNNAMED.to_owned()),
                        TopicRows::Copied(copied),
                    ));
                }
                Given::Frame(frame) => {
                    let (column, of_file) = (frame.number(purpose).to_owned(), frame.name.clone());
                    for (of_column, rows) in frame.rows(purpose)? {
                        rows.check("runs", &column, |number| wrong_number(number, purpose))?;
                        // A name that was given goes before that of the only run of a frame.
                        let name = match (&name, of_column) {
                            (Some(given), Some(own)) if *given != own => format!("{given}/{own}"),
                            (Some(given), _) => given.clone(),
                            (None, own) => {
                                own.or_else(|| of_file.clone()).unwrap_or_else(|| UNNAMED.to_owned())
                            }
                        };
                        runs.push(Run::Rows(name, rows));
                    }
                }
            }
        }
        // A pipe is another once it is read.
        let files = Stamps::of(runs.iter().filter_map(Run::file).filter(|path| path.is_file()));
        Ok(Self { runs, by_rank: purpose == RANKED, files })
    }

    /// The runs joined with judgments, in their order.
    pub fn joined(
        &self,
        judgments: &Judgments,
        reading: &Reading,
        judged_only: bool,
    ) -> Result<Vec<ReadRun<JoinedRun>>, Wrong> {
        self.check_ties(reading)?;
        let qrels = judgments.qrels();
        let files: Vec<PathBuf> = self.runs.iter().filter_map(Run::file).collect();
        let mut read = match files.is_empty() {
            true => Vec::new(),
            false => join_runs(qrels, &files, reading)?,
        }
        .into_iter();
        self.check_files()?;
        let mut joined = Vec::with_capacity(self.runs.len());
        for run in &self.runs {
            match run {
                Run::File(name, _) => {
                    let named = |read: ReadRun<_>| ReadRun::new(name.clone().unwrap_or(read.name), read.kept);
                    joined.extend(read.next().map(named))
                }
                Run::Rows(name, rows) => {
                    let of_rows = join_rows(qrels, rows, reading, judged_only);
                    let of_rows =
                        of_rows.map_err(|repeated| rows.repeated(&repeated, &format!("run `{name}`")))?;
                    let of_rows = of_rows.with_empty_topics(empty_topics(rows, qrels));
                    joined.push(ReadRun::new(name.clone(), of_rows));
                }
            }
        }
        let mut names: Vec<&str> = joined.iter().map(|run| run.name.as_str()).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Wrong::value(format!(
                "runs: two are named `{}`: give them names, as in {{\"name\": run}}",
                twice[0]
            )));
        }
        Ok(joined)
    }

    /// Refuses files that are no longer what they were; to be asked after they are read.
    pub fn check_files(&self) -> Result<(), Wrong> {
        match self.files.changed() {
            None => Ok(()),
            Some(path) => Err(Wrong::value(format!(
                "runs: {} was changed since it was named: make rejudge.Runs(..) of it anew",
                path.display()
            ))),
        }
    }

    /// Refuses an order that the rows do not have.
    pub fn check_ties(&self, reading: &Reading) -> Result<(), Wrong> {
        let has_rows = self.runs.iter().any(|run| matches!(run, Run::Rows(..)));
        if has_rows && (reading.ties == Ties::Rank) != self.by_rank {
            return Err(Wrong::value(
                "ties: `rank` orders by a column of ranks, which dicts and `Runs(..)` by scores do not have",
            ));
        }
        Ok(())
    }
}

/// Topics that a run was asked for and found nothing in, which a dict may say: they count, as in pytrec_eval.
fn empty_topics(rows: &TopicRows, qrels: &Qrels) -> Vec<TopicIx> {
    let empty = (0..rows.topics()).filter(|&topic| rows.count(topic) == 0);
    let empty: HashSet<&str> = empty.map(|topic| rows.name(topic)).collect();
    let of_it = qrels.topics().enumerate().filter(|(_, topic)| empty.contains(topic.name()));
    of_it.map(|(topic, _)| topic).collect()
}

/// What is wrong with a score or a rank.
fn wrong_number(number: f64, purpose: Purpose) -> Option<String> {
    if number.is_nan() {
        return Some("NaN, expected a number".to_owned());
    }
    let is_rank = number >= 0.0 && number.fract() == 0.0;
    (purpose == RANKED && !is_rank).then(|| format!("{number}, expected a rank of 0 or more"))
}

/// Runs that are looked through once, to be scored more than once. Frames and dicts may change afterwards. A
/// file is read at each call, since the rules say how; one that was changed since is an error.
///
/// Args:
///     runs: a data frame with columns of topics, documents and scores (and, where it holds several runs, of
///         runs), a dict ``{topic: {document: score}}``, the path of a run file, a list of such, or a dict
///         from names to such.
///
/// >>> import rejudge
/// >>> rejudge.Runs({"bm25": {"1": {"a": 2.5, "c": 1.0}}, "dense": {"1": {"b": 0.3}}})
/// <rejudge.Runs: bm25, dense>
#[pyclass(frozen, module = "rejudge")]
pub struct Runs(pub Arc<AllRuns>);

#[pymethods]
impl Runs {
    #[new]
    fn new(py: Python<'_>, runs: &Bound<'_, PyAny>) -> PyResult<Self> {
        read(py, runs, RUNS).map(Self)
    }

    fn __repr__(&self) -> String {
        let name = |run: &Run| match run {
            Run::Rows(name, _) | Run::File(Some(name), _) => name.clone(),
            Run::File(None, path) => path.display().to_string(),
        };
        let names: Vec<String> = self.0.runs.iter().map(name).collect();
        format!("<rejudge.Runs: {}>", names.join(", "))
    }
}

/// The runs that `object` is, or that are made of it.
pub fn of(py: Python<'_>, object: &Bound<'_, PyAny>, by_rank: bool) -> PyResult<Arc<AllRuns>> {
    match object.cast::<Runs>() {
        Ok(runs) => Ok(Arc::clone(&runs.get().0)),
        Err(_) => read(py, object, if by_rank { RANKED } else { RUNS }),
    }
}

fn read(py: Python<'_>, object: &Bound<'_, PyAny>, purpose: Purpose) -> PyResult<Arc<AllRuns>> {
    let mut given = Vec::new();
    for (name, object) in apart(object)? {
        let is_dict = object.is_instance_of::<PyDict>();
        if is_dict && purpose == RANKED {
            let message = "ties: `rank` orders by a column of ranks, which a dict does not have";
            return Err(PyValueError::new_err(message));
        }
        given.push((name, Given::new(&object, purpose)?));
    }
    if given.is_empty() {
        return Err(PyValueError::new_err("runs: none"));
    }
    Ok(Arc::new(away(py, move || AllRuns::new(given, purpose))??))
}

type NamedObject<'py> = (Option<String>, Bound<'py, PyAny>);

/// Each run by itself.
fn apart<'py>(object: &Bound<'py, PyAny>) -> PyResult<Vec<NamedObject<'py>>> {
    if let Ok(dict) = object.cast::<PyDict>() {
        if is_one_run(dict)? {
            return Ok(vec![(None, object.clone())]);
        }
        let named = dict.iter().map(|(name, run)| match name.cast::<PyString>() {
            Ok(_) => Ok((Some(text(&name, "runs", &|| "the name of a run".to_owned())?.to_owned()), run)),
            Err(_) => Err(PyTypeError::new_err(format!("runs: the name {name} is no text"))),
        });
        return named.collect();
    }
    let is_list = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    if !is_list || path(object)?.is_some() {
        return Ok(vec![(None, object.clone())]);
    }
    let items: Vec<Bound<'py, PyAny>> = object.try_iter()?.collect::<PyResult<_>>()?;
    let (many, mut unnamed) = (items.len() > 1, 0);
    let mut all = Vec::with_capacity(items.len());
    for item in items {
        match named(&item) {
            Some((name, run)) => all.push((Some(name), run)),
            // A file has a tag, a frame or dict nothing but its place.
            None if path(&item)?.is_some() || !many => all.push((None, item)),
            None => {
                unnamed += 1;
                all.push((Some(format!("{UNNAMED}{unnamed}")), item));
            }
        }
    }
    Ok(all)
}

/// Whether a dict is one run, of topics and documents, and not runs by their names.
fn is_one_run(dict: &Bound<'_, PyDict>) -> PyResult<bool> {
    for (_, value) in dict.iter() {
        let Ok(inner) = value.cast::<PyDict>() else {
            // A list or a number where documents are expected is said of a run.
            return Ok(path(&value)?.is_none()
                && !value.hasattr("columns")?
                && !value.hasattr("__arrow_c_stream__")?);
        };
        if let Some((_, first)) = inner.iter().next() {
            return Ok(!first.is_instance_of::<PyDict>());
        }
    }
    Ok(true)
}

/// A run of three lists.
#[pyfunction]
pub fn runs_of_lists(
    py: Python<'_>,
    topics: &Bound<'_, PyList>,
    documents: &Bound<'_, PyList>,
    scores: &Bound<'_, PyList>,
) -> PyResult<Runs> {
    let rows = of_lists([topics, documents, scores], ["query_id", "doc_id", "score"], RUNS)?;
    let given = vec![(None, Given::Rows(rows))];
    Ok(Runs(Arc::new(away(py, || AllRuns::new(given, RUNS))??)))
}
