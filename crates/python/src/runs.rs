//! Runs, in memory or as files. They can be inspected, selected and saved.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use rayon::prelude::*;
use rejudge_collections::descriptor::ExtraColumns;
use rejudge_collections::forms::FileKind;
use rejudge_collections::{
    KeptDocuments, NumberedRuns, ReadRun, Reading, Rows, Stamps, Ties, Unscored, join_rows, join_runs,
    name_by_file, read_lines, run_file_name, run_files,
};
use rejudge_names::visible::one_line;
use rejudge_pools::{Run, Team, TestCollection};
use rejudge_tables::frame::{Frame, Texts, Values};

use crate::collection::Collection;
use crate::exceptions::{Exception, value_error};
use crate::grid::{self, is_array};
use crate::judgments::{Judgments, chosen_names, inner_dict, write_file};
use crate::one_value::{as_dict, for_each_item, ranx_name, text};
use crate::rows::TopicRows;
use crate::run_rows;
use crate::source::{RANKED, RUNS, Source, as_path, as_tuples, named_run};
use crate::table::{PyTable, Tabular, impl_into_python};
use crate::teams::with_runs;
use crate::work::{without_gil, without_gil_if_many};

/// The name of a run that the caller did not name.
const UNNAMED: &str = "run";

/// A run.
#[derive(Clone)]
pub enum RunInput {
    /// A file, which is read at each use. If the caller did not name the run, its name is the tag in the
    /// file, or the path if several runs have this tag. In scores, a run that shares its tag is named by its
    /// folder instead of its path, if the file is `run.txt` (perhaps compressed), metadata are beside it, and no
    /// other run that shares a tag has a folder of the same name.
    File(Option<String>, PathBuf),
    /// A name and the run's rows.
    Rows(String, TopicRows),
}

impl RunInput {
    /// Returns the path of the file, or `None` if the run is in memory.
    pub fn file(&self) -> Option<PathBuf> {
        match self {
            Self::File(_, path) => Some(path.clone()),
            Self::Rows(..) => None,
        }
    }

    /// Returns the name and the rows, or `None` if the run is a file.
    pub fn rows(&self) -> Option<(String, TopicRows)> {
        match self {
            Self::Rows(name, rows) => Some((name.clone(), rows.clone())),
            Self::File(..) => None,
        }
    }

    /// Returns the name, or `None` if the file must be read for its tag.
    fn name(&self) -> Option<String> {
        match self {
            Self::Rows(name, _) | Self::File(Some(name), _) => Some(name.clone()),
            Self::File(None, _) => None,
        }
    }

    /// Returns the topics, or `None` if the run is a file.
    pub fn topics(&self) -> Option<impl Iterator<Item = &str>> {
        match self {
            Self::Rows(_, rows) => Some((0..rows.topics()).map(|topic| rows.name(topic))),
            Self::File(..) => None,
        }
    }

    /// Returns the name and the rows. A file is read; if the run has no name, its name is the tag.
    fn load(&self, by_rank: bool) -> Result<(String, TopicRows), Exception> {
        match self {
            Self::Rows(name, rows) => Ok((name.clone(), rows.clone())),
            Self::File(name, path) => {
                let (tag, rows) = run_rows::read_file(path, by_rank)?;
                Ok((name.clone().unwrap_or(tag), rows))
            }
        }
    }
}

/// Runs.
#[derive(Clone)]
pub struct Runs {
    /// The runs, in the caller's order.
    pub runs: Vec<RunInput>,
    /// True if the rows have ranks instead of scores.
    pub by_rank: bool,
    /// True if text after the tag in a file is ignored.
    extra_columns: bool,
    /// The state of the files when the runs were made. Each use reads the files again, so if a file changed, results
    /// would mix two states.
    files: Stamps,
    /// A file that changed between pickling and unpickling.
    changed: Option<PathBuf>,
}

