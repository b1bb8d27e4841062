//! A resolved experiment and its plan.

use rejudge_collections::descriptor::Kind;
use rejudge_collections::{LoadError, runs_without_files};
use rejudge_experiment::grid::cache_key::{CacheInputs, FileHashes, fingerprints};
use rejudge_experiment::grid::plan::Plan;
use rejudge_experiment::grid::{Grid, Selector, parse_selector};
use rejudge_experiment::spec::yaml::YamlError;
use rejudge_report::check::claims;
use rejudge_report::table::{Gap, gaps, no_value, unfillable};
use rejudge_store::cache::Cache;

use crate::{Failure, RunRequest, expected_of};

/// A resolved experiment and its plan.
pub struct Planned {
    /// The resolved experiment.
    pub grid: Grid,
    /// The computations.
    pub plan: Plan,
    /// The cache of finished cells.
    pub cache: Cache,
    /// The selectors of the points that are computed; empty if all points are computed.
    pub only: Vec<String>,
    /// The parts of tables that stay empty even if the data of all collections are available.
    pub gaps: Vec<Gap>,
    /// The hashes of the files that the experiment reads.
    pub hashes: FileHashes,
}

/// Reads, resolves and plans the requested experiment.
///
/// # Errors
/// If the experiment or a change is wrong, files or teams of a user's own collection are missing, or
/// [`Planned::new`] returns an error.
pub fn plan(request: &RunRequest) -> Result<Planned, Failure> {
    let RunRequest { places, experiment, profile, .. } = request;
    let grid = places.grid(experiment, profile.as_deref(), &request.changes()?)?;
    let missing: Vec<YamlError> =
        grid.collections.iter().flat_map(|collection| collection.entry.missing_files.clone()).collect();
    if !missing.is_empty() {
        return Err(missing.into());
    }
    // We refuse a run that is not in the table of teams, because all cells of its collection would fail. Such
    // a run is only found if there are more or fewer run files than rows in the table.
    for entry in grid.collections.iter().map(|collection| &collection.entry) {
        if let (Kind::Own, Some(files), Some(root)) =
            (entry.descriptor.kind, &entry.descriptor.files, &entry.root)
        {
            // Files that cannot be read are not refused here. They are reported when cells are computed, and
            // the cells of other collections are still computed.
            if let Err(error @ LoadError::Unfit(_)) = runs_without_files(files, root) {
                return Err(Failure::data(error.to_string()));
            }
        }
    }
    Planned::new(grid, request)
}

impl Planned {
    /// Plans a resolved experiment.
    ///
    /// # Errors
    /// If a selector is wrong or matches nothing, a table or claim needs something that no collection has,
    /// the expected values cannot be read, or the cache cannot be opened.
    pub fn new(grid: Grid, request: &RunRequest) -> Result<Self, Failure> {
        let selectors: Result<Vec<Selector>, _> =
            request.only.iter().map(|text| parse_selector(text)).collect();
        let selectors = selectors?;
        let points = grid.all_points();
        for (selector, text) in selectors.iter().zip(&request.only) {
            let selection = selector.on(&grid);
            if !points.iter().any(|point| selection.fits(point)) {
                let reason = no_value(&grid, selector).map_or(String::new(), |reason| format!(": {reason}"));
                return Err(Failure::usage(format!("--only: `{text}` matches nothing{reason}")));
            }
        }
        // Opening the cache and finding the gaps may both take a long time if there are many cells.
        let (cache, gaps) = rayon::join(|| Cache::open(&request.cache_folder()), || gaps(&grid, &|_| true));
        let cache = cache?;
        let hashes = FileHashes::in_cache(cache.folder());
        let fingerprints = fingerprints(&grid, &hashes);
        let cache_inputs = CacheInputs::from_fingerprints(&grid, &fingerprints);
        let claims = demands_of_claims(&grid)?;
        let mistakes = unfillable(&grid, &gaps);
        if !mistakes.is_empty() {
            return Err(mistakes.into());
        }
        let plan = Plan { fingerprints, ..Plan::new(&grid, &claims, &selectors, &cache, cache_inputs) };
        Ok(Self { grid, plan, cache, only: request.only.clone(), gaps, hashes })
    }

    /// Returns true if no cell can be computed because the data of all collections are missing.
    pub fn lacks_all_data(&self) -> bool {
        self.plan.keys() == 0 && self.plan.no_data.iter().any(|(_, cells)| *cells > 0)
    }
}

/// Returns the statistics and points that an experiment's claims need.
fn demands_of_claims(grid: &Grid) -> Result<Vec<(usize, Selector)>, Failure> {
    // We read expected.yaml here, so that a mistake in it is reported before anything is computed.
    expected_of(grid)?;
    let claims = claims::claims(grid)?;
    Ok(claims.tested.iter().flat_map(|claim| claim.demands(grid)).collect())
}
