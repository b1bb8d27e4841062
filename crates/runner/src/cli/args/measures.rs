//! The arguments of `rejudge measures`.

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;

use crate::cli::completion;

/// `rejudge measures`
#[derive(Debug, ClapArgs)]
pub struct Measures {
    /// Measure to explain: formula, parameters, source and a worked example
    #[arg(add = ArgValueCompleter::new(completion::measures))]
    pub measure: Option<String>,
}