impl Runs {
    /// Creates runs from sources, each with the name that the caller gave it.
    fn new(sources: Vec<(Option<String>, Source)>, by_rank: bool) -> Result<Self, Exception> {
        let mut runs = Vec::new();
        for (given_name, source) in sources {
            match source {
                Source::File(path) => runs.push(RunInput::File(given_name, path)),
                Source::Rows(rows) => {
                    for (column_name, rows) in rows.split()? {
                        // A frame that the caller names `x` can contain several runs: `x/a`, `x/b`.
                        let name = match (&given_name, column_name) {
                            (Some(given), Some(column)) if *given != column => format!("{given}/{column}"),
                            (Some(given), _) => given.clone(),
                            (None, column) => column.unwrap_or_else(|| UNNAMED.to_owned()),
                        };
                        runs.push(RunInput::Rows(name, rows));
                    }
                }
            }
        }
        check_names(runs.iter().filter_map(RunInput::name))?;
        Ok(Self::from_runs(runs, by_rank))
    }

    /// Returns the number of rows to score. If a run is a file, this is a very large number, because the rows of a file
    /// are unknown until it is read.
    pub fn rows(&self) -> usize {
        let rows = |run: &RunInput| match run {
            RunInput::Rows(_, rows) => rows.count(),
            RunInput::File(..) => usize::MAX,
        };
        self.runs.iter().map(rows).fold(0, usize::saturating_add)
    }

    /// Creates runs, and records the state of their files.
    pub fn from_runs(runs: Vec<RunInput>, by_rank: bool) -> Self {
        // Pipes are not recorded, because reading a pipe changes its state.
        let files = Stamps::new(runs.iter().filter_map(RunInput::file).filter(|path| path.is_file()));
        Self { runs, by_rank, extra_columns: false, files, changed: None }
    }

    /// Returns `reading`, but with extra columns ignored if these runs ignore them.
    pub fn reading(&self, reading: Reading) -> Reading {
        let extra_columns = if self.extra_columns { ExtraColumns::Ignored } else { reading.extra_columns };
        Reading { extra_columns, ..reading }
    }

    /// Reads the files, and returns the name and the rows of each run. If the caller did not name a file, its
    /// run has the tag as its name, or the path if several runs have that tag.
    fn load(&self) -> Result<Vec<(String, TopicRows)>, Exception> {
        let loaded: Vec<Result<_, Exception>> =
            self.runs.par_iter().map(|run| run.load(self.by_rank)).collect();
        self.check_files()?;
        let mut loaded: Vec<(String, TopicRows)> = loaded.into_iter().collect::<Result<_, _>>()?;
        let mut counts = HashMap::<String, usize>::new();
        loaded.iter().for_each(|(name, _)| *counts.entry(name.clone()).or_default() += 1);
        for ((name, _), run) in loaded.iter_mut().zip(&self.runs) {
            if let (RunInput::File(None, path), true) = (run, counts[name] > 1) {
                *name = path.display().to_string();
            }
        }
        check_names(loaded.iter().map(|(name, _)| name.clone()))?;
        Ok(loaded)
    }

    /// Returns these runs with the rows of all files in memory.
    pub fn in_memory(&self) -> Result<Self, Exception> {
        let runs = self.load()?.into_iter().map(|(name, rows)| RunInput::Rows(name, rows)).collect();
        Ok(Self::from_runs(runs, self.by_rank))
    }

    /// Renames runs that were loaded from files: if the caller named a run, this name replaces the tag or the file's
    /// name.
    pub fn with_given_names(&self, loaded: NumberedRuns) -> Result<TestCollection, Exception> {
        let mut given_names = HashMap::new();
        for run in &self.runs {
            if let RunInput::File(Some(given_name), path) = run {
                let loaded_name = match name_by_file(loaded.names, path) {
                    Some(name) => name,
                    None => run_rows::read_file(path, false)?.0,
                };
                given_names.insert(loaded_name, given_name);
            }
        }
        let collection = loaded.collection;
        if given_names.is_empty() {
            return Ok(collection);
        }
        let renamed = |name: &String| given_names.get(name).map_or(name, |&given_name| given_name).clone();
        // The files were loaded without teams, so each run is a team with the run's name.
        let runs = collection.runs().iter().map(|run| Run { name: renamed(&run.name), ..run.clone() });
        let teams = collection.teams().iter().map(|team| Team { name: renamed(&team.name), ..team.clone() });
        Ok(with_runs(&collection, runs.collect(), teams.collect()))
    }

