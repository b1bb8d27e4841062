//! A request to run an experiment, and the folders that belong to it.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use rejudge_experiment::grid::Grid;

use crate::usual_folder::{UsualFolder, unchanged};
use crate::{Failure, Places};

/// The variable that names the folder of finished cells.
const CACHE_VARIABLE: &str = "REJUDGE_CACHE";

/// The folder for results of changed runs.
const VARIANTS: &str = "variants";

/// A request to plan or run an experiment, with changes to it.
#[derive(Clone, Debug, Default)]
pub struct RunRequest {
    /// The folders in which the experiment and its collections are looked up.
    pub places: Places,
    /// Name of an experiment, or the path of a YAML file.
    pub experiment: String,
    /// Changes of values, `path=value`, or `path+=value` to add to a list.
    pub set: Vec<String>,
    /// Number of random draws: the change `draws=N`.
    pub draws: Option<NonZeroU32>,
    /// Root seed: the change `seed=N`.
    pub seed: Option<u64>,
    /// A profile of the experiment.
    pub profile: Option<String>,
    /// Selectors of the part of the grid that is computed, `axis=pattern,..`; empty if all is.
    pub only: Vec<String>,
    /// Folder of finished cells; `None`: [`cache_folder`].
    pub cache: Option<PathBuf>,
    /// Folder of the results; `None`: the [`UsualFolder`].
    pub results: Option<PathBuf>,
    /// Stop at the first cell that fails.
    pub fail_fast: bool,
    /// Write the scores by topic for every judgment set, not only for the full judgments.
    pub keep_scores: bool,
    /// Compute nothing: write the results if the cache is complete.
    pub cached: bool,
}

impl RunRequest {
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
    pub fn results_folder(&self, grid: &Grid) -> Result<UsualFolder, Failure> {
        match &self.results {
            Some(folder) => Ok(UsualFolder { folder: folder.clone(), shown_without_data: Vec::new() }),
            None => UsualFolder::new(&self.places, grid, self.complete_folder(grid)),
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
