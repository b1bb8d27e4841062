//! Arguments of `rejudge run`, as typed.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use clap_complete::ArgValueCompleter;

use super::Global;
use crate::cli::{array_task, completion};
use crate::session::Choice;
use rejudge_experiment::exec::shard::Shard;

/// The experiment, and changes to it.
#[derive(Debug, Clone, ClapArgs)]
pub struct Experiment {
    /// Name of an experiment, or the path of a YAML file
    #[arg(add = ArgValueCompleter::new(completion::experiments))]
    pub experiment: String,
    /// Change a value of the experiment: path=value, or path+=value to add to a list
    #[arg(short = 's', long = "set", value_name = "PATH=VALUE", add = ArgValueCompleter::new(completion::paths))]
    pub set: Vec<String>,
    /// Apply a profile of the experiment
    #[arg(long, value_name = "NAME", add = ArgValueCompleter::new(completion::profiles))]
    pub profile: Option<String>,
    /// Compute only part of the grid: axis=pattern,.. May be repeated
    #[arg(long, value_name = "SELECTOR", add = ArgValueCompleter::new(completion::selectors))]
    pub only: Vec<String>,
    /// Cache folder, which processes and machines can share [default: $REJUDGE_CACHE, or .rejudge/cache]
    #[arg(hide_short_help = true, long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Folder of the results [default: results/<id>, or a folder under results/<id>/variants for a run with -s,
    /// --profile or --only]
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
}

impl Experiment {
    /// The choice that was typed.
    pub fn choice(&self) -> Choice {
        let Self { experiment, set, profile, only, cache, results } = self.clone();
        Choice { experiment, set, profile, only, cache, results }
    }

    /// The experiment and what is changed of it, as words of another command line.
    pub fn words(&self, global: &Global) -> Vec<String> {
        let mut words = vec![self.experiment.clone()];
        words.extend(self.set.iter().flat_map(|set| ["-s".to_owned(), set.clone()]));
        words.extend(self.profile.iter().flat_map(|name| ["--profile".to_owned(), name.clone()]));
        words.extend(self.only.iter().flat_map(|only| ["--only".to_owned(), only.clone()]));
        words.extend(global.places_words());
        words
    }
}

/// `rejudge run`
#[derive(Debug, ClapArgs)]
pub struct Run {
    #[command(flatten)]
    pub experiment: Experiment,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Stop at the first cell that fails
    #[arg(hide_short_help = true, long)]
    pub fail_fast: bool,
    /// Write the scores by topic for every judgment set, not only for the full judgments
    #[arg(hide_short_help = true, long, conflicts_with = "shard")]
    pub keep_scores: bool,
    /// Compute nothing: write the results if the cache is complete, otherwise list the missing draws of each
    /// collection
    #[arg(long, conflicts_with_all = ["shard", "executor", "fail_fast"])]
    pub cached: bool,
    /// Compute only shard K of N into the cache, and write no results; `auto` in an array job of Slurm or AWS
    /// Batch. Run `rejudge run --cached` afterwards to write the results
    #[arg(
        long, value_name = "K/N", conflicts_with_all = ["results", "executor", "dry_run"],
        value_parser = array_task::named
    )]
    pub shard: Option<Shard>,
    /// With --shard or --cached: stop with an error if the plan's identity, as `rejudge plan` prints it, is
    /// different
    #[arg(hide_short_help = true, long, value_name = "IDENTITY")]
    pub of_plan: Option<String>,
    #[command(flatten)]
    pub executor: ExecutorArgs,
}

/// The executor of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Executor {
    /// This machine
    Local,
    /// A Slurm cluster: an array job computes the shards, then a job writes and checks the results
    Slurm,
}

/// The executor, and its settings.
#[derive(Debug, Clone, ClapArgs)]
pub struct ExecutorArgs {
    /// Where to compute
    #[arg(long, value_name = "WHO", default_value = "local")]
    pub executor: Executor,
    /// Resources to request from the cluster
    #[arg(hide_short_help = true, long, value_name = "FILE", default_value = "configs/slurm.yaml")]
    pub slurm_config: PathBuf,
    /// Print the script that would submit the jobs; write and submit nothing
    #[arg(hide_short_help = true, long)]
    pub dry_run: bool,
}
