//! `rejudge merge`

use std::path::{Path, PathBuf};

use super::args::Global;
use super::args::run::Merge;
use super::output::{Failure, remark};
use super::run::carry_out;
use super::shard::shards_folder;
use rejudge_eval::plural::{counted, of_number};
use rejudge_exec::shard::{Again, Origin, Shards, Wrong};
use rejudge_session::RunOptions;

pub fn main(global: &Global, args: &Merge) -> Result<u8, Failure> {
    let mut planned = global.places().planned(&args.experiment.choice())?;
    let only = &args.experiment.only;
    let origin = Origin::of(&planned.grid, &planned.plan, only);
    let folders = folders(&args.shards)?;
    let usual = shards_folder(&planned.grid, &args.experiment.choice());
    let shards = Shards::prove(&origin, &planned.plan, &folders, &usual)
        .map_err(|wrong| refused(wrong, &args.experiment.words(global), &usual))?;
    shards.join(&planned.cache, &mut planned.plan)?;
    let failed = shards.failed().count();
    if failed > 0 && !global.quiet {
        remark(format_args!(
            "{}: {} failed in {}; {} tried again",
            origin.experiment,
            counted(failed, "cell"),
            of_number(failed, "its shard", "their shards"),
            of_number(failed, "it is", "they are")
        ));
    }
    for (shard, versions) in shards.of_earlier_versions().filter(|_| !global.quiet) {
        remark(format_args!(
            "{}: shard {shard} has cells of rejudge {}, taken over where nothing that they depend on changed",
            origin.experiment,
            versions.join(", ")
        ));
    }
    let options = RunOptions { keep_scores: args.keep_scores, only, ..RunOptions::default() };
    carry_out(global, &args.experiment, planned, options)
}

/// Most shards that are told how to run again, a line each.
const TOLD: usize = 5;

/// Says what is wrong, and which commands mend it; shards lie below `usual` unless they were told otherwise.
fn refused(wrong: Wrong, experiment: &[String], usual: &Path) -> Failure {
    let command = |Again { shard, folder }: &Again| {
        let shard_words = ["--shard".to_owned(), shard.to_string()];
        let mut words = ["rejudge".to_owned(), "run".to_owned()].to_vec();
        words.extend(experiment.iter().cloned().chain(shard_words));
        if *folder != usual.join(shard.folder()) {
            words.extend(["--cache".to_owned(), folder.to_string_lossy().into_owned()]);
        }
        shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
    };
    let Wrong { why, again, more } = wrong;
    let commands: Vec<String> =
        again.iter().take(TOLD).map(|again| format!("  {}", command(again))).collect();
    let failure = Failure::all(why);
    if commands.is_empty() {
        return failure;
    }
    let more = more + again.len() - commands.len();
    let more = if more == 0 { String::new() } else { format!("\n  and so for {more} more") };
    failure.with_help(format!(
        "to mend it, run (what is there already and still of use is not computed again):\n{}{more}",
        commands.join("\n")
    ))
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
