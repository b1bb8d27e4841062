//! The folders in which experiments and collections are looked up.

use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::{data_folder, plain};
use rejudge_experiment::grid::{Grid, load, locate};
use rejudge_experiment::spec::Catalogue;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::Failure;

/// The default folder of experiments.
pub const EXPERIMENTS: &str = "experiments";
/// The default folder of descriptions of collections.
pub const COLLECTIONS: &str = "configs/collections";

/// The folders in which experiments and descriptions of collections are looked up by name.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Places {
    pub experiments: PathBuf,
    pub collections: PathBuf,
}

impl Default for Places {
    fn default() -> Self {
        Self { experiments: EXPERIMENTS.into(), collections: COLLECTIONS.into() }
    }
}

impl Places {
    /// Returns true if both folders are the default ones. Only the default folders show bundled files, because a folder
    /// that the user names should show only its own files.
    pub fn are_default(&self) -> bool {
        plain(&self.experiments) == Path::new(EXPERIMENTS)
            && plain(&self.collections) == Path::new(COLLECTIONS)
    }

    /// Returns the collections, with the data folder that `REJUDGE_DATA` names, or else with the default data
    /// folder if it exists.
    pub fn catalogue(&self) -> Catalogue {
        // If the default data folder does not exist, messages should not say that we searched for files in it.
        let data = data_folder().filter(|(folder, is_named)| *is_named || folder.is_dir());
        Catalogue::open(&self.collections, data.map(|(folder, _)| folder))
    }

    /// Reads and resolves an experiment with the changes of `profile` and then `set`.
    ///
    /// # Errors
    /// If there is no experiment of this name, or its YAML or a change is wrong.
    pub fn grid(&self, name: &str, profile: Option<&str>, set: &[String]) -> Result<Grid, Failure> {
        Ok(load(&locate(name, &self.experiments)?, profile, set, &self.catalogue())?)
    }
}
