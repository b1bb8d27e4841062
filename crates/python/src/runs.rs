//! Runs: names, and the location of their rows; inspected, selected and saved.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use rayon::prelude::*;
use rejudge_collections::descriptor::ExtraColumns;
use rejudge_collections::forms::Kind;
use rejudge_collections::{
    NumberedRuns, ReadRun, Reading, Rows, Stamps, Ties, Unscored, join_rows, join_runs, name_by_file,
    read_lines, run_file_name, run_files,
};
use rejudge_names::visible::one_line;
use rejudge_pools::{Run as StoredRun, Team, TestCollection};
use rejudge_tables::frame::{Frame, Texts, Values};

use crate::collection::Collection;
use crate::exceptions::{Wrong, value_error};
use crate::given::{Given, RANKED, RUNS, named, path, tuples};
use crate::grid::{self, is_grid};
use crate::judgments::{Judgments, chosen, inner, save};
use crate::one_value::{as_dict, each_item, name_in_ranx, text};
use crate::rows::TopicRows;
use crate::run_rows;
use crate::table::{Table, Tabular, is_tabular};
use crate::teams::with_runs;
use crate::work::{without_gil, without_gil_if_many};

/// The name of a run without a name.
const UNNAMED: &str = "run";

/// A run.
#[derive(Clone)]
pub enum Run {
    /// A file; `None`: the run is named by its tag.
    File(Option<String>, PathBuf),
    /// Rows.
    Rows(String, TopicRows),
}

impl Run {
    /// Returns the file, or `None` if the run has none.
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

    /// Returns the name, or `None` if only the file has it.
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
}

/// Runs.
#[derive(Clone)]
pub struct AllRuns {
    /// In the order given.
    pub runs: Vec<Run>,
    /// True if rows, and those of files when they are taken out, have ranks in place of scores.
    pub by_rank: bool,
    /// True if what follows the tag in a file is ignored.
    extra_columns: bool,
    /// The files as they were: they are read once the rules are known, each time anew.
    files: Stamps,
    /// A file that was changed between pickling and unpickling.
    changed: Option<PathBuf>,
}

impl AllRuns {
    /// The runs that were given, with the names that they were given.
    fn new(given: Vec<(Option<String>, Given)>, by_rank: bool) -> Result<Self, Wrong> {
        let mut runs = Vec::new();
        for (name, given) in given {
            match given {
                Given::File(path) => runs.push(Run::File(name, path)),
                Given::Rows(rows) => {
                    for (of_column, rows) in rows.apart()? {
                        // A name that was given goes before that of the only run of a frame.
                        let name = match (&name, of_column) {
                            (Some(given), Some(own)) if *given != own => format!("{given}/{own}"),
                            (Some(given), _) => given.clone(),
                            (None, own) => own.unwrap_or_else(|| UNNAMED.to_owned()),
                        };
                        runs.push(Run::Rows(name, rows));
                    }
                }
            }
        }
        check_names(runs.iter().filter_map(Run::name))?;
        Ok(Self::of_runs(runs, by_rank))
    }

    /// Returns the number of rows to score; a file counts as many.
    pub fn rows(&self) -> usize {
        let rows = |run: &Run| match run {
            Run::Rows(_, rows) => rows.count(),
            Run::File(..) => usize::MAX,
        };
        self.runs.iter().map(rows).fold(0, usize::saturating_add)
    }

    /// Makes runs, some of which may be files.
    pub fn of_runs(runs: Vec<Run>, by_rank: bool) -> Self {
        // A pipe changes when it is read.
        let files = Stamps::new(runs.iter().filter_map(Run::file).filter(|path| path.is_file()));
        Self { runs, by_rank, extra_columns: false, files, changed: None }
    }

    /// Returns how files are read that the rules read in this way.
    pub fn reading(&self, reading: Reading) -> Reading {
        let extra_columns = if self.extra_columns { ExtraColumns::Ignored } else { reading.extra_columns };
        Reading { extra_columns, ..reading }
    }

