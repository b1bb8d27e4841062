//! The settings for jobs on a cluster: `configs/slurm.yaml`.

use std::num::{NonZeroU16, NonZeroU32};
use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::spec::schema_root;
use crate::spec::yaml::{Spanned, YamlError, from_node, read};

/// Resources that `rejudge run X --executor slurm` requests from a cluster.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Config {
    /// slurm/v1
    #[schemars(extend("const" = SCHEMA))]
    schema: Spanned<String>,
    /// Tasks of the array job; never more than there are draws of collections to share
    pub shards: NonZeroU32,
    /// The number of them that run at the same time; absent: no limit
    pub at_once: Option<NonZeroU32>,
    /// Time of a task, such as 01:30:00, 2-00:00:00 or minutes
    time: String,
    /// Memory of a task, such as 4G or 500M
    memory: Option<String>,
    /// Threads of a task; 1 when left out
    #[serde(default = "one")]
    cpus: NonZeroU16,
    /// The partition
    pub partition: Option<String>,
    /// The account that pays
    pub account: Option<String>,
    /// Environment modules that are loaded first
    #[serde(default)]
    pub modules: Vec<String>,
    /// Words before the program, such as apptainer, exec and an image
    #[serde(default)]
    pub container: Vec<String>,
    /// The program; left out: the binary that submits, by its path
    pub program: Option<String>,
    /// Seconds before the end of its time limit at which a shard is asked to write what it has; 60 by default
    #[serde(default = "a_minute")]
    pub stop_before_end: u32,
    /// Further options of sbatch, for all jobs, such as --constraint=avx2
    #[serde(default)]
    pub arguments: Vec<String>,
    /// The job that writes the results and checks them
    pub results: Resources,
}

/// The resources of a job.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Resources {
    /// Its time, such as 00:30:00
    pub time: String,
    /// Its memory, such as 8G
    pub memory: Option<String>,
    /// Its threads; 1 when left out
    #[serde(default = "one")]
    pub cpus: NonZeroU16,
}

fn one() -> NonZeroU16 {
    NonZeroU16::MIN
}

fn a_minute() -> u32 {
    60
}

/// The version of the file's form.
const SCHEMA: &str = "slurm/v1";

/// Returns the schema of the file for editors.
pub fn schema() -> Value {
    schema_root::<Config>()
}

impl Config {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, YamlError> {
        let config: Self = from_node(&read(path)?)?;
        if config.schema.value != SCHEMA {
            let message = format!("the schema is `{}`, expected `{SCHEMA}`", config.schema.value);
            return Err(config.schema.error(message));
        }
        Ok(config)
    }

    /// Returns the resources of a shard.
    pub fn task(&self) -> Resources {
        Resources { time: self.time.clone(), memory: self.memory.clone(), cpus: self.cpus }
    }
}
