//! Runs an experiment: computes the missing cells and writes the results.

use std::path::{Path, PathBuf};

use anyhow::Context;
use rejudge_collections::descriptor::{DATA_VARIABLE, place};
use rejudge_collections::is_among_runs;
use rejudge_experiment::exec::UnscoredParts;
use rejudge_experiment::exec::shard::units;
use rejudge_experiment::grid::plan::Plan;
use rejudge_experiment::grid::{Collection, Grid};
use rejudge_names::plural::{counted, few, of_share};
use rejudge_report::table::fill_numbers;
use rejudge_report::table::results::{ResultInputs, Results};
use rejudge_store::atomic;
use rejudge_store::cache::Cache;
use rejudge_store::lock::Lock;

use crate::computed::EmptyTables;
use crate::{ComputedExperiment, Failure, Observer, Planned, RunEvent, RunRequest, UsualFolder, plan};

/// Plans the requested experiment, computes the missing cells, and writes the results. The folder of the results is
/// locked while cells are computed and results written. If no cell is missing and the results were made from the same
/// inputs, they are not written again.
///
/// # Errors
/// If [`plan`] returns an error, if we must not write the results to the folder (for example because it has results of
/// another experiment), or if the cache or the results cannot be read or written. If the request has `cached`, missing
/// and damaged cells are errors too. Without `cached`, failed cells are not an error, but part of the returned value.
pub fn run(request: &RunRequest, observer: Observer<'_>) -> Result<RunOutcome, Failure> {
    let mut planned = plan(request)?;
    let results_folder = request.results_folder(&planned.grid)?;
    // We write no results without numbers, because they could only replace better ones.
    if planned.lacks_all_data() {
        let computed = ComputedExperiment::nothing(planned, UnscoredParts::new());
        return Ok(RunOutcome { computed, empty_tables: Vec::new(), results_folder });
    }
    let results = &Results::new(results_folder.folder.clone());
    if request.cached {
        refuse_missing(&planned.grid, &planned.plan, &planned.cache)?;
    }
    let mut file = writable(results, &planned, request)?;
    let mut waited = false;
    let _lock = Lock::acquire(&results.folder, || {
        (observer.events)(RunEvent::Waiting { folder: results.folder.clone() });
        waited = true;
    })?;
    // While we waited, the other run may have computed cells, and files may have changed.
    if waited {
        planned = plan(request)?;
        file = writable(results, &planned, request)?;
    }
    let earlier = results.manifest().ok();
    let inputs = ResultInputs::new(&planned.grid, &planned.plan, request.keep_scores, &planned.only);
    if let (Some(earlier), 0) = (&earlier, planned.plan.missing_keys())
        && results.were_made_from(earlier, &inputs)
    {
        planned.hashes.store();
        let computed = ComputedExperiment::nothing(planned, earlier.unscored.clone());
        return Ok(RunOutcome { computed, empty_tables: Vec::new(), results_folder });
    }
    let folder = results.folder.display();
    atomic::check_writable(&results.folder).with_context(|| format!("cannot write to {folder}"))?;
    let mut computed = planned.compute(request, observer)?;
    // An interrupted run writes no results, so that earlier results stay complete, and reports no empty tables.
    if computed.interrupted {
        computed.planned.hashes.store();
        return Ok(RunOutcome { computed, empty_tables: Vec::new(), results_folder });
    }
    if request.cached {
        // A damaged cell is only detected when it is read.
        let ComputedExperiment { planned: Planned { grid, plan, cache, .. }, report, .. } = &mut computed;
        plan.update_missing(cache);
        refuse_missing(grid, plan, cache)?;
        if report.stopped || !report.failed.is_empty() {
            let folder = cache.folder().display();
            return Err(Failure::data(format!(
                "{}: scores in the cache {folder} are damaged: run the experiment without --cached, or run the shards again",
                grid.id
            )));
        }
    }
    computed.planned.hashes.store();
    let tables = fill_numbers(&computed.planned.grid, &computed.cell_table);
    let empty_tables = computed.empty_tables(&tables);
    // We record the inputs only for complete results, because results with the same inputs are not computed again. If there
    // are remarks on the numbers, this is recorded too, so that the next run repeats them.
    let is_complete = computed.is_good() && !computed.report.stopped;
    let has_remarks = !empty_tables.is_empty() || !computed.without_scores().is_empty();
    let inputs = is_complete.then(|| if has_remarks { inputs.with_remarks() } else { inputs });
    let earlier = earlier.as_ref().map(|earlier| (results, earlier));
    let (files, manifest) = computed.result_files(&tables, file, request.keep_scores, earlier, inputs)?;
    results.write(files, &manifest)?;
    Ok(RunOutcome { computed, empty_tables, results_folder })
}

