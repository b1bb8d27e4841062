//! `rejudge run`

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Instant, SystemTime};

use anyhow::Context;
use rejudge_collections::DATA_VARIABLE;

use super::args::Global;
use super::args::run::{Executor, Experiment, Run};
use super::empty_tables::{EmptyTable, empty_tables, without_scores};
use super::interrupt::{Stopped, stop_on_signals};
use super::output::{Failure, remark};
use super::plan::{Planned, planned};
use super::progress::Progress;
use super::{BAD_DATA, GOOD, INTERRUPTED, shard, slurm};
use rejudge_exec::timings::{self, Stopwatch};
use rejudge_exec::{Conduct, NO_SCORES, RunReport};
use rejudge_grid::Grid;
use rejudge_spec::OnCellError;
use rejudge_store::atomic;
use rejudge_store::lock::Lock;
use rejudge_table::base::bases;
use rejudge_table::results::{Made, Manifest, Results, settings};

/// Where the results of an experiment go. A run that was changed on the command line gets a folder of
/// its own, so that it can never be taken for the experiment.
pub fn results_folder(grid: &Grid, args: &Experiment) -> PathBuf {
    if let Some(folder) = &args.results {
        return folder.clone();
    }
    home("results", grid, &args.only)
}

/// The folder of an experiment under `root`, or that of its variant with these changes.
pub fn home(root: &str, grid: &Grid, only: &[String]) -> PathBuf {
    let home = PathBuf::from(root).join(&grid.id);
    let changes: Vec<&String> = grid.overrides.iter().chain(only).collect();
    if changes.is_empty() {
        return home;
    }
    let all = changes.iter().map(|c| c.as_str()).collect::<Vec<_>>().join("\n");
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let words: Vec<String> =
        all.chars().map(plain).collect::<String>().split('-').map(str::to_owned).collect();
    let name: String = words.into_iter().filter(|w| !w.is_empty()).collect::<Vec<_>>().join("-");
    let short: String = name.chars().take(60).collect();
    home.join("variants").join(format!("{short}-{}", &blake3::hash(all.as_bytes()).to_hex()[..8]))
}

/// One line a reason, in the order of the plan: a broken file fails hundreds of cells.
pub fn failures(failed: &[(String, String)]) -> Vec<String> {
    let mut reasons: Vec<(&str, &str, usize)> = Vec::new();
    for (address, reason) in failed {
        // A cell without scores repeats the reason of its scores.
        let reason = reason.strip_prefix(NO_SCORES).unwrap_or(reason);
        match reasons.iter_mut().find(|(known, ..)| *known == reason) {
            Some((.., count)) => *count += 1,
            None => reasons.push((reason, address, 1)),
        }
    }
    let line = |(reason, address, count): (&str, &str, usize)| match count {
        1 => format!("{reason}: {address} failed"),
        _ => format!("{reason}: {count} cells failed, the first of them {address}"),
    };
    reasons.into_iter().map(line).collect()
}

/// How a run is carried out.
#[derive(Clone, Copy, Debug, Default)]
pub struct How<'a> {
    /// Whether it stops at the first cell that fails.
    pub fail_fast: bool,
    /// Whether the scores of every topic under every judgment set are written.
    pub keep_scores: bool,
    /// The selectors of `--only`.
    pub only: &'a [String],
    /// The manifest of an earlier run, which knows how many judgments a pool keeps.
    pub before: Option<&'a Manifest>,
    /// What a signal stops.
    pub stopped: Stopped,
}

/// A plan that was carried out, and of which nothing is written yet.
pub struct Computed<'a> {
    /// What was computed.
    pub report: RunReport,
    /// The exit code.
    pub code: u8,
    planned: &'a Planned,
    started: Instant,
}

