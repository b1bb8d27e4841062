//! A run: missing cells are computed, and the results are written.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use rejudge_collections::descriptor::DATA_VARIABLE;
use rejudge_experiment::exec::shard::units;
use rejudge_experiment::grid::Grid;
use rejudge_experiment::grid::plan::Plan;
use rejudge_names::plural::counted;
use rejudge_report::table::results::{Earlier, ResultInputs, Results};
use rejudge_store::atomic;
use rejudge_store::cache::Cache;
use rejudge_store::lock::Lock;

use crate::session::{
    Argument, Choice, Computed, EmptyTable, Ended, Places, Planned, RunOptions, SessionError, Watch,
};

/// A run whose results are written.
pub struct Finished {
    /// The computation.
    pub computed: Computed,
    /// The tables that it left empty.
    pub empty: Vec<EmptyTable>,
}

impl Finished {
    /// Returns true if no table is empty that the available collections could have filled.
    pub fn is_whole(&self) -> bool {
        !self.empty.iter().any(|table| table.is_wrong)
    }
}

impl Places {
    /// Computes the missing cells of the `planned` choice, and writes the results, with the folder locked. If nothing
    /// is missing, and the results have the same cache inputs, they are left as they are.
    ///
    /// # Errors
    /// If the results cannot be written there, or the cache or the results cannot be read or written. Failed cells are
    /// no error: they are part of the returned value. With `cached_only`, cells that are missing from the cache are an
    /// error.
    pub fn carry_out(
        &self,
        choice: &Choice,
        mut planned: Planned,
        results: &Results,
        options: RunOptions<'_>,
        watch: &dyn Watch,
    ) -> Result<Finished, SessionError> {
        let check =
            |planned: &Planned| options.of_plan.map_or(Ok(()), |expected| planned.check_identity(expected));
        check(&planned)?;
        if options.cached_only {
            let late = planned.cache.may_list_late().then_some(LATE);
            planned.wait_for_cells(late, watch)?;
        }
        let mut file = writable(results, &planned)?;
        let mut waited = false;
        let _lock = Lock::acquire(&results.folder, || {
            watch.waits(&results.folder);
            waited = true;
        })?;
        // Another run may have computed all cells meanwhile, and files may have changed.
        if waited {
            planned = self.planned(choice)?;
            check(&planned)?;
            file = writable(results, &planned)?;
        }
        let earlier = Earlier::read(results);
        let inputs = ResultInputs::new(&planned.grid, &planned.plan, options.keep_scores, options.only);
        if let (Some(earlier), Some(inputs), 0) = (&earlier, &inputs, planned.plan.missing())
            && earlier.are(inputs)
        {
            planned.hashes.keep();
            let computed = Computed::unchanged(planned);
            return Ok(Finished { computed, empty: Vec::new() });
        }
        let folder = results.folder.display();
        atomic::check_writable(&results.folder).with_context(|| format!("cannot write to {folder}"))?;
        let mut computed = planned.compute(options, watch)?;
        if options.cached_only && computed.ended != Ended::Stopped {
            // Damage of a cell is detected only when it is read.
            let Computed { planned: Planned { grid, plan, cache, .. }, report, .. } = &mut computed;
            plan.look_again(cache);
            refuse_missing(grid, plan, cache)?;
            if report.stopped || !report.failed.is_empty() {
                let folder = cache.folder().display();
                return Err(SessionError::Data(format!(
                    "{}: scores in the cache {folder} are damaged: run it without --cached, or the shards again",
                    grid.id
                )));
            }
        }
        computed.planned.hashes.keep();
        let tables = computed.tables();
        let empty = computed.empty_tables(&tables, options);
        let inputs = inputs.and_then(|inputs| computed.proof(inputs, &empty));
        let (made, manifest) = computed.made(&tables, file, options, earlier.as_ref(), inputs)?;
        results.write(made, &manifest)?;
        Ok(Finished { computed, empty })
    }
}

/// The delay after which a network file system may list a file that another machine has written.
const LATE: Duration = Duration::from_secs(60);

