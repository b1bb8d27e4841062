//! Arguments of `rejudge run`, `merge` and `status`, as typed.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use clap_complete::ArgValueCompleter;

use super::Global;
use crate::cli::completion;
use crate::slurm;
use rejudge_exec::shard::Shard;
use rejudge_session::Choice;

/// Which experiment, and what is changed of it.
#[derive(Debug, Clone, ClapArgs)]
pub struct Experiment {
    /// Name of an experiment, or a path to YAML
    #[arg(add = ArgValueCompleter::new(completion::experiments))]
    pub experiment: String,
    /// Change a value: path=value, or path+=value to add to a list
    #[arg(short = 's', long = "set", value_name = "PATH=VALUE", add = ArgValueCompleter::new(completion::paths))]
    pub set: Vec<String>,
    /// A profile of the experiment
    #[arg(long, value_name = "NAME", add = ArgValueCompleter::new(completion::profiles))]
    pub profile: Option<String>,
    /// Only these points: axis=pattern,.. (may be given several times)
    #[arg(long, value_name = "SELECTOR", add = ArgValueCompleter::new(completion::selectors))]
    pub only: Vec<String>,
    /// Folder of finished cells [default: .rejudge/cache; of a shard .rejudge/shards/<id>/<shard>]
    #[arg(hide_short_help = true, long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Folder of the results [default: results/<id>, or a folder of its own under results/<id>/variants for
    /// a run with -s, --profile or --only]
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
    /// Threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Stop at the first cell that fails
    #[arg(hide_short_help = true, long)]
    pub fail_fast: bool,
    /// Write the scores of every topic under every judgment set, not only under the full judgments
    #[arg(hide_short_help = true, long, conflicts_with = "shard")]
    pub keep_scores: bool,
    /// Compute only this part of the plan and write no results: hash:K/N by (collection, draw), the same
    /// when the grid grows, or slice:K/N by place, all of about the same cost, or `auto`: the task of a
    /// Slurm array job that this is, slice:K/N of its N tasks; `rejudge merge` makes them one
    #[arg(
        long, value_name = "SHARD", conflicts_with_all = ["results", "executor"], value_parser = slurm::named
    )]
    pub shard: Option<Shard>,
    /// Compute nothing unless this is the identity of the plan, as `rejudge plan` prints it
    #[arg(hide_short_help = true, long, value_name = "IDENTITY", requires = "shard")]
    pub of_plan: Option<String>,
    #[command(flatten)]
    pub executor: ExecutorArgs,
}

/// Who computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Executor {
    /// This machine
    Local,
    /// A Slurm cluster: shards as tasks of an array job, then a job that merges and checks
    Slurm,
}

/// Who computes, and how it is asked.
#[derive(Debug, Clone, ClapArgs)]
pub struct ExecutorArgs {
    /// Who computes
    #[arg(long, value_name = "WHO", default_value = "local")]
    pub executor: Executor,
    /// What the cluster is asked for
    #[arg(hide_short_help = true, long, value_name = "FILE", default_value = "configs/slurm.yaml")]
    pub slurm_config: PathBuf,
    /// Print the scripts of the jobs, write and submit nothing
    #[arg(hide_short_help = true, long, conflicts_with = "resubmit_failed")]
    pub dry_run: bool,
    /// Submit those shards again that failed or are missing, and no others
    #[arg(hide_short_help = true, long)]
    pub resubmit_failed: bool,
    /// Return when the jobs are submitted
    #[arg(hide_short_help = true, long)]
    pub detach: bool,
}

/// `rejudge merge`
#[derive(Debug, ClapArgs)]
pub struct Merge {
    #[command(flatten)]
    pub experiment: Experiment,
    /// Folders of all shards of one division, such as .rejudge/shards/<id>/hash-*-of-8; `-`: a line each on
    /// standard input
    #[arg(value_name = "SHARD", required = true)]
    pub shards: Vec<PathBuf>,
    /// Write the scores of every topic under every judgment set, not only under the full judgments
    #[arg(hide_short_help = true, long)]
    pub keep_scores: bool,
}

/// `rejudge status`
#[derive(Debug, Clone, ClapArgs)]
pub struct Status {
    /// Name of an experiment, or a path to YAML
    #[arg(add = ArgValueCompleter::new(completion::experiments))]
    pub experiment: String,
    /// As the shards were computed: a value that is changed
    #[arg(short = 's', long = "set", value_name = "PATH=VALUE", add = ArgValueCompleter::new(completion::paths))]
    pub set: Vec<String>,
    /// As the shards were computed: a profile of the experiment
    #[arg(long, value_name = "NAME", add = ArgValueCompleter::new(completion::profiles))]
    pub profile: Option<String>,
    /// As the shards were computed: their points alone
    #[arg(long, value_name = "SELECTOR", add = ArgValueCompleter::new(completion::selectors))]
    pub only: Vec<String>,
    /// Folder of a shard that was computed with --cache, or one with such folders in it
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
}

impl Status {
    /// The choice that was typed.
    pub fn choice(&self) -> Choice {
        let Self { experiment, set, profile, only, cache } = self.clone();
        Choice { experiment, set, profile, only, cache, results: None }
    }
}
