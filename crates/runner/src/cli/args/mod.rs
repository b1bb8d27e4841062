//! Arguments, as typed: a struct a verb, whose comments are its help page. `verbs` is their registry.

pub mod audit;
mod choice;
pub mod comparison;
pub mod eval;
pub mod explain;
pub mod labels;
pub mod new;
pub mod pool;
pub mod rules;
pub mod run;
pub mod simulate;
pub mod subtopics;
pub mod table;
mod verbs;

use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Parser, Subcommand};
use clap_complete::ArgValueCompleter;
use rejudge_collections::descriptor::plain;

use super::completion;
use run::Experiment;
use table::FormArgs;
pub use verbs::{Command, command};

use crate::session::Places;

/// What the long help and the manual page add.
const MORE: &str = "\
Exit codes: 0 success; 1 a check failed; 2 wrong usage or configuration; 3 bad data, a failed cell, or an empty table; \
4 nothing could be checked, or the results to check are missing; 70 internal error, please report; 85 shard stopped on request; \
130 interrupted.

Environment: REJUDGE_DATA, the folder of the collections' files (default: rejudge in XDG_DATA_HOME or ~/.local/share); \
REJUDGE_CACHE, the cache folder; REJUDGE_OFFLINE, never download; REJUDGE_LOG, the log level, such as info; NO_COLOR, no colours.

Results go to stdout; notes, warnings and progress go to stderr.";

/// How reliable is a test collection? Audits pools, scores and compares runs, and repeats published experiments
#[derive(Debug, Parser)]
#[command(name = "rejudge", version, propagate_version = true, after_long_help = MORE)]
pub struct Args {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

/// What all commands share; in help it stands after what a command has of its own.
#[derive(Debug, Clone, ClapArgs)]
pub struct Global {
    /// Show errors only: no progress bars, no notes
    #[arg(long, global = true, display_order = 900)]
    pub quiet: bool,
    /// Format of the log on stderr
    #[arg(
        long,
        global = true,
        hide_short_help = true,
        display_order = 900,
        value_name = "FORM",
        default_value = "text"
    )]
    pub log: LogForm,
    /// Folder of experiments, used instead of the built-in ones
    #[arg(long, global = true, display_order = 900, value_name = "DIR", default_value = EXPERIMENTS)]
    pub experiments: PathBuf,
    /// Folder of collection descriptions, used instead of the built-in ones
    #[arg(long, global = true, display_order = 900, value_name = "DIR", default_value = COLLECTIONS)]
    pub collections: PathBuf,
}

/// The folders of experiments and descriptions, unless others are named.
pub const EXPERIMENTS: &str = "experiments";
pub const COLLECTIONS: &str = "configs/collections";

impl Global {
    /// Returns true if no other folders are named. Bundled files appear only in the usual folders, because a named
    /// folder stands for its own content.
    pub fn has_usual_folders(&self) -> bool {
        plain(&self.experiments) == Path::new(EXPERIMENTS)
            && plain(&self.collections) == Path::new(COLLECTIONS)
    }

    /// Where experiments and collections lie.
    pub fn places(&self) -> Places {
        Places::with_data_of_environment(self.experiments.clone(), self.collections.clone())
    }

    /// The words that name these folders on another command line, unless they are the usual ones.
    pub fn places_words(&self) -> Vec<String> {
        let places = [
            ("--experiments", &self.experiments, EXPERIMENTS),
            ("--collections", &self.collections, COLLECTIONS),
        ];
        let others = places.into_iter().filter(|(_, path, usual)| *path != Path::new(usual));
        others.flat_map(|(name, path, _)| [name.to_owned(), path.to_string_lossy().into_owned()]).collect()
    }
}

/// Form of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogForm {
    /// For people
    Text,
    /// One JSON object per line
    Json,
}

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

