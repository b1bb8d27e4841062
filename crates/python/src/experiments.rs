//! Runs experiments, and writes reports on them, in this process and with the same functions as the command.

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
    ExperimentResults, Failure, Observer, OptionKind, Places, RunEvent, RunOption, RunOutcome, RunRequest,
    overriding_files, write_report,
};
use serde_json::{Map, Value};
use tempfile::TempDir;

use crate::exceptions::{Exception, type_error, value_error};
use crate::in_range::in_range;
use crate::one_value::{names, short_repr};
use crate::warnings::warn;
use crate::work::{pool_of_jobs, run_polling, without_gil};

/// Runs an experiment: computes the cells that are missing from the cache, and writes the results with polars or pyarrow.
/// The results' parquet files have the same rows as the command's, but different bytes.
///
/// Ctrl-C stops the run when the cells that are being computed are finished; a second Ctrl-C does not wait for them. Finished
/// cells are kept, and the next run continues from there.
///
/// Args:
///     experiment: name of an experiment, or path of its YAML.
///     results: folder to write; ``None``: ``results/ID`` in the current folder. But if the experiment is changed, or
///         only a part of it is computed (``only``), ``None`` means a temporary folder, which is deleted with the report.
///     jobs: number of threads; ``None``: the number that ``set_threads`` sets.
///     if_available: return without results if the data of all collections are missing, instead of raising an error.
///     progress: a function, called with the number of finished cells and the number of cells to compute.
///     experiments, collections: folders with experiments and with descriptions of collections.
///     set: changes of values, ``"path=value"``, or ``"path+=value"`` to add to a list.
///     draws, seed: short for the changes ``draws=N`` and ``seed=N``.
///     profile: name of a profile of the experiment.
///     only: the part of the grid to compute, ``"axis=pattern,.."``.
///     cache: folder of finished cells; ``None``: the folder that ``REJUDGE_CACHE`` names, or ``.rejudge/cache``.
///     fail_fast: stop at the first cell that fails.
///     keep_scores: write the scores by topic for every judgment set, not only for the full judgments and ``leave-own-team-out``.
///     cached: compute nothing; a cell that is missing from the cache is an error.
///
/// Returns:
///     A ``rejudge.command.Report``. If results are missing, a UserWarning says which and why.
///
/// Raises:
///     ValueError: the experiment or one of its changes is wrong.
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
    let mut request = request_from_keywords(request)?;
    request.experiment = experiment.to_string_lossy().into_owned();
    let mut temporary = None;
    request.results = match results {
        None if request.is_changed() => {
            let folder = tempfile::Builder::new().prefix("rejudge-").tempdir()?;
            Some(temporary.insert(folder).path().join("run"))
        }
        results => results,
    };
    let temporary_path = temporary.as_ref().map(|folder| folder.path().to_owned());
    let result = run_request(py, (request.clone(), temporary), jobs, if_available, progress);
    if let (Err(_), Some(path)) = (&result, &temporary_path) {
        // The work owns the folder, which is deleted when the work ends. But after Ctrl-C the process may end first.
        let _ = std::fs::remove_dir_all(path);
    }
    let FinishedRun { folder, summary, remarks, temporary } = result?;
    warn(py, &remarks)?;
    let Places { experiments, collections } = request.places;
    let report = py.import("rejudge._native")?.getattr("_report")?;
    let arguments = (report, request.experiment, &folder, experiments, collections);
    let write = py.import("functools")?.call_method1("partial", arguments)?;
    let report = command.call_method1("Report", (&folder, summary, temporary_path, write))?;
    // From now on, the report deletes the temporary folder.
    let _ = temporary.map(TempDir::keep);
    Ok(report)
}