    /// Returns the names of the runs. Files are read only if one of them must be named by its tag.
    pub fn names(&self) -> Result<Vec<String>, Exception> {
        let names: Option<Vec<String>> = self.runs.iter().map(RunInput::name).collect();
        match names {
            Some(names) => Ok(names),
            None => Ok(self.load()?.into_iter().map(|(name, _)| name).collect()),
        }
    }

    /// Returns some of the runs and some of their topics. `None` selects all.
    fn select(
        &self,
        names: Option<&HashSet<String>>,
        topics: Option<&HashSet<String>>,
    ) -> Result<Self, Exception> {
        let is_selected = |name: &String| names.is_none_or(|names| names.contains(name));
        let Some(topics) = topics else {
            let mut runs = Vec::new();
            for (name, run) in self.names()?.into_iter().zip(&self.runs).filter(|(name, _)| is_selected(name))
            {
                runs.push(match run {
                    RunInput::File(_, path) => RunInput::File(Some(name), path.clone()),
                    run => run.clone(),
                });
            }
            self.check_files()?;
            let extra_columns = self.extra_columns;
            return Ok(Self { extra_columns, ..Self::from_runs(runs, self.by_rank) });
        };
        let mut runs = Vec::new();
        for (name, rows) in self.load()?.into_iter().filter(|(name, _)| is_selected(name)) {
            runs.push(RunInput::Rows(name, rows.select_topics(|topic| topics.contains(topic))));
        }
        Ok(Self::from_runs(runs, self.by_rank))
    }

    /// Returns a table with a row for each retrieved document.
    fn to_frame(&self) -> Result<Frame, Exception> {
        let (mut runs, mut topics, mut documents) = (Texts::default(), Texts::default(), Texts::default());
        let mut numbers = Vec::new();
        for (name, rows) in self.load()? {
            for (topic, document, number) in rows.iter() {
                runs.push(&name);
                topics.push(topic);
                documents.push(document);
                numbers.push(number);
            }
        }
        let frame = Frame::default()
            .with("run", "name of the run", Values::Text(runs))
            .with("query_id", "name of the topic", Values::Text(topics))
            .with("doc_id", "id of the document", Values::Text(documents));
        Ok(if self.by_rank {
            let ranks = numbers.into_iter().map(|number| Some(number as i64)).collect();
            frame.with("rank", "rank of the document", Values::Whole(ranks))
        } else {
            let scores = numbers.into_iter().map(Some).collect();
            frame.with("score", "score of the document", Values::Number(scores))
        })
    }

