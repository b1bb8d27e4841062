//! `rejudge run`

use std::path::Path;

use clap::Args as ClapArgs;
use indicatif::DecimalBytes;
use rejudge_collections::descriptor::DATA_VARIABLE;
use rejudge_experiment::exec::shard::{Shard, groups_of_shard};
use rejudge_experiment::grid::Grid;
use rejudge_names::plural::{counted, of_number};
use rejudge_session::{EmptyTables, Planned, RunOutcome, RunRequest, UsualFolder, plan, run};
use rejudge_store::cache::Cache;

use super::args::Global;
use super::args::experiment::ExperimentArgs;
use super::output::{Failure, remark};
use super::terminal::{MAX_THREADS, OTHER_JOBS, Terminal, use_threads};
use super::{BAD_DATA, GOOD, check, report};

/// With this value, `--shard` takes the shard from the variables of an array job.
const AUTO: &str = "auto";

/// A scheduler of array jobs, with the environment variables that it sets for each task.
struct Scheduler {
    name: &'static str,
    /// The variable that has the number of this task.
    task: &'static str,
    /// The variable that has the number of tasks. Kubernetes sets no such variable, so the job's manifest must set
    /// REJUDGE_SHARDS.
    count: &'static str,
    /// The variables that have the lowest and the highest task number. `None` if tasks are numbered from 0.
    range: Option<[&'static str; 2]>,
}

/// The schedulers that `auto` knows.
const SCHEDULERS: [Scheduler; 4] = [
    Scheduler {
        name: "Slurm (sbatch --array=1-8)",
        task: "SLURM_ARRAY_TASK_ID",
        count: "SLURM_ARRAY_TASK_COUNT",
        range: Some(["SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX"]),
    },
    Scheduler { name: "Kubernetes", task: "JOB_COMPLETION_INDEX", count: "REJUDGE_SHARDS", range: None },
    Scheduler {
        name: "AWS Batch",
        task: "AWS_BATCH_JOB_ARRAY_INDEX",
        count: "AWS_BATCH_JOB_ARRAY_SIZE",
        range: None,
    },
    Scheduler { name: "Cloud Run", task: "CLOUD_RUN_TASK_INDEX", count: "CLOUD_RUN_TASK_COUNT", range: None },
];

/// Parses a shard. `auto` means the shard of this task in an array job.
///
/// # Errors
/// If the text is not a shard, or if it is `auto` and the scheduler's variables are missing or do not
/// describe tasks with all numbers of a range.
fn parse_shard(text: &str) -> Result<Shard, String> {
    if text != AUTO {
        return text.parse().map_err(|error| format!("{error}, or `{AUTO}` in a task of an array job"));
    }
    let is_set = |scheduler: &&Scheduler| std::env::var_os(scheduler.task).is_some();
    let scheduler = SCHEDULERS.iter().find(is_set).ok_or_else(|| {
        let variables = SCHEDULERS.map(|Scheduler { task, name, .. }| format!("{task} of {name}"));
        format!("`{AUTO}` is for a task of an array job, which sets one of {}", variables.join(", "))
    })?;
    let number = |name: &str| {
        let value = std::env::var(name).ok().and_then(|value| value.parse::<u32>().ok()).map(i64::from);
        value.ok_or_else(|| format!("`{AUTO}` needs a whole number in {name} ({})", scheduler.name))
    };
    let (task, count) = (number(scheduler.task)?, number(scheduler.count)?);
    let [first, last] = match scheduler.range {
        Some([first, last]) => [number(first)?, number(last)?],
        None => [0, count - 1],
    };
    // If you start only tasks 3 and 5, for example, we do not know which shards these are.
    if last - first + 1 != count || !(first..=last).contains(&task) {
        return Err(format!(
            "`{AUTO}` needs tasks with all numbers of a range, but {} is {task}, and {count} tasks are numbered {first} to {last}: \
             name the shard instead (K/N)",
            scheduler.task
        ));
    }
    Ok(Shard { number: (task - first + 1) as u32, count: count as u32 })
}

/// Computes the missing cells of one shard.
fn run_shard(global: &Global, args: &Run, shard: Shard) -> Result<u8, Failure> {
    let (request, terminal) = (args.request(global), Terminal::of_shard(global));
    let computed = terminal.observed(|observer| {
        let mut planned = plan(&request)?;
        let Planned { grid, plan, cache, .. } = &mut planned;
        if !plan.no_data.is_empty() {
            let cells: usize = plan.no_data.iter().map(|(_, cells)| cells).sum();
            global.remark(format_args!(
                "{}: the data of {} are not available for shard {shard} ({DATA_VARIABLE}): {} of the plan {} for them",
                grid.id,
                plan.without_data(grid).join(", "),
                counted(cells, "cell"),
                of_number(cells, "waits", "wait"),
            ));
        }
        plan.groups = groups_of_shard(grid, plan, cache, shard);
        planned.compute_shard(&request, observer)
    })?;
    computed.planned.hashes.store();
    terminal.summarise(&computed, || format!("shard {shard}, {}", cache_and_size(&computed.planned.cache)));
    Ok(terminal.code(&computed))
}

/// Prints a line with the next commands: one that writes the report (if no cell failed), and commands that get missing data.
fn remark_next(args: &Run, request: &RunRequest, ran: &RunOutcome) {
    let RunOutcome { computed, results_folder, .. } = ran;
    let planned = &computed.planned;
    let grid = &planned.grid;
    let mut parts = Vec::new();
    // If the data of all cells are missing, there is nothing to report.
    if planned.plan.keys() > 0 && computed.is_good() {
        parts.push(format!("Next: `{}`.", report_command(request, &results_folder.folder, grid)));
    }
    let lacks_all = planned.lacks_all_data();
    if lacks_all {
        parts.push("nothing can be computed.".to_owned());
    }
    parts.extend(ran.missing_data());
    if !parts.is_empty() {
        let error = if lacks_all && !args.if_available { "error: " } else { "" };
        remark(format_args!("{error}{}: {}", grid.id, parts.join(" ")));
    }
}

/// Returns the command that writes a report on the results in `folder`.
fn report_command(request: &RunRequest, folder: &Path, grid: &Grid) -> String {
    let mut words = vec!["rejudge", "report", &request.experiment];
    let typed = folder.to_string_lossy();
    let is_usual =
        UsualFolder::of_experiment(&request.places, grid).is_ok_and(|usual| usual.folder == folder);
    if !is_usual {
        words.extend(["--results", &typed]);
    }
    shlex::try_join(words).unwrap_or_else(|_| format!("rejudge report {}", grid.id))
}

/// `rejudge run`
#[derive(Debug, ClapArgs)]
pub struct Run {
    #[command(flatten)]
    pub experiment: ExperimentArgs,
    /// Number of threads [default: one per core]
    #[arg(long, aliases = OTHER_JOBS, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_THREADS)))]
    pub jobs: Option<u16>,
    /// Stop at the first cell that fails
    #[arg(hide_short_help = true, long)]
    pub fail_fast: bool,
    /// Write the scores by topic for every judgment set, not only for the full judgments and for sets in
    /// which each team has its own judgments
    #[arg(hide_short_help = true, long, conflicts_with = "shard")]
    pub keep_scores: bool,
    /// Compute nothing: write the results if the cache is complete, otherwise list the missing draws of each
    /// collection
    #[arg(long, conflicts_with_all = ["shard", "fail_fast"])]
    pub cached: bool,
    /// Compute only shard K of N into the cache, and write no results; `auto` in an array job of Slurm,
    /// Kubernetes, AWS Batch or Cloud Run. Run `rejudge run --cached` afterwards to write the results
    #[arg(
        long, value_name = "K/N", conflicts_with = "results",
        value_parser = parse_shard
    )]
    pub shard: Option<Shard>,
    /// Also write the report, as `rejudge report` does
    #[arg(long, conflicts_with = "shard")]
    pub report: bool,
    /// Also compare the results with printed values, golden values and claims, as `rejudge check` does
    #[arg(long, conflicts_with = "shard")]
    pub check: bool,
    /// Succeed without results if the data of all collections are missing
    #[arg(hide_short_help = true, long, conflicts_with = "shard")]
    pub if_available: bool,
}

