//! What was submitted: the plan, written once, and the jobs, in a folder of the experiment's own.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use rejudge_exec::shard::{Origin, Shard};
use rejudge_store::atomic::write_whole;
use rejudge_store::ordinary_file;

/// The file of the plan.
const PLAN: &str = "plan.json";
/// The file of the jobs.
const JOBS: &str = "jobs.json";

/// What jobs of a plan are called in the queue, but for their endings.
pub fn job_name(plan: &Origin) -> String {
    // A plan that was read may say anything.
    let short: String = plan.identity.chars().take(8).collect();
    format!("rejudge-{}-{short}", plan.experiment)
}

/// A plan that was divided for a cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Submission {
    /// The plan.
    pub plan: Origin,
    /// The folder above those of the shards.
    pub shards: PathBuf,
    /// The shards, one a task, from task 1.
    pub tasks: Vec<Task>,
}

/// What one task computes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// The shard.
    pub shard: Shard,
    /// Its (collection, draw)s.
    pub groups: Vec<String>,
    /// How many keys are its own.
    pub keys: usize,
}

/// Jobs that were submitted together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// The array job.
    pub array: u64,
    /// Its tasks.
    pub tasks: Vec<u32>,
    /// The job that merges; `None` where it could not be submitted.
    pub merge: Option<u64>,
}

impl Submission {
    /// Reads that in `folder`; `None` where nothing was submitted.
    pub fn read(folder: &Path) -> Result<Option<Self>> {
        read(&folder.join(PLAN))
    }

    /// Writes it.
    pub fn write(&self, folder: &Path) -> Result<()> {
        write(&folder.join(PLAN), self)
    }

    /// The folder of a task's shard.
    pub fn folder_of(&self, task: &Task) -> PathBuf {
        self.shards.join(task.shard.folder())
    }
}

impl Attempt {
    /// The attempts in `folder`, the last one last.
    pub fn read_all(folder: &Path) -> Result<Vec<Self>> {
        Ok(read(&folder.join(JOBS))?.unwrap_or_default())
    }

    /// Writes them.
    pub fn write_all(attempts: &[Self], folder: &Path) -> Result<()> {
        write(&folder.join(JOBS), &attempts)
    }

    /// Its jobs.
    pub fn jobs(&self) -> impl Iterator<Item = u64> {
        [Some(self.array), self.merge].into_iter().flatten()
    }

    /// What its merging ended with, where it has ended.
    pub fn merged(&self, folder: &Path) -> Option<u8> {
        let code = ordinary_file::read_to_string(&folder.join(format!("merge-{}.code", self.merge?))).ok()?;
        code.trim().parse().ok()
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>> {
    match ordinary_file::read_to_string(path) {
        Ok(text) => {
            Ok(Some(serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()))?))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

fn write<T: Serialize + ?Sized>(path: &Path, value: &T) -> Result<()> {
    write_whole(path, (serde_json::to_string_pretty(value)? + "\n").as_bytes())
}
