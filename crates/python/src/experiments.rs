//! Experiments, run in this process by the function that the command calls.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use rejudge_experiment::exec;
use rejudge_names::{meant, nearest};
use rejudge_session::{
    Event, ExperimentResults, Failure, Observer, OptionKind, Places, Ran, RunOption, RunRequest, own_files,
    write_report,
};
use serde_json::{Map, Value};

use crate::exceptions::{Wrong, type_error, value_error};
use crate::in_range::in_range;
use crate::one_value::{names, shown};
use crate::warnings::warn;
use crate::work::{threads, watched, without_gil};

/// Runs an experiment: computes missing cells, and writes the results, with polars or pyarrow.
///
/// Ctrl-C stops the run after the cells in work, which a second Ctrl-C does not wait for. Finished cells are kept, and the next
/// run continues.
///
/// Args:
///     experiment: name of an experiment, or path of its YAML.
///     results: folder to write; ``None``: ``results/ID`` in the current folder, or for a changed experiment a temporary one,
///         deleted with the report.
///     jobs: number of threads; ``None``: those of ``set_threads``.
///     if_available: return without results if the data of all collections are missing.
///     progress: called with the number of finished cells and the number of cells to compute.
///     experiments, collections: folders in which experiments and descriptions are looked up.
///     set: changes of values, ``"path=value"``, or ``"path+=value"`` to add to a list.
///     draws, seed: the changes ``draws=N`` and ``seed=N``.
///     profile: name of a profile of the experiment.
///     only: parts of the grid, ``"axis=pattern,.."``.
///     cache: folder of finished cells; ``None``: the one that ``REJUDGE_CACHE`` names, or ``.rejudge/cache``.
///     fail_fast: stop at the first cell that fails.
///     keep_scores: write the scores by topic for every judgment set, not only for the full judgments.
///     cached: compute nothing; a cell that is missing from the cache is an error.
///
/// Returns:
///     A ``rejudge.command.Report``. What the results lack is a UserWarning.
///
/// Raises:
///     ValueError: the experiment, or a change of it, is wrong.
///     RuntimeError: data are missing or wrong, a cell failed, or results cannot be written.
///     ImportError: neither polars nor pyarrow is installed.
#[pyfunction]
#[pyo3(
    signature = (experiment, results = None, *, jobs = None, if_available = false, progress = None, **request),
    text_signature = "(experiment, results=None, *, jobs=None, if_available=False, progress=None, cache=None, cached=False, collections=None, draws=None, experiments=None, fail_fast=False, keep_scores=False, only=None, profile=None, seed=None, set=None)"
)]
pub fn run<'py>(
    py: Python<'py>,
    experiment: PathBuf,
    results: Option<PathBuf>,
    #[pyo3(from_py_with = in_range)] jobs: Option<usize>,
    if_available: bool,
    progress: Option<&Bound<'py, PyAny>>,
    request: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let command = py.import("rejudge.command")?;
    command.call_method0("parquet_library")?;
    let mut request = requested(request)?;
    request.experiment = experiment.to_string_lossy().into_owned();
    let mut temporary = None;
    request.results = match results {
        None if request.is_changed() => {
            let folder = py.import("tempfile")?.call_method1("mkdtemp", (py.None(), "rejudge-"))?;
            let folder: &PathBuf = temporary.insert(folder.extract()?);
            Some(folder.join("run"))
        }
        results => results,
    };
    let done = run_request(py, request.clone(), jobs, if_available, progress);
    if let (Err(_), Some(folder)) = (&done, &temporary) {
        // The error tells more than one in deleting an unfinished folder.
        let _ = std::fs::remove_dir_all(folder);
    }
    let Done { folder, summary, remarks } = done?;
    warn(py, &remarks)?;
    let Places { experiments, collections } = request.places;
    let report = py.import("rejudge._native")?.getattr("_report")?;
    let arguments = (report, request.experiment, &folder, experiments, collections);
    let write = py.import("functools")?.call_method1("partial", arguments)?;
    command.call_method1("Report", (&folder, summary, temporary, write))
}

