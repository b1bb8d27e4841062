//! Waiting for jobs of Slurm: until what they leave is merged, or a person has waited enough.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::interrupt::{Interruptible, stop_on_signals};
use super::output::{Failure, remark};
use super::progress::steps;
use super::slurm::listed;
use super::status::{lines, lost};
use super::{BAD_DATA, GOOD};
use crate::slurm::{Attempt, Submission, job_name, of_submission, queued};
use rejudge_eval::plural::{counted, of_number};
use rejudge_exec::shard::Origin;
use rejudge_exec::shard::{Line, ShardStatus};

/// How often the queue is asked at first, and at last.
const OFTEN: Duration = Duration::from_secs(1);
const SELDOM: Duration = Duration::from_secs(15);
/// How late a file may be seen that another machine wrote.
const LATE: Duration = Duration::from_secs(30);

/// What is waited for.
pub struct Waiting<'a> {
    pub quiet: bool,
    pub plan: &'a Origin,
    /// The experiment and what is changed of it, as words for the shell.
    pub experiment: &'a str,
    /// The folder of the submission.
    pub folder: &'a Path,
    /// The folder of the results.
    pub results: &'a Path,
    /// What was submitted; the last of it merges.
    pub attempts: &'a [Attempt],
}

impl Waiting<'_> {
    fn jobs(&self) -> String {
        listed(&self.attempts.iter().flat_map(Attempt::jobs).collect::<Vec<_>>(), " ")
    }

    /// Says which jobs there are, and what can be done about them.
    pub fn say_how_to_go_on(&self) {
        let id = &self.plan.experiment;
        let Some(last) = self.attempts.last().filter(|_| !self.quiet) else { return };
        let merge = last.merge.map_or(String::new(), |merge| {
            format!(", {merge} merges {}", of_number(last.tasks.len(), "it", "them"))
        });
        remark(format_args!("{id}: {} computes {}{merge}", last.array, counted(last.tasks.len(), "shard")));
        remark(format_args!(
            "{id}: `rejudge status {}` tells how far they are, `scancel {}` ends them",
            self.experiment,
            self.jobs()
        ));
    }

    /// Waits until the merging has ended; its exit code.
    pub fn until_merged(&self) -> Result<u8, Failure> {
        let id = &self.plan.experiment;
        let nothing = || Failure::data(format!("{}: the submission is gone", self.folder.display()));
        let submission = Submission::read(self.folder)?.ok_or_else(nothing)?;
        let last = self.attempts.last().ok_or_else(nothing)?;
        let stop = stop_on_signals(Interruptible::Whole)?;
        let bar = steps(submission.tasks.len() as u32, self.quiet);
        let (started, mut unheard) = (Instant::now(), false);
        loop {
            match queued(&job_name(self.plan)) {
                Ok(queue) if !queue.iter().any(|queued| Some(queued.job) == last.merge) => break,
                Ok(queue) => {
                    let found = of_submission(&submission, Some(&queue))?;
                    let done = found.iter().filter(|line| line.standing == ShardStatus::Done).count();
                    bar.set_position(done as u64);
                }
                // A controller that is busy or away for a while is no reason to give up.
                Err(error) if !unheard => {
                    unheard = true;
                    bar.suspend(|| remark(format_args!("{id}: {error}; it is asked again")));
                }
                Err(_) => {}
            }
            if !pause((started.elapsed() / 20).clamp(OFTEN, SELDOM), &stop) {
                bar.finish_and_clear();
                remark(format_args!("{id}: the jobs go on: `scancel {}` ends them", self.jobs()));
                return Ok(Interruptible::Whole.code());
            }
        }
        bar.finish_and_clear();
        let found = of_submission(&submission, Some(&[]))?;
        let again: Vec<Line> = lost(&found).cloned().collect();
        if !again.is_empty() {
            remark(lines(&again).trim_end());
        }
        let log = self.folder.join(format!("merge-{}.log", last.merge.unwrap_or_default()));
        let since = Instant::now();
        while last.merged(self.folder).is_none() && since.elapsed() < LATE && pause(OFTEN, &stop) {}
        match last.merged(self.folder) {
            Some(GOOD) => {
                if !self.quiet {
                    remark(format_args!("{id}: merged; results in {}", self.results.display()));
                }
                Ok(GOOD)
            }
            code => {
                let how = code.map_or("was killed".to_owned(), |code| format!("ended with {code}"));
                remark(format_args!("error: {id}: the merging {how}: see {}", log.display()));
                if !again.is_empty() {
                    let experiment = self.experiment;
                    remark(format_args!(
                        "{id}: `rejudge run {experiment} --executor slurm --resubmit-failed` computes what is missing"
                    ));
                }
                Ok(code.unwrap_or(BAD_DATA))
            }
        }
    }
}

/// Waits; false when it was told to stop.
fn pause(time: Duration, stop: &AtomicBool) -> bool {
    let started = Instant::now();
    while started.elapsed() < time {
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    !stop.load(Ordering::Relaxed)
}
