//! `rejudge run --executor slurm`: submits, and submits again.

use std::path::PathBuf;

use super::GOOD;
use super::args::Global;
use super::args::run::{Executor, ExecutorArgs, Run};
use super::output::{Failure, print};
use super::shard::shards_folder;
use super::status::lost;
use super::waiting::Waiting;
use crate::slurm::{self, Attempt, Scripts, Submission, Task, job_name, of_submission, queued, scripts};
use rejudge_exec::shard::ShardStatus;
use rejudge_exec::shard::{Division, Origin, Shard, SignOfLife, part_of_each, units};
use rejudge_grid::Grid;
use rejudge_session::{Choice, Planned, data_folder};
use rejudge_spec::cluster::Config;
use rejudge_store::atomic::replace_within;
use rejudge_store::ordinary_file;

/// The script of the shards.
const ARRAY: &str = "array.sbatch";
/// The script of the merging.
const MERGE: &str = "merge.sbatch";

impl ExecutorArgs {
    /// Refuses what only a cluster can be asked for.
    pub fn check_local(&self) -> Result<(), Failure> {
        debug_assert_eq!(self.executor, Executor::Local);
        let asked = [
            ("--dry-run", self.dry_run),
            ("--resubmit-failed", self.resubmit_failed),
            ("--detach", self.detach),
        ];
        match asked.iter().find(|(_, asked)| *asked) {
            Some((name, _)) => Err(Failure::usage(format!("{name} is for --executor slurm"))),
            None => Ok(()),
        }
    }
}

/// Where the submission of an experiment is kept.
pub fn submission_folder(grid: &Grid, choice: &Choice) -> PathBuf {
    choice.folder_under(".rejudge/slurm", grid)
}

pub fn run(global: &Global, args: &Run) -> Result<u8, Failure> {
    if args.jobs.is_some() {
        let file = args.executor.slurm_config.display();
        return Err(Failure::usage(format!("--jobs is for this machine; {file} says `cpus` for a cluster")));
    }
    let choice = args.experiment.choice();
    let planned = global.places().planned(&choice)?;
    let origin = Origin::of(&planned.grid, &planned.plan, &args.experiment.only);
    let folder = submission_folder(&planned.grid, &choice);
    let cluster = Cluster { global, args, planned: &planned, origin, folder };
    let attempts = if args.executor.resubmit_failed {
        cluster.resubmit()?
    } else if let Some(attempts) = cluster.submit()? {
        attempts
    } else {
        return Ok(GOOD);
    };
    let words = cluster.args.experiment.words(cluster.global);
    let experiment = shlex::try_join(words.iter().map(String::as_str)).map_err(|error| not_a_word(&error))?;
    let waiting = Waiting {
        quiet: global.quiet,
        plan: &cluster.origin,
        experiment: &experiment,
        folder: &cluster.folder,
        results: &choice.results_folder(&planned.grid),
        attempts: &attempts,
    };
    waiting.say_how_to_go_on();
    if args.executor.detach { Ok(GOOD) } else { waiting.until_merged() }
}

/// What no shell can be told.
fn not_a_word(error: &shlex::QuoteError) -> Failure {
    Failure::usage(format!("no script can hold these words: {error}"))
}

/// An experiment on its way to a cluster.
struct Cluster<'a> {
    global: &'a Global,
    args: &'a Run,
    planned: &'a Planned,
    origin: Origin,
    folder: PathBuf,
}

