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
    /// Folder to write, which must not exist
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Write grades as the files of this collection have them (`trec03-twin --as trec03`), so that the
    /// folder can stand in for it
    #[arg(long = "as", value_name = "COLLECTION", conflicts_with = "like", add = ArgValueCompleter::new(completion::collections))]
    pub grades_of: Option<String>,
    /// Root seed
    #[arg(long, default_value_t = 20_090_107)]
    pub seed: u64,
    /// Which draw
    #[arg(long, default_value_t = 1)]
    pub draw: u32,
    #[command(flatten)]
    pub fit: LikeArgs,
}

/// A twin of a collection at hand.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Like a collection at hand")]
pub struct LikeArgs {
    /// Make a twin with the statistics of these judgments and runs (a folder of run files, or a pattern in
    /// quotes, 'runs/*.gz'): a description that holds statistics and constants only, the draw, and how well
    /// it matches
    #[arg(long, num_args = 2, value_names = ["QRELS", "RUNS"])]
    pub like: Option<Vec<PathBuf>>,
    /// Table of runs and teams: run, team [default: the part of a run file's name before `__`, else one
    /// team a run]
    #[arg(long, value_name = "FILE")]
    pub teams: Option<PathBuf>,
    /// Table of the runs that formed the pool: run, 0 or 1, with the header run, pooled [default: those
    /// that look it]
    #[arg(long, value_name = "FILE")]
    pub pooled: Option<PathBuf>,
    /// Table of the runs that may stand for their team: run, 0 or 1, with the header run, eligible
    /// [default: all of them]
    #[arg(long, value_name = "FILE")]
    pub eligible: Option<PathBuf>,
    /// Form of the judgments [default: trec]
    #[arg(long)]
    pub qrels_format: Option<QrelsFormatArg>,
    /// Do not read what follows the tag of a run's line; it is an error otherwise
    #[arg(long)]
    pub extra_columns: bool,
    /// Depth of the pool [default: what the judgments imply, else a depth to which 95% are
    /// judged, at most 100]
    #[arg(long, value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..))]
    pub pool_depth: Option<u32>,
    /// The twin's name, part of its seed: a-z, 0-9 and `-` [default: the name of the folder to write]
    #[arg(long, value_name = "NAME")]
    pub id: Option<String>,
    /// Draws by which the constants are moved [default: 12]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub passes: Option<u32>,
    /// Draws by which the match is told: draws 1 to this number of the twin, none of which moved a constant
    /// [default: 8]
    #[arg(long, value_name = "DRAWS", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub check_draws: Option<u32>,
    /// Keep the teams' names; else they are team01 and so on, by number of runs and unique contributions
    #[arg(long)]
    pub keep_names: bool,
    /// Write the description and how well it matches, not the draw
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