    /// Returns the names and rows of all runs. Files are read; a file is named by its tag, or by its path if another
    /// run has that name.
    fn loaded(&self) -> Result<Vec<(String, TopicRows)>, Wrong> {
        let load = |run: &Run| match run {
            Run::Rows(name, rows) => Ok((name.clone(), rows.clone())),
            Run::File(name, path) => {
                let (tag, rows) = run_rows::of_file(path, self.by_rank)?;
                Ok((name.clone().unwrap_or(tag), rows))
            }
        };
        let loaded: Vec<Result<_, Wrong>> = self.runs.par_iter().map(load).collect();
        self.check_files()?;
        let mut loaded: Vec<(String, TopicRows)> = loaded.into_iter().collect::<Result<_, _>>()?;
        let mut counts = HashMap::<String, usize>::new();
        loaded.iter().for_each(|(name, _)| *counts.entry(name.clone()).or_default() += 1);
        for ((name, _), run) in loaded.iter_mut().zip(&self.runs) {
            if let (Run::File(None, path), true) = (run, counts[name] > 1) {
                *name = path.display().to_string();
            }
        }
        check_names(loaded.iter().map(|(name, _)| name.clone()))?;
        Ok(loaded)
    }

    /// The runs of these files under the names that they were given, in place of those of the tags or the files.
    pub fn with_given_names(&self, loaded: NumberedRuns) -> Result<TestCollection, Wrong> {
        let mut name_of = HashMap::new();
        for run in &self.runs {
            if let Run::File(Some(name), path) = run {
                let own_name = name_by_file(loaded.names, path);
                name_of.insert(
                    own_name.map_or_else(|| Ok(run_rows::of_file(path, false)?.0), Ok::<_, Wrong>)?,
                    name,
                );
            }
        }
        let collection = loaded.collection;
        if name_of.is_empty() {
            return Ok(collection);
        }
        // Without teams, each run is one, of its name.
        let renamed = |name: &String| name_of.get(name).map_or_else(|| name.clone(), |&name| name.clone());
        let runs = collection.runs().iter().map(|run| StoredRun { name: renamed(&run.name), ..run.clone() });
        let teams = collection.teams().iter().map(|team| Team { name: renamed(&team.name), ..team.clone() });
        Ok(with_runs(&collection, runs.collect(), teams.collect()))
    }

    /// Returns the names of the runs. Files are read only if they alone have the name.
    pub fn names(&self) -> Result<Vec<String>, Wrong> {
        let names: Option<Vec<String>> = self.runs.iter().map(Run::name).collect();
        names.map_or_else(|| Ok(self.loaded()?.into_iter().map(|(name, _)| name).collect()), Ok)
    }

    /// Some of the runs, and some of their topics.
    fn selected(
        &self,
        names: Option<&HashSet<String>>,
        topics: Option<&HashSet<String>>,
    ) -> Result<Self, Wrong> {
        let is_kept = |name: &String| names.is_none_or(|names| names.contains(name));
        let Some(topics) = topics else {
            let selected = self.names()?.into_iter().zip(&self.runs).filter(|(name, _)| is_kept(name));
            let runs = selected.map(|(name, run)| match run {
                Run::File(_, path) => Run::File(Some(name), path.clone()),
                run => run.clone(),
            });
            let runs = runs.collect();
            self.check_files()?;
            let extra_columns = self.extra_columns;
            return Ok(Self { extra_columns, ..Self::of_runs(runs, self.by_rank) });
        };
        let selected = self.loaded()?.into_iter().filter(|(name, _)| is_kept(name));
        let runs =
            selected.map(|(name, rows)| Run::Rows(name, rows.of_topics(|topic| topics.contains(topic))));
        Ok(Self::of_runs(runs.collect(), self.by_rank))
    }