impl Run {
    fn request(&self, global: &Global) -> RunRequest {
        let &Self { fail_fast, keep_scores, cached, .. } = self;
        RunRequest { fail_fast, keep_scores, cached, ..self.experiment.request(global) }
    }
}

/// Returns the cache folder and its size, so that users see how large the cache has become.
fn cache_and_size(cache: &Cache) -> String {
    format!("cache in {} ({})", cache.folder().display(), DecimalBytes(cache.size()))
}

pub fn main(global: &Global, args: &Run) -> Result<u8, Failure> {
    use_threads(args.jobs)?;
    if let Some(shard) = args.shard {
        return run_shard(global, args, shard);
    }
    let (request, terminal) = (args.request(global), Terminal::new(global));
    let ran = terminal.observed(|observer| run(&request, observer))?;
    let computed = &ran.computed;
    if computed.planned.lacks_all_data() {
        if !(global.quiet && args.if_available) {
            remark_next(args, &request, &ran);
        }
        return Ok(if args.if_available { GOOD } else { BAD_DATA });
    }
    let id = &computed.planned.grid.id;
    terminal.summarise(computed, || {
        let cache = cache_and_size(&computed.planned.cache);
        let results = ran.results_folder.folder.display();
        if computed.interrupted { cache } else { format!("results in {results}; {cache}") }
    });
    global.remarks(computed.too_few());
    for EmptyTables { sentence, is_wrong } in &ran.empty_tables {
        if *is_wrong {
            remark(format_args!("error: {id}: {sentence}"));
        } else {
            global.remark(format_args!("{id}: {sentence}"));
        }
    }
    let code = terminal.code(computed);
    let goes_on = code == GOOD && (args.report || args.check);
    if !global.quiet && !computed.interrupted && !goes_on {
        remark_next(args, &request, &ran);
    }
    if goes_on {
        global.remarks(ran.missing_data().map(|sentence| format!("{id}: {sentence}")));
    }
    // An empty table is an error if the available collections should have filled it.
    let is_wrong = ran.empty_tables.iter().any(|tables| tables.is_wrong);
    let code = if code == GOOD && is_wrong { BAD_DATA } else { code };
    if !goes_on {
        return Ok(code);
    }
    let (experiment, results) = (request.experiment, ran.results_folder.folder);
    let reported = if args.report { report::one(global, &experiment, &results)? } else { GOOD };
    let checked = if args.check { check::one(global, &experiment, &results)? } else { GOOD };
    Ok([code, reported, checked].into_iter().find(|code| *code != GOOD).unwrap_or(GOOD))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Python's options are the options of the request. Each must also be an argument of the command, so that
    /// Python and the command offer the same.
    #[test]
    fn every_option_of_a_request_has_an_argument() {
        let mut command = crate::cli::args::command();
        command.build();
        let run = command.find_subcommand("run").expect("a verb");
        let arguments: Vec<&str> = run.get_arguments().filter_map(|argument| argument.get_long()).collect();
        let names = RunRequest::options().into_iter().map(|option| option.name.replace('_', "-"));
        let without: Vec<String> = names.filter(|name| !arguments.contains(&name.as_str())).collect();
        assert!(without.is_empty(), "no argument for {without:?}");
    }
}
