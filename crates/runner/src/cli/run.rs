//! `rejudge run`

use std::path::Path;

use clap::Args as ClapArgs;
use indicatif::DecimalBytes;
use rejudge_collections::descriptor::{DATA_VARIABLE, Kind, place};
use rejudge_experiment::exec::shard::{Shard, part};
use rejudge_experiment::grid::Grid;
use rejudge_experiment::spec::Entry;
use rejudge_names::plural::{counted, of_number};
use rejudge_store::cache::Cache;

use super::args::Global;
use super::output::{Failure, grouped, remark};
use super::terminal::{MOST_THREADS, Terminal, use_threads};
use super::{BAD_DATA, GOOD};
use crate::session::{CarriedOut, Choice, Computed, Planned, RunOptions, UsualFolder};

/// The word that leaves the shard to the array job.
const AUTO: &str = "auto";

/// A scheduler of array jobs: the variables that number its tasks.
struct Scheduler {
    name: &'static str,
    /// The number of this task.
    task: &'static str,
    /// The number of tasks. Kubernetes sets none, so that the manifest of the job has to.
    count: &'static str,
    /// The lowest and the highest number of a task; `None`: tasks are numbered from 0.
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

/// Returns the named shard, or, for the word `auto`, the shard of this task of an array job.
///
/// # Errors
/// If the text is not a shard, or if no scheduler sets the number of this task.
fn named_shard(text: &str) -> Result<Shard, String> {
    if text != AUTO {
        return text.parse().map_err(|error| format!("{error}; `{AUTO}` in a task of an array job"));
    }
    let scheduler = SCHEDULERS.iter().find(|of| std::env::var_os(of.task).is_some()).ok_or_else(|| {
        let known: Vec<String> = SCHEDULERS.iter().map(|of| format!("{} of {}", of.task, of.name)).collect();
        format!("`{AUTO}` is for a task of an array job, which sets one of {}", known.join(", "))
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
    // If only tasks 3 and 5 are started, the number of shards is unknown.
    if last - first + 1 != count || !(first..=last).contains(&task) {
        return Err(format!(
            "`{AUTO}` needs all numbers of a range, and {} is {task} of {count} from {first}; name the shard instead (K/N)",
            scheduler.task
        ));
    }
    Ok(Shard { number: (task - first + 1) as u32, of: count as u32 })
}

/// Computes the missing cells of a shard.
fn run_shard(global: &Global, args: &Run, shard: Shard) -> Result<u8, Failure> {
    let (choice, terminal) = (&args.experiment, Terminal::of_shard(global));
    let mut planned = global.planned(choice)?;
    let Planned { grid, plan, cache, .. } = &mut planned;
    if !plan.no_data.is_empty() {
        let cells: usize = plan.no_data.iter().map(|(_, cells)| cells).sum();
        global.remark(format_args!(
            "{}: shard {shard} lacks the data of {}, which are not available ({DATA_VARIABLE}): {} of the plan {} for \
             them",
            grid.id,
            plan.without_data(grid).join(", "),
            counted(cells, "cell"),
            of_number(cells, "waits", "wait"),
        ));
    }
    plan.groups = part(grid, plan, cache, shard);
    let computed = planned.compute_shard(args.options, &terminal)?;
    computed.planned.hashes.keep();
    terminal.say(&computed, || format!("shard {shard}, {}", cache_and_size(&computed.planned.cache)));
    Ok(terminal.code(&computed))
}

/// Prints a line with the next command, which reports on the results of the chosen experiment if no cell failed, and the
/// missing data, with the commands that get them.
fn say_next(global: &Global, args: &Run, usual: &UsualFolder, computed: &Computed) {
    let planned = &computed.planned;
    let grid = &planned.grid;
    let (mut fetched, mut others) = (Vec::new(), Vec::new());
    let without_data = planned.plan.no_data.iter().map(|(collection, _)| *collection);
    let has_failed = !computed.interrupted && !computed.report.failed.is_empty();
    let failed = planned.plan.groups.iter().filter(|_| has_failed);
    let incomplete = failed.map(|group| group.collection);
    let incomplete = incomplete.filter(|at| lacks_files(&grid.collections[*at as usize].entry));
    for collection in without_data.chain(incomplete) {
        let collection = &grid.collections[collection as usize];
        let name = collection.name.as_str();
        if collection.entry.is_fetched { &mut fetched } else { &mut others }.push(name);
    }
    let shown = usual.shown_without_data.iter().map(|shown| (shown.is_fetched, shown.name.as_str()));
    for (is_fetched, name) in shown {
        let missing = if is_fetched { &mut fetched } else { &mut others };
        if !missing.contains(&name) {
            missing.push(name);
        }
    }
    let mut parts = Vec::new();
    // There is nothing to report if the data of all cells are missing.
    if planned.plan.keys() > 0 && computed.is_good() {
        parts.push(format!(
            "Next: `{}`.",
            report_on(global, &args.experiment.experiment, &usual.folder, grid)
        ));
    }
    let lacks_all = planned.lacks_all_data();
    if lacks_all {
        parts.push("nothing can be computed.".to_owned());
    }
    let missing: Vec<&str> = fetched.iter().chain(&others).copied().collect();
    if !missing.is_empty() {
        let get = (!fetched.is_empty()).then(|| format!("`rejudge data get {}`", fetched.join(" ")));
        let obtain = others.first().map(|name| format!("`rejudge data verify {name}` says how to get it"));
        let ways: Vec<String> = get.into_iter().chain(obtain).collect();
        parts.push(format!("Missing data: {} ({}).", missing.join(", "), ways.join("; ")));
        if let Some(complete) = usual.complete() {
            parts
                .push(format!("{} shows numbers of missing data, and is left as it is.", complete.display()));
        }
    }
    if !parts.is_empty() {
        let error = if lacks_all && !args.if_available { "error: " } else { "" };
        remark(format_args!("{error}{}: {}", grid.id, parts.join(" ")));
    }
}

/// Returns true if files of a licensed or open collection are missing from its folder.
fn lacks_files(entry: &Entry) -> bool {
    let Entry { descriptor, folder: Some(folder), .. } = entry else { return false };
    let runs = descriptor.files.as_ref().and_then(|files| files.runs.as_ref()?.parent());
    let mut all = descriptor.named().map(|(_, path)| path).chain(runs);
    matches!(descriptor.kind, Kind::Licensed | Kind::Open) && all.any(|path| !place(folder, path).exists())
}

/// Returns the command that writes the report on the results of `experiment` in `folder`.
fn report_on(global: &Global, experiment: &str, folder: &Path, grid: &Grid) -> String {
    let mut words = vec!["rejudge", "report", experiment];
    let typed = folder.to_string_lossy();
    let is_usual = UsualFolder::of_experiment(global, grid).is_ok_and(|usual| usual.folder == folder);
    if !is_usual {
        words.extend(["--results", &typed]);
    }
    shlex::try_join(words).unwrap_or_else(|_| format!("rejudge report {}", grid.id))
}

/// `rejudge run`
#[derive(Debug, ClapArgs)]
pub struct Run {
    #[command(flatten)]
    pub experiment: Choice,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub options: RunOptions,
    /// Compute only shard K of N into the cache, and write no results; `auto` in an array job of Slurm,
    /// Kubernetes, AWS Batch or Cloud Run. Run `rejudge run --cached` afterwards to write the results
    #[arg(
        long, value_name = "K/N", conflicts_with = "results",
        value_parser = named_shard
    )]
    pub shard: Option<Shard>,
    /// Succeed without results if the data of all collections are missing
    #[arg(hide_short_help = true, long, conflicts_with = "shard")]
    pub if_available: bool,
}

/// The folder of the cache and its size, so that people see it grow.
fn cache_and_size(cache: &Cache) -> String {
    format!("cache in {} ({})", cache.folder().display(), DecimalBytes(cache.size()))
}

pub fn main(global: &Global, args: &Run) -> Result<u8, Failure> {
    use_threads(args.jobs)?;
    if let Some(shard) = args.shard {
        return run_shard(global, args, shard);
    }
    let (choice, terminal) = (&args.experiment, Terminal::new(global));
    let CarriedOut { computed, empty, usual } = global.carry_out(choice, args.options, &terminal)?;
    if computed.planned.lacks_all_data() {
        if !(global.quiet && args.if_available) {
            say_next(global, args, &usual, &computed);
        }
        return Ok(if args.if_available { GOOD } else { BAD_DATA });
    }
    let id = &computed.planned.grid.id;
    terminal.say(&computed, || {
        let cache = cache_and_size(&computed.planned.cache);
        if computed.interrupted { cache } else { format!("results in {}; {cache}", usual.folder.display()) }
    });
    let reasons = empty.iter().map(|table| ((&table.why, table.is_wrong), table.name.as_str()));
    for ((why, is_wrong), names) in grouped(reasons) {
        let are = if names.len() == 1 { "is" } else { "are" };
        let names = names.join(", ");
        match is_wrong {
            true => remark(format_args!("error: {id}: {names} {are} empty: {why}")),
            false => global.remark(format_args!("{id}: {names} {are} empty: {why}")),
        }
    }
    if !global.quiet && !computed.interrupted {
        say_next(global, args, &usual, &computed);
    }
    let code = terminal.code(&computed);
    // An empty table is an error if the available collections could have filled it.
    let is_wrong = empty.iter().any(|table| table.is_wrong);
    Ok(if code == GOOD && is_wrong { BAD_DATA } else { code })
}