    /// The runs as a table.
    fn frame(&self) -> Result<Frame, Wrong> {
        let (mut runs, mut topics, mut documents) = (Texts::default(), Texts::default(), Texts::default());
        let mut numbers = Vec::new();
        for (name, rows) in self.loaded()? {
            for (topic, document, number) in rows.all() {
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

    /// Writes a file for each run into `folder`, which is new or empty.
    pub fn save(&self, folder: &Path) -> Result<(), Wrong> {
        let broken = |error: std::io::Error| Wrong::File(format!("{}: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(broken)?;
        if std::fs::read_dir(folder).map_err(broken)?.next().is_some() {
            let folder = folder.display();
            return Err(Wrong::value(format!("{folder} is not empty: name a new folder for the runs")));
        }
        let loaded = self.loaded()?;
        loaded.par_iter().try_for_each(|(name, rows)| {
            let lines = run_rows::ranked_lines(name, rows, self.by_rank)?;
            save(&folder.join(run_file_name(name)), &lines)
        })
    }

    /// Writes a file for each run into `folder`, which is new, with its lines in the order given: they are ranked by the
    /// rules of the collection.
    pub fn write(&self, folder: &Path) -> Result<(), Wrong> {
        let broken = |path: &Path, error| Wrong::File(format!("{}: {error}", path.display()));
        std::fs::create_dir_all(folder).map_err(|error| broken(folder, error))?;
        for (number, run) in self.runs.iter().enumerate() {
            // Runs are named by their tags, because a name may not be a valid file name.
            let path = folder.join(format!("{number:04}"));
            let lines = match run {
                Run::Rows(name, rows) => run_rows::lines(name, rows, self.by_rank)?.into_bytes(),
                Run::File(Some(name), file) => run_rows::named_lines(name, file)?.into_bytes(),
                Run::File(None, file) => read_lines(Kind::Run, file)?,
            };
            std::fs::write(&path, lines).map_err(|error| broken(&path, error))?;
        }
        self.check_files()
    }

    /// The runs joined with judgments, in their order, and the parts of their files that are not scored.
    pub fn joined(
        &self,
        judgments: &Judgments,
        reading: &Reading,
        judged_only: bool,
    ) -> Result<(Vec<ReadRun>, Vec<Unscored>), Wrong> {
        self.check_ties(reading)?;
        let files: Vec<PathBuf> = self.runs.iter().filter_map(Run::file).collect();
        let (read, unscored) = match files.is_empty() {
            true => (Vec::new(), Vec::new()),
            false => join_runs(judgments.qrels(), &files, &self.reading(*reading))?,
        };
        let mut read = read.into_iter();
        self.check_files()?;
        let mut joined = Vec::with_capacity(self.runs.len());
        for run in &self.runs {
            check_names_of_columns(judgments, run)?;
            match run {
                Run::File(name, _) => {
                    let named = |read: ReadRun| ReadRun::new(name.clone().unwrap_or(read.name), read.kept);
                    joined.extend(read.next().map(named))
                }
                Run::Rows(name, rows) => {
                    let of_rows = match judgments.grid().filter(|_| rows.shape().is_some()) {
                        Some(labels) => grid::join(labels, rows, name, reading, judged_only)?,
                        None => join_rows(judgments.qrels(), rows, reading, judged_only)
                            .map_err(|repeated| rows.repeated(&repeated, &format!("run `{name}`")))?,
                    };
                    joined.push(ReadRun::new(name.clone(), of_rows));
                }
            }
        }
        check_names(joined.iter().map(|run| run.name.clone()))?;
        Ok((joined, unscored))
    }

    /// Returns an error if files have changed. Call it after they are read.
    pub fn check_files(&self) -> Result<(), Wrong> {
        match self.changed.as_deref().or_else(|| self.files.changed()) {
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

/// Refuses two runs of one name.
fn check_names(mut names: impl Iterator<Item = String>) -> Result<(), Wrong> {
    let (first, second) = (names.next(), names.next());
    // A run by itself may be scored in microseconds.
    if second.is_none() {
        return Ok(());
    }
    let mut seen = HashSet::new();
    for name in first.into_iter().chain(second).chain(names) {
        if let Some(twice) = seen.replace(name) {
            let message = format!("runs: two are named `{twice}`: give them names, as in {{\"name\": run}}");
            return Err(Wrong::value(message));
        }
    }
    Ok(())
}

/// Runs that are inspected once and can be scored repeatedly. Frames and dicts may change afterwards. A file is
/// read at each call, because the rules affect how it is read; a file that changed since is an error.
///
/// Args:
///     runs: a data frame with columns of topics, documents and scores (and, if it has several runs, of
///         runs), a dict ``{topic: {document: score}}``, an array of scores whose columns are the documents of an array of
///         levels, tuples of ir_measures, ranx' ``Run``, the path of a run file, a folder of run files or a
///         pattern (``"runs/*.gz"``), a list of such, or a dict from names to such.
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
#[pyclass(frozen, extends = Tabular, module = "rejudge")]
pub struct Runs(pub Arc<AllRuns>);

is_tabular!(Runs);

#[pymethods]
impl Runs {
    #[new]
    #[pyo3(signature = (runs, *, extra_columns = false))]
    fn new(
        py: Python<'_>,
        runs: &Bound<'_, PyAny>,
        extra_columns: bool,
    ) -> PyResult<PyClassInitializer<Self>> {
        let runs = from_python(py, runs, false)?;
        let runs = if extra_columns { Arc::new(AllRuns { extra_columns, ..(*runs).clone() }) } else { runs };
        Ok(Tabular::with_base(Self(runs)))
    }

    /// Names of the runs. A file that was not given a name is read for its tag.
    #[getter]
    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let runs = Arc::clone(&self.0);
        without_gil(py, move || runs.names())
    }

    /// Names of the topics that some run has, in order of appearance.
    #[getter]
    fn topics(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let runs = Arc::clone(&self.0);
        let loaded = without_gil(py, move || runs.loaded())?;
        Ok(topics_of(&loaded))
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
        let runs = runs.map(|runs| chosen("runs", runs, &self.names(py)?)).transpose()?;
        let topics = topics.map(|topics| chosen("topics", topics, &self.topics(py)?)).transpose()?;
        let all = Arc::clone(&self.0);
        let kept = without_gil(py, move || all.selected(runs.as_ref(), topics.as_ref()))?;
        Ok(Self(Arc::new(kept)))
    }

    /// The runs as ``{run: {topic: {document: score}}}``.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = Arc::clone(&self.0);
        let dict = PyDict::new(py);
        for (name, rows) in without_gil(py, move || all.loaded())? {
            dict.set_item(name, dict_of(py, &rows)?)?;
        }
        Ok(dict)
    }

    /// The runs as a table with the columns ``run``, ``query_id``, ``doc_id`` and ``score``.
    fn to_table(&self, py: Python<'_>) -> PyResult<Table> {
        let all = Arc::clone(&self.0);
        Ok(Table::of_rows("runs", without_gil(py, move || all.frame())?))
    }

    /// Writes a TREC file for each run into a folder, which is created if missing and must be empty. A file has the
    /// name of its run, in which bytes other than letters, digits, ``.``, ``_`` or ``-`` are written as ``%XX``.
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        let all = Arc::clone(&self.0);
        without_gil(py, move || all.save(&folder))
    }

    /// Files are pickled by their paths and stamps, other runs by their rows.
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
                Run::Rows(name, rows) => runs.append((name, dict_of(py, rows)?))?,
                Run::File(Some(name), path) => runs.append((name, path))?,
                Run::File(None, path) => runs.append(path)?,
            }
        }
        let parts = (runs, false, self.0.files.texts(), self.0.extra_columns).into_pyobject(py)?;
        Ok((module.getattr("_runs")?, parts))
    }

    fn __repr__(&self) -> String {
        let name = |run: &Run| match run {
            Run::Rows(name, _) | Run::File(Some(name), _) => name.clone(),
            Run::File(None, path) => path.display().to_string(),
        };
        let names: Vec<String> = self.0.runs.iter().map(name).collect();
        format!("<rejudge.Runs: {}>", one_line(&names.join(", ")))
    }
}

/// A run as a dict of topics and documents.
fn dict_of<'py>(py: Python<'py>, rows: &TopicRows) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for topic in 0..rows.topics() {
        let documents = inner(&dict, rows.name(topic))?;
        rows.of_topic(topic).try_for_each(|(document, number)| documents.set_item(document, number))?;
    }
    Ok(dict)
}