    /// Writes a file for each run into a new or empty folder. Documents are ranked, because other tools expect this.
    pub fn save(&self, folder: &Path) -> Result<(), Exception> {
        let file_error = |error: std::io::Error| Exception::File(format!("{}: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(file_error)?;
        if std::fs::read_dir(folder).map_err(file_error)?.next().is_some() {
            let folder = folder.display();
            return Err(Exception::value(format!("{folder} is not empty: name a new folder for the runs")));
        }
        let loaded = self.load()?;
        loaded.par_iter().try_for_each(|(name, rows)| {
            let lines = run_rows::ranked_lines(name, rows, self.by_rank)?;
            write_file(&folder.join(run_file_name(name)), &lines)
        })
    }

    /// Writes a file for each run into a new folder. Lines keep the caller's order, because the `rejudge` command,
    /// which reads these files, ranks them by the collection's rules.
    pub fn write(&self, folder: &Path) -> Result<(), Exception> {
        let file_error = |path: &Path, error| Exception::File(format!("{}: {error}", path.display()));
        std::fs::create_dir_all(folder).map_err(|error| file_error(folder, error))?;
        for (number, run) in self.runs.iter().enumerate() {
            // Files are named by numbers, and the tag is the run's name, because a name need not be a valid file name.
            let path = folder.join(format!("{number:04}"));
            let lines = match run {
                RunInput::Rows(name, rows) => run_rows::lines(name, rows, self.by_rank)?.into_bytes(),
                RunInput::File(Some(name), file) => run_rows::retagged_lines(name, file)?.into_bytes(),
                RunInput::File(None, file) => read_lines(FileKind::Run, file)?,
            };
            std::fs::write(&path, lines).map_err(|error| file_error(&path, error))?;
        }
        self.check_files()
    }

    /// Joins the runs with judgments. Returns them in the caller's order, and the parts of files that are not scored.
    pub fn join(
        &self,
        judgments: &Judgments,
        reading: &Reading,
        judged_only: bool,
        documents: KeptDocuments,
    ) -> Result<(Vec<ReadRun>, Vec<Unscored>), Exception> {
        self.check_ties(reading)?;
        let files: Vec<PathBuf> = self.runs.iter().filter_map(RunInput::file).collect();
        let (file_runs, unscored) = if files.is_empty() {
            (Vec::new(), Vec::new())
        } else {
            join_runs(judgments.qrels(), &files, &self.reading(*reading), documents)?
        };
        let mut file_runs = file_runs.into_iter();
        self.check_files()?;
        let mut joined = Vec::with_capacity(self.runs.len());
        for run in &self.runs {
            check_document_names(judgments, run)?;
            match run {
                RunInput::File(name, _) => {
                    if let Some(run) = file_runs.next() {
                        joined.push(ReadRun::new(name.clone().unwrap_or(run.name), run.kept));
                    }
                }
                RunInput::Rows(name, rows) => {
                    let run = match judgments.array().filter(|_| rows.shape().is_some()) {
                        Some(labels) => {
                            let input = &judgments.input;
                            let is_relevant_only =
                                documents == KeptDocuments::Relevant && !input.view.withholds();
                            let relevant_only = is_relevant_only.then_some(&*input.judgments);
                            grid::join(labels, rows, relevant_only, name, reading, judged_only)?
                        }
                        None => join_rows(judgments.qrels(), rows, reading, judged_only)
                            .map_err(|repeated| rows.duplicate_error(&repeated, &format!("run `{name}`")))?,
                    };
                    joined.push(ReadRun::new(name.clone(), run));
                }
            }
        }
        check_names(joined.iter().map(|run| run.name.clone()))?;
        Ok((joined, unscored))
    }

    /// Returns an error if a file has changed since the runs were made. Call it after reading the files, because a
    /// file may change while it is read.
    pub fn check_files(&self) -> Result<(), Exception> {
        match self.changed.as_deref().or_else(|| self.files.changed()) {
            None => Ok(()),
            Some(path) => Err(Exception::value(format!(
                "runs: {} has changed since rejudge.Runs(..) was made: make it again",
                path.display()
            ))),
        }
    }

    /// Refuses `ties="rank"` for rows with scores, and any other order for rows with ranks.
    pub fn check_ties(&self, reading: &Reading) -> Result<(), Exception> {
        let has_rows = self.runs.iter().any(|run| matches!(run, RunInput::Rows(..)));
        if has_rows && (reading.ties == Ties::Rank) != self.by_rank {
            return Err(Exception::value(if self.by_rank {
                "ties: these runs have ranks and no scores, so only `rank` can order them"
            } else {
                "ties: `rank` orders by a column of ranks, but these runs have scores"
            }));
        }
        Ok(())
    }
}

/// Refuses two runs with the same name.
fn check_names(mut names: impl Iterator<Item = String>) -> Result<(), Exception> {
    let (first, second) = (names.next(), names.next());
    // A single run, which can be scored in microseconds, needs no set of names.
    if second.is_none() {
        return Ok(());
    }
    let mut seen = HashSet::new();
    for name in first.into_iter().chain(second).chain(names) {
        if let Some(duplicate) = seen.replace(name) {
            let message = format!(
                "runs: two runs are named `{duplicate}`: give them different names, as in {{\"name\": run}}"
            );
            return Err(Exception::value(message));
        }
    }
    Ok(())
}

/// Runs that you can pass to any number of calls.
///
/// Frames, dicts and arrays are read at once, so you may change them afterwards. A file is read again at each call, because the
/// rules affect how it is read. It is an error if the file has changed in between.
///
/// Args:
///     runs: a data frame with columns of topics, documents and scores (and a column of runs, if it has several); a
///         dict ``{topic: {document: score}}``; an array of scores, whose columns are the documents of an array of
///         levels; tuples of ir_measures; ranx' ``Run``; the path of a run file, of a folder of run files, or a
///         pattern (``"runs/*.gz"``); a list of these, or of pairs ``(name, run)``; a dict from names to these; or a
///         ``rejudge.Runs`` or ``rejudge.Collection``, whose runs are taken as they are.
///     extra_columns: ignore what follows the tag in a file, as trec_eval does, instead of refusing it.
///
/// ``polars.DataFrame(runs)`` and any other reader of Arrow's PyCapsule interface accept the rows.
///
/// >>> import rejudge
/// >>> runs = rejudge.Runs({"bm25": {"1": {"a": 2.5, "c": 1.0}}, "dense": {"1": {"b": 0.3}, "2": {"b": 0.1}}})
/// >>> runs
/// <rejudge.Runs: bm25, dense>
/// >>> runs.names, len(runs), runs.topics
/// (['bm25', 'dense'], 2, ['1', '2'])
/// >>> runs.select(["dense"], topics=["1"]).to_dict()
/// {'dense': {'1': {'b': 0.3}}}
#[pyclass(frozen, extends = Tabular, module = "rejudge", name = "Runs")]
pub struct PyRuns(pub Arc<Runs>);

impl_into_python!(PyRuns);

#[pymethods]
impl PyRuns {
    #[new]
    #[pyo3(signature = (runs, *, extra_columns = false))]
    fn new(
        py: Python<'_>,
        runs: &Bound<'_, PyAny>,
        extra_columns: bool,
    ) -> PyResult<PyClassInitializer<Self>> {
        let runs = from_python(py, runs, false)?;
        let runs = if extra_columns { Arc::new(Runs { extra_columns, ..(*runs).clone() }) } else { runs };
        Ok(Tabular::with_base(Self(runs)))
    }

    /// Names of the runs. A file without a given name is read, because its tag is the name.
    #[getter]
    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let runs = Arc::clone(&self.0);
        without_gil(py, move || runs.names())
    }

    /// Names of the topics of all runs, each once, in order of first appearance.
    #[getter]
    fn topics(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let runs = Arc::clone(&self.0);
        let loaded = without_gil(py, move || runs.load())?;
        Ok(topic_names(&loaded))
    }

    /// Number of runs.
    fn __len__(&self) -> usize {
        self.0.runs.len()
    }

    /// Some of the runs, and some of their topics.
    ///
    /// Args:
    ///     runs: names of runs; ``None``: all.
    ///     topics: names of topics; ``None``: all.
    ///
    /// Raises:
    ///     ValueError: there is no such run, or no run has such a topic.
    #[pyo3(signature = (runs = None, topics = None))]
    fn select(
        &self,
        py: Python<'_>,
        runs: Option<&Bound<'_, PyAny>>,
        topics: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let runs = runs.map(|runs| chosen_names("runs", runs, &self.names(py)?)).transpose()?;
        let topics = topics.map(|topics| chosen_names("topics", topics, &self.topics(py)?)).transpose()?;
        let all_runs = Arc::clone(&self.0);
        let selected = without_gil(py, move || all_runs.select(runs.as_ref(), topics.as_ref()))?;
        Ok(Self(Arc::new(selected)))
    }

    /// The runs as ``{run: {topic: {document: score}}}``. If the runs have ranks, these replace the scores.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let runs = Arc::clone(&self.0);
        let dict = PyDict::new(py);
        for (name, rows) in without_gil(py, move || runs.load())? {
            dict.set_item(name, rows_to_dict(py, &rows)?)?;
        }
        Ok(dict)
    }

