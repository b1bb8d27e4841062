//! Slurm's own commands, and what they print.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context, Result, bail};

/// What the name of an array job ends in.
pub const SHARDS: &str = "-shards";
/// What the name of the job ends in that merges.
pub const MERGE: &str = "-merge";

/// A task, or a job without tasks, that is in the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queued {
    /// The job.
    pub job: u64,
    /// Which task of it.
    pub task: Option<u32>,
    /// Slurm's word: PENDING, RUNNING, COMPLETING ..
    pub state: String,
    /// Where it runs, or why it waits.
    pub place: String,
}

impl Queued {
    /// Whether it has not begun.
    pub fn waits(&self) -> bool {
        self.state == "PENDING"
    }
}

/// Why the queue cannot be asked.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the queue cannot be asked: {0}")]
pub struct NoQueue(String);

fn output(command: &mut Command) -> io::Result<Output> {
    // Messages are read here, so they must not be in the language of the user.
    command.env("LC_ALL", "C").output()
}

fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    text.trim().lines().next_back().unwrap_or("no word of why").to_owned()
}

/// Submits a script with options before it; the number of the job.
pub fn submit(script: &Path, options: &[String]) -> Result<u64> {
    let done = output(Command::new("sbatch").arg("--parsable").args(options).arg(script)).context(
        "sbatch cannot be started: this machine submits no Slurm jobs (--dry-run prints the scripts)",
    )?;
    if !done.status.success() {
        bail!("sbatch refuses {}: {}", script.display(), said(&done));
    }
    // `JOB`, or `JOB;CLUSTER`.
    let text = String::from_utf8_lossy(&done.stdout);
    let job = text.trim().split(';').next().unwrap_or_default();
    job.parse().with_context(|| format!("sbatch printed `{}`, expected the number of the job", text.trim()))
}

/// What of the jobs called `name` is in the queue, of whoever asks. Names are asked for and not numbers, so
/// that jobs are seen that were submitted by hand, and since Slurm refuses numbers that it has forgotten.
pub fn queued(name: &str) -> Result<Vec<Queued>, NoQueue> {
    let mut command = Command::new("squeue");
    command.args(["--noheader", "--array", "--format=%F|%K|%T|%R"]);
    command.arg(format!("--name={name}{SHARDS},{name}{MERGE}"));
    if let Ok(process) = std::fs::metadata("/proc/self") {
        command.arg(format!("--user={}", process.uid()));
    }
    let done = output(&mut command).map_err(|error| NoQueue(format!("squeue: {error}")))?;
    if !done.status.success() {
        return Err(NoQueue(format!("squeue: {}", said(&done))));
    }
    Ok(String::from_utf8_lossy(&done.stdout).lines().filter_map(line).collect())
}

fn line(text: &str) -> Option<Queued> {
    let mut fields = text.trim().splitn(4, '|');
    let mut field = || fields.next().map(str::to_owned);
    let (job, task, state, place) = (field()?, field()?, field()?, field()?);
    Some(Queued { job: job.parse().ok()?, task: task.parse().ok(), state, place })
}

/// Ends jobs, or tasks (`12_3`).
pub fn cancel(jobs: &[String]) -> Result<()> {
    let done = output(Command::new("scancel").args(jobs)).context("scancel cannot be started")?;
    if !done.status.success() {
        bail!("scancel refuses: {}", said(&done));
    }
    Ok(())
}

/// The greatest number of a task that the cluster takes; `None` where it does not say.
pub fn most_tasks() -> Option<u32> {
    let done = output(Command::new("scontrol").args(["show", "config"])).ok()?;
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let line = text.lines().find(|line| line.starts_with("MaxArraySize"))?;
    let size: u32 = line.split_once('=')?.1.trim().parse().ok()?;
    // The size is one more than the greatest number.
    Some(size.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_queue_are_read() {
        let queued = |job, task, state: &str, place: &str| {
            Some(Queued { job, task, state: state.to_owned(), place: place.to_owned() })
        };
        assert_eq!(line("12|3|RUNNING|n1"), queued(12, Some(3), "RUNNING", "n1"));
        assert_eq!(line("13|N/A|PENDING|(Dependency)"), queued(13, None, "PENDING", "(Dependency)"));
        assert_eq!(line(""), None);
    }
}