/// The topics of runs, each once, in order of appearance.
fn topics_of(runs: &[(String, TopicRows)]) -> Vec<String> {
    let mut seen = HashSet::new();
    let topics = runs.iter().flat_map(|(_, rows)| (0..rows.topics()).map(|topic| rows.name(topic)));
    topics.filter(|topic| seen.insert(*topic)).map(str::to_owned).collect()
}

/// Runs that were pickled.
#[pyfunction]
pub fn _runs(
    py: Python<'_>,
    runs: &Bound<'_, PyAny>,
    by_rank: bool,
    stamps: Vec<(PathBuf, Option<String>)>,
    extra_columns: bool,
) -> PyResult<Runs> {
    let purpose = if by_rank { RANKED } else { RUNS };
    let given = apart(runs)?.into_iter().map(|(name, run)| Ok((name, Given::new(&run, purpose)?)));
    let given = given.collect::<PyResult<_>>()?;
    let mut runs = without_gil(py, move || AllRuns::new(given, by_rank))?;
    runs.extra_columns = extra_columns;
    let now = runs.files.texts();
    runs.changed = stamps.into_iter().find(|stamp| !now.contains(stamp)).map(|(path, _)| path);
    Ok(Runs(Arc::new(runs)))
}

/// The runs that `object` is, or that are made of it.
pub fn from_python(py: Python<'_>, object: &Bound<'_, PyAny>, by_rank: bool) -> PyResult<Arc<AllRuns>> {
    if let Ok(runs) = object.cast::<Runs>() {
        return Ok(Arc::clone(&runs.get().0));
    }
    match object.cast::<Collection>() {
        Ok(collection) => Ok(collection.get().to_runs().0),
        Err(_) => read(py, object, by_rank),
    }
}

