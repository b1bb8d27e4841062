//! The arguments of `rejudge data`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use clap_complete::ArgValueCompleter;

use crate::cli::completion;

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
