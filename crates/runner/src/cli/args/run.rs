//! Arguments of `rejudge run`, as typed.

use clap::Args as ClapArgs;

use crate::cli::shard;
use crate::session::{Choice, RunOptions};
use rejudge_experiment::exec::shard::Shard;

/// `rejudge run`
#[derive(Debug, ClapArgs)]
pub struct Run {
    #[command(flatten)]
    pub experiment: Choice,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub options: RunOptions,
    /// Compute only shard K of N into the cache, and write no results; `auto` in an array job of Slurm.
    /// Run `rejudge run --cached` afterwards to write the results
    #[arg(
        long, value_name = "K/N", conflicts_with = "results",
        value_parser = shard::named
    )]
    pub shard: Option<Shard>,
}
