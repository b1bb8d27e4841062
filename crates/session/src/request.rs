//! A request to run an experiment, and the folders that belong to it.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use rejudge_experiment::grid::Grid;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Deserialize;
use serde_json::Value;

use crate::usual_folder::{UsualFolder, default_folder};
use crate::{Failure, Places};

/// The environment variable that names the folder of finished cells.
const CACHE_VARIABLE: &str = "REJUDGE_CACHE";

/// The folder for results of changed runs.
const VARIANTS: &str = "variants";

/// A request to plan or run an experiment, with changes to the experiment. The fields are the experiment, the folder of
/// its results, and the options of `rejudge run` and of Python's `rejudge.run`. Python takes the options from
/// [`RunRequest::options`].
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct RunRequest {
    /// The folders in which the experiment and its collections are looked up.
    #[serde(flatten)]
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
    /// Selectors of the part of the grid that is computed, `axis=pattern,..`; empty to compute the whole grid.
    pub only: Vec<String>,
    /// Folder of finished cells. If it is `None`, the folder is [`cache_folder`].
    pub cache: Option<PathBuf>,
    /// Folder of the results. If it is `None`, the folder is the [`UsualFolder`].
    pub results: Option<PathBuf>,
    /// Stop at the first cell that fails.
    pub fail_fast: bool,
    /// Write the scores by topic for every judgment set, not only for the full judgments.
    pub keep_scores: bool,
    /// Compute nothing: write the results if the cache is complete.
    pub cached: bool,
}

/// An option of a run: a field of [`RunRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunOption {
    pub name: String,
    pub kind: OptionKind,
}

/// The type of an option's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// True or false.
    Flag,
    /// A whole number from `min`.
    Number { min: u64 },
    /// A text, or a path.
    Text,
    /// Several texts.
    Texts,
}

impl RunRequest {
    /// Returns the options sorted by name, without the fields for the experiment and the folder of its results.
    pub fn options() -> Vec<RunOption> {
        let schema = Self::json_schema(&mut SchemaGenerator::default()).to_value();
        let fields = schema["properties"].as_object().expect("a struct has fields").iter();
        let fields = fields.filter(|(name, _)| !["experiment", "results"].contains(&name.as_str()));
        let mut options: Vec<RunOption> = fields
            .map(|(name, field)| RunOption { name: name.clone(), kind: OptionKind::of_field(field) })
            .collect();
        // The order of the fields in a schema depends on how the library for schemas is built.
        options.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        options
    }

    /// Returns true if the experiment is changed, or only a part of it is computed.
    pub fn is_changed(&self) -> bool {
        let Self { set, draws, seed, profile, only, .. } = self;
        !set.is_empty() || draws.is_some() || seed.is_some() || profile.is_some() || !only.is_empty()
    }

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

    /// Returns the folder of finished cells.
    pub fn cache_folder(&self) -> PathBuf {
        self.cache.clone().unwrap_or_else(cache_folder)
    }

    /// Returns the folder that the request names for the results, or the [`UsualFolder`]. A changed run has its own
    /// usual folder, so that its results cannot be mistaken for the experiment's.
    ///
    /// # Errors
    /// If expected values, or an experiment whose draws are shown with them, cannot be read.
    pub fn results_folder(&self, grid: &Grid) -> Result<UsualFolder, Failure> {
        match &self.results {
            Some(folder) => Ok(UsualFolder { folder: folder.clone(), shown_without_data: Vec::new() }),
            None => UsualFolder::new(&self.places, grid, self.complete_folder(grid)),
        }
    }

    /// Returns the folder that is used if no data are missing: the folder of the experiment's results, or a
    /// folder below it if the request changes the experiment.
    fn complete_folder(&self, grid: &Grid) -> PathBuf {
        let folder = default_folder(grid);
        let changes: Vec<&String> = grid.overrides.iter().chain(&self.only).collect();
        if changes.is_empty() {
            return folder;
        }
        let text = changes.iter().map(|change| change.as_str()).collect::<Vec<_>>().join("\n");
        let letter_or_hyphen = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let hyphenated: String = text.chars().map(letter_or_hyphen).collect();
        let name: String =
            hyphenated.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
        let short: String = name.chars().take(60).collect();
        folder.join(VARIANTS).join(format!("{short}-{}", &blake3::hash(text.as_bytes()).to_hex()[..8]))
    }
}

impl OptionKind {
    /// Returns the kind of a field by its schema.
    fn of_field(field: &Value) -> Self {
        // An optional value has two types, and the second type is `null`.
        let of_type = |name: &str| field["type"] == name || field["type"][0] == name;
        if of_type("boolean") {
            Self::Flag
        } else if of_type("array") {
            Self::Texts
        } else if of_type("integer") {
            Self::Number { min: field["minimum"].as_u64().unwrap_or_default() }
        } else {
            Self::Text
        }
    }
}

/// Returns the default folder of finished cells: the one that `REJUDGE_CACHE` names, or `.rejudge/cache` in
/// the working folder.
pub fn cache_folder() -> PathBuf {
    let folder = std::env::var_os(CACHE_VARIABLE).filter(|folder| !folder.is_empty());
    folder.map_or_else(|| PathBuf::from(".rejudge/cache"), PathBuf::from)
}

/// Returns a hint that results of changed runs are below `folder`, for a message that `folder` has no results. Returns
/// an empty text if there are no results of changed runs.
pub fn hint_on_variants(folder: &Path) -> String {
    let variants = folder.join(VARIANTS);
    let has_results = variants.read_dir().is_ok_and(|mut entries| entries.next().is_some());
    if has_results {
        format!(" (results of runs that were changed by -s or --only are in {})", variants.display())
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_the_kinds_of_their_fields() {
        let options = RunRequest::options().into_iter().map(|option| (option.name, option.kind));
        let kinds = [
            ("cache", OptionKind::Text),
            ("cached", OptionKind::Flag),
            ("collections", OptionKind::Text),
            ("draws", OptionKind::Number { min: 1 }),
            ("experiments", OptionKind::Text),
            ("fail_fast", OptionKind::Flag),
            ("keep_scores", OptionKind::Flag),
            ("only", OptionKind::Texts),
            ("profile", OptionKind::Text),
            ("seed", OptionKind::Number { min: 0 }),
            ("set", OptionKind::Texts),
        ];
        assert!(options.eq(kinds.map(|(name, kind)| (name.to_owned(), kind))), "{:?}", RunRequest::options());
    }
}