/// Returns the request of the keywords, without the experiment and the folder of its results. `None` chooses nothing.
fn requested(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<RunRequest> {
    let all_options = RunRequest::options();
    let mut fields = Map::new();
    for (key, value) in keywords.into_iter().flatten() {
        let key: String = key.extract()?;
        let Some(option) = all_options.iter().find(|option| option.name == key) else {
            let near = meant(nearest(&key, all_options.iter().map(|option| option.name.as_str())));
            return Err(type_error(format!("run() got an unexpected keyword argument '{key}'{near}")));
        };
        if !value.is_none() {
            fields.insert(key, field(option, &value)?);
        }
    }
    serde_json::from_value(fields.into()).map_err(|error| value_error(format!("run(): {error}")))
}

/// Returns the value of an option as a field of a request.
fn field(RunOption { name, kind }: &RunOption, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let expected = |what: &str| type_error(format!("{name}: {}, expected {what}", shown(value)));
    Ok(match *kind {
        OptionKind::Flag => value.cast::<PyBool>().map_err(|_| expected("True or False"))?.is_true().into(),
        OptionKind::Number { least } => {
            let number: u64 = in_range(value).map_err(|error| {
                let text = format!("{name}: {}", error.value(value.py()));
                let is_type = error.is_instance_of::<PyTypeError>(value.py());
                if is_type { type_error(text) } else { value_error(text) }
            })?;
            if number < least {
                return Err(value_error(format!("{name}: {number}, expected a whole number from {least}")));
            }
            number.into()
        }
        OptionKind::Text => {
            let path: PathBuf = value.extract().map_err(|_| expected("a text or a path"))?;
            path.to_str().ok_or_else(|| expected("text of Unicode"))?.into()
        }
        OptionKind::Texts => names(name, value)?.into(),
    })
}

/// The events of a run, counted for the thread of the caller.
#[derive(Default)]
struct Counts {
    /// True if the cells to compute are counted.
    has_begun: AtomicBool,
    to_compute: AtomicUsize,
    computed: AtomicUsize,
    /// Stops the run.
    stop: AtomicBool,
}

impl Counts {
    fn add(&self, event: &Event) {
        match event {
            Event::Begun { to_compute, .. } => {
                self.to_compute.store(*to_compute, Relaxed);
                self.has_begun.store(true, Relaxed);
            }
            Event::Computation(exec::Event::CellDone) => {
                self.computed.fetch_add(1, Relaxed);
            }
            _ => {}
        }
    }

    /// Returns the numbers of finished cells and of cells to compute.
    fn cells(&self) -> (usize, usize) {
        (self.computed.load(Relaxed), self.to_compute.load(Relaxed))
    }
}

/// A run that succeeded.
struct Done {
    /// The folder of its results.
    folder: PathBuf,
    summary: String,
    remarks: Vec<String>,
}

/// Runs the experiment while this thread hears signals and calls `progress`. The first error of either stops the run, which
/// finishes and keeps the cells in work; the second one, or one before there are any, ends the waiting.
fn run_request(
    py: Python<'_>,
    request: RunRequest,
    jobs: Option<usize>,
    if_available: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Done> {
    let counts = Arc::new(Counts::default());
    let work_counts = Arc::clone(&counts);
    let work = move || {
        let observer = Observer { events: &|event| work_counts.add(&event), stop: &work_counts.stop };
        finished(&rejudge_session::run(&request, observer)?, if_available)
    };
    let mut reported_cells = (0, 0);
    let mut report_cells = || {
        let cells = counts.cells();
        if let Some(progress) = progress.filter(|_| cells != reported_cells) {
            reported_cells = cells;
            progress.call1(cells)?;
        }
        PyResult::Ok(())
    };
    let mut interrupt = None;
    let glance = || {
        let mut glanced = py.check_signals();
        if glanced.is_ok() && interrupt.is_none() {
            glanced = report_cells();
        }
        let Err(error) = glanced else { return Ok(()) };
        counts.stop.store(true, Relaxed);
        if interrupt.is_some() || !counts.has_begun.load(Relaxed) {
            return Err(error);
        }
        interrupt = Some(error);
        Ok(())
    };
    let done = watched(py, &*threads(jobs)?, work, glance);
    if let Some(error) = interrupt {
        return Err(error);
    }
    let done = done?;
    report_cells()?;
    Ok(done)
}

/// Returns the result of a run.
///
/// # Errors
/// If a cell failed, if a table is empty that could be filled, or if no data are available, unless `if_available`.
fn finished(done: &Ran, if_available: bool) -> Result<Done, Wrong> {
    let Ran { computed, empty, usual } = done;
    let (id, report) = (&computed.planned.grid.id, &computed.report);
    let mut errors = computed.failed_cells();
    let mut remarks: Vec<String> = computed.remarks().into_iter().chain(computed.unscored()).collect();
    for tables in empty {
        if tables.is_wrong { &mut errors } else { &mut remarks }.push(tables.sentence.clone());
    }
    if computed.planned.lacks_all_data() && !if_available {
        errors.push("nothing can be computed.".to_owned());
    }
    if !errors.is_empty() {
        errors.extend(done.missing_data());
        let errors = errors.iter().map(|error| format!("{id}: {error}")).collect();
        return Err(Failure::all(errors).into());
    }
    remarks.extend(done.missing_data());
    let remarks = remarks.iter().map(|remark| format!("{id}: {remark}")).chain(own_files()).collect();
    let summary = format!(
        "{id}: {} computed, {} cached; results in {}",
        report.computed,
        report.cached,
        usual.folder.display()
    );
    Ok(Done { folder: usual.folder.clone(), summary, remarks })
}

/// Writes the report on the results of an experiment beside them.
#[pyfunction]
pub fn _report(
    py: Python<'_>,
    experiment: String,
    results: PathBuf,
    experiments: PathBuf,
    collections: PathBuf,
) -> PyResult<()> {
    without_gil(py, move || {
        let places = Places { experiments, collections };
        let opened = ExperimentResults::open(&places, &experiment, Some(&results))?;
        let computed =
            opened.computed()?.ok_or_else(|| Failure::data(opened.without_results(&experiment)))?;
        write_report(&opened, &computed)?;
        Ok(())
    })
}
