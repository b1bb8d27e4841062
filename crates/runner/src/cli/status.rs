//! `rejudge status`

use std::fmt::Write;
use std::path::Path;

use super::args::Global;
use super::args::run::Status;
use super::columns::print_columns;
use super::output::{Failure, remark};
use super::shard::shards_folder;
use super::slurm::submission_folder;
use super::{BAD_DATA, GOOD};
use crate::slurm::{Attempt, Queued, Submission, job_name, of_submission, queued};
use rejudge_eval::plural::{counted, of_number};
use rejudge_exec::shard::{Found, Line, ShardStatus, of_folders};
use rejudge_grid::Grid;
use rejudge_session::beside_variants;

/// What is submitted of an experiment, or what shards of it lie here.
pub fn main(global: &Global, args: &Status) -> Result<u8, Failure> {
    let choice = args.choice();
    let grid = global.places().grid(&choice)?;
    let folder = submission_folder(&grid, &choice);
    let submitted = match &args.cache {
        Some(shards) => return of_shards(&grid, shards, "nothing was submitted"),
        None => Submission::read(&folder)?,
    };
    let by_hand = shards_folder(&grid, &choice);
    let Some(submission) = submitted else { return of_shards(&grid, &by_hand, "nothing was submitted") };
    let attempts = Attempt::read_all(&folder)?;
    let queue = queued(&job_name(&submission.plan));
    if attempts.is_empty() && is_untouched(&submission, queue.as_deref().unwrap_or_default()) {
        let folder = folder.display();
        let what = format!("the scripts are written ({folder}), nothing was submitted since sbatch failed");
        return of_shards(&grid, &by_hand, &what);
    }
    if let Err(error) = &queue {
        remark(format_args!("{}: {error}: only what the shards wrote is known", grid.id));
    }
    let queue = queue.ok();
    let found = of_submission(&submission, queue.as_deref())?;
    let mut text = lines(&found);
    if let Some(last) = attempts.last() {
        let _ = writeln!(text, "merge\t{}", merging(last, &folder, queue.as_deref()));
    }
    print_columns(&text, "\t")?;
    Ok(code(&found))
}

/// Whether none of the tasks ever began or waits, also none that somebody submitted by hand.
fn is_untouched(submission: &Submission, queue: &[Queued]) -> bool {
    queue.is_empty() && !submission.tasks.iter().any(|task| submission.folder_of(task).exists())
}

/// The shards in a folder, whoever started them; where none are, `what` became of submitting them.
fn of_shards(grid: &Grid, folder: &Path, what: &str) -> Result<u8, Failure> {
    let Found { lines: found, more, of_other_plans } = of_folders(folder)?;
    if found.is_empty() {
        return Err(Failure::data(format!(
            "{}: {what}, and no shard lies in {}{}",
            grid.id,
            folder.display(),
            beside_variants(folder)
        )));
    }
    print_columns(&lines(&found), "\t")?;
    if more > 0 {
        let are = of_number(more, "is", "are");
        remark(format_args!("{}: {} {are} not started", grid.id, counted(more, "more shard")));
    }
    for other in &of_other_plans {
        remark(format_args!("{}: {other}: `rejudge merge` refuses the two together", grid.id));
    }
    Ok(if of_other_plans.is_empty() { code(&found) } else { BAD_DATA })
}

/// Where the merging stands.
fn merging(last: &Attempt, folder: &Path, queue: Option<&[Queued]>) -> String {
    let Some(job) = last.merge else { return "was not submitted".to_owned() };
    if let Some(code) = last.merged(folder) {
        return format!(
            "{}\t\t{job}",
            if code == GOOD { "done".to_owned() } else { format!("ended with {code}") }
        );
    }
    let queued = queue.map(|queue| queue.iter().find(|queued| queued.job == job));
    match queued {
        Some(Some(queued)) if queued.waits() => format!("waiting\t\t{job}\t{}", queued.place),
        Some(Some(queued)) => format!("running\t\t{job}\t{}", queued.place),
        Some(None) => format!("missing\t\t{job}"),
        None => format!("unknown\t\t{job}"),
    }
}

/// A line a shard: name, where it stands, keys kept of its own, task in the queue, more of it.
pub fn lines(found: &[Line]) -> String {
    let mut text = String::new();
    for line in found {
        let mut more = match &line.standing {
            ShardStatus::Waiting(why) => why.clone(),
            ShardStatus::Running(place) => place.clone(),
            ShardStatus::Silent(since) => format!("no sign of life for {} s", since.as_secs()),
            ShardStatus::Failed(cells, reason) => match cells {
                1 => format!("1 cell failed: {reason}"),
                cells => format!("{cells} cells failed, the first: {reason}"),
            },
            ShardStatus::Done
            | ShardStatus::Stopped
            | ShardStatus::Killed
            | ShardStatus::NotStarted
            | ShardStatus::Missing => String::new(),
        };
        if !line.without_data.is_empty() {
            let comma = if more.is_empty() { "" } else { "; " };
            more += &format!("{comma}without the data of {}", line.without_data.join(", "));
        }
        let kept = line.keys.map(|keys| format!("{} of {keys}", line.kept)).unwrap_or_default();
        let task = line.task.as_deref().unwrap_or_default();
        let text_of_line = format!("{}\t{}\t{kept}\t{task}\t{more}", line.shard, line.word());
        let _ = writeln!(text, "{}", text_of_line.trim_end());
    }
    text
}

/// The shards that have to be computed again.
pub fn lost(found: &[Line]) -> impl Iterator<Item = &Line> {
    found.iter().filter(|line| line.standing.is_lost())
}

fn code(found: &[Line]) -> u8 {
    if lost(found).next().is_some() { BAD_DATA } else { GOOD }
}
