//! The arguments of `rejudge accept`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;

use crate::cli::completion;

/// `rejudge accept`
#[derive(Debug, ClapArgs)]
pub struct Accept {
    /// Name of an experiment, or the path of a YAML file
    #[arg(add = ArgValueCompleter::new(completion::experiments))]
    pub experiment: String,
    /// Folder of the results [default: results/<id>]
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
    /// Show what would be accepted, and write nothing
    #[arg(long)]
    pub dry_run: bool,
}
