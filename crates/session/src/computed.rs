//! An experiment whose cells are computed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Instant, SystemTime};

use rejudge_collections::Unscored;
use rejudge_experiment::exec::{self, NO_SCORES, RunOptions, RunReport, UnscoredParts, unscored};
use rejudge_experiment::grid::plan::Group;
use rejudge_experiment::spec::OnCellError;
use rejudge_names::plural::counted;
use rejudge_report::check::claims::{RealVerdicts, too_few};
use rejudge_report::table::base::bases;
use rejudge_report::table::results::{
    Manifest, Numbers, ResultFiles, ResultInputs, Results, result_files, settings,
};
use rejudge_report::table::{CellTable, FilledTable, Gap};
use rejudge_store::cache::{Key, lock_ignoring_poison};

use crate::{Failure, Observer, Planned, RunEvent, RunRequest};

/// An experiment whose cells are computed, before its results are written.
pub struct ComputedExperiment {
    /// The experiment and its plan.
    pub planned: Planned,
    /// The report of the computation.
    pub report: RunReport,
    /// True if [`Observer::stop`] stopped the computation of cells or of verdicts.
    pub interrupted: bool,
    /// The computed and cached cells.
    pub cell_table: CellTable,
    /// The verdicts on claims about real runs.
    real_verdicts: RealVerdicts,
    /// The parts of the files that are not scored.
    pub unscored: UnscoredParts,
    started: Instant,
}

impl Planned {
    /// Computes the missing cells, and then the verdicts on claims about real runs. If the request has
    /// `cached`, no cell is computed.
    ///
    /// # Errors
    /// If the cache cannot be written to, or a claim in the experiment cannot be read.
    pub fn compute(
        self,
        request: &RunRequest,
        observer: Observer<'_>,
    ) -> Result<ComputedExperiment, Failure> {
        self.compute_with(request, observer, true)
    }

    /// Computes the missing cells of a shard, which has too few cells for verdicts.
    ///
    /// # Errors
    /// If the cache cannot be written to.
    pub fn compute_shard(
        self,
        request: &RunRequest,
        observer: Observer<'_>,
    ) -> Result<ComputedExperiment, Failure> {
        self.compute_with(request, observer, false)
    }

    fn compute_with(
        self,
        request: &RunRequest,
        Observer { events, stop }: Observer<'_>,
        evaluates_claims: bool,
    ) -> Result<ComputedExperiment, Failure> {
        let started = Instant::now();
        let Self { grid, plan, cache, .. } = &self;
        if plan.missing_keys() > 0 && !request.cached {
            cache.check_writable()?;
        }
        // Several draws may share a key. The cell with this key is computed once.
        let keys_of_group =
            |group: &Group| group.cells.iter().map(|cell| cell.key).collect::<BTreeSet<Key>>();
        let keys: Vec<(&Group, BTreeSet<Key>)> =
            plan.groups.iter().map(|group| (group, keys_of_group(group))).collect();
        let to_compute: usize =
            keys.iter().map(|(group, keys)| keys.intersection(&group.missing).count()).sum();
        let cells: usize = keys.iter().map(|(_, keys)| keys.len()).sum();
        let is_simulated = |index: u32| grid.is_simulated(&grid.collections[index as usize].name);
        if to_compute > 0
            && !plan.no_data.is_empty()
            && plan.groups.iter().all(|g| is_simulated(g.collection))
        {
            events(RunEvent::OnlySimulated);
        }
        events(RunEvent::Begun { to_compute, cached: cells - to_compute });
        let cell_table = Mutex::new(CellTable::default());
        let on_cell_error = if request.fail_fast { OnCellError::Stop } else { grid.run.on_cell_error };
        let options = RunOptions {
            cache,
            events: &|event| events(RunEvent::Computation(event)),
            cells: &|cells| lock_ignoring_poison(&cell_table).add(cells),
            stop,
            on_cell_error,
            keep_scores: request.keep_scores,
            cached_only: request.cached,
        };
        let report = exec::run(grid, plan, options)?;
        let cell_table = std::mem::take(&mut *lock_ignoring_poison(&cell_table)).in_order_of(plan);
        let cell_table = cell_table.leaving_out(grid, &self.only)?;
        // A stopped run lacks cells, so its verdicts would be about only some of the draws.
        let real_verdicts = if evaluates_claims && !report.stopped {
            events(RunEvent::EvaluatingClaims);
            RealVerdicts::new(grid, plan, &report, (cache, &cell_table), stop)?
        } else {
            Some(RealVerdicts::default())
        };
        let interrupted = real_verdicts.is_none() || report.stopped && stop.load(Ordering::Relaxed);
        if evaluates_claims && !interrupted {
            events(RunEvent::Writing);
        }
        // To find the parts that are not scored, we may have to read files. But a stopped run should end at once.
        let reads_all = !request.cached && !report.stopped && real_verdicts.is_some();
        let unscored = unscored(grid, plan, cache, reads_all);
        let real_verdicts = real_verdicts.unwrap_or_default();
        Ok(ComputedExperiment {
            planned: self,
            report,
            interrupted,
            cell_table,
            real_verdicts,
            unscored,
            started,
        })
    }
}

