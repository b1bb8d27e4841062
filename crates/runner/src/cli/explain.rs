//! `rejudge explain`

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;

use super::args::Global;
use super::output::{Failure, print};
use super::{GOOD, completion};

const USAGE: &str = "rejudge explain EXPERIMENT 'TABLE[ROW, COLUMN]' [OPTIONS]
       rejudge explain EXPERIMENT/STATISTIC[AXIS=VALUE,..] [OPTIONS]
       rejudge explain EXPERIMENT [TABLE]";

const EXAMPLES: &str = "\
Examples:
  rejudge explain sakai-bias \"table-5[trec03-twin, take-three-teams, AP']\"   a cell of a table
  rejudge explain sakai-bias table-5                                         its panels, rows and columns
  rejudge explain audit/mine                                                 the tables of an audit";

/// `rejudge explain`
#[derive(Debug, Clone, ClapArgs)]
#[command(override_usage = USAGE, after_help = EXAMPLES)]
pub struct Explain {
    /// An experiment (its name, its YAML file, or the folder of its results or of an audit) and one of its numbers: a cell of a
    /// table, TABLE[ROW, COLUMN] or TABLE[PANEL, ROW, COLUMN], or an address from cells.parquet
    ///
    /// Without a number, lists the tables, or the panels, rows and columns of one table. Both can be one word,
    /// sakai-bias/table-4[..]; the experiment may be left out if only one has the table.
    #[arg(value_name = "EXPERIMENT NUMBER", num_args = 1..=2, required = true, add = ArgValueCompleter::new(completion::steps))]
    pub what: Vec<String>,
    /// Number of the draw
    #[arg(long, default_value_t = 1)]
    pub draw: u32,
    /// Change a value of the experiment
    #[arg(hide_short_help = true, short = 's', long = "set", value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Cache folder [default: $REJUDGE_CACHE, or .rejudge/cache]
    #[arg(
        hide_short_help = true, long, value_name = "DIR",
        default_value_os_t = crate::session::cache_folder(), hide_default_value = true
    )]
    pub cache: PathBuf,
    /// Folder of the results to read the value from [default: results/<id>, or the folder of the audit]
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
}

pub fn main(global: &Global, args: &Explain) -> Result<u8, Failure> {
    print(&global.explain(args)?)?;
    Ok(GOOD)
}
