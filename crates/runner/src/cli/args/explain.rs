//! Arguments of `rejudge explain`, as typed.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;

use crate::cli::completion;

const USAGE: &str = "rejudge explain EXPERIMENT 'TABLE[ROW, COLUMN]' [OPTIONS]
       rejudge explain EXPERIMENT/STATISTIC[AXIS=VALUE,..] [OPTIONS]
       rejudge explain EXPERIMENT [TABLE]";

const EXAMPLES: &str = "\
Examples:
  rejudge explain sakai-bias \"table-4[AP', Mainichi]\"   a cell of a table, by its row and column
  rejudge explain sakai-bias table-4                    its panels, rows and columns
  rejudge explain audit/mine                            the tables of an audit";

/// `rejudge explain`
#[derive(Debug, Clone, ClapArgs)]
#[command(override_usage = USAGE, after_help = EXAMPLES)]
pub struct Explain {
    /// An experiment: its name, its YAML, or the folder of an audit; and which number of it: a cell of a
    /// table, TABLE[ROW, COLUMN] or TABLE[PANEL, ROW, COLUMN], or an address of cells.parquet
    ///
    /// Without a number: the tables, or the panels, rows and columns of one. Both may be one word,
    /// sakai-bias/table-4[..]; a table that one experiment alone has needs no experiment.
    #[arg(value_name = "EXPERIMENT NUMBER", num_args = 1..=2, required = true, add = ArgValueCompleter::new(completion::steps))]
    pub what: Vec<String>,
    /// Which draw
    #[arg(long, default_value_t = 1)]
    pub draw: u32,
    /// Change a value of the experiment
    #[arg(hide_short_help = true, short = 's', long = "set", value_name = "PATH=VALUE", add = ArgValueCompleter::new(completion::paths))]
    pub set: Vec<String>,
    /// Folder of finished cells [default: that of REJUDGE_CACHE, or .rejudge/cache]
    #[arg(
        hide_short_help = true, long, value_name = "DIR",
        default_value_os_t = rejudge_session::cache_folder(), hide_default_value = true
    )]
    pub cache: PathBuf,
    /// Folder of the results that the value is read from [default: results/<id>; of an audit its own]
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
}
