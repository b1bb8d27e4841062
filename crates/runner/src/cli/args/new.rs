//! Arguments of `rejudge new`, as typed.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_collections::descriptor::RepeatedDocuments;

use super::eval::QrelsFormatArg;
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
    /// Table of teams, with the columns run and team [default: the part of a run file's name before `__`, or one
    /// team for each run]
    #[arg(long, value_name = "FILE")]
    pub teams: Option<PathBuf>,
    /// Table of pooled runs, with the columns run and pooled (0 or 1) [default: all runs]
    #[arg(long, value_name = "FILE")]
    pub pooled: Option<PathBuf>,
    /// Pool depth [default: inferred from the judgments, if a pool of that depth contains at least 90% of them]
    #[arg(long, value_name = "DEPTH")]
    pub depth: Option<NonZeroU32>,
    /// Experiment to repeat on your collection (`rejudge list`)
    #[arg(long, value_name = "EXPERIMENT", default_value = "sakai-bias", add = ArgValueCompleter::new(completion::experiments))]
    pub extends: String,
    /// Format of the qrels file
    #[arg(hide_short_help = true, long, default_value = "trec")]
    pub qrels_format: QrelsFormatArg,
    /// Ignore columns after the run tag instead of refusing them
    #[arg(hide_short_help = true, long)]
    pub extra_columns: bool,
    /// How to treat a document that a run retrieves twice for a topic
    #[arg(hide_short_help = true, long, value_name = "HOW", default_value = "refuse")]
    pub repeated: RepeatedDocuments,
}