/// Computes what is missing, and says on stderr what failed.
pub fn compute<'a>(global: &Global, planned: &'a Planned, how: How<'_>) -> Result<Computed<'a>, Failure> {
    let started = Instant::now();
    let Planned { grid, plan, cache, .. } = planned;
    let stop = stop_on_signals(how.stopped)?;
    if plan.missing() > 0 {
        cache.check_writable()?;
    }
    let to_run: usize =
        plan.groups.iter().map(|g| g.cells.iter().filter(|c| g.missing.contains(&c.key)).count()).sum();
    let cells: usize = plan.groups.iter().map(|g| g.cells.len()).sum();
    let progress = Progress::new(to_run, cells - to_run, global.quiet);
    let stopwatch = Stopwatch::start(cache);
    let events = |event| {
        stopwatch.note(&event);
        progress.show(event);
    };
    let on_cell_error = if how.fail_fast { OnCellError::Stop } else { grid.run.on_cell_error };
    let conduct =
        Conduct { cache, events: &events, stop: &stop, on_cell_error, keep_scores: how.keep_scores };
    let report = rejudge_exec::run(grid, plan, conduct)?;
    progress.finish();
    if let Err(error) = timings::add(cache.folder(), &stopwatch.stop(grid, plan, cache)) {
        tracing::warn!("what the groups took is not kept: {error:#}");
    }
    let interrupted = report.stopped && stop.load(Ordering::Relaxed);
    let code = match (interrupted, report.failed.is_empty()) {
        (true, _) => how.stopped.code(),
        (false, false) => BAD_DATA,
        (false, true) => GOOD,
    };
    Ok(Computed { report, code, planned, started })
}

impl Computed<'_> {
    /// The files of the run with their manifest; `file` is the experiment's.
    pub fn made(&self, file: PathBuf, how: How<'_>) -> Result<(Made, Manifest), Failure> {
        let Planned { grid, plan, .. } = self.planned;
        let made = Made::of(grid, &self.report, &plan.ingredients, how.keep_scores, how.only)?;
        let finished = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |t| t.as_secs());
        let manifest = Manifest {
            experiment: grid.id.clone(),
            file,
            overrides: grid.overrides.clone(),
            only: how.only.to_vec(),
            complete: !self.report.stopped && !self.report.all_failed(),
            seed: grid.seed,
            ingredients: plan.ingredients.clone(),
            bases: bases(grid, &plan.ingredients, how.before),
            settings: settings(grid),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            finished,
            seconds: self.seconds(),
            computed: self.report.computed,
            cached: self.report.cached,
            files: made.hashes(),
        };
        Ok((made, manifest))
    }

    /// Seconds since it began.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Says how much was computed; `results` says where the results are.
    pub fn say(&self, global: &Global, results: &str) {
        let (Planned { grid, plan, .. }, report) = (self.planned, &self.report);
        if !global.quiet {
            remark(format_args!(
                "{}: {} computed, {} cached, {} failed; {results} ({:.1} s)",
                grid.id,
                report.computed,
                report.cached,
                report.failed.len(),
                self.seconds(),
            ));
            let remarks = grid.remarks().into_iter().map(|(_, text)| text);
            for text in remarks.chain(without_scores(grid, &report.groups)) {
                remark(format_args!("{}: {text}", grid.id));
            }
            for (collection, cells) in &plan.no_data {
                let name = &grid.collections[*collection as usize].name;
                remark(format_args!(
                    "{}: {name}: skipped-data ({cells} cells; `rejudge data verify {name}` says how to get it)",
                    grid.id
                ));
            }
        }
        for failure in failures(&report.failed) {
            remark(format_args!("error: {failure}"));
        }
        if self.code == INTERRUPTED {
            remark(format_args!(
                "{}: interrupted before its end: what was computed is kept, and the same command goes on from there",
                grid.id
            ));
        }
    }

    /// Says which tables stay empty: as an error where the data are here to fill them; whether none does.
    fn say_empty(&self, global: &Global, how: How<'_>) -> bool {
        // Of a run that was stopped nobody expects full tables.
        let groups = if self.report.stopped { &[] } else { self.report.groups.as_slice() };
        let empty = empty_tables(&self.planned.grid, groups, !how.only.is_empty());
        for EmptyTable { name, why, is_wrong } in &empty {
            let id = &self.planned.grid.id;
            match is_wrong {
                true => remark(format_args!("error: {id}: {name} is empty: {why}")),
                false if global.quiet => {}
                false => remark(format_args!("{id}: {name} is empty: {why}")),
            }
        }
        !empty.iter().any(|table| table.is_wrong)
    }
}

