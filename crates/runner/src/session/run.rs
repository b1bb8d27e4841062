//! A run: missing cells are computed, and the results are written.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Instant, SystemTime};

use anyhow::Context;
use clap::Args as ClapArgs;
use rejudge_collections::Unscored;
use rejudge_collections::descriptor::DATA_VARIABLE;
use rejudge_experiment::exec::shard::units;
use rejudge_experiment::exec::{Conduct, RunReport, UnscoredParts, unscored};
use rejudge_experiment::grid::Grid;
use rejudge_experiment::grid::plan::Plan;
use rejudge_experiment::spec::OnCellError;
use rejudge_names::plural::{counted, few};
use rejudge_report::check::claims::RealVerdicts;
use rejudge_report::table::base::bases;
use rejudge_report::table::results::{
    Manifest, Numbers, ResultFiles, ResultInputs, Results, result_files, settings,
};
use rejudge_report::table::{CellTable, FilledTable, Gap, fill_numbers};
use rejudge_store::atomic;
use rejudge_store::cache::{Cache, lock_ignoring_poison};
use rejudge_store::lock::Lock;

use crate::cli::args::Global;
use crate::cli::{Failure, Terminal};
use crate::session::{Choice, Planned, UsualFolder};

impl Global {
    /// Plans the chosen experiment, computes the missing cells, and writes the results, with the folder locked. If nothing
    /// is missing, and the results have the same cache inputs, they are left as they are.
    ///
    /// # Errors
    /// If the results cannot be written there, or the cache or the results cannot be read or written. Failed cells are
    /// no error: they are part of the returned value. With `cached`, cells that are missing from the cache are an
    /// error.
    pub fn carry_out(
        &self,
        choice: &Choice,
        options: RunOptions,
        terminal: &Terminal,
    ) -> Result<CarriedOut, Failure> {
        let mut planned = self.planned(choice)?;
        let usual = choice.results_folder(self, &planned.grid)?;
        // Results without any number would only take the place of others.
        if planned.lacks_all_data() {
            let computed = Computed::nothing(planned, UnscoredParts::new());
            return Ok(CarriedOut { computed, empty: Vec::new(), usual });
        }
        let results = &Results::new(usual.folder.clone());
        if options.cached {
            refuse_missing(&planned.grid, &planned.plan, &planned.cache)?;
        }
        let mut file = writable(results, &planned, choice)?;
        let mut waited = false;
        let _lock = Lock::acquire(&results.folder, || {
            terminal.waits(&results.folder);
            waited = true;
        })?;
        // Another run may have computed all cells meanwhile, and files may have changed.
        if waited {
            planned = self.planned(choice)?;
            file = writable(results, &planned, choice)?;
        }
        let earlier = results.manifest().ok();
        let inputs = ResultInputs::new(&planned.grid, &planned.plan, options.keep_scores, &planned.only);
        if let (Some(earlier), 0) = (&earlier, planned.plan.missing())
            && results.were_made_from(earlier, &inputs)
        {
            planned.hashes.keep();
            let computed = Computed::nothing(planned, earlier.unscored.clone());
            return Ok(CarriedOut { computed, empty: Vec::new(), usual });
        }
        let folder = results.folder.display();
        atomic::check_writable(&results.folder).with_context(|| format!("cannot write to {folder}"))?;
        let mut computed = planned.compute(options, terminal)?;
        // The results of an earlier run stay complete, and a first run leaves no tables without numbers.
        if computed.interrupted {
            computed.planned.hashes.keep();
            return Ok(CarriedOut { computed, empty: Vec::new(), usual });
        }
        if options.cached {
            // Damage of a cell is detected only when it is read.
            let Computed { planned: Planned { grid, plan, cache, .. }, report, .. } = &mut computed;
            plan.look_again(cache);
            refuse_missing(grid, plan, cache)?;
            if report.stopped || !report.failed.is_empty() {
                let folder = cache.folder().display();
                return Err(Failure::data(format!(
                    "{}: scores in the cache {folder} are damaged: run it without --cached, or the shards again",
                    grid.id
                )));
            }
        }
        computed.planned.hashes.keep();
        let tables = fill_numbers(&computed.planned.grid, &computed.cell_table);
        let empty = computed.empty_tables(&tables);
        // Results without some cells are not proved by their inputs. The next run repeats remarks on the numbers.
        let is_whole = computed.is_good() && !computed.report.stopped;
        let is_silent = empty.is_empty() && computed.without_scores().is_empty();
        let inputs = is_whole.then_some(inputs);
        let inputs = inputs.map(|inputs| if is_silent { inputs } else { inputs.with_remarks() });
        let earlier = earlier.as_ref().map(|earlier| (results, earlier));
        let (made, manifest) = computed.made(&tables, file, options, earlier, inputs)?;
        results.write(made, &manifest)?;
        Ok(CarriedOut { computed, empty, usual })
    }
}

