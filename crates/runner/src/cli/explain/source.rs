//! Opens an experiment and its results, in order to explain a number.

use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::cache_key::{CacheInputs, FileHashes, Parts};
use rejudge_experiment::grid::{Collection, Grid, Point, load, locate};
use rejudge_report::check::stale_reason;
use rejudge_report::table::results::{MANIFEST, Manifest, Results, Snapshot};
use rejudge_session::{RunRequest, hint_on_variants, with_commands};
use rejudge_store::cache::Cache;

use super::NumberArgs;
use crate::cli::Failure;
use crate::cli::args::Global;

/// An experiment and its results.
pub(super) struct Source {
    pub grid: Grid,
    pub results: Results,
    /// The files of the results, or `None` if there are no results.
    pub snapshot: Option<Snapshot>,
    /// The run to compare cache keys with. Usually this is the run that wrote the results. If the experiment
    /// was changed with `-s` and has no results, it is the last run of the unchanged experiment. `None` if
    /// there is no such run.
    pub earlier: Option<Manifest>,
    /// The reason why the numbers of the run `earlier` cannot be used: they are outdated, or the run did not
    /// finish, or all its cells failed. `None` if there is no such reason, or if `earlier` is `None`.
    pub stale: Option<String>,
    pub cache: Cache,
    pub cache_inputs: CacheInputs,
    pub draw: u32,
    /// The experiment and its changes as they were typed, to suggest commands.
    pub typed: String,
}

impl Source {
    /// Opens the experiment and its results. `check` refuses a question that the experiment cannot answer. We
    /// call `check` before hashing the data, because hashing takes time.
    pub fn open(
        global: &Global,
        experiment: &str,
        request: &NumberArgs,
        check: impl FnOnce(&Grid, &str) -> Result<(), Failure>,
    ) -> Result<Self, Failure> {
        let located = |name: &str| locate(name, &global.experiments);
        let by_name = located(experiment);
        // `experiment` may also be a folder of results. Its manifest names the experiment.
        let manifest = by_name.as_ref().err().and_then(|_| Results::new(experiment).manifest().ok());
        let path = match &manifest {
            Some(manifest) => {
                located(&manifest.file.to_string_lossy()).or_else(|_| located(&manifest.experiment))?
            }
            None => by_name?,
        };
        let catalogue = global.places().catalogue();
        let loaded = |set: &[String]| load(&path, None, set, &catalogue);
        let mut grid = loaded(&request.set)?;
        let named_folder = manifest.map(|_| PathBuf::from(experiment));
        let results = Results::new(match request.results.clone().or(named_folder) {
            Some(folder) => folder,
            None => folder(global, &path, &grid)?,
        });
        let is_table = |name: &str| name.starts_with("tables/") || name.starts_with("figures/");
        let is_read = |name: &str| name == "cells.parquet" || name.ends_with(".parquet") && is_table(name);
        let has_results = results.folder.join(MANIFEST).exists();
        let snapshot = has_results.then(|| results.snapshot_of(is_read)).transpose()?;
        // If the run that wrote the results changed the experiment, we read it with the same changes, unless
        // `-s` is given.
        let overrides = snapshot.as_ref().map(|snapshot| snapshot.manifest.overrides.clone());
        if let Some(overrides) = overrides.filter(|overrides| request.set.is_empty() && !overrides.is_empty())
        {
            grid = loaded(&overrides)?;
        }
        let earlier = match &snapshot {
            Some(snapshot) => Some(snapshot.manifest.clone()),
            None if request.set.is_empty() => None,
            None => Results::new(folder(global, &path, &loaded(&[])?)?).manifest().ok(),
        };
        let words = std::iter::once(experiment).chain(request.set.iter().flat_map(|set| ["-s", set]));
        let typed = shlex::try_join(words).unwrap_or_else(|_| experiment.to_owned());
        check(&grid, &typed)?;
        let (cache, draw) = (Cache::open(&request.cache)?, request.draw);
        let cache_inputs = CacheInputs::new(&grid, &FileHashes::in_cache(cache.folder()));
        let stale = earlier.as_ref().and_then(|earlier| stale_reason(&grid, earlier, &cache_inputs));
        Ok(Self { grid, results, snapshot, earlier, stale, cache, cache_inputs, draw, typed })
    }

    /// Returns the parts of a cell's key. `cache_inputs` are the current inputs or earlier ones.
    pub fn parts<'a>(&'a self, cache_inputs: &'a CacheInputs, statistic: usize, point: &Point) -> Parts<'a> {
        let kind = self.grid.collections[point.collection as usize].entry.descriptor.kind;
        let instance = (kind == Kind::Simulated).then_some(self.draw);
        cache_inputs.cell(&self.grid, statistic, point, instance, self.draw)
    }

    /// Returns an error if the point has no draw with the requested number.
    pub fn check_draw(&self, point: &Point) -> Result<(), Failure> {
        let draws = self.grid.draws_at(point.collection as usize, point.runs);
        if (1..=draws).contains(&self.draw) {
            return Ok(());
        }
        Err(Failure::usage(format!("expected a draw from 1 to {draws}, found {}", self.draw)))
    }

    /// Returns an error if the data of all these collections are missing. The error names the data and says
    /// how to get them. `subject` is the table or cell that has no numbers.
    pub fn check_data<'c>(
        &self,
        subject: &str,
        collections: impl IntoIterator<Item = &'c Collection>,
    ) -> Result<(), Failure> {
        let mut missing = Vec::new();
        for collection in collections {
            if collection.entry.is_available() {
                return Ok(());
            }
            missing.push((collection.name.as_str(), collection.entry.is_downloadable));
        }
        with_commands(missing).map_or(Ok(()), |missing| {
            Err(Failure::data(format!(
                "{subject} has no numbers, because data are missing: {missing}; `rejudge run {}` then computes them",
                self.typed
            )))
        })
    }

    /// Returns the message for a number that the results do not have.
    pub fn no_results(&self) -> String {
        let folder = self.results.folder.display();
        match &self.snapshot {
            Some(_) => format!("not among the results in {folder}"),
            None => {
                let variants = hint_on_variants(&self.results.folder);
                let run = format!("`rejudge run {}` writes them", self.typed);
                format!("not computed yet: there are no results in {folder}; {run}{variants}")
            }
        }
    }
}

/// Returns the folder of the results. Results of an audit are next to its experiment. Other results are in
/// the usual folder, which is a different one if the experiment is changed.
fn folder(global: &Global, file: &Path, grid: &Grid) -> Result<PathBuf, Failure> {
    let parent = file.parent().map(|parent| if parent == Path::new("") { Path::new(".") } else { parent });
    let has_results = |folder: &&Path| {
        Results::new(*folder).manifest().is_ok_and(|manifest| manifest.experiment == grid.id)
    };
    match parent.filter(has_results) {
        Some(folder) if grid.overrides.is_empty() => Ok(folder.to_owned()),
        _ => {
            let request = RunRequest { places: global.places(), ..RunRequest::default() };
            Ok(request.results_folder(grid)?.folder_to_read().to_owned())
        }
    }
}
