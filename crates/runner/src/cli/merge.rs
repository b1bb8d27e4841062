//! `rejudge merge`

use super::args::Global;
use super::args::run::Merge;
use super::output::{Failure, remark};
use super::plan::planned;
use super::run::{How, carry_out, results_folder};
use rejudge_exec::shard::{Origin, Shards};
use rejudge_table::results::Results;

pub fn main(global: &Global, args: &Merge) -> Result<u8, Failure> {
    let mut planned = planned(global, &args.experiment)?;
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
    let results = Results::new(results_folder(&planned.grid, &args.experiment));
    let how = How { keep_scores: args.keep_scores, only, ..How::default() };
    carry_out(global, &args.experiment, planned, &results, how)
}
