//! `rejudge merge`

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
    let shards = Shards::prove(&origin, &planned.plan, &args.shards).map_err(Failure::all)?;
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
