//! A run: missing cells are computed, and the results are written.

use std::path::PathBuf;

use anyhow::Context;
use rejudge_collections::descriptor::DATA_VARIABLE;
use rejudge_experiment::exec::shard::units;
use rejudge_experiment::grid::Grid;
use rejudge_experiment::grid::plan::Plan;
use rejudge_names::plural::{counted, few};
use rejudge_report::table::results::{Earlier, ResultInputs, Results};
use rejudge_store::atomic;
use rejudge_store::cache::Cache;
use rejudge_store::lock::Lock;

use crate::cli::args::Global;
use crate::cli::{Failure, Terminal};
use crate::session::{Choice, Computed, EmptyTable, Ended, Planned, RunOptions};

impl Global {
    /// Plans the chosen experiment, computes the missing cells, and writes the results, with the folder locked. Returns
    /// the computation, with the tables that it left empty. If nothing is missing, and the results have the same cache
    /// inputs, they are left as they are.
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
    ) -> Result<(Computed, Vec<EmptyTable>), Failure> {
        let mut planned = self.planned(choice)?;
        let results = &Results::new(choice.results_folder(&planned.grid));
        if options.cached {
            refuse_missing(&planned.grid, &planned.plan, &planned.cache)?;
        }
        let mut file = writable(results, &planned)?;
        let mut waited = false;
        let _lock = Lock::acquire(&results.folder, || {
            terminal.waits(&results.folder);
            waited = true;
        })?;
        // Another run may have computed all cells meanwhile, and files may have changed.
        if waited {
            planned = self.planned(choice)?;
            file = writable(results, &planned)?;
        }
        let earlier = Earlier::read(results);
        let inputs = ResultInputs::new(&planned.grid, &planned.plan, options.keep_scores, &planned.only);
        if let (Some(earlier), Some(inputs), 0) = (&earlier, &inputs, planned.plan.missing())
            && earlier.are(inputs)
        {
            planned.hashes.keep();
            return Ok((Computed::unchanged(planned), Vec::new()));
        }
        let folder = results.folder.display();
        atomic::check_writable(&results.folder).with_context(|| format!("cannot write to {folder}"))?;
        let mut computed = planned.compute(options, terminal)?;
        if options.cached && computed.ended != Ended::Stopped {
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
        let tables = computed.tables();
        let empty = computed.empty_tables(&tables);
        let inputs = inputs.and_then(|inputs| computed.proof(inputs, &empty));
        let (made, manifest) = computed.made(&tables, file, options, earlier.as_ref(), inputs)?;
        results.write(made, &manifest)?;
        Ok((computed, empty))
    }
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

/// Refuses a folder that results of this experiment cannot go to; its file.
fn writable(results: &Results, planned: &Planned) -> Result<PathBuf, Failure> {
    let Planned { grid, plan, .. } = planned;
    let file = PathBuf::from(&grid.resolved.at.source.name);
    let refused = |why: String| Failure::usage(format!("{why} (--results)"));
    results.writable_by(&grid.id, &file).map_err(|error| refused(format!("{error:#}")))?;
    let lost = results.would_lose(grid, plan);
    if !lost.is_empty() {
        return Err(refused(format!(
            "{} has numbers of {}, whose data are not available ({DATA_VARIABLE}): a run would delete them. \
             Remove this folder, or choose another",
            results.folder.display(),
            lost.join(", ")
        )));
    }
    Ok(file)
}