/// A run whose results are written.
pub struct CarriedOut {
    pub computed: Computed,
    /// The tables that it left empty.
    pub empty: Vec<EmptyTable>,
    /// The folder of the results.
    pub usual: UsualFolder,
}

/// The most missing units that are named.
const NAMED: usize = 20;

/// Returns an error if the cache does not have every cell of a plan, with the draws of the collections that lack some.
fn refuse_missing(grid: &Grid, plan: &Plan, cache: &Cache) -> Result<(), Failure> {
    if plan.missing() == 0 {
        return Ok(());
    }
    let lacking: Vec<(String, usize)> = units(plan)
        .into_iter()
        .map(|unit| {
            let label = plan.groups[unit.group].label_of_draw(grid, unit.draw);
            (label, cache.missing(unit.keys.clone()).len())
        })
        .filter(|(_, missing)| *missing > 0)
        .collect();
    let named: Vec<String> = lacking.iter().map(|(label, missing)| format!("{label} ({missing})")).collect();
    Err(Failure::data(format!(
        "{}: {} of {} are not in the cache {}: {}",
        grid.id,
        plan.missing(),
        counted(plan.keys(), "cell"),
        cache.folder().display(),
        few(&named, NAMED, ", ")
    )))
}

/// Returns the file of the experiment.
///
/// # Errors
/// If its results cannot go to the folder, or if the folder is named and has numbers whose data are not available.
fn writable(results: &Results, planned: &Planned, choice: &Choice) -> Result<PathBuf, Failure> {
    let Planned { grid, plan, .. } = planned;
    let file = PathBuf::from(&grid.resolved.at.source.name);
    let refused = |why: String| Failure::usage(format!("{why} (--results)"));
    results.writable_by(&grid.id, &file).map_err(|error| refused(format!("{error:#}")))?;
    let without_data = plan.without_data(grid);
    let lost = results.with_numbers(without_data.iter().copied());
    if !lost.is_empty() && choice.results.is_some() {
        let lost: Vec<&str> = without_data.into_iter().filter(|name| lost.contains(name)).collect();
        return Err(refused(format!(
            "{} has numbers of {}, whose data are not available ({DATA_VARIABLE}): a run would delete them. \
             Remove this folder, or choose another",
            results.folder.display(),
            lost.join(", ")
        )));
    }
    Ok(file)
}

/// The options of a run besides computing missing cells.
#[derive(Clone, Copy, Debug, Default, ClapArgs)]
pub struct RunOptions {
    /// Stop at the first cell that fails
    #[arg(hide_short_help = true, long)]
    pub fail_fast: bool,
    /// Write the scores by topic for every judgment set, not only for the full judgments
    #[arg(hide_short_help = true, long, conflicts_with = "shard")]
    pub keep_scores: bool,
    /// Compute nothing: write the results if the cache is complete, otherwise list the missing draws of each
    /// collection
    #[arg(long, conflicts_with_all = ["shard", "fail_fast"])]
    pub cached: bool,
}

/// A plan that was run, before its results are written.
pub struct Computed {
    /// The experiment and its plan.
    pub planned: Planned,
    /// The report of the computation.
    pub report: RunReport,
    /// True if a signal stopped it.
    pub interrupted: bool,
    /// Its cells.
    pub(crate) cell_table: CellTable,
    /// Verdicts on claims on real runs.
    real_verdicts: RealVerdicts,
    /// The parts of the files that are not scored.
    pub(crate) unscored: UnscoredParts,
    started: Instant,
}

impl Planned {
    /// Computes the missing cells, then from all cells the verdicts on claims on real runs.
    ///
    /// # Errors
    /// If the cache cannot be written to, or its contents cannot be read.
    pub fn compute(self, options: RunOptions, terminal: &Terminal) -> Result<Computed, Failure> {
        self.compute_with(options, terminal, true)
    }

    /// Computes the missing cells of a shard. It has too few cells for verdicts.
    ///
    /// # Errors
    /// If the cache cannot be written to, or its contents cannot be read.
    pub fn compute_shard(self, options: RunOptions, terminal: &Terminal) -> Result<Computed, Failure> {
        self.compute_with(options, terminal, false)
    }