impl ComputedExperiment {
    /// Returns the outcome of a run that computes nothing, either because its results are up to date or
    /// because no data are available.
    pub(crate) fn nothing(planned: Planned, unscored: UnscoredParts) -> Self {
        let report = RunReport { cached: planned.plan.keys(), ..RunReport::default() };
        let (cell_table, started) = (CellTable::default(), Instant::now());
        let real_verdicts = RealVerdicts::default();
        Self { planned, report, interrupted: false, cell_table, real_verdicts, unscored, started }
    }

    /// Returns true if the computation was not interrupted and no cell failed.
    pub fn is_good(&self) -> bool {
        !self.interrupted && self.report.failed.is_empty()
    }

    /// Returns the files of the results and their manifest. `file` is the experiment's file. The
    /// file scores.parquet and the counts of pooled judgments are taken from the `earlier` results, if these were
    /// made from the same files and settings. The manifest records `inputs`.
    ///
    /// # Errors
    /// If a table or a figure cannot be made.
    pub fn result_files(
        &self,
        tables: &[FilledTable],
        file: PathBuf,
        keep_scores: bool,
        earlier: Option<(&Results, &Manifest)>,
        inputs: Option<ResultInputs>,
    ) -> Result<(ResultFiles, Manifest), Failure> {
        let Planned { grid, plan, only, .. } = &self.planned;
        let finished = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |t| t.as_secs());
        let planned_collections =
            plan.values.judgments.keys().map(|&index| &grid.collections[index as usize]);
        let mut manifest = Manifest {
            experiment: grid.id.clone(),
            file,
            overrides: grid.overrides.clone(),
            only: only.clone(),
            complete: !self.report.stopped && !self.cell_table.all_failed(),
            seed: grid.seed,
            cache_inputs: plan.cache_inputs.clone(),
            bases: bases(grid, planned_collections, &plan.cache_inputs, earlier.map(|(_, earlier)| earlier)),
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
        let report = &self.report;
        let claims = (!self.real_verdicts.is_empty()).then(|| self.real_verdicts.frame());
        let numbers = Numbers { cell_table: &self.cell_table, tables, claims: claims.as_ref() };
        let files = result_files(grid, report, numbers, keep_scores, &mut manifest, earlier)?;
        Ok((files, manifest))
    }

    /// Returns the seconds since the computation began.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Returns a line about the unscored parts of each collection that has any.
    pub fn unscored(&self) -> Vec<String> {
        unscored_lines(&self.unscored)
    }

