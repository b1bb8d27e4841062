//! The folders of experiments and collections.

use std::path::PathBuf;

use rejudge_collections::descriptor::data_folder;
use rejudge_experiment::grid::{Grid, Overrides, load, locate};
use rejudge_experiment::spec::Catalogue;

use crate::cli::Failure;
use crate::session::Choice;

/// The folders of experiments and collections.
#[derive(Clone, Debug)]
pub struct Places {
    /// Folder of the experiments.
    pub experiments: PathBuf,
    /// Folder of the collections' descriptions.
    pub collections: PathBuf,
    /// Folder of the collections' files; `None` if only embedded data are available.
    pub data: Option<PathBuf>,
}

impl Places {
    /// Uses the data folder that `REJUDGE_DATA` names, or that of the user.
    pub fn with_data_of_environment(experiments: PathBuf, collections: PathBuf) -> Self {
        // If the default folder does not exist, messages must not claim that files were searched for in it.
        let data = data_folder().filter(|(folder, is_named)| *is_named || folder.is_dir());
        Self { experiments, collections, data: data.map(|(folder, _)| folder) }
    }

    /// The collections.
    pub fn catalogue(&self) -> Catalogue {
        Catalogue::open(&self.collections, self.data.clone())
    }

    /// Reads and resolves an experiment.
    ///
    /// # Errors
    /// If there is none of this name, or its YAML or a change of it is wrong.
    pub fn grid(&self, choice: &Choice) -> Result<Grid, Failure> {
        let path = locate(&choice.experiment, &self.experiments)?;
        let overrides = Overrides { profile: choice.profile.clone(), set: choice.set.clone() };
        Ok(load(&path, &overrides, &self.catalogue())?)
    }
}
