//! `rejudge run --executor slurm`: one script that submits an array job of shards, and a job that writes the results.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use shlex::{QuoteError, try_join, try_quote};

use super::GOOD;
use super::args::Global;
use super::args::run::{Executor, ExecutorArgs, Run};
use super::output::{Failure, print, remark};
use crate::session::{Choice, Planned};
use rejudge_collections::descriptor::data_folder;
use rejudge_experiment::exec::shard::{identity, units};
use rejudge_experiment::spec::cluster::{Config, Resources};
use rejudge_names::plural::counted;
use rejudge_store::atomic::write_whole;

impl ExecutorArgs {
    /// Refuses options that only a cluster has.
    pub fn check_local(&self) -> Result<(), Failure> {
        debug_assert_eq!(self.executor, Executor::Local);
        match self.dry_run {
            true => Err(Failure::usage("--dry-run is for --executor slurm")),
            false => Ok(()),
        }
    }
}

/// Writes the script and runs it.
pub fn run(global: &Global, args: &Run) -> Result<u8, Failure> {
    if args.jobs.is_some() {
        let file = args.executor.slurm_config.display();
        return Err(Failure::usage(format!("--jobs is for this machine; {file} says `cpus` for a cluster")));
    }
    let choice = args.experiment.choice();
    let planned = global.places().planned(&choice)?;
    let folder = choice.folder_under(".rejudge/slurm", &planned.grid);
    let script = Script::new(global, args, &planned, &choice, &folder)?;
    let text = script
        .text()
        .map_err(|error| Failure::usage(format!("these words cannot be quoted in a script: {error}")))?;
    if args.executor.dry_run {
        print(&text)?;
        return Ok(GOOD);
    }
    let path = folder.join("submit.sh");
    write_whole(&path, text.as_bytes())?;
    let id = &planned.grid.id;
    let ran = Command::new("bash").arg(&path).output();
    let ran = ran.map_err(|error| Failure::data(format!("{id}: bash cannot be started: {error}")))?;
    let (said, error) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    if !ran.status.success() {
        let why = error.trim();
        return Err(Failure::usage(format!("{id}: {} could not submit the jobs: {why}", path.display())));
    }
    if !global.quiet {
        remark(said.trim());
        remark(format_args!("{id}: the jobs were submitted by {}; run it again to resume", path.display()));
    }
    Ok(GOOD)
}

/// The parts of the script.
struct Script<'a> {
    config: Config,
    id: &'a str,
    identity: String,
    shards: usize,
    /// The folder of the script and the logs.
    folder: &'a Path,
    /// The folder that commands are run in.
    from: PathBuf,
    /// The folder of the collections' files.
    data: Option<PathBuf>,
    program: String,
    /// Words of `run` for a shard.
    shard_words: Vec<String>,
    /// Words of `run` for the results.
    results_words: Vec<String>,
    /// Words of `check`; `None` if only a part of the experiment is run, which cannot be checked.
    check_words: Option<Vec<String>>,
}

impl<'a> Script<'a> {
    fn new(
        global: &Global,
        args: &Run,
        planned: &'a Planned,
        choice: &Choice,
        folder: &'a Path,
    ) -> Result<Self, Failure> {
        let Planned { grid, plan, .. } = planned;
        let config = Config::read(&args.executor.slurm_config)?;
        let shards = units(plan).len().min(config.shards.get() as usize);
        if shards == 0 {
            return Err(Failure::data(format!(
                "{}: there is nothing to compute: no data are available",
                grid.id
            )));
        }
        let here = |what: &str, found: std::io::Result<PathBuf>| {
            found.map_err(|error| Failure::data(format!("{what} has no path: {error}")))
        };
        let from = here("this folder", std::env::current_dir())?;
        // Slurm replaces `%a` by a number, and removes a backslash even within quotes; a line feed would end the
        // option.
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
        // Jobs start in another environment, so the folder is passed by name.
        let data = data_folder().filter(|(folder, is_named)| *is_named || folder.is_dir());
        let data = data.map(|(data, _)| here("REJUDGE_DATA", std::path::absolute(data))).transpose()?;
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let results = choice.results_folder(grid);
        let mut shard_words = args.experiment.words(global);
        shard_words.extend(["--cache".to_owned(), text(&choice.cache_folder())]);
        let mut results_words = shard_words.clone();
        results_words.extend(["--results".to_owned(), text(&results)]);
        results_words.extend(args.keep_scores.then(|| "--keep-scores".to_owned()));
        shard_words.extend(args.fail_fast.then(|| "--fail-fast".to_owned()));
        let mut check_words =
            vec![args.experiment.experiment.clone(), "--results".to_owned(), text(&results)];
        check_words.extend(global.places_words());
        Ok(Self {
            config,
            id: &grid.id,
            identity: identity(grid, plan),
            shards,
            folder,
            from,
            data,
            program,
            shard_words,
            results_words,
            check_words: args.experiment.only.is_empty().then_some(check_words),
        })
    }

