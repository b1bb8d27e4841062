//! Arguments of `rejudge simulate`, as typed.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;

use super::eval::QrelsFormatArg;
use crate::cli::completion;

/// `rejudge simulate`
#[derive(Debug, ClapArgs)]
pub struct Simulate {
    /// Name of a simulated collection
    #[arg(required_unless_present = "like", conflicts_with = "like", add = ArgValueCompleter::new(completion::collections))]
    pub collection: Option<String>,
    /// Folder to create; it must not exist yet
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Write grades as in the files of this collection (`trec03-twin --as trec03`), so that the folder can replace
    /// it
    #[arg(long = "as", value_name = "COLLECTION", conflicts_with = "like", add = ArgValueCompleter::new(completion::collections))]
    pub grades_of: Option<String>,
    /// Root seed
    #[arg(long, default_value_t = 20_090_107)]
    pub seed: u64,
    /// Number of the draw
    #[arg(long, default_value_t = 1)]
    pub draw: u32,
    #[command(flatten)]
    pub fit: LikeArgs,
}

/// A twin of a collection at hand.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Simulate your own collection")]
pub struct LikeArgs {
    /// Simulate a collection with the statistics of this qrels file and these runs (a folder, or a quoted pattern,
    /// 'runs/*.gz'). Writes a description, which contains only statistics and constants, a draw, and how well it
    /// matches
    #[arg(long, num_args = 2, value_names = ["QRELS", "RUNS"])]
    pub like: Option<Vec<PathBuf>>,
    /// Table of teams, with the columns run and team [default: the part of a run file's name before `__`, or one
    /// team for each run]
    #[arg(long, value_name = "FILE")]
    pub teams: Option<PathBuf>,
    /// Table of pooled runs, with the columns run and pooled (0 or 1) [default: all runs]
    #[arg(long, value_name = "FILE")]
    pub pooled: Option<PathBuf>,
    /// Table of runs that can represent their team, with the columns run and eligible (0 or 1) [default: all runs]
    #[arg(long, value_name = "FILE")]
    pub eligible: Option<PathBuf>,
    /// Format of the qrels file [default: trec]
    #[arg(long)]
    pub qrels_format: Option<QrelsFormatArg>,
    /// Ignore columns after the run tag instead of refusing them
    #[arg(long)]
    pub extra_columns: bool,
    /// Pool depth [default: inferred from the judgments, or a depth to which 95% are judged, at most 100]
    #[arg(long, value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..))]
    pub pool_depth: Option<u32>,
    /// Name of the simulated collection, which is part of its seed: a-z, 0-9 and `-` [default: the name of the
    /// folder]
    #[arg(long, value_name = "NAME")]
    pub id: Option<String>,
    /// Number of draws to fit the constants with [default: 12]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub passes: Option<u32>,
    /// Number of draws to measure the match with, none of which is used for the fit [default: 8]
    #[arg(long, value_name = "DRAWS", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub check_draws: Option<u32>,
    /// Keep the names of the teams instead of calling them team01 and so on, by number of runs and unique
    /// contributions
    #[arg(long)]
    pub keep_names: bool,
    /// Write the description and how well it matches, but no draw
    #[arg(long)]
    pub no_files: bool,
}

impl LikeArgs {
    /// An option that goes with --like only. clap cannot say so: it drops what an option requires where a
    /// collection is named, which conflicts with it.
    pub fn named(&self) -> Option<&'static str> {
        let given = [
            ("--teams", self.teams.is_some()),
            ("--pooled", self.pooled.is_some()),
            ("--eligible", self.eligible.is_some()),
            ("--qrels-format", self.qrels_format.is_some()),
            ("--extra-columns", self.extra_columns),
            ("--pool-depth", self.pool_depth.is_some()),
            ("--id", self.id.is_some()),
            ("--passes", self.passes.is_some()),
            ("--check-draws", self.check_draws.is_some()),
            ("--keep-names", self.keep_names),
            ("--no-files", self.no_files),
        ];
        given.into_iter().find(|&(_, is_given)| is_given).map(|(name, _)| name)
    }
}