/// Locks the folder that results go to, and says for whom it waits; `waits` is told.
pub fn locked(folder: &Path, waits: impl FnOnce()) -> anyhow::Result<Lock> {
    Lock::of(folder, |holder| {
        remark(format_args!("waiting for {holder}, which writes to {}", folder.display()));
        waits();
    })
}

/// Refuses a folder that results of this experiment cannot go to; its file.
fn writable(results: &Results, planned: &Planned) -> Result<PathBuf, Failure> {
    let Planned { grid, plan, .. } = planned;
    let file = PathBuf::from(&grid.resolved.at.source.name);
    results.writable_by(&grid.id, &file).map_err(|e| Failure::usage(format!("{e:#}")))?;
    let lost = results.would_lose(grid, plan);
    if !lost.is_empty() {
        return Err(Failure::usage(format!(
            "{} holds numbers of {}, whose data are not here ({DATA_VARIABLE}): a run would take them away. Name another \
             folder with --results, or remove this one",
            results.folder.display(),
            lost.join(", ")
        )));
    }
    Ok(file)
}

/// Computes what is missing of the `experiment` as `planned` and writes the results; says on stderr what
/// came of it, and returns the exit code.
pub fn carry_out(
    global: &Global,
    experiment: &Experiment,
    mut planned: Planned,
    results: &Results,
    how: How<'_>,
) -> Result<u8, Failure> {
    let mut file = writable(results, &planned)?;
    let mut waited = false;
    let _lock = locked(&results.folder, || waited = true)?;
    // Another run may have computed all of it meanwhile, and somebody have written to the files.
    if waited {
        planned = super::plan::planned(global, experiment)?;
        file = writable(results, &planned)?;
    }
    let planned = &planned;
    let folder = results.folder.display();
    atomic::check_writable(&results.folder).with_context(|| format!("cannot write to {folder}"))?;
    let computed = compute(global, planned, how)?;
    let before = results.manifest().ok();
    let (made, manifest) = computed.made(file, How { before: before.as_ref(), ..how })?;
    results.write(made, &manifest)?;
    computed.say(global, &format!("results in {}", results.folder.display()));
    let is_whole = computed.say_empty(global, how);
    Ok(if computed.code == GOOD && !is_whole { BAD_DATA } else { computed.code })
}

/// Uses so many threads, or one a core. Made here, where it can be said that there are no more to be had.
pub fn use_threads(jobs: Option<u16>) -> Result<(), Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs.map_or(0, usize::from)).build_global();
    let asked = jobs.map_or("threads".to_owned(), |jobs| format!("--jobs {jobs}"));
    pool.map_err(|e| Failure::usage(format!("{asked}: {e}")))
}

pub fn main(global: &Global, args: &Run) -> Result<u8, Failure> {
    use_threads(args.jobs)?;
    match (args.shard, args.executor.executor) {
        (Some(shard), _) => return shard::run(global, args, shard),
        (None, Executor::Slurm) => return slurm::run(global, args),
        (None, Executor::Local) => args.executor.check_local()?,
    }
    let planned = planned(global, &args.experiment)?;
    let results = Results::new(results_folder(&planned.grid, &args.experiment));
    let how = How {
        fail_fast: args.fail_fast,
        keep_scores: args.keep_scores,
        only: &args.experiment.only,
        ..How::default()
    };
    carry_out(global, &args.experiment, planned, &results, how)
}
