//! Slurm as the executor: an array job of shards, and a job that merges them.
//!
//! `config` is what a cluster is asked for, `script` the two batch scripts, `submission` what was submitted
//! (kept in a folder of its own), `commands` sbatch, squeue, scancel and scontrol, `status` how far the
//! shards have come. Whether a shard is done its own files say, never Slurm: Slurm only says what is in its
//! queue, and its accounting is not asked at all. `array_task` is which shard a task is that others
//! submitted.

mod array_task;
mod commands;
mod script;
mod status;
mod submission;

pub use array_task::named;
pub use commands::{NoQueue, Queued, cancel, most_tasks, queued, submit};
pub use script::{Scripts, at_once, scripts};
pub use status::of_submission;
pub use submission::{Attempt, Submission, Task, job_name};