/// `rejudge plan`
#[derive(Debug, ClapArgs)]
pub struct Plan {
    #[command(flatten)]
    pub experiment: Experiment,
    /// Print the merged experiment, with the file and line that each value comes from
    #[arg(long)]
    pub resolved: bool,
    /// List the cells that would be computed
    #[arg(long)]
    pub cells: bool,
    /// Print one JSON object
    ///
    /// `experiment`, `title`, `file`; `axes` with the number of values of each (`collection`, `runs`,
    /// `judgments` by collection, `measure`, `rules` that are swept);
    /// `cells` over `score-matrices`; `estimate` in words; `identity` of the plan and the `shares` of it
    /// for shards; `cached` and `to-run` count choices of runs, score matrices and statistics, of all
    /// `collections` (`name`, `kind`, `cached`, `to-run`) and of each; `parts` has what these are the sums
    /// of (`of` says what is counted; `all` is `cached`, `to-run` and `in-common`, which draws share);
    /// `waiting` counts cells whose data are not available, which are in no other count; `why` (`never-computed` and
    /// `computed-otherwise` count statistics, `has-earlier-run`, `changed` lists what is not as it was in
    /// the last run: `setting`, `before`, `now`); `no-data` lists what waits for files (`collection`,
    /// `cells`), `stays-empty` what nothing can fill (`table`, `line`, `why`); `remarks` are sentences.
    /// With --cells `missing` (`address`, `draw`), with --resolved `resolved` (`path`, `value`, `file`,
    /// `line`).
    #[arg(long)]
    pub json: bool,
}

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
    /// `code`, the exit code (0: good, 1: a check failed, 4: nothing could be checked, or results are not
    /// there), and `experiments`, a list with `experiment`, its own `code`, its one line (`headline`),
    /// `golden-same` of the accepted numbers, `claims-as-recorded`, and `check`, which is the content of
    /// check.json (null where an experiment has no expected values). With --all also `headline`.
    #[arg(long)]
    pub json: bool,
}

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

/// `rejudge diff`
#[derive(Debug, ClapArgs)]
pub struct Diff {
    /// Folder of results
    pub before: PathBuf,
    /// Folder of results to compare it with
    pub after: PathBuf,
    /// Largest relative difference at which two numbers count as equal
    #[arg(long, default_value_t = 1e-12, value_parser = tolerance, allow_negative_numbers = true)]
    pub tolerance: f64,
    /// Show only how many numbers of each statistic differ
    #[arg(long)]
    pub stat: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

/// A relative difference that numbers may have: of one below 0 no number equals itself, of one that is
/// endless all do.
fn tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a finite number from 0".to_owned())
}

/// `rejudge measures`
#[derive(Debug, ClapArgs)]
pub struct Measures {
    /// Measure to explain: formula, parameters, source and a worked example
    #[arg(add = ArgValueCompleter::new(completion::measures))]
    pub measure: Option<String>,
}

/// `rejudge data`
#[derive(Debug, ClapArgs)]
pub struct Data {
    #[command(subcommand)]
    pub verb: DataVerb,
}

/// `rejudge data get`
#[derive(Debug, ClapArgs)]
pub struct DataGet {
    /// Collections to fetch
    // Named apart from the global `--collections`: clap tells arguments apart by field name.
    #[arg(value_name = "COLLECTION", required = true, add = ArgValueCompleter::new(completion::collections))]
    pub names: Vec<String>,
    /// Take files from this folder instead of downloading them: a clone of a repository, bare or not, or a folder
    /// of clones or of files (owner/name/commit/path). May be repeated
    #[arg(long, value_name = "DIR")]
    pub from: Vec<PathBuf>,
    /// Download from this mirror, laid out as owner/name/commit/path, instead of from the hosts that the
    /// descriptions name
    #[arg(long, value_name = "URL", conflicts_with = "from")]
    pub mirror: Option<String>,
    /// Number of simultaneous downloads
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub at_once: u8,
}

/// The verbs of `rejudge data`.
#[derive(Debug, Subcommand)]
pub enum DataVerb {
    /// List the collections, their kinds, and whether their files are available
    List,
    /// Download collections from their publishers, unpack and verify them
    ///
    /// Collections are stored in the folder that REJUDGE_DATA names, or in rejudge's folder of the user's data
    /// directory. A collection appears only when it is complete; an interrupted download continues where it
    /// stopped.
    Get(DataGet),
    /// Check files against the recorded counts and checksums
    Verify {
        /// Collections to check [default: all whose files are available]
        // Named apart from the global `--collections`: clap tells arguments apart by field name.
        #[arg(value_name = "COLLECTION", add = ArgValueCompleter::new(completion::collections))]
        names: Vec<String>,
    },
}