    /// The runs as a table with the columns ``run``, ``query_id``, ``doc_id`` and ``score`` (``rank`` if the runs
    /// have ranks).
    fn to_table(&self, py: Python<'_>) -> PyResult<PyTable> {
        let runs = Arc::clone(&self.0);
        Ok(PyTable::from_rows("runs", without_gil(py, move || runs.to_frame())?))
    }

    /// Writes a TREC file for each run into a folder, which is created if it is missing and must be empty. A file has the
    /// name of its run; a leading dot, and bytes other than ASCII letters, digits, ``.``, ``_`` and ``-``, are written
    /// as ``%XX``.
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        let runs = Arc::clone(&self.0);
        without_gil(py, move || runs.save(&folder))
    }

    /// A file is pickled as its path and its state, any other run as its rows. Runs with ranks are always pickled as rows.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let module = py.import("rejudge._native")?;
        if self.0.by_rank {
            let stamps = Vec::<(PathBuf, Option<String>)>::new();
            let parts = (self.to_table(py)?, true, stamps, false).into_pyobject(py)?;
            return Ok((module.getattr("_runs")?, parts));
        }
        let runs = PyList::empty(py);
        for run in &self.0.runs {
            match run {
                RunInput::Rows(name, rows) => runs.append((name, rows_to_dict(py, rows)?))?,
                RunInput::File(Some(name), path) => runs.append((name, path))?,
                RunInput::File(None, path) => runs.append(path)?,
            }
        }
        let parts = (runs, false, self.0.files.texts(), self.0.extra_columns).into_pyobject(py)?;
        Ok((module.getattr("_runs")?, parts))
    }

    fn __repr__(&self) -> String {
        let name = |run: &RunInput| match run {
            RunInput::Rows(name, _) | RunInput::File(Some(name), _) => name.clone(),
            RunInput::File(None, path) => path.display().to_string(),
        };
        let names: Vec<String> = self.0.runs.iter().map(name).collect();
        format!("<rejudge.Runs: {}>", one_line(&names.join(", ")))
    }
}