/// Makes a request from keywords. The caller adds the experiment and the folder of its results. A keyword that is
/// `None` is left out.
fn request_from_keywords(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<RunRequest> {
    let all_options = RunRequest::options();
    let mut fields = Map::new();
    for (key, value) in keywords.into_iter().flatten() {
        let key: String = key.extract()?;
        let Some(option) = all_options.iter().find(|option| option.name == key) else {
            let hint = meant(nearest(&key, all_options.iter().map(|option| option.name.as_str())));
            return Err(type_error(format!("run() got an unexpected keyword argument '{key}'{hint}")));
        };
        if !value.is_none() {
            fields.insert(key, option_value(option, &value)?);
        }
    }
    serde_json::from_value(fields.into()).map_err(|error| value_error(format!("run(): {error}")))
}

/// Returns the value of an option as JSON, for a field of the request.
fn option_value(RunOption { name, kind }: &RunOption, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let expected = |what: &str| type_error(format!("{name}: {}, expected {what}", short_repr(value)));
    Ok(match *kind {
        OptionKind::Flag => value.cast::<PyBool>().map_err(|_| expected("True or False"))?.is_true().into(),
        OptionKind::Number { min } => {
            let number: u64 = in_range(value).map_err(|error| {
                let text = format!("{name}: {}", error.value(value.py()));
                let is_type = error.is_instance_of::<PyTypeError>(value.py());
                if is_type { type_error(text) } else { value_error(text) }
            })?;
            if number < min {
                return Err(value_error(format!("{name}: {number}, expected a whole number from {min}")));
            }
            number.into()
        }
        OptionKind::Text => {
            let path: PathBuf = value.extract().map_err(|_| expected("a text or a path"))?;
            path.to_str().ok_or_else(|| expected("valid Unicode"))?.into()
        }
        OptionKind::Texts => names(name, value)?.into(),
    })
}

/// The state of a run, which its threads and the caller's thread share.
#[derive(Default)]
struct RunState {
    /// True as soon as `to_compute` is known.
    has_begun: AtomicBool,
    to_compute: AtomicUsize,
    computed: AtomicUsize,
    /// Set to true by the caller's thread to stop the run.
    stop: AtomicBool,
}

impl RunState {
    fn count(&self, event: &RunEvent) {
        match event {
            RunEvent::Begun { to_compute, .. } => {
                self.to_compute.store(*to_compute, Relaxed);
                self.has_begun.store(true, Relaxed);
            }
            RunEvent::Computation(exec::ComputationEvent::CellDone) => {
                self.computed.fetch_add(1, Relaxed);
            }
            _ => {}
        }
    }

    /// Returns the number of finished cells and the number of cells to compute.
    fn cells(&self) -> (usize, usize) {
        (self.computed.load(Relaxed), self.to_compute.load(Relaxed))
    }
}

/// A run that succeeded.
struct FinishedRun {
    /// The folder of the results.
    folder: PathBuf,
    summary: String,
    remarks: Vec<String>,
    /// The temporary folder that contains `folder`. It is deleted unless a report takes it over.
    temporary: Option<TempDir>,
}

/// Runs the experiment, while the caller's thread looks for signals and calls `progress`.
///
/// After a signal or an error in `progress` we stop the run, and wait until the cells that are being computed are finished and
/// kept. We do not wait after a second signal, or if the cells to compute are not known yet.
///
/// If there is a temporary folder, the results are in it.
fn run_request(
    py: Python<'_>,
    (request, temporary): (RunRequest, Option<TempDir>),
    jobs: Option<usize>,
    if_available: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<FinishedRun> {
    let state = Arc::new(RunState::default());
    let work_state = Arc::clone(&state);
    let work = move || {
        let observer = Observer { events: &|event| work_state.count(&event), stop: &work_state.stop };
        // The work owns the temporary folder, because it may still write there after this thread has stopped waiting.
        let run = check_finished(&rejudge_session::run(&request, observer)?, if_available)?;
        Ok(FinishedRun { temporary, ..run })
    };
    let mut reported_cells = (0, 0);
    let mut report_cells = || {
        let cells = state.cells();
        if let Some(progress) = progress.filter(|_| cells != reported_cells) {
            reported_cells = cells;
            progress.call1(cells)?;
        }
        PyResult::Ok(())
    };
    let mut first_error = None;
    let result = run_polling(py, &*pool_of_jobs(jobs)?, work, || {
        let mut result = py.check_signals();
        if result.is_ok() && first_error.is_none() {
            result = report_cells();
        }
        let Err(error) = result else { return Ok(()) };
        state.stop.store(true, Relaxed);
        if first_error.is_some() || !state.has_begun.load(Relaxed) {
            return Err(error);
        }
        first_error = Some(error);
        Ok(())
    });
    if let Some(error) = first_error {
        return Err(error);
    }
    let finished = result?;
    report_cells()?;
    Ok(finished)
}

/// Returns the run with its summary and the remarks on its results, but without the temporary folder.
///
/// # Errors
/// If a cell failed, if a table is empty although it should have been filled or dropped, or, unless
/// `if_available` is true, if the data of all collections are missing.
fn check_finished(run: &RunOutcome, if_available: bool) -> Result<FinishedRun, Exception> {
    let RunOutcome { computed, empty_tables, results_folder } = run;
    let (id, report) = (&computed.planned.grid.id, &computed.report);
    let mut errors = computed.failed_cells();
    let mut remarks: Vec<String> = computed.remarks().into_iter().chain(computed.unscored()).collect();
    for tables in empty_tables {
        if tables.is_wrong { &mut errors } else { &mut remarks }.push(tables.sentence.clone());
    }
    if computed.planned.lacks_all_data() && !if_available {
        errors.push("nothing can be computed.".to_owned());
    }
    if !errors.is_empty() {
        errors.extend(run.missing_data());
        let errors = errors.iter().map(|error| format!("{id}: {error}")).collect();
        return Err(Failure::from_messages(errors).into());
    }
    remarks.extend(run.missing_data());
    let remarks = remarks.iter().map(|remark| format!("{id}: {remark}")).chain(overriding_files()).collect();
    let summary = format!(
        "{id}: {} computed, {} cached; results in {}",
        report.computed,
        report.cached,
        results_folder.folder.display()
    );
    Ok(FinishedRun { folder: results_folder.folder.clone(), summary, remarks, temporary: None })
}

/// Writes a report into the folder of an experiment's results.
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
