//! How far the shards of a submission have come: what their own files say, and what is in the queue.

use anyhow::Result;

use super::commands::Queued;
use super::submission::Submission;
use rejudge_exec::shard::{Line, SILENT, ShardStatus, SignOfLife, found, standing};

/// The shards of a submission; `queue` is what of its jobs is in the queue, where that is known.
pub fn of_submission(submission: &Submission, queue: Option<&[Queued]>) -> Result<Vec<Line>> {
    let line = |task: &super::Task| {
        let folder = submission.folder_of(task);
        let found = found(&folder, &submission.plan, task.shard)?;
        let by_files = standing(&folder, found.as_ref());
        let number = task.shard.number;
        let is_its = |queued: &&Queued| queued.task == Some(number);
        let queued = queue.map(|queue| queue.iter().find(is_its));
        let standing = match (by_files, queued) {
            (ShardStatus::Done, _) => ShardStatus::Done,
            (_, Some(Some(queued))) if queued.waits() => ShardStatus::Waiting(queued.place.clone()),
            (_, Some(Some(queued))) => match SignOfLife::of(&folder) {
                Some(SignOfLife { since, .. }) if since >= SILENT => ShardStatus::Silent(since),
                _ => ShardStatus::Running(queued.place.clone()),
            },
            // What left the queue and did not say how it ended was killed.
            (ShardStatus::Running(_), Some(None)) => ShardStatus::Missing,
            // Whether it began is no matter: it is to be submitted again.
            (ShardStatus::Killed | ShardStatus::NotStarted, _) => ShardStatus::Missing,
            (by_files, _) => by_files,
        };
        let task_name = queued.flatten().map(|queued| format!("{}_{number}", queued.job));
        let kept = found.map_or(0, |found| found.kept);
        let without_data = submission.plan.without_data.clone();
        Ok(Line { shard: task.shard, standing, kept, keys: Some(task.keys), task: task_name, without_data })
    };
    submission.tasks.iter().map(line).collect()
}
