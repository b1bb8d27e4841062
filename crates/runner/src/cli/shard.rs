//! `rejudge run --shard`: the cells of a shard into the cache, and no results.

use super::args::Global;
use super::args::run::Run;
use super::interrupt::Interruptible;
use super::output::{Failure, remark};
use super::run::cache_and_size;
use super::terminal::Terminal;
use crate::session::{Planned, RunOptions};
use rejudge_collections::descriptor::DATA_VARIABLE;
use rejudge_experiment::exec::shard::{Shard, part};
use rejudge_names::plural::{counted, of_number};

/// Computes the missing cells of a shard.
pub fn run(global: &Global, args: &Run, shard: Shard) -> Result<u8, Failure> {
    let (choice, terminal) = (args.experiment.choice(), Terminal::from_options(global, Interruptible::Shard));
    let mut planned = global.places().planned(&choice)?;
    if let Some(expected) = &args.of_plan {
        planned.check_identity(expected)?;
    }
    let Planned { grid, plan, cache, .. } = &mut planned;
    if !plan.no_data.is_empty() && !global.quiet {
        let cells: usize = plan.no_data.iter().map(|(_, cells)| cells).sum();
        remark(format_args!(
            "{}: shard {shard} lacks the data of {}, which are not available ({DATA_VARIABLE}): {} of the plan {} for \
             them",
            grid.id,
            plan.without_data(grid).join(", "),
            counted(cells, "cell"),
            of_number(cells, "waits", "wait"),
        ));
    }
    plan.groups = part(grid, plan, cache, shard);
    let options = RunOptions { fail_fast: args.fail_fast, only: &choice.only, ..RunOptions::default() };
    let computed = planned.compute(options, &terminal)?;
    computed.planned.hashes.keep();
    terminal.say(&computed, || format!("shard {shard}, {}", cache_and_size(&computed.planned.cache)));
    Ok(terminal.code(computed.ended))
}
