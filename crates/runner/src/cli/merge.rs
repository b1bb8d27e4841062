//! `rejudge merge`

use std::path::{Path, PathBuf};

use super::args::Global;
use super::args::run::Merge;
use super::output::{Failure, remark};
use super::run::carry_out;
use rejudge_exec::shard::{Origin, Shards};
use rejudge_session::RunOptions;

pub fn main(global: &Global, args: &Merge) -> Result<u8, Failure> {
    let mut planned = global.places().planned(&args.experiment.choice())?;
    let only = &args.experiment.only;
    let origin = Origin::of(&planned.grid, &planned.plan, only);
    let folders = folders(&args.shards)?;
    let shards = Shards::prove(&origin, &planned.plan, &folders).map_err(Failure::all)?;
    shards.join(&planned.cache, &mut planned.plan)?;
    let failed = shards.failed().count();
    if failed > 0 && !global.quiet {
        remark(format_args!(
            "{}: {failed} cells failed in their shards; they are tried again",
            origin.experiment
        ));
    }
    let options = RunOptions { keep_scores: args.keep_scores, only, ..RunOptions::default() };
    carry_out(global, &args.experiment, planned, options)
}

/// The folders that are named, on the command line or, for `-`, in lines of standard input: no command line
/// has room for tens of thousands.
fn folders(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut folders = Vec::new();
    for name in named {
        if name != Path::new("-") {
            folders.push(name.clone());
            continue;
        }
        for line in std::io::stdin().lines() {
            let line = line.map_err(|error| Failure::data(format!("standard input: {error}")))?;
            folders.extend((!line.is_empty()).then(|| PathBuf::from(line)));
        }
    }
    match folders.is_empty() {
        true => Err(Failure::usage("standard input names no folder of a shard")),
        false => Ok(folders),
    }
}
