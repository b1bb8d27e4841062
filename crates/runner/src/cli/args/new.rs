//! Arguments of `rejudge new`, as typed.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;

use super::files::FileArgs;
use crate::cli::completion;

const USAGE: &str = "rejudge new NAME --qrels FILE --runs DIR [OPTIONS]";

/// `rejudge new`
#[derive(Debug, ClapArgs)]
#[command(override_usage = USAGE)]
pub struct New {
    /// Name of the collection and of the experiment, and the folder to create: a-z, 0-9 and `-`
    pub name: String,
    /// Qrels file
    #[arg(long, value_name = "FILE")]
    pub qrels: PathBuf,
    /// Folder of runs, a run file, or a quoted pattern ('runs/*.gz')
    #[arg(long, value_name = "DIR")]
    pub runs: PathBuf,
    #[command(flatten)]
    pub more: FileArgs,
    /// Pool depth [default: inferred from the judgments, if a pool of that depth contains at least 90% of them]
    #[arg(long, value_name = "DEPTH")]
    pub depth: Option<NonZeroU32>,
    /// Experiment to repeat on your collection (`rejudge list`)
    #[arg(long, value_name = "EXPERIMENT", default_value = "sakai-bias", add = ArgValueCompleter::new(completion::experiments))]
    pub extends: String,
}