impl Planned {
    /// Waits for cells that other machines have written, if they may be listed so `late`. Returns an error if some are
    /// still missing.
    fn wait_for_cells(&mut self, late: Option<Duration>, watch: &dyn Watch) -> Result<(), SessionError> {
        let Self { grid, plan, cache, .. } = self;
        if let (1.., Some(late)) = (plan.missing(), late) {
            watch.waits_for_cells(cache.folder());
            std::thread::sleep(late);
            cache.list()?;
            plan.look_again(cache);
        }
        refuse_missing(grid, plan, cache)
    }
}

/// The most missing units that are named.
const NAMED: usize = 20;

/// Returns an error if the cache does not have every cell of a plan, with the draws of the collections that lack some.
fn refuse_missing(grid: &Grid, plan: &Plan, cache: &Cache) -> Result<(), SessionError> {
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
    let named: Vec<String> =
        lacking.iter().take(NAMED).map(|(label, missing)| format!("{label} ({missing})")).collect();
    let more = lacking.len() - named.len();
    let more = if more == 0 { String::new() } else { format!(" and {more} more draws") };
    Err(SessionError::Data(format!(
        "{}: {} of {} are not in the cache {}: {}{more}",
        grid.id,
        plan.missing(),
        counted(plan.keys(), "cell"),
        cache.folder().display(),
        named.join(", ")
    )))
}

/// Refuses a folder that results of this experiment cannot go to; its file.
fn writable(results: &Results, planned: &Planned) -> Result<PathBuf, SessionError> {
    let Planned { grid, plan, .. } = planned;
    let file = PathBuf::from(&grid.resolved.at.source.name);
    let refused = |why: String| SessionError::refused(Argument::ResultsFolder, why);
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rejudge_store::cache::Key;

    use super::*;
    use crate::session::Unwatched;

    const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
seed: 7
draws: {simulated: 3}
axes:
  collection: [trec03-twin]
  judgments: [full]
  measure: [AP]
statistics:
  facts: {collection-facts: {}}
";

    /// Another machine, which writes cells while this one waits.
    struct Other(Vec<Key>);

    impl Watch for Other {
        fn waits_for_cells(&self, folder: &Path) {
            let cache = Cache::open(folder).unwrap();
            let cells: Vec<(Key, u8)> = self.0.iter().map(|key| (*key, 0)).collect();
            cache.store(&cells).unwrap();
            cache.write().unwrap();
        }
    }

    #[test]
    fn cells_that_are_listed_late_are_found_and_missing_ones_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("small.yaml");
        std::fs::write(&file, EXPERIMENT).unwrap();
        let places = Places {
            experiments: folder.path().to_owned(),
            collections: Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/collections"),
            data: None,
        };
        let choice = Choice {
            experiment: file.to_str().unwrap().to_owned(),
            cache: Some(folder.path().join("cache")),
            ..Choice::default()
        };
        let planned = || places.planned(&choice).unwrap();
        let draws: Vec<Vec<Key>> = units(&planned().plan).into_iter().map(|unit| unit.keys).collect();
        let refused = |late, watch: &dyn Watch| {
            let error = planned().wait_for_cells(late, watch).unwrap_err();
            error.to_string().replace(folder.path().to_str().unwrap(), "..")
        };
        let each = draws[0].len();
        let other = || Other(draws[..2].concat());
        // On a local disk there is no wait, so that the other machine writes nothing.
        let all =
            format!("trec03-twin draw 1 ({each}), trec03-twin draw 2 ({each}), trec03-twin draw 3 ({each})");
        assert_eq!(
            refused(None, &other()),
            format!("small: {0} of {0} cells are not in the cache ../cache: {all}", 3 * each)
        );
        assert_eq!(
            refused(Some(Duration::ZERO), &other()),
            format!(
                "small: {each} of {} cells are not in the cache ../cache: trec03-twin draw 3 ({each})",
                3 * each
            )
        );
        planned().wait_for_cells(Some(Duration::ZERO), &Other(draws[2].clone())).unwrap();
        planned().wait_for_cells(Some(LATE), &Unwatched).expect("nothing is missing, so nobody waits");
    }
}