impl Cluster<'_> {
    /// Writes the plan and the scripts and submits them; `None` after a dry run.
    fn submit(&self) -> Result<Option<Vec<Attempt>>, Failure> {
        let Planned { grid, plan, .. } = self.planned;
        let config = Config::read(&self.args.executor.slurm_config)?;
        let units = units(plan).len() as u32;
        if units == 0 {
            return Err(Failure::data(format!("{}: there is nothing to compute: no data are here", grid.id)));
        }
        let dry = self.args.executor.dry_run;
        let most = if dry { None } else { slurm::most_tasks() };
        let number = config.shards.min(units).min(most.unwrap_or(u32::MAX));
        let (array, merge) = self.scripts(&config, number)?;
        if dry {
            print(&format!("{array}\n{merge}"))?;
            return Ok(None);
        }
        if let Some(before) = Submission::read(&self.folder)? {
            // What was submitted may still run: it would be computed, and written, twice.
            let queue = queued(&job_name(&before.plan)).map_err(|error| {
                let folder = self.folder.display();
                Failure::data(format!(
                    "{}: whether what {folder} tells of is still in the queue: {error}",
                    grid.id
                ))
            })?;
            let mut jobs: Vec<u64> = queue.iter().map(|queued| queued.job).collect();
            jobs.sort();
            jobs.dedup();
            if !jobs.is_empty() {
                return Err(Failure::usage(format!(
                    "{} is in the queue already, as {}: `rejudge status` tells how far it is, `scancel {}` ends it",
                    grid.id,
                    listed(&jobs, " and "),
                    listed(&jobs, " ")
                )));
            }
        }
        let submission = self.submission(number);
        std::fs::create_dir_all(&self.folder)
            .map_err(|error| Failure::data(format!("cannot write to {}: {error}", self.folder.display())))?;
        replace_within(&self.folder, &[(ARRAY, array), (MERGE, merge)], &[])?;
        submission.write(&self.folder)?;
        Attempt::write_all(&[], &self.folder)?;
        let tasks = (1..=number).collect();
        Ok(Some(vec![self.start(Vec::new(), tasks, &[])?]))
    }

    /// The plan, divided.
    fn submission(&self, number: u32) -> Submission {
        let Planned { grid, plan, .. } = self.planned;
        let parts = part_of_each(grid, plan, Division::Slice, number);
        let task = |(shard, units): (Shard, Vec<rejudge_exec::shard::Unit>)| Task {
            shard,
            groups: units.iter().map(|unit| plan.groups[unit.group].label_of_draw(grid, unit.draw)).collect(),
            keys: units.iter().map(|unit| unit.keys.len()).sum(),
        };
        Submission {
            plan: self.origin.clone(),
            shards: shards_folder(grid, &self.args.experiment.choice()),
            tasks: parts.into_iter().map(task).collect(),
        }
    }

    /// The two scripts.
    fn scripts(&self, config: &Config, shards: u32) -> Result<(String, String), Failure> {
        let (args, grid) = (&self.args.experiment, &self.planned.grid);
        let here = |what: &str, found: std::io::Result<PathBuf>| {
            found.map_err(|error| Failure::data(format!("{what} has no path: {error}")))
        };
        let from = here("this folder", std::env::current_dir())?;
        // A line that goes on would be one for the shell; Slurm takes `%a` for a number, and a backslash
        // away within quotes too.
        let is_other = |c: char| c.is_control() || c == '%' || c == '\\';
        if from.to_str().is_none_or(|path| path.contains(is_other)) {
            let from = from.display();
            return Err(Failure::usage(format!(
                "no line of a script can name the folder {from}: it has control characters, `%` or `\\`, or is not UTF-8"
            )));
        }
        let program = match &config.program {
            Some(program) => program.clone(),
            None => here("the program", std::env::current_exe())?.to_string_lossy().into_owned(),
        };
        // Shards start with another environment: they are told the folder by name.
        let data = data_folder().filter(|(folder, is_named)| *is_named || folder.is_dir());
        let data = data.map(|(data, _)| here("REJUDGE_DATA", std::path::absolute(data))).transpose()?;
        let mut words = args.words(self.global);
        let mut merge_words = words.clone();
        for (name, path) in [("--cache", &args.cache), ("--results", &args.results)] {
            let path = path.as_ref().map(|path| path.to_string_lossy().into_owned());
            merge_words.extend(path.into_iter().flat_map(|path| [name.to_owned(), path]));
        }
        merge_words.extend(self.args.keep_scores.then(|| "--keep-scores".to_owned()));
        words.extend(self.args.fail_fast.then(|| "--fail-fast".to_owned()));
        let results = args.choice().results_folder(grid).to_string_lossy().into_owned();
        let mut check_words = vec![args.experiment.clone(), "--results".to_owned(), results];
        check_words.extend(self.global.places_words());
        let of = Scripts {
            config,
            plan: &self.origin,
            shards,
            shards_folder: &shards_folder(grid, &args.choice()),
            folder: &self.folder,
            from: &from,
            data: data.as_deref(),
            program: &program,
            words: &words,
            merge_words: &merge_words,
            check_words: args.only.is_empty().then_some(check_words.as_slice()),
        };
        scripts(&of).map_err(|error| not_a_word(&error))
    }

    /// Submits tasks, and the merging behind them and behind the array jobs `also`.
    fn start(&self, mut before: Vec<Attempt>, tasks: Vec<u32>, also: &[u64]) -> Result<Attempt, Failure> {
        let id = &self.planned.grid.id;
        let refused = |error: anyhow::Error| Failure::usage(format!("{id}: {error:#}"));
        let (path, mut options) = (self.folder.join(ARRAY), Vec::new());
        if !before.is_empty() {
            let script = ordinary_file::read_to_string(&path)
                .map_err(|error| Failure::data(format!("cannot read {}: {error}", path.display())))?;
            // It takes the place of what the script says, how many at once too.
            let at_once = slurm::at_once(&script).map_or(String::new(), |most| format!("%{most}"));
            options.push(format!("--array={}{at_once}", listed(&tasks, ",")));
        }
        let array = slurm::submit(&path, &options).map_err(refused)?;
        let mut attempt = Attempt { array, tasks, merge: None };
        before.push(attempt.clone());
        // Written at once: a job that nobody knows of cannot be cancelled.
        Attempt::write_all(&before, &self.folder)?;
        let behind: Vec<u64> = also.iter().copied().chain([array]).collect();
        let options = [format!("--dependency=afterany:{}", listed(&behind, ":"))];
        attempt.merge = Some(slurm::submit(&self.folder.join(MERGE), &options).map_err(|error| {
            refused(
                error.context(format!("the shards are submitted as {array} (`scancel {array}` ends them)")),
            )
        })?);
        before.pop();
        before.push(attempt.clone());
        Attempt::write_all(&before, &self.folder)?;
        Ok(attempt)
    }

    /// Submits those shards again that are lost.
    fn resubmit(&self) -> Result<Vec<Attempt>, Failure> {
        let id = &self.planned.grid.id;
        let nothing =
            || Failure::usage(format!("{id}: nothing was submitted, so there is nothing to submit again"));
        let submission = Submission::read(&self.folder)?.ok_or_else(nothing)?;
        if let Some(differs) = submission.plan.differs(&self.origin) {
            return Err(Failure::usage(format!(
                "{id}: what was submitted {differs}: submit it anew, without --resubmit-failed"
            )));
        }
        let mut attempts = Attempt::read_all(&self.folder)?;
        let queue =
            queued(&job_name(&self.origin)).map_err(|error| Failure::usage(format!("{id}: {error}")))?;
        let found = of_submission(&submission, Some(&queue))?;
        let tasks: Vec<u32> = lost(&found).map(|line| line.shard.number).collect();
        if tasks.is_empty() {
            return Err(Failure::usage(format!("{id}: no shard has failed or is missing")));
        }
        // Tasks that died unseen, and mergings that would find shards missing.
        let silent = found.iter().filter(|line| matches!(line.standing, ShardStatus::Silent(_)));
        let mut ended: Vec<String> = silent.filter_map(|line| line.task.clone()).collect();
        let in_queue = |job: &u64| queue.iter().any(|queued| queued.job == *job);
        ended.extend(attempts.iter().filter_map(|a| a.merge).filter(in_queue).map(|job| job.to_string()));
        if !ended.is_empty() {
            slurm::cancel(&ended).map_err(|error| Failure::usage(format!("{id}: {error:#}")))?;
        }
        lost(&found).for_each(|line| SignOfLife::remove(&submission.shards.join(line.shard.folder())));
        let mut arrays: Vec<u64> =
            queue.iter().filter(|queued| queued.task.is_some()).map(|queued| queued.job).collect();
        arrays.sort();
        arrays.dedup();
        let attempt = self.start(attempts.clone(), tasks, &arrays)?;
        attempts.push(attempt);
        Ok(attempts)
    }
}

/// Values with something between them.
pub fn listed<T: ToString>(values: &[T], between: &str) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(between)
}
