//! The arguments of `rejudge report`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;

use crate::cli::completion;

/// `rejudge report`
#[derive(Debug, ClapArgs)]
pub struct Report {
    /// Name of an experiment, or the path of a YAML file
    #[arg(required_unless_present_any = ["all", "index"], add = ArgValueCompleter::new(completion::experiments))]
    pub experiment: Option<String>,
    /// All experiments that have results, and results/index.html
    #[arg(long, conflicts_with_all = ["experiment", "results", "index"])]
    pub all: bool,
    /// Write only results/index.html, with a row for each report that exists
    #[arg(long, conflicts_with_all = ["experiment", "results"])]
    pub index: bool,
    /// Folder of the results [default: results/<id>]
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
}
