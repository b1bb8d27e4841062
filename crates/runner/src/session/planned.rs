//! An experiment that is chosen with changes to it, resolved and planned.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_collections::bundled::is_file;
use rejudge_experiment::grid::cache_key::{CacheInputs, FileHashes, fingerprints};
use rejudge_experiment::grid::plan::Plan;
use rejudge_experiment::grid::{Grid, Selector, parse_selector};
use rejudge_experiment::printed::Expected;
use rejudge_experiment::spec::yaml::YamlError;
use rejudge_report::check::claims;
use rejudge_report::table::{Gap, gaps, no_value, unfillable};
use rejudge_store::cache::Cache;

use crate::cli::args::Global;
use crate::cli::{Failure, completion};
use crate::session::usual_folder::{UsualFolder, unchanged};

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
        let grid = self.grid(&choice.experiment, choice.profile.as_deref(), &choice.changes()?)?;
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
                let why = no_value(&grid, selector).map_or(String::new(), |why| format!(": {why}"));
                return Err(Failure::usage(format!("--only: `{text}` matches nothing{why}")));
            }
        }
        // Either may take a while if there are many cells.
        let (cache, gaps) = rayon::join(|| Cache::open(&choice.cache_folder()), || gaps(&grid, &|_| true));
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
        Ok(Self { grid, plan, cache, only: choice.only.clone(), gaps, hashes })
    }

    /// Returns true if nothing can be computed because data are missing.
    pub fn lacks_all_data(&self) -> bool {
        self.plan.keys() == 0 && self.plan.no_data.iter().any(|(_, cells)| *cells > 0)
    }
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

/// The variable that names the folder of finished cells.
const CACHE_VARIABLE: &str = "REJUDGE_CACHE";

/// The folder for results of changed runs.
const VARIANTS: &str = "variants";

/// The choice of an experiment, and changes to it.
#[derive(Clone, Debug, Default, ClapArgs)]
#[expect(rustdoc::invalid_html_tags, reason = "the comments are printed as help")]
pub struct Choice {
    /// Name of an experiment, or the path of a YAML file
    #[arg(add = ArgValueCompleter::new(completion::experiments))]
    pub experiment: String,
    /// Change a value of the experiment: path=value, or path+=value to add to a list
    #[arg(short = 's', long = "set", value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Number of random draws, as -s draws=N
    #[arg(hide_short_help = true, long, value_name = "N")]
    pub draws: Option<std::num::NonZeroU32>,
    /// Root seed, as -s seed=N
    #[arg(hide_short_help = true, long, value_name = "N")]
    pub seed: Option<u64>,
    /// Apply a profile of the experiment
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Compute only part of the grid: axis=pattern,.. May be repeated
    #[arg(long, value_name = "SELECTOR")]
    pub only: Vec<String>,
    /// Cache folder, which processes and machines can share [default: $REJUDGE_CACHE, or .rejudge/cache]
    #[arg(hide_short_help = true, long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Folder of the results [default: results/<id>, or a folder under results/<id>/variants for a run with -s,
    /// --profile or --only]
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
}

impl Choice {
    /// Returns the changes of the experiment, in the form of `-s`.
    ///
    /// # Errors
    /// If `-s` gives the value of `--draws` or `--seed` too.
    pub fn changes(&self) -> Result<Vec<String>, Failure> {
        let mut changes = self.set.clone();
        let options = [("draws", self.draws.map(|draws| u64::from(draws.get()))), ("seed", self.seed)];
        for (name, value) in options.into_iter().filter_map(|(name, value)| Some((name, value?))) {
            if let Some(set) = self.set.iter().find(|set| set.split('=').next() == Some(name)) {
                return Err(Failure::usage(format!("--{name} {value} and -s {set}: give one of them")));
            }
            changes.push(format!("{name}={value}"));
        }
        Ok(changes)
    }

    /// The folder of finished cells.
    pub fn cache_folder(&self) -> PathBuf {
        self.cache.clone().unwrap_or_else(cache_folder)
    }

    /// Returns the folder of the results. A changed run gets a folder of its own, so that it can never be taken for the
    /// experiment.
    ///
    /// # Errors
    /// If expected values, or an experiment whose draws are shown with them, cannot be read.
    pub fn results_folder(&self, global: &Global, grid: &Grid) -> Result<UsualFolder, Failure> {
        match &self.results {
            Some(folder) => Ok(UsualFolder { folder: folder.clone(), shown_without_data: Vec::new() }),
            None => UsualFolder::new(global, grid, self.complete_folder(grid)),
        }
    }

    /// Returns the folder of the experiment's results, or of its variant with these changes, if no data are missing.
    fn complete_folder(&self, grid: &Grid) -> PathBuf {
        let folder = unchanged(grid);
        let changes: Vec<&String> = grid.overrides.iter().chain(&self.only).collect();
        if changes.is_empty() {
            return folder;
        }
        let all = changes.iter().map(|c| c.as_str()).collect::<Vec<_>>().join("\n");
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let plain: String = all.chars().map(plain).collect();
        let name: String = plain.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
        let short: String = name.chars().take(60).collect();
        folder.join(VARIANTS).join(format!("{short}-{}", &blake3::hash(all.as_bytes()).to_hex()[..8]))
    }
}

/// Returns the default folder of finished cells: the one that `REJUDGE_CACHE` names, or the one in the working folder.
pub fn cache_folder() -> PathBuf {
    let named = std::env::var_os(CACHE_VARIABLE).filter(|folder| !folder.is_empty());
    named.map_or_else(|| PathBuf::from(".rejudge/cache"), PathBuf::from)
}

/// Returns a hint if `folder` has no results of an experiment itself, but some of changed runs. Returns an empty text
/// otherwise.
pub fn beside_variants(folder: &Path) -> String {
    let variants = folder.join(VARIANTS);
    let is_empty = variants.read_dir().map_or(true, |mut found| found.next().is_none());
    match is_empty {
        true => String::new(),
        false => format!(" (those of runs that were changed by -s or --only are in {})", variants.display()),
    }
}
