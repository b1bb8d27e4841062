//! The experiment that a number is of, with the results that hold it.

use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::cache_key::{CacheInputs, FileHashes, Parts};
use rejudge_experiment::grid::{Grid, Point, load, locate};
use rejudge_report::check::stale;
use rejudge_report::table::results::{MANIFEST, Manifest, Results, Snapshot};
use rejudge_session::{RunRequest, beside_variants};
use rejudge_store::cache::Cache;

use super::Explain;
use crate::cli::Failure;
use crate::cli::args::Global;

/// The source of numbers.
pub(super) struct Source {
    pub grid: Grid,
    pub results: Results,
    /// The results; `None` if no run has written any.
    pub snapshot: Option<Snapshot>,
    /// The run that keys are compared with: that of the results, or of the unchanged experiment if a change was not
    /// run.
    pub earlier: Option<Manifest>,
    /// The reason why the results are not those of the current experiment.
    pub stale: Option<String>,
    pub cache: Cache,
    pub cache_inputs: CacheInputs,
    pub draw: u32,
    /// The experiment and its changes as typed, for suggested commands.
    pub typed: String,
}

impl Source {
    pub fn open(global: &Global, experiment: &str, request: &Explain) -> Result<Self, Failure> {
        let located = |name: &str| locate(name, &global.experiments);
        // The folder of results names their experiment.
        let named = located(experiment);
        let of_folder = named.as_ref().err().and_then(|_| Results::new(experiment).manifest().ok());
        let path = match &of_folder {
            Some(found) => located(&found.file.to_string_lossy()).or_else(|_| located(&found.experiment))?,
            None => named?,
        };
        let catalogue = global.places().catalogue();
        let loaded = |set: &[String]| load(&path, None, set, &catalogue);
        let mut grid = loaded(&request.set)?;
        let here = of_folder.map(|_| PathBuf::from(experiment));
        let results = Results::new(match request.results.clone().or(here) {
            Some(folder) => folder,
            None => folder(global, &path, &grid)?,
        });
        let is_of_table = |name: &str| name.starts_with("tables/") || name.starts_with("figures/");
        let is_asked =
            |name: &str| name == "cells.parquet" || name.ends_with(".parquet") && is_of_table(name);
        let there = results.folder.join(MANIFEST).exists();
        let snapshot = there.then(|| results.snapshot_of(is_asked)).transpose()?;
        // Results of a variant are read with its changes.
        let of_variant = snapshot.as_ref().map(|found| found.manifest.overrides.clone());
        if let Some(overrides) = of_variant.filter(|found| request.set.is_empty() && !found.is_empty()) {
            grid = loaded(&overrides)?;
        }
        let earlier = match &snapshot {
            Some(found) => Some(found.manifest.clone()),
            None if request.set.is_empty() => None,
            None => Results::new(folder(global, &path, &loaded(&[])?)?).manifest().ok(),
        };
        let (cache, draw) = (Cache::open(&request.cache)?, request.draw);
        let cache_inputs = CacheInputs::new(&grid, &FileHashes::beside(cache.folder()));
        let stale = earlier.as_ref().and_then(|earlier| stale(&grid, earlier, &cache_inputs));
        let words = std::iter::once(experiment).chain(request.set.iter().flat_map(|set| ["-s", set]));
        let typed = shlex::try_join(words).unwrap_or_else(|_| experiment.to_owned());
        Ok(Self { grid, results, snapshot, earlier, stale, cache, cache_inputs, draw, typed })
    }

    /// Returns the parts of the key of a cell, from current or earlier cache inputs of an experiment.
    pub fn parts<'a>(&'a self, cache_inputs: &'a CacheInputs, statistic: usize, point: &Point) -> Parts<'a> {
        let kind = self.grid.collections[point.collection as usize].entry.descriptor.kind;
        let instance = (kind == Kind::Simulated).then_some(self.draw);
        cache_inputs.cell(&self.grid, statistic, point, instance, self.draw)
    }

    /// Refuses a draw that there is not.
    pub fn check_draw(&self, point: &Point) -> Result<(), Failure> {
        let draws = self.grid.draws_at(point.collection as usize, point.runs);
        match (1..=draws).contains(&self.draw) {
            true => Ok(()),
            false => Err(Failure::usage(format!("there is no draw {}, only 1 to {draws}", self.draw))),
        }
    }

    /// Returns the message for a number that no run has written.
    pub fn no_results(&self) -> String {
        let folder = self.results.folder.display();
        match &self.snapshot {
            Some(_) => format!("not among the results in {folder}"),
            None => {
                let variants = beside_variants(&self.results.folder);
                let run = format!("`rejudge run {}` writes them", self.typed);
                format!("not computed yet: there are no results in {folder}; {run}{variants}")
            }
        }
    }
}

/// Returns the folder of the results: that of the experiment's file if they are next to it, as those of an audit are;
/// otherwise the usual one, which a changed experiment has for itself.
fn folder(global: &Global, file: &Path, grid: &Grid) -> Result<PathBuf, Failure> {
    let beside = file.parent().map(|parent| if parent == Path::new("") { Path::new(".") } else { parent });
    let is_beside = |folder: &&Path| {
        Results::new(*folder).manifest().is_ok_and(|manifest| manifest.experiment == grid.id)
    };
    match beside.filter(is_beside) {
        Some(folder) if grid.overrides.is_empty() => Ok(folder.to_owned()),
        _ => {
            let request = RunRequest { places: global.places(), ..RunRequest::default() };
            Ok(request.results_folder(grid)?.to_read().to_owned())
        }
    }
}