    /// Returns a sentence for each reason why cells failed. We group the cells by reason, because one broken
    /// file makes hundreds of cells fail. If a cell failed because it has no scores, its reason is the reason
    /// why the scores are missing.
    pub fn failed_cells(&self) -> Vec<String> {
        let failed = self.report.failed.iter();
        let failed =
            failed.map(|(address, reason)| (reason.strip_prefix(NO_SCORES).unwrap_or(reason), address));
        let sentence = |(reason, cells): (&str, Vec<&String>)| match cells.as_slice() {
            [cell] => format!("{reason}: {cell} failed"),
            [first, ..] => format!("{reason}: {} cells failed, the first of them {first}", cells.len()),
            [] => unreachable!("each reason has a cell"),
        };
        grouped(failed).into_iter().map(sentence).collect()
    }

    /// Returns the remarks on the experiment and on its planned collections, and the remarks of
    /// `large_topic_sets` and `without_scores`.
    pub fn remarks(&self) -> Vec<String> {
        self.planned
            .grid
            .all_remarks(|collection| self.planned.plan.values.has_collection(collection))
            .chain(self.large_topic_sets())
            .chain(self.without_scores())
            .collect()
    }

    /// Returns a sentence for each collection with fewer topics than a set of topics needs.
    fn large_topic_sets(&self) -> Vec<String> {
        let grid = &self.planned.grid;
        let mut topics = BTreeMap::new();
        for ((point, _), roster) in &self.report.rosters {
            let most = topics.entry(point.collection as usize).or_insert(0);
            *most = roster.topics.len().max(*most);
        }
        let mut out = Vec::new();
        for (collection, topics) in topics {
            let too_large: BTreeSet<usize> = grid
                .topic_sets
                .iter()
                .map(|sets| sets.min_topics())
                .filter(|needed| *needed > topics)
                .collect();
            if !too_large.is_empty() {
                let sizes: Vec<String> = too_large.iter().map(usize::to_string).collect();
                let name = &grid.collections[collection].name;
                out.push(format!(
                    "`{name}` has {}: topic sets that need more ({}) have no numbers",
                    counted(topics, "topic"),
                    sizes.join(", ")
                ));
            }
        }
        out
    }

    /// Returns a sentence for each of the user's collections that has too few topics or runs for a verdict. Tables show the
    /// collection's numbers anyway.
    pub fn too_few(&self) -> Vec<String> {
        let grid = &self.planned.grid;
        let collections = grid.collections.iter().zip(too_few(grid, &self.cell_table));
        collections
            .filter_map(|(collection, reason)| Some(format!("{}: {}", collection.name, reason?)))
            .collect()
    }

    /// Returns the `tables` that stayed empty, grouped by the reason. Returns an empty list if the run was stopped.
    /// If the plan has no cells, tables are returned only if no table has points and the command line did not change
    /// the experiment.
    ///
    /// If the run was narrowed by `--only`, an empty table is not an error. Otherwise it is an error in two cases:
    ///
    /// - The available collections could have filled the table.
    /// - No point of the experiment matches the table. An experiment that extends another one should drop the
    ///   tables that it cannot fill. If the command line changed the experiment, such a table is not an
    ///   error. A table about other collections is an error only if no table of the experiment has points.
    pub(crate) fn empty_tables(&self, tables: &[FilledTable]) -> Vec<EmptyTables> {
        // A run that was stopped may leave tables empty.
        if self.report.stopped {
            return Vec::new();
        }
        let Planned { grid, plan, gaps, only, .. } = &self.planned;
        let by_axes: BTreeMap<&str, &Gap> =
            gaps.iter().filter(|gap| gap.line.is_none()).map(|gap| (&*gap.table, gap)).collect();
        let is_changed = !grid.overrides.is_empty();
        let no_table_has_points = !by_axes.is_empty() && by_axes.len() == grid.tables.len() && !is_changed;
        if plan.groups.is_empty() && !no_table_has_points {
            return Vec::new();
        }
        let empty = || grid.tables.iter().zip(tables).filter(|(_, filled)| filled.is_empty());
        if empty().next().is_none() {
            return Vec::new();
        }
        // These gaps remain even if all available data are used.
        let unavoidable_gaps =
            rejudge_report::table::gaps(grid, &|index| grid.collections[index].entry.is_available());
        let unavoidably_empty: BTreeSet<&str> =
            unavoidable_gaps.iter().filter(|gap| gap.line.is_none()).map(|gap| gap.table.as_str()).collect();
        let reasons = empty().map(|(table, filled)| {
            let gap = by_axes.get(&*table.name);
            let matches_no_point = gap.is_some_and(|gap| !gap.is_of_others && !is_changed);
            let reason = gap.map_or_else(|| filled.why_empty().to_owned(), |gap| gap.reason());
            let is_wrong = only.is_empty()
                && (no_table_has_points
                    || matches_no_point
                    || !unavoidably_empty.contains(table.name.as_str()));
            let is_dropped = is_wrong && matches_no_point && gap.is_some_and(|gap| gap.is_inherited());
            ((reason, is_wrong, is_dropped), table.name.as_str())
        });
        let sentence = |((reason, is_wrong, is_dropped), names): ((String, bool, bool), Vec<&str>)| {
            let are = if names.len() == 1 { "is" } else { "are" };
            let advice = if is_dropped {
                let paths = names.iter().map(|name| {
                    let is_figure =
                        grid.resolved.get("figures").is_some_and(|figures| figures.get(name).is_some());
                    format!("{}.{name}", if is_figure { "figures" } else { "tables" })
                });
                let paths = paths.collect::<Vec<_>>().join(", ");
                let (they_are, them) = if names.len() == 1 { ("it is", "it") } else { ("they are", "them") };
                format!("; {they_are} inherited, and `drop: [{paths}]` leaves {them} out")
            } else {
                String::new()
            };
            EmptyTables { sentence: format!("{} {are} empty: {reason}{advice}", names.join(", ")), is_wrong }
        };
        grouped(reasons).into_iter().map(sentence).collect()
    }

