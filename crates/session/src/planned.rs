//! A chosen experiment, resolved and planned.

use rejudge_experiment::grid::cache_key::{CacheInputs, FileHashes, fingerprints};
use rejudge_experiment::grid::plan::Plan;
use rejudge_experiment::grid::{Grid, Selector, parse_selector};
use rejudge_experiment::spec::yaml::YamlError;
use rejudge_report::check::claims;
use rejudge_report::table::{Gap, gaps, no_value, unfillable};
use rejudge_store::cache::Cache;

use crate::{Failure, RunRequest, expected_of};

/// The chosen experiment, with its plan.
pub struct Planned {
    /// The resolved experiment.
    pub grid: Grid,
    /// Its computations.
    pub plan: Plan,
    /// The cache of finished cells.
    pub cache: Cache,
    /// The selectors of the points that are asked for; empty if all are.
    pub only: Vec<String>,
    /// The parts of its tables that stay empty.
    pub gaps: Vec<Gap>,
    /// Hashes of the files that it reads.
    pub hashes: FileHashes,
}

/// Reads, resolves and plans the chosen experiment.
///
/// # Errors
/// If the experiment or a change of it is wrong, files of a user's own collection are missing, or it cannot be
/// planned.
pub fn plan(request: &RunRequest) -> Result<Planned, Failure> {
    let RunRequest { places, experiment, profile, .. } = request;
    let grid = places.grid(experiment, profile.as_deref(), &request.changes()?)?;
    let missing: Vec<YamlError> =
        grid.collections.iter().flat_map(|collection| collection.entry.missing.clone()).collect();
    if !missing.is_empty() {
        return Err(missing.into());
    }
    Planned::new(grid, request)
}

impl Planned {
    /// Plans an experiment.
    ///
    /// # Errors
    /// If a selector matches nothing, a table or claim needs something that no collection has, or the cache cannot be
    /// opened.
    pub fn new(grid: Grid, request: &RunRequest) -> Result<Self, Failure> {
        let selectors: Result<Vec<Selector>, _> =
            request.only.iter().map(|text| parse_selector(text)).collect();
        let selectors = selectors?;
        let points = grid.all_points();
        for (selector, text) in selectors.iter().zip(&request.only) {
            let fit = selector.on(&grid);
            if !points.iter().any(|point| fit.fits(point)) {
                let why = no_value(&grid, selector).map_or(String::new(), |why| format!(": {why}"));
                return Err(Failure::usage(format!("--only: `{text}` matches nothing{why}")));
            }
        }
        // Either may take a while if there are many cells.
        let (cache, gaps) = rayon::join(|| Cache::open(&request.cache_folder()), || gaps(&grid, &|_| true));
        let cache = cache?;
        let hashes = FileHashes::beside(cache.folder());
        let fingerprints = fingerprints(&grid, &hashes);
        let cache_inputs = CacheInputs::with(&grid, &fingerprints);
        let claims = demands_of_claims(&grid)?;
        let mistaken = unfillable(&grid, &gaps);
        if !mistaken.is_empty() {
            return Err(mistaken.into());
        }
        let plan = Plan { fingerprints, ..Plan::new(&grid, &claims, &selectors, &cache, cache_inputs) };
        Ok(Self { grid, plan, cache, only: request.only.clone(), gaps, hashes })
    }

    /// Returns true if nothing can be computed because data are missing.
    pub fn lacks_all_data(&self) -> bool {
        self.plan.keys() == 0 && self.plan.no_data.iter().any(|(_, cells)| *cells > 0)
    }
}

/// Returns the demands of an experiment's claims.
fn demands_of_claims(grid: &Grid) -> Result<Vec<(usize, Selector)>, Failure> {
    // A mistake in expected.yaml is reported before anything is computed.
    expected_of(grid)?;
    let claims = claims::claims(grid)?;
    Ok(claims.tested.iter().flat_map(|claim| claim.demands(grid)).collect())
}