    fn compute_with(
        self,
        options: RunOptions,
        terminal: &Terminal,
        evaluates_claims: bool,
    ) -> Result<Computed, Failure> {
        let started = Instant::now();
        let Self { grid, plan, cache, .. } = &self;
        let stop = terminal.stop()?;
        if plan.missing() > 0 && !options.cached {
            cache.check_writable()?;
        }
        let to_compute: usize =
            plan.groups.iter().map(|g| g.cells.iter().filter(|c| g.missing.contains(&c.key)).count()).sum();
        let cells: usize = plan.groups.iter().map(|g| g.cells.len()).sum();
        let progress = terminal.progress(to_compute, cells - to_compute);
        let events = |event| progress.show(event);
        let cell_table = Mutex::new(CellTable::default());
        let cells = |cells| lock_ignoring_poison(&cell_table).add(cells);
        let on_cell_error = if options.fail_fast { OnCellError::Stop } else { grid.run.on_cell_error };
        let conduct = Conduct {
            cache,
            events: &events,
            cells: &cells,
            stop: &stop,
            on_cell_error,
            keep_scores: options.keep_scores,
            cached_only: options.cached,
        };
        let (report, cell_table, real_verdicts) = progress.during(&stop, || -> anyhow::Result<_> {
            let report = rejudge_experiment::exec::run(grid, plan, conduct)?;
            let cell_table = std::mem::take(&mut *lock_ignoring_poison(&cell_table)).in_order_of(plan);
            // Without its other cells, a stopped run would give verdicts on a part of the draws.
            if !evaluates_claims || report.stopped {
                return Ok((report, cell_table, Some(RealVerdicts::default())));
            }
            progress.evaluates_claims();
            let real_verdicts = RealVerdicts::new(grid, plan, &report, (cache, &cell_table), &stop)?;
            Ok((report, cell_table, real_verdicts))
        })?;
        progress.finish();
        // A run that was stopped does not read files for this.
        let reads_all = !options.cached && !report.stopped && real_verdicts.is_some();
        let unscored = unscored(grid, plan, cache, reads_all);
        let interrupted = real_verdicts.is_none() || report.stopped && stop.load(Ordering::Relaxed);
        let real_verdicts = real_verdicts.unwrap_or_default();
        Ok(Computed { planned: self, report, interrupted, cell_table, real_verdicts, unscored, started })
    }
}

impl Computed {
    /// The computation of a plan without missing cells.
    fn nothing(planned: Planned, unscored: UnscoredParts) -> Self {
        let report = RunReport { cached: planned.plan.keys(), ..RunReport::default() };
        let (cell_table, started) = (CellTable::default(), Instant::now());
        let real_verdicts = RealVerdicts::default();
        Self { planned, report, interrupted: false, cell_table, real_verdicts, unscored, started }
    }

    /// Returns true if it was not interrupted, and no cell failed.
    pub fn is_good(&self) -> bool {
        !self.interrupted && self.report.failed.is_empty()
    }

