//! The arguments of `rejudge list`.

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;

use crate::cli::completion;

/// `rejudge list`
#[derive(Debug, ClapArgs)]
pub struct List {
    /// Show the statistics, tables and measures of this experiment
    #[arg(add = ArgValueCompleter::new(completion::experiments))]
    pub experiment: Option<String>,
    /// Print one JSON object
    ///
    /// Of all experiments: `experiments`, a list with `id`, `title` and `file`. Of one: `id`, `title`,
    /// `file`, and lists of `collections` (`name`, `title`, `kind`, `available`), `measures` (`label`,
    /// `name`), `statistics` (`name`, `components`), `tables` and `figures` (`name`, `caption`), `profiles`
    /// (`name`, `settings`) and `remarks`.
    #[arg(long)]
    pub json: bool,
}
