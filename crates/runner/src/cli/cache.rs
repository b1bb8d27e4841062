//! `rejudge cache`

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use indicatif::DecimalBytes;
use rejudge_collections::contents::HASH_FOLDER;
use rejudge_names::plural::counted;
use rejudge_store::cache::{self, remove_cells};

use super::GOOD;
use super::args::Global;
use super::output::{Failure, print};

/// `rejudge cache`
#[derive(Debug, ClapArgs)]
pub struct Cache {
    #[command(subcommand)]
    pub verb: Option<CacheVerb>,
    /// Cache folder [default: $REJUDGE_CACHE, or .rejudge/cache]
    #[arg(
        long, alias = "cache-dir", global = true, value_name = "DIR",
        default_value_os_t = rejudge_session::cache_folder(), hide_default_value = true
    )]
    pub cache: PathBuf,
}

/// The verbs of `rejudge cache`.
#[derive(Debug, Subcommand)]
pub enum CacheVerb {
    /// Remove all cells, and the stored checksums of data files: the next run computes them again
    #[command(aliases = ["clean", "purge", "prune", "empty"])]
    Clear,
}

pub fn main(global: &Global, args: &Cache) -> Result<u8, Failure> {
    let folder = args.cache.display();
    if !args.cache.is_dir() {
        global.remark(format_args!("{folder}: there is no such folder"));
    }
    match args.verb {
        None => {
            let cache = cache::Cache::open(&args.cache)?;
            print(&format!("{folder}\t{}\t{}\n", counted(cache.len(), "cell"), DecimalBytes(cache.size())))?;
        }
        Some(CacheVerb::Clear) => {
            let hashes = args.cache.join(HASH_FOLDER);
            let entries = hashes.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
            let mut removed = remove_cells(&args.cache)?;
            for folder in entries.filter(|folder| folder.is_dir()) {
                removed += remove_cells(&folder)?;
            }
            global.remark(format_args!("{folder}: removed {}", DecimalBytes(removed)));
        }
    }
    Ok(GOOD)
}