    /// Returns the files of the run with their manifest. `tables` are its own, `file` is that of the experiment;
    /// `earlier` are the existing results, which contain counts of pooled judgments; `inputs` are the cache inputs, if
    /// the results record them.
    ///
    /// # Errors
    /// If a table cannot be made.
    pub fn made(
        &self,
        tables: &[FilledTable],
        file: PathBuf,
        options: RunOptions,
        earlier: Option<(&Results, &Manifest)>,
        inputs: Option<ResultInputs>,
    ) -> Result<(ResultFiles, Manifest), Failure> {
        let Planned { grid, plan, only, .. } = &self.planned;
        let finished = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |t| t.as_secs());
        let mut manifest = Manifest {
            experiment: grid.id.clone(),
            file,
            overrides: grid.overrides.clone(),
            only: only.clone(),
            complete: !self.report.stopped && !self.cell_table.all_failed(),
            seed: grid.seed,
            cache_inputs: plan.cache_inputs.clone(),
            bases: bases(grid, &plan.cache_inputs, earlier.map(|(_, earlier)| earlier)),
            unscored: self.unscored.clone(),
            settings: settings(grid),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            finished,
            seconds: self.seconds(),
            computed: self.report.computed,
            cached: self.report.cached,
            files: BTreeMap::new(),
            inputs,
        };
        let (report, keep_scores) = (&self.report, options.keep_scores);
        let claims = (!self.real_verdicts.is_empty()).then(|| self.real_verdicts.frame());
        let numbers = Numbers { cell_table: &self.cell_table, tables, claims: claims.as_ref() };
        let files = result_files(grid, report, numbers, keep_scores, &mut manifest, earlier)?;
        Ok((files, manifest))
    }

    /// Returns the seconds since it began.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Returns a line for each collection with parts of its files that are not scored.
    pub fn unscored(&self) -> Vec<String> {
        unscored_lines(&self.unscored)
    }

    /// Returns remarks on its numbers: those of the experiment, and measures by which every run scores 0.
    pub fn remarks(&self) -> Vec<String> {
        self.planned.grid.all_remarks().chain(self.without_scores()).collect()
    }

    /// Returns the `tables` that it leaves empty. In a run that was narrowed by `--only`, no empty table is an error,
    /// nor is a table that waits for data. A table without any matching point (one of the gaps) is an error, unless it
    /// is about other collections, or the command line changed the experiment: an experiment that extends another one
    /// should drop the tables that it can no longer fill.
    fn empty_tables(&self, tables: &[FilledTable]) -> Vec<EmptyTable> {
        // A run that was stopped is not expected to have full tables.
        if self.report.stopped {
            return Vec::new();
        }
        let Planned { grid, plan, gaps, only, .. } = &self.planned;
        let by_axes: BTreeMap<&str, &Gap> =
            gaps.iter().filter(|gap| gap.line.is_none()).map(|gap| (&*gap.table, gap)).collect();
        let is_changed = !grid.overrides.is_empty();
        let is_bare = !by_axes.is_empty() && by_axes.len() == grid.tables.len() && !is_changed;
        if plan.groups.is_empty() && !is_bare {
            return Vec::new();
        }
        let empty = || grid.tables.iter().zip(tables).filter(|(_, filled)| filled.is_empty());
        if empty().next().is_none() {
            return Vec::new();
        }
        let without_data = rejudge_report::table::gaps(grid, &|at| grid.collections[at].entry.available());
        let foreseen: BTreeSet<&str> =
            without_data.iter().filter(|gap| gap.line.is_none()).map(|gap| gap.table.as_str()).collect();
        let tables = empty().map(|(table, filled)| {
            let gap = by_axes.get(&*table.name);
            let asks_for_nothing = gap.is_some_and(|gap| !gap.is_of_others && !is_changed);
            EmptyTable {
                name: table.name.clone(),
                why: gap.map_or_else(|| filled.why_empty().to_owned(), |gap| gap.reason()),
                is_wrong: only.is_empty()
                    && (is_bare || asks_for_nothing || !foreseen.contains(table.name.as_str())),
            }
        });
        tables.collect()
    }

    /// Returns measures by which no run of a collection scores above 0 under a `min-rel`: perhaps no document is judged
    /// that high.
    fn without_scores(&self) -> Vec<String> {
        let grid = &self.planned.grid;
        let (mut asked, mut above) = (BTreeSet::new(), BTreeSet::new());
        for ((point, _), _, set) in &self.report.scores {
            let by = (point.collection, point.evaluation, point.measure);
            asked.insert(by);
            if set.summaries.iter().any(|score| *score > 0.0) {
                above.insert(by);
            }
        }
        let mut by_level: BTreeMap<(u32, u8), Vec<&str>> = BTreeMap::new();
        for (collection, evaluation, measure) in asked.difference(&above) {
            let min_rel = grid.evaluations[*evaluation as usize].rules.min_rel.get();
            if let Some(measure) = measure.filter(|_| min_rel > 1) {
                by_level
                    .entry((*collection, min_rel))
                    .or_default()
                    .push(&grid.measures[measure as usize].label);
            }
        }
        let said = by_level.into_iter().map(|((collection, min_rel), measures)| {
            let (name, measures) = (&grid.collections[collection as usize].name, measures.join(", "));
            format!("{name}: no run scores above 0 by {measures} with `min-rel: {min_rel}`: is any document judged that high?")
        });
        said.collect()
    }
}

/// Returns a line for each collection with parts that are not scored.
pub fn unscored_lines(unscored: &UnscoredParts) -> Vec<String> {
    let lines = unscored.iter().filter_map(|(name, parts)| Some((name, Unscored::line(parts)?)));
    lines.map(|(name, line)| format!("`{name}`: {line}")).collect()
}

/// A table that a run left without a number, though it computed something.
#[derive(Clone, Debug)]
pub struct EmptyTable {
    pub name: String,
    /// The reason why it is empty.
    pub why: String,
    /// True if the available collections could have filled it.
    pub is_wrong: bool,
}