/// A run that has ended. Its results are written, unless it was interrupted or all data are missing.
pub struct RunOutcome {
    pub computed: ComputedExperiment,
    /// The tables that stayed empty, by reason.
    pub empty_tables: Vec<EmptyTables>,
    /// The folder of the results.
    pub results_folder: UsualFolder,
}

/// The largest number of draws that a message names.
const MAX_NAMED_DRAWS: usize = 20;

/// Returns an error if cells of a plan are missing from the cache. The message names the draws with missing cells.
fn refuse_missing(grid: &Grid, plan: &Plan, cache: &Cache) -> Result<(), Failure> {
    if plan.missing_keys() == 0 {
        return Ok(());
    }
    let incomplete: Vec<(String, usize)> = units(plan)
        .into_iter()
        .map(|unit| {
            let label = plan.groups[unit.group].label_of_draw(grid, unit.draw);
            (label, cache.missing(unit.keys.clone()).len())
        })
        .filter(|(_, missing)| *missing > 0)
        .collect();
    let draws: Vec<String> =
        incomplete.iter().map(|(label, missing)| format!("{label} ({missing})")).collect();
    let (missing, total) = (plan.missing_keys(), plan.keys());
    Err(Failure::data(format!(
        "{}: {missing} of {} {} not in the cache {}: {}",
        grid.id,
        counted(total, "cell"),
        of_share(missing, total, "is", "are"),
        cache.folder().display(),
        few(&draws, MAX_NAMED_DRAWS, ", ")
    )))
}

/// Checks that results may be written to the folder, and returns the file of the experiment.
///
/// # Errors
/// If the folder has results of another experiment. A folder that the user named is also refused if it is among a
/// collection's runs, or has numbers of data that are not available.
fn writable(results: &Results, planned: &Planned, request: &RunRequest) -> Result<PathBuf, Failure> {
    let Planned { grid, plan, .. } = planned;
    let file = PathBuf::from(&grid.resolved.at.source.name);
    let refused = |reason: String| Failure::usage(format!("{reason} (--results)"));
    if request.results.is_some()
        && let Some(collection) =
            grid.collections.iter().find(|collection| has_runs_in(collection, &results.folder))
    {
        return Err(refused(format!(
            "{} is in the folder whose files are the runs of `{}`: choose another folder",
            results.folder.display(),
            collection.name
        )));
    }
    results.check_writable_by(&grid.id, &file).map_err(|error| refused(format!("{error:#}")))?;
    let without_data = plan.without_data(grid);
    let lost_collections = results.collections_with_numbers(without_data.iter().copied());
    if !lost_collections.is_empty() && request.results.is_some() {
        let lost_collections: Vec<&str> =
            without_data.into_iter().filter(|name| lost_collections.contains(name)).collect();
        return Err(refused(format!(
            "{} has numbers of {}, whose data are not available ({DATA_VARIABLE}): a run would delete them. \
             Remove this folder, or choose another",
            results.folder.display(),
            lost_collections.join(", ")
        )));
    }
    Ok(file)
}

/// Returns true if all files of `folder` are runs of the collection, or if `folder` is inside such a folder.
fn has_runs_in(collection: &Collection, folder: &Path) -> bool {
    let descriptor = &collection.entry.descriptor;
    let Some(home) = collection.entry.root.as_ref().and_then(|root| descriptor.folder(root)) else {
        return false;
    };
    let patterns = descriptor.files.iter().flat_map(|files| files.runs.iter().chain(&files.later_runs));
    patterns.map(|pattern| place(&home, pattern)).any(|pattern| is_among_runs(folder, &pattern))
}
