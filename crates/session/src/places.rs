//! Where experiments and collections lie.

use std::path::PathBuf;

use rejudge_collections::DATA_VARIABLE;
use rejudge_grid::{Grid, Overrides, load, locate};
use rejudge_spec::Catalogue;

use crate::{Choice, SessionError};

/// Where experiments and collections lie.
#[derive(Clone, Debug)]
pub struct Places {
    /// Folder of the experiments.
    pub experiments: PathBuf,
    /// Folder of the collections' descriptions.
    pub collections: PathBuf,
    /// Folder of the collections' files; `None` where only what is embedded is there.
    pub data: Option<PathBuf>,
}

impl Places {
    /// With the data that `REJUDGE_DATA` names.
    pub fn with_data_of_environment(experiments: PathBuf, collections: PathBuf) -> Self {
        let data = std::env::var_os(DATA_VARIABLE).filter(|value| !value.is_empty());
        Self { experiments, collections, data: data.map(PathBuf::from) }
    }

    /// The collections.
    pub fn catalogue(&self) -> Catalogue {
        Catalogue::open(&self.collections, self.data.clone())
    }

    /// Reads and resolves an experiment.
    ///
    /// # Errors
    /// When there is none of this name, or its YAML or a change of it is wrong.
    pub fn grid(&self, choice: &Choice) -> Result<Grid, SessionError> {
        let path = locate(&choice.experiment, &self.experiments)?;
        let overrides = Overrides { profile: choice.profile.clone(), set: choice.set.clone() };
        Ok(load(&path, &overrides, &self.catalogue())?)
    }
}
