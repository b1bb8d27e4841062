//! An experiment with its results, which can be checked, accepted and reported on.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rejudge_collections::descriptor::DATA_VARIABLE;
use rejudge_experiment::grid::cache_key::FileHashes;
use rejudge_experiment::grid::{Collection, Grid};
use rejudge_experiment::printed::Expected;
use rejudge_report::check::{Computed, Elsewhere, tables_of};
use rejudge_report::table::results::{MANIFEST, Results, Snapshot};

use crate::usual_folder::default_folder;
use crate::{Failure, Places, UsualFolder, cache_folder, expected_of, hint_on_variants};

/// An experiment with its results.
pub struct ExperimentResults {
    pub grid: Grid,
    /// The number of draws of a licensed collection in the unchanged experiment.
    pub draws_as_written: u32,
    /// The expected values; empty if the experiment has none.
    pub expected: Expected,
    /// True if the experiment has a file of expected values.
    pub has_expected: bool,
    pub results: Results,
    /// A snapshot of the results, or the reason why they are invalid; `None` if there are no results.
    snapshot: Option<anyhow::Result<Snapshot>>,
    /// A remark if another version of rejudge wrote the results; otherwise `None`.
    pub remark: Option<String>,
    /// The tables of other experiments whose draws are shown with printed cells.
    elsewhere: Arc<Elsewhere>,
    /// The other experiments whose draws could be computed here, but which have no complete and current
    /// results.
    pub without_draws: Vec<String>,
}

impl ExperimentResults {
    /// Opens an experiment and its results. If a changed run made the results, we read the experiment with the same changes.
    pub fn open(places: &Places, experiment: &str, results: Option<&PathBuf>) -> Result<Self, Failure> {
        let plain = places.grid(experiment, None, &[])?;
        let results = Results::new(match results {
            Some(folder) => folder.clone(),
            None => UsualFolder::of_experiment(places, &plain)?.folder_to_read().to_owned(),
        });
        let snapshot = results.folder.join(MANIFEST).exists().then(|| results.snapshot());
        let valid = snapshot.as_ref().and_then(|snapshot| snapshot.as_ref().ok());
        let manifest = valid.map(|snapshot| &snapshot.manifest);
        let version = manifest.map(|manifest| &manifest.version);
        let other_version = version.filter(|version| *version != env!("CARGO_PKG_VERSION"));
        let folder = results.folder.display();
        let remark = other_version.map(|version| {
            format!("{folder}: these results are from rejudge {version}; `rejudge run {experiment}` computes what has changed")
        });
        let draws_as_written = plain.draws.licensed;
        let overrides = manifest.map(|manifest| manifest.overrides.clone()).unwrap_or_default();
        let grid = if overrides.is_empty() { plain } else { places.grid(experiment, None, &overrides)? };
        let expected = expected_of(&grid)?;
        let has_expected = expected.is_some();
        let expected = expected.unwrap_or_else(|| Expected::without_file(&grid.id));
        let hashes = FileHashes::in_cache(&cache_folder());
        let (mut elsewhere, mut without_draws) = (Elsewhere::new(), Vec::new());
        // The results of a changed run are below the folder of the experiment's results.
        let is_named_by_id = |folder: &&Path| folder.file_name().is_some_and(|name| name == grid.id.as_str());
        let own_folder = results.folder.ancestors().find(is_named_by_id).unwrap_or(&results.folder);
        for real_draws in &expected.real_draws {
            let name = &real_draws.experiment.value;
            if elsewhere.contains_key(name) || without_draws.contains(name) {
                continue;
            }
            let other_grid = places.grid(name, None, &[])?;
            // The results of the other experiment are usually next to the results of this one. They are
            // elsewhere if one of the two experiments lacks data, or if the user chose the folder of this
            // one's results.
            let usual = UsualFolder::of_experiment(places, &other_grid)?;
            let folders = [own_folder.with_file_name(name), usual.folder_to_read().to_owned()];
            let other_results =
                folders.into_iter().find(|folder| folder.join(MANIFEST).exists()).map(Results::new);
            let same_experiment = expected.real_draws.iter().filter(|draws| draws.experiment.value == *name);
            let tables: Vec<&str> = same_experiment.map(|draws| draws.draws.table.as_str()).collect();
            let is_shown = |table: &str| tables.contains(&table);
            let tables =
                other_results.and_then(|results| tables_of(&other_grid, &results, &hashes, is_shown));
            let can_be_drawn = |collection: &Collection| {
                collection.name == real_draws.draws.collection() && collection.entry.is_available()
            };
            match tables {
                Some(tables) => drop(elsewhere.insert(name.clone(), tables)),
                None if other_grid.collections.iter().any(can_be_drawn) => without_draws.push(name.clone()),
                None => {}
            }
        }
        let elsewhere = Arc::new(elsewhere);
        Ok(Self {
            grid,
            draws_as_written,
            expected,
            has_expected,
            results,
            snapshot,
            remark,
            elsewhere,
            without_draws,
        })
    }

    /// Returns true if the experiment has expected values or claims.
    pub fn has_expectations(&self) -> bool {
        self.has_expected || !self.grid.claims.0.is_empty()
    }

    /// Returns the message for an experiment without results, for which [`Self::computed`] returns `None`.
    pub fn without_results(&self, experiment: &str) -> String {
        let folder = self.results.folder.display();
        match &self.snapshot {
            _ if self.grid.collections.iter().all(|collection| !collection.entry.is_available()) => format!(
                "the data of all collections of `{experiment}` are missing: set {DATA_VARIABLE} to the folder of the data; \
                 `rejudge data list` lists the available collections"
            ),
            Some(Ok(Snapshot { manifest, .. })) if manifest.complete => format!(
                "the data of all collections of `{experiment}` with numbers in {folder} are missing: set {DATA_VARIABLE} to \
                 the folder of the data; `rejudge data list` lists the available collections"
            ),
            // The manifest is incomplete if the run stopped at a failed cell, or if all its cells failed.
            _ => {
                let is_usual = self.results.folder == default_folder(&self.grid);
                let option = if is_usual { String::new() } else { format!(" --results {folder}") };
                // A user who names a file may want to check the file.
                let is_file = experiment.to_string().ends_with(".yaml");
                let plan = if is_file {
                    format!(" (`rejudge plan {experiment}` checks the file)")
                } else {
                    String::new()
                };
                format!(
                    "there are no results in {folder}: run `rejudge run {experiment}{option}` first{plan}{}",
                    hint_on_variants(&self.results.folder)
                )
            }
        }
    }

    /// Returns an error if a file of the results is missing or damaged. It is not an error if there are no
    /// results at all.
    pub fn check_files(&self) -> Result<(), Failure> {
        match &self.snapshot {
            None => Ok(()),
            Some(Ok(snapshot)) => Ok(snapshot.check_whole()?),
            Some(Err(error)) => Err(Failure::data(format!("{error:#}"))),
        }
    }

    /// Returns the results, or `None` if there are none, or if they have no cell whose data are available.
    pub fn computed(&self) -> Result<Option<Computed>, Failure> {
        let snapshot = match &self.snapshot {
            None => return Ok(None),
            Some(Err(error)) => return Err(Failure::data(format!("{error:#}"))),
            Some(Ok(snapshot)) => snapshot.clone(),
        };
        let mut computed = Computed::read(&self.grid, snapshot, &FileHashes::in_cache(&cache_folder()))?;
        computed.elsewhere = Arc::clone(&self.elsewhere);
        Ok((!computed.cell_table.is_empty()).then_some(computed))
    }
}
