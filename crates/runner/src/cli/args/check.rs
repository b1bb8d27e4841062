//! The arguments of `rejudge check`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;

use crate::cli::completion;

/// `rejudge check`
#[derive(Debug, ClapArgs)]
pub struct Check {
    /// Names of experiments, or paths of YAML files
    #[arg(value_name = "EXPERIMENT", add = ArgValueCompleter::new(completion::experiments))]
    pub names: Vec<String>,
    /// All experiments
    #[arg(long)]
    pub all: bool,
    /// Folder of the results [default: results/<id>]
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
    /// Print failures as GitHub annotations, on the line of the printed cell
    ///
    /// Also writes a job summary if GITHUB_STEP_SUMMARY names a file. Paths are relative to GITHUB_WORKSPACE if it
    /// is set, and to the working folder otherwise.
    #[arg(long, conflicts_with = "json")]
    pub github: bool,
    /// Print one JSON object
    ///
    /// `code`, the exit code (0: good, 1: a check failed, 3: results of other data or of an earlier experiment, 4:
    /// nothing could be checked, or results are not there), and `experiments`, a list with `experiment`, its own
    /// `code`, its one line (`headline`), `golden-same` of the accepted numbers, `claims-as-recorded`, and `check`,
    /// which is the content of check.json (null where an experiment has no expected values). With --all also
    /// `headline`.
    #[arg(long)]
    pub json: bool,
}
