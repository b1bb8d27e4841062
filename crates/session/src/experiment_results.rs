//! An experiment with its results, as they are checked, accepted and reported on.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rejudge_collections::descriptor::DATA_VARIABLE;
use rejudge_experiment::grid::cache_key::FileHashes;
use rejudge_experiment::grid::{Collection, Grid};
use rejudge_experiment::printed::Expected;
use rejudge_report::check::{Computed, Elsewhere, tables_of};
use rejudge_report::table::results::{MANIFEST, Results, Snapshot};

use crate::{Failure, Places, UsualFolder, beside_variants, cache_folder, expected_of};

/// An experiment with its results.
pub struct ExperimentResults {
    pub grid: Grid,
    /// Draws of a licensed collection in the unchanged experiment.
    pub draws_as_written: u32,
    /// Its expected values; empty if it has no file of them.
    pub expected: Expected,
    /// True if it has a file of expected values.
    pub has_expected: bool,
    pub results: Results,
    /// A snapshot of the results, or the reason why they are invalid.
    snapshot: Option<anyhow::Result<Snapshot>>,
    /// A remark on results of another version.
    pub remark: Option<String>,
    /// Tables of experiments whose draws are shown with printed cells.
    elsewhere: Arc<Elsewhere>,
    /// The experiments among these that could compute the draws here, and have no current results.
    pub without_draws: Vec<String>,
}

impl ExperimentResults {
    /// Opens the experiment with the overrides of its results, so that a variant is read as such.
    pub fn open(places: &Places, experiment: &str, results: Option<&PathBuf>) -> Result<Self, Failure> {
        let plain = places.grid(experiment, None, &[])?;
        let results = Results::new(match results {
            Some(folder) => folder.clone(),
            None => UsualFolder::of_experiment(places, &plain)?.to_read().to_owned(),
        });
        let snapshot = results.folder.join(MANIFEST).exists().then(|| results.snapshot());
        let manifest = snapshot.as_ref().and_then(|found| found.as_ref().ok()).map(|found| &found.manifest);
        let other_version = manifest.map(|manifest| &manifest.version);
        let other_version = other_version.filter(|version| *version != env!("CARGO_PKG_VERSION"));
        let folder = results.folder.display();
        let remark = other_version.map(|version| {
            format!("{folder}: these results are of rejudge {version}; `rejudge run {experiment}` computes what changed since")
        });
        let draws_as_written = plain.draws.licensed;
        let overrides = manifest.map(|manifest| manifest.overrides.clone()).unwrap_or_default();
        let grid = if overrides.is_empty() { plain } else { places.grid(experiment, None, &overrides)? };
        let expected = expected_of(&grid)?;
        let has_expected = expected.is_some();
        let expected = expected.unwrap_or_else(|| Expected::none(&grid.id));
        let hashes = FileHashes::beside(&cache_folder());
        let (mut elsewhere, mut without_draws) = (Elsewhere::new(), Vec::new());
        for of in &expected.real_draws {
            let name = &of.experiment.value;
            // Results of experiments are next to each other; those of a variant are below its experiment's.
            let is_own = |folder: &&Path| folder.file_name().is_some_and(|own| own == grid.id.as_str());
            let own = results.folder.ancestors().find(is_own).unwrap_or(&results.folder);
            if elsewhere.contains_key(name) || without_draws.contains(name) {
                continue;
            }
            let other = places.grid(name, None, &[])?;
            // Either of the two may lack data, so that its results are elsewhere.
            let usual = UsualFolder::of_experiment(places, &other)?;
            let folders = [own.with_file_name(name), usual.to_read().to_owned()];
            let beside = folders.into_iter().find(|folder| folder.join(MANIFEST).exists()).map(Results::new);
            let all = expected.real_draws.iter().filter(|of| of.experiment.value == *name);
            let tables: Vec<&str> = all.map(|of| of.draws.table.as_str()).collect();
            let is_wanted = |table: &str| tables.contains(&table);
            let read = beside.and_then(|beside| tables_of(&other, &beside, &hashes, is_wanted));
            let is_drawn = |at: &Collection| at.name == of.draws.collection() && at.entry.available();
            match read {
                Some(tables) => drop(elsewhere.insert(name.clone(), tables)),
                None if other.collections.iter().any(is_drawn) => without_draws.push(name.clone()),
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

    /// Returns the reason why an experiment has no results if [`Self::computed`] returns `None`.
    pub fn without_results(&self, experiment: &str) -> String {
        let folder = self.results.folder.display();
        match &self.snapshot {
            _ if self.grid.collections.iter().all(|collection| !collection.entry.available()) => format!(
                "no collection of `{experiment}` is here: {DATA_VARIABLE} names the folder of the data, and \
                 `rejudge data list` says what is there"
            ),
            Some(Ok(Snapshot { manifest, .. })) if manifest.complete => format!(
                "{folder} has numbers of collections of `{experiment}`, and none of these collections is \
                 here: {DATA_VARIABLE} names the \
                 folder of the data, and `rejudge data list` says what is there"
            ),
            // A run that was interrupted before its first cell leaves no results either.
            _ => format!(
                "there are no results in {folder}: run `rejudge run {experiment}` first{}",
                beside_variants(&self.results.folder)
            ),
        }
    }

    /// Returns an error if the results are not those of a run. Missing results are no error.
    pub fn check_files(&self) -> Result<(), Failure> {
        match &self.snapshot {
            None => Ok(()),
            Some(Ok(snapshot)) => Ok(snapshot.check_whole()?),
            Some(Err(error)) => Err(Failure::data(format!("{error:#}"))),
        }
    }

    /// Returns the results, or `None` if there are none, or none with a cell whose data are available.
    pub fn computed(&self) -> Result<Option<Computed>, Failure> {
        let snapshot = match &self.snapshot {
            None => return Ok(None),
            Some(Err(error)) => return Err(Failure::data(format!("{error:#}"))),
            Some(Ok(snapshot)) => snapshot.clone(),
        };
        let mut computed = Computed::read(&self.grid, snapshot, &FileHashes::beside(&cache_folder()))?;
        computed.elsewhere = Arc::clone(&self.elsewhere);
        Ok((!computed.cell_table.is_empty()).then_some(computed))
    }
}