/// Returns a run as ``{topic: {document: score}}``.
fn rows_to_dict<'py>(py: Python<'py>, rows: &TopicRows) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for topic in 0..rows.topics() {
        let documents = inner_dict(&dict, rows.name(topic))?;
        rows.topic_rows(topic).try_for_each(|(document, number)| documents.set_item(document, number))?;
    }
    Ok(dict)
}

/// Returns the topics of all runs, each once, in order of first appearance.
fn topic_names(runs: &[(String, TopicRows)]) -> Vec<String> {
    let mut seen = HashSet::new();
    let topics = runs.iter().flat_map(|(_, rows)| (0..rows.topics()).map(|topic| rows.name(topic)));
    topics.filter(|topic| seen.insert(*topic)).map(str::to_owned).collect()
}

/// Unpickles runs.
#[pyfunction]
pub fn _runs(
    py: Python<'_>,
    runs: &Bound<'_, PyAny>,
    by_rank: bool,
    stamps: Vec<(PathBuf, Option<String>)>,
    extra_columns: bool,
) -> PyResult<PyRuns> {
    let purpose = if by_rank { RANKED } else { RUNS };
    let mut sources = Vec::new();
    for (name, run) in named_objects(runs)? {
        sources.push((name, Source::new(&run, purpose)?));
    }
    let mut runs = without_gil(py, move || Runs::new(sources, by_rank))?;
    runs.extra_columns = extra_columns;
    let current_stamps = runs.files.texts();
    runs.changed = stamps.into_iter().find(|stamp| !current_stamps.contains(stamp)).map(|(path, _)| path);
    Ok(PyRuns(Arc::new(runs)))
}

/// Returns the runs of a `Runs` or a `Collection` unchanged, and reads any other object.
pub fn from_python(py: Python<'_>, object: &Bound<'_, PyAny>, by_rank: bool) -> PyResult<Arc<Runs>> {
    if let Ok(runs) = object.cast::<PyRuns>() {
        return Ok(Arc::clone(&runs.get().0));
    }
    match object.cast::<Collection>() {
        Ok(collection) => Ok(collection.get().to_runs().0),
        Err(_) => read_runs(py, object, by_rank),
    }
}

fn read_runs(py: Python<'_>, object: &Bound<'_, PyAny>, by_rank: bool) -> PyResult<Arc<Runs>> {
    let purpose = if by_rank { RANKED } else { RUNS };
    let mut sources = Vec::new();
    let mut unread_rows: usize = 0;
    for (name, object) in named_objects(object)? {
        let source = Source::new(&object, purpose)?;
        unread_rows = unread_rows.saturating_add(match &source {
            Source::File(_) => usize::MAX,
            Source::Rows(rows) => rows.unread_rows(),
        });
        sources.push((name, source));
    }
    if sources.is_empty() {
        return Err(value_error("runs: expected at least one run"));
    }
    Ok(Arc::new(without_gil_if_many(py, unread_rows, move || Runs::new(sources, by_rank))?))
}

/// The object of a run, with the name that the caller gave it.
type NamedObject<'py> = (Option<String>, Bound<'py, PyAny>);

