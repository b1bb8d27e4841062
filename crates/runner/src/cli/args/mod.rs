//! The list of verbs (`verbs`), and the arguments that several verbs share. If only one verb has an argument,
//! the argument is a field of a struct in the verb's module. The doc comments of fields become the help page.

pub mod choice;
pub mod experiment;
pub mod files;
pub mod rules;
pub mod table;
pub mod typed;
mod verbs;

use std::fmt::Display;
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Parser};
use rejudge_session::{COLLECTIONS, EXPERIMENTS, Places};

pub use verbs::{Command, command};

use crate::cli::output::{Failure, check_folder, remark};

/// The end of the long help and of the manual page.
const AFTER_HELP: &str = "\
Exit codes: 0 success; 1 a check failed; 2 wrong usage or configuration; 3 bad data, a failed cell, or an empty table; \
4 nothing could be checked, the results to check are missing, or the topics are too few for a verdict (eval --allow); 70 internal error, please report; 85 shard stopped on request; \
130 interrupted.

Environment: REJUDGE_DATA, the folder of the collections' files (default: rejudge in XDG_DATA_HOME or ~/.local/share); \
REJUDGE_CACHE, the cache folder; REJUDGE_OFFLINE, never download; REJUDGE_SHARDS, the number of tasks for --shard auto on Kubernetes; REJUDGE_LOG, the log level, such as info; NO_COLOR, no colours.

Results go to stdout; notes, warnings and progress go to stderr.";

/// How reliable is a test collection? Scores and compares runs, audits test collections, and repeats published experiments
#[derive(Debug, Parser)]
#[command(name = "rejudge", version, propagate_version = true, after_long_help = AFTER_HELP)]
pub struct Args {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

/// Options that all verbs share. A help page shows them after the verb's own options.
#[derive(Debug, Clone, ClapArgs)]
pub struct Global {
    /// Hide progress bars, warnings and most notes
    #[arg(long, global = true, display_order = 900)]
    pub quiet: bool,
    /// Folder of experiments, used instead of the built-in ones
    #[arg(long, global = true, display_order = 900, value_name = "DIR", default_value = EXPERIMENTS)]
    pub experiments: PathBuf,
    /// Folder of collection descriptions, used instead of the built-in ones
    #[arg(long, global = true, display_order = 900, value_name = "DIR", default_value = COLLECTIONS)]
    pub collections: PathBuf,
}

impl Global {
    /// Prints remarks on stderr, unless `--quiet` is given.
    pub fn remarks<T: Display>(&self, texts: impl IntoIterator<Item = T>) {
        if !self.quiet {
            texts.into_iter().for_each(remark);
        }
    }

    /// Prints a remark on stderr, unless `--quiet` is given.
    pub fn remark(&self, text: impl Display) {
        self.remarks([text]);
    }

    /// Refuses `--collections` if its folder does not exist. The default folder need not exist.
    pub fn check_collections(&self) -> Result<(), Failure> {
        if self.collections == Path::new(COLLECTIONS) {
            Ok(())
        } else {
            check_folder(&self.collections, "--collections")
        }
    }

    /// Returns the folders in which names of experiments and collections are looked up.
    pub fn places(&self) -> Places {
        Places { experiments: self.experiments.clone(), collections: self.collections.clone() }
    }
}
