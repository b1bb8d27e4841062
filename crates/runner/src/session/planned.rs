//! An experiment, resolved and planned.

use rejudge_collections::bundled::is_file;
use rejudge_experiment::grid::cache_key::{CacheInputs, FileHashes, fingerprints};
use rejudge_experiment::grid::plan::Plan;
use rejudge_experiment::grid::{Grid, Selector, parse_selector};
use rejudge_experiment::printed::Expected;
use rejudge_experiment::spec::yaml::YamlError;
use rejudge_names::nearest;
use rejudge_report::check::claims;
use rejudge_report::table::{Gap, gaps, unfillable};
use rejudge_store::cache::Cache;

use crate::cli::Failure;
use crate::cli::args::Global;
use crate::session::Choice;

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

impl Global {
    /// Reads, resolves and plans.
    ///
    /// # Errors
    /// If the experiment or a change of it is wrong, files of a user's own collection are missing, or it cannot be
    /// planned.
    pub fn planned(&self, choice: &Choice) -> Result<Planned, Failure> {
        let grid = self.grid(choice)?;
        let missing: Vec<YamlError> =
            grid.collections.iter().flat_map(|collection| collection.entry.missing.clone()).collect();
        if !missing.is_empty() {
            return Err(missing.into());
        }
        Planned::new(grid, choice)
    }
}

impl Planned {
    /// Plans an experiment.
    ///
    /// # Errors
    /// If a selector matches nothing, a table or claim needs something that no collection has, or the cache cannot be
    /// opened.
    pub fn new(grid: Grid, choice: &Choice) -> Result<Self, Failure> {
        let selectors: Result<Vec<Selector>, _> =
            choice.only.iter().map(|text| parse_selector(text)).collect();
        let selectors = selectors?;
        let points = grid.all_points();
        for (selector, text) in selectors.iter().zip(&choice.only) {
            let fit = selector.on(&grid);
            if !points.iter().any(|point| fit.fits(point)) {
                let hint = meant(selector, &grid).unwrap_or_default();
                return Err(Failure::usage(format!("`{text}` matches nothing{hint} (--only)")));
            }
        }
        // Either may take a while if there are many cells.
        let (cache, gaps) = rayon::join(|| Cache::open(&choice.cache_folder()), || gaps(&grid, &|_| true));
        let cache = cache?;
        let hashes = FileHashes::beside(&cache);
        let fingerprints = fingerprints(&grid, &hashes);
        let cache_inputs = CacheInputs::with(&grid, &fingerprints);
        let claims = demands_of_claims(&grid)?;
        let mistaken = unfillable(&grid, &gaps);
        if !mistaken.is_empty() {
            return Err(mistaken.into());
        }
        let plan = Plan { fingerprints, ..Plan::new(&grid, &claims, &selectors, &cache, cache_inputs) };
        Ok(Self { grid, plan, cache, only: choice.only.clone(), gaps, hashes })
    }
}

/// Returns the value that a selector may have meant if no axis has the given one.
fn meant(selector: &Selector, grid: &Grid) -> Option<String> {
    selector.parts.iter().find_map(|(axis, patterns)| {
        let values: Vec<String> = grid.values_of(axis).into_iter().flatten().collect();
        let unknown = patterns.iter().filter(|pattern| !values.contains(pattern));
        let mut near = unknown.filter_map(|pattern| nearest(pattern, values.iter().map(String::as_str)));
        near.next().map(|near| format!(" (did you mean `{axis}={near}`?)"))
    })
}

/// Returns the expected values of an experiment, if it has any. Those that a sweep inherits from the experiment it
/// extends are not its own.
///
/// # Errors
/// If they cannot be read.
pub fn expected_of(grid: &Grid) -> Result<Option<Expected>, Failure> {
    if let Some(path) = grid.expected.as_ref().filter(|path| !is_file(path)) {
        let named = grid.resolved.get("expected").map(|node| node.at.clone());
        return Err(YamlError::placed(named, format!("there is no file {}", path.display())).into());
    }
    let expected = grid.expected.as_ref().map(|path| Expected::load(path)).transpose()?;
    let Some(mut expected) = expected else { return Ok(None) };
    if expected.experiment != grid.id {
        return refuse_foreign(grid, &expected.experiment).map(|()| None);
    }
    let folder = |name: &str| {
        let collection = grid.collections.iter().find(|collection| collection.name == name)?;
        collection.entry.folder.clone()
    };
    expected.read_official(&folder)?;
    Ok(Some(expected))
}

/// Refuses expected values of another experiment if the experiment's own file names them: otherwise nothing would be
/// checked, without a message.
fn refuse_foreign(grid: &Grid, of: &str) -> Result<(), Failure> {
    let at = |key: &str| grid.resolved.get(key).map(|node| &node.at);
    match (at("expected"), at("id")) {
        (Some(named), id) if named.source.name == id.map_or("", |id| &*id.source.name) => {
            let message = format!("its values are expected of `{of}`, not of `{}`", grid.id);
            Err(YamlError::here(named, message).into())
        }
        _ => Ok(()),
    }
}

/// Returns the demands of an experiment's claims.
fn demands_of_claims(grid: &Grid) -> Result<Vec<(usize, Selector)>, Failure> {
    // A mistake in expected.yaml is reported before anything is computed.
    expected_of(grid)?;
    let claims = claims::claims(grid)?;
    Ok(claims.tested.iter().flat_map(|claim| claim.demands(grid)).collect())
}