/// Splits an argument into its runs: the values of a dict of runs, the items of a list, the files of a folder or a pattern.
fn named_objects<'py>(object: &Bound<'py, PyAny>) -> PyResult<Vec<NamedObject<'py>>> {
    if let Some(dict) = as_dict(object)? {
        if is_one_run(&dict)? {
            return Ok(vec![(ranx_name(object)?, dict.into_any())]);
        }
        let mut runs = Vec::new();
        for_each_item(&dict, "runs", |name, run| {
            let name = text(&name, "runs", &|| "the name of a run".to_owned())?.to_owned();
            runs.push((Some(name), run));
            Ok(())
        })?;
        return Ok(runs);
    }
    if as_path(object)?.is_some() {
        return files(object);
    }
    let is_list = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    if !is_list || as_tuples(object)?.is_some() {
        return Ok(vec![(None, object.clone())]);
    }
    let items: Vec<Bound<'py, PyAny>> = object.try_iter()?.collect::<PyResult<_>>()?;
    let (has_several, mut unnamed_count) = (items.len() > 1, 0);
    let mut runs = Vec::with_capacity(items.len());
    for item in items {
        match named_run(&item)? {
            Some((name, run)) => runs.push((Some(name), run)),
            None if as_path(&item)?.is_some() => runs.extend(files(&item)?),
            None if !has_several => runs.push((None, item)),
            // A file has a tag, but a frame or a dict has no name, so it gets a number.
            None => {
                unnamed_count += 1;
                runs.push((Some(format!("{UNNAMED}{unnamed_count}")), item));
            }
        }
    }
    Ok(runs)
}

/// Returns the files of a folder or a pattern. Any other path is returned unchanged.
fn files<'py>(object: &Bound<'py, PyAny>) -> PyResult<Vec<NamedObject<'py>>> {
    let Some(path) = as_path(object)? else { return Ok(Vec::new()) };
    let has_star = path.file_name().is_some_and(|name| name.to_string_lossy().contains('*'));
    if !path.is_dir() && !has_star {
        return Ok(vec![(None, object.clone())]);
    }
    let files = run_files(&[path]).map_err(Exception::from)?;
    files.into_iter().map(|file| Ok((None, file.into_pyobject(object.py())?))).collect()
}

/// Returns true if a dict is one run, `{topic: {document: score}}`, and not a dict of runs.
fn is_one_run(dict: &Bound<'_, PyDict>) -> PyResult<bool> {
    for (_, value) in dict.iter() {
        let Some(documents) = as_dict(&value)? else {
            // If the value is a path, a frame, an array or tuples, it is a run, so the dict is a dict of
            // runs. If it is anything else, such as a number, we assume that the dict is one run, so that the
            // error says what a topic must be.
            return Ok(as_path(&value)?.is_none() && !is_run(&value)?);
        };
        if let Some((_, number)) = documents.iter().next() {
            return Ok(as_dict(&number)?.is_none());
        }
    }
    Ok(true)
}

/// Returns true if this is a run in a form other than a dict or a path: a frame, an array, or tuples.
fn is_run(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_frame = object.hasattr("columns")? || object.hasattr("__arrow_c_stream__")? || is_array(object)?;
    // An iterator counts as a run. We do not look at its items, because they can be taken only once.
    Ok(is_frame || object.hasattr("__next__")? || as_tuples(object)?.is_some())
}

/// Refuses to combine an array of labels with a run whose documents have names, or the reverse. The columns of an
/// array are named by numbers with leading zeros, for example "05". A document with the name "5" would silently be
/// unjudged.
fn check_document_names(judgments: &Judgments, run: &RunInput) -> Result<(), Exception> {
    let (name, is_array) = match run {
        RunInput::File(name, file) => (name.clone().unwrap_or_else(|| file.display().to_string()), false),
        RunInput::Rows(name, rows) => (name.clone(), rows.shape().is_some()),
    };
    let fault = match (judgments.array().is_some(), is_array) {
        (true, false) => "its documents have names, but the labels are an array, whose documents are columns",
        (false, true) => {
            "it is an array, whose documents are columns, but the documents of the judgments have names"
        }
        _ => return Ok(()),
    };
    Err(Exception::value(format!("run `{name}`: {fault}: give both as arrays, or both by names")))
}
