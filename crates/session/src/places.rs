//! The folders in which experiments and collections are looked up.

use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::{data_folder, plain};
use rejudge_experiment::grid::{Grid, load, locate};
use rejudge_experiment::spec::Catalogue;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::Failure;

/// The folder of experiments, unless another one is named.
pub const EXPERIMENTS: &str = "experiments";
/// The folder of descriptions of collections, unless another one is named.
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
    /// Returns true if no other folders are named. Bundled files appear only in the usual folders, because a named
    /// folder stands for its own content.
    pub fn are_usual(&self) -> bool {
        plain(&self.experiments) == Path::new(EXPERIMENTS)
            && plain(&self.collections) == Path::new(COLLECTIONS)
    }

    /// Returns the collections, with the data folder that `REJUDGE_DATA` names, or that of the user.
    pub fn catalogue(&self) -> Catalogue {
        // If the default folder does not exist, messages must not claim that files were searched for in it.
        let data = data_folder().filter(|(folder, is_named)| *is_named || folder.is_dir());
        Catalogue::open(&self.collections, data.map(|(folder, _)| folder))
    }

    /// Reads and resolves an experiment with the changes `set`.
    ///
    /// # Errors
    /// If there is none of this name, or its YAML or a change of it is wrong.
    pub fn grid(&self, name: &str, profile: Option<&str>, set: &[String]) -> Result<Grid, Failure> {
        Ok(load(&locate(name, &self.experiments)?, profile, set, &self.catalogue())?)
    }
}