    fn text(&self) -> Result<String, QuoteError> {
        let Self { id, identity, shards, .. } = self;
        let own = self.folder.join("submit.sh");
        let own = try_quote(&own.to_string_lossy())?.into_owned();
        let (array, results, all) = (self.array_job()?, self.results_job()?, counted(*shards, "shard"));
        Ok(format!(
            "#!/bin/bash
# {id}: {all} of the plan {identity} as the tasks of an array job,
# then a job that writes the results from the cache, and checks them.
# Edit this file as you like. To resume, run it again (bash {own}): what the cache has is not computed again.
set -euo pipefail

shards=$(sbatch --parsable <<'END_OF_JOB'
{array}END_OF_JOB
)
shards=${{shards%%;*}}  # sbatch prints JOB, or JOB;CLUSTER

results=$(sbatch --parsable --dependency=\"afterany:$shards\" <<'END_OF_JOB'
{results}END_OF_JOB
) || {{ echo \"the shards are submitted as job $shards: scancel $shards ends them\" >&2; exit 1; }}
results=${{results%%;*}}

echo \"{id}: job $shards computes {all}, job $results writes the results; scancel $shards $results ends them\"
"
        ))
    }

    fn array_job(&self) -> Result<String, QuoteError> {
        let Self { config, identity, shards, .. } = self;
        let at_once = config.at_once.map_or(String::new(), |most| format!("%{most}"));
        let mut text = self.head("shards", &config.task(), "shard-%a-%A.log")?;
        let _ = writeln!(text, "#SBATCH --array=1-{shards}{at_once}");
        let _ =
            writeln!(text, "# With this signal, before its time is up, a shard writes what it has and ends.");
        let _ = writeln!(text, "#SBATCH --signal=B:USR1@{}", config.stop_before_end);
        text += &self.surroundings()?;
        let _ = writeln!(
            text,
            "exec {} run {} \\\n    --shard \"$SLURM_ARRAY_TASK_ID/{shards}\" --of-plan {identity} \
             --jobs \"${{SLURM_CPUS_PER_TASK:-1}}\"",
            self.program()?,
            quoted(&self.shard_words)?,
        );
        Ok(text)
    }

    fn results_job(&self) -> Result<String, QuoteError> {
        let identity = &self.identity;
        let mut text = self.head("results", &self.config.results, "results-%j.log")?;
        text += &self.surroundings()?;
        let program = self.program()?;
        let run = format!(
            "{program} run {} --cached --of-plan {identity} --jobs \"${{SLURM_CPUS_PER_TASK:-1}}\"",
            quoted(&self.results_words)?
        );
        match &self.check_words {
            None => text += &format!("exec {run}\n"),
            Some(words) => {
                let _ = writeln!(text, "{run} || exit");
                let _ = writeln!(text, "code=0");
                let _ = writeln!(text, "{program} check {} || code=$?", quoted(words)?);
                let _ = writeln!(text, "[ \"$code\" != 4 ] || code=0  # there is nothing to check");
                let _ = writeln!(text, "exit \"$code\"");
            }
        }
        Ok(text)
    }

    /// The lines of a job that Slurm reads.
    fn head(&self, what: &str, resources: &Resources, log: &str) -> Result<String, QuoteError> {
        let Self { config, id, folder, from, .. } = self;
        let log = folder.join(log).to_string_lossy().into_owned();
        let options = [
            ("job-name", Some(format!("rejudge-{id}-{what}"))),
            ("chdir", Some(from.to_string_lossy().into_owned())),
            ("output", Some(log)),
            ("time", Some(resources.time.clone())),
            ("mem", resources.memory.clone()),
            ("cpus-per-task", Some(resources.cpus.to_string())),
            ("partition", config.partition.clone()),
            ("account", config.account.clone()),
        ];
        let mut text = "#!/bin/bash\n".to_owned();
        for (name, value) in options {
            if let Some(value) = value {
                let _ = writeln!(text, "#SBATCH --{name}={}", try_quote(&value)?);
            }
        }
        for argument in &config.arguments {
            let _ = writeln!(text, "#SBATCH {argument}");
        }
        Ok(text)
    }

    /// Returns the lines for modules and environment of a job.
    fn surroundings(&self) -> Result<String, QuoteError> {
        let mut text = "\n".to_owned();
        for module in &self.config.modules {
            let _ = writeln!(text, "module load {}", try_quote(module)?);
        }
        if let Some(data) = &self.data {
            let _ = writeln!(text, "export REJUDGE_DATA={}", try_quote(&data.to_string_lossy())?);
        }
        Ok(text)
    }

    /// The program, in its container.
    fn program(&self) -> Result<String, QuoteError> {
        try_join(self.config.container.iter().map(String::as_str).chain([self.program.as_str()]))
    }
}

fn quoted(words: &[String]) -> Result<String, QuoteError> {
    try_join(words.iter().map(String::as_str))
}
