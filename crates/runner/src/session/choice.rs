//! The choice of an experiment, and changes to it.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;

use crate::cli::{Failure, completion};
use rejudge_experiment::grid::Grid;

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
    pub fn results_folder(&self, grid: &Grid) -> PathBuf {
        self.results.clone().unwrap_or_else(|| self.usual_folder(grid))
    }

    /// The folder of the experiment's results, or that of its variant with these changes.
    pub fn usual_folder(&self, grid: &Grid) -> PathBuf {
        let folder = PathBuf::from("results").join(&grid.id);
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