    /// Returns a remark for each collection and each `min-rel` above 1, if there are measures by which no run
    /// scores above 0. The collection then probably has no document of level `min-rel` or above.
    pub(crate) fn without_scores(&self) -> Vec<String> {
        let grid = &self.planned.grid;
        let (mut measured, mut above) = (BTreeSet::new(), BTreeSet::new());
        for ((point, _), _, set) in &self.report.scores {
            let by = (point.collection, point.evaluation, point.measure);
            measured.insert(by);
            if set.summaries.iter().any(|score| *score > 0.0) {
                above.insert(by);
            }
        }
        let mut by_level: BTreeMap<(u32, u8), Vec<&str>> = BTreeMap::new();
        for (collection, evaluation, measure) in measured.difference(&above) {
            let min_rel = grid.evaluations[*evaluation as usize].rules.min_rel.get();
            if let Some(measure) = measure.filter(|_| min_rel > 1) {
                by_level
                    .entry((*collection, min_rel))
                    .or_default()
                    .push(&grid.measures[measure as usize].label);
            }
        }
        let remarks = by_level.into_iter().map(|((collection, min_rel), measures)| {
            let (name, measures) = (&grid.collections[collection as usize].name, measures.join(", "));
            format!("{name}: no run scores above 0 by {measures} with `min-rel: {min_rel}`: is any document judged that high?")
        });
        remarks.collect()
    }
}

/// Returns a line about the unscored parts of each collection that has any.
pub fn unscored_lines(unscored: &UnscoredParts) -> Vec<String> {
    let lines = unscored.iter().filter_map(|(name, parts)| Some((name, Unscored::line(parts)?)));
    lines.map(|(name, line)| format!("`{name}`: {line}")).collect()
}

/// Groups values by key. The groups are in the order in which their keys first occur, and the values of a
/// group keep their order.
fn grouped<K: PartialEq, V>(pairs: impl IntoIterator<Item = (K, V)>) -> Vec<(K, Vec<V>)> {
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for (key, value) in pairs {
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, values)) => values.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}

/// Tables that stayed empty for the same reason.
#[derive(Clone, Debug)]
pub struct EmptyTables {
    /// A sentence that names the tables and the reason.
    pub sentence: String,
    /// True if this is an error, because the tables should have been filled or dropped.
    pub is_wrong: bool,
}