fn read(py: Python<'_>, object: &Bound<'_, PyAny>, by_rank: bool) -> PyResult<Arc<AllRuns>> {
    let purpose = if by_rank { RANKED } else { RUNS };
    let mut given = Vec::new();
    for (name, object) in apart(object)? {
        given.push((name, Given::new(&object, purpose)?));
    }
    if given.is_empty() {
        return Err(value_error("runs: none"));
    }
    let unread = |(_, given): &(Option<String>, Given)| match given {
        Given::File(_) => usize::MAX,
        Given::Rows(rows) => rows.unread(),
    };
    let unread = given.iter().map(unread).fold(0, usize::saturating_add);
    Ok(Arc::new(without_gil_if_many(py, unread, move || AllRuns::new(given, by_rank))?))
}

type NamedObject<'py> = (Option<String>, Bound<'py, PyAny>);

/// Each run by itself.
fn apart<'py>(object: &Bound<'py, PyAny>) -> PyResult<Vec<NamedObject<'py>>> {
    if let Some(dict) = as_dict(object)? {
        if is_one_run(&dict)? {
            return Ok(vec![(name_in_ranx(object)?, dict.into_any())]);
        }
        let mut named = Vec::new();
        each_item(&dict, "runs", |name, run| {
            named.push((Some(text(&name, "runs", &|| "the name of a run".to_owned())?.to_owned()), run));
            Ok(())
        })?;
        return Ok(named);
    }
    if path(object)?.is_some() {
        return files(object);
    }
    let is_list = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    if !is_list || tuples(object)?.is_some() {
        return Ok(vec![(None, object.clone())]);
    }
    let items: Vec<Bound<'py, PyAny>> = object.try_iter()?.collect::<PyResult<_>>()?;
    let (many, mut unnamed) = (items.len() > 1, 0);
    let mut all = Vec::with_capacity(items.len());
    for item in items {
        match named(&item)? {
            Some((name, run)) => all.push((Some(name), run)),
            // A file has a tag, but a frame or dict is identified only by its position.
            None if path(&item)?.is_some() => all.extend(files(&item)?),
            None if !many => all.push((None, item)),
            None => {
                unnamed += 1;
                all.push((Some(format!("{UNNAMED}{unnamed}")), item));
            }
        }
    }
    Ok(all)
}

/// Returns the files of a folder or of a pattern; any other path is returned as it is.
fn files<'py>(object: &Bound<'py, PyAny>) -> PyResult<Vec<NamedObject<'py>>> {
    let Some(path) = path(object)? else { return Ok(Vec::new()) };
    let has_star = path.file_name().is_some_and(|name| name.to_string_lossy().contains('*'));
    if !path.is_dir() && !has_star {
        return Ok(vec![(None, object.clone())]);
    }
    let files = run_files(&[path]).map_err(Wrong::from)?;
    files.into_iter().map(|file| Ok((None, file.into_pyobject(object.py())?))).collect()
}

/// Returns true if a dict is one run, of topics and documents, and not a dict of runs.
fn is_one_run(dict: &Bound<'_, PyDict>) -> PyResult<bool> {
    for (_, value) in dict.iter() {
        let Some(documents) = as_dict(&value)? else {
            // A number instead of documents is reported as an error of a run.
            return Ok(path(&value)?.is_none() && !is_run(&value)?);
        };
        if let Some((_, number)) = documents.iter().next() {
            return Ok(as_dict(&number)?.is_none());
        }
    }
    Ok(true)
}

/// Returns true if this is a run in another form than a dict or a path: a frame, an array, or tuples.
fn is_run(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_frame = object.hasattr("columns")? || object.hasattr("__arrow_c_stream__")? || is_grid(object)?;
    // Tuples of an iterator must not be taken yet.
    Ok(is_frame || object.hasattr("__next__")? || tuples(object)?.is_some())
}

/// Refuses labels in an array with a run whose documents have names, or the reverse. Columns are named by numbers with zeros
/// in front ("05"), so that documents named "5" would silently be unjudged.
fn check_names_of_columns(judgments: &Judgments, run: &Run) -> Result<(), Wrong> {
    let (name, is_array) = match run {
        Run::File(name, file) => (name.clone().unwrap_or_else(|| file.display().to_string()), false),
        Run::Rows(name, rows) => (name.clone(), rows.shape().is_some()),
    };
    let why = match (judgments.grid().is_some(), is_array) {
        (true, false) => "its documents have names, but the labels are an array, whose documents are columns",
        (false, true) => {
            "it is an array, whose documents are columns, but the documents of the judgments have names"
        }
        _ => return Ok(()),
    };
    Err(Wrong::value(format!("run `{name}`: {why}: give both as arrays, or both by names")))
}
