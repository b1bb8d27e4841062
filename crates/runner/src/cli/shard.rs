//! `rejudge run --shard`: the cells of a shard into the cache, and no results.

use super::args::Global;
use super::args::run::{Experiment, Run};
use super::interrupt::Interruptible;
use super::output::{Failure, remark};
use super::run::cache_and_size;
use super::terminal::Terminal;
use rejudge_descriptor::DATA_VARIABLE;
use rejudge_eval::plural::{counted, of_number};
use rejudge_exec::shard::{Identity, Shard, part};
use rejudge_grid::plan::Plan;
use rejudge_grid::{Collection, Grid};
use rejudge_session::{Planned, RunOptions};

/// Computes what is missing of a shard.
pub fn run(global: &Global, args: &Run, shard: Shard) -> Result<u8, Failure> {
    let (choice, terminal) = (args.experiment.choice(), Terminal::of(global, Interruptible::Shard));
    let mut planned = global.places().planned(&choice)?;
    if let Some(expected) = &args.of_plan {
        check_plan(expected, &planned, &args.experiment)?;
    }
    let Planned { grid, plan, cache, .. } = &mut planned;
    if !plan.no_data.is_empty() && !global.quiet {
        let cells: usize = plan.no_data.iter().map(|(_, cells)| cells).sum();
        remark(format_args!(
            "{}: shard {shard} is without the data of {}, which are not here ({DATA_VARIABLE}): {} of the plan {} for \
             them",
            grid.id,
            without_data(grid, plan),
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

/// Collections whose data are missing.
fn without_data(grid: &Grid, plan: &Plan) -> String {
    let name = |(collection, _): &(u32, usize)| &grid.collections[*collection as usize];
    plan.no_data.iter().map(name).map(|Collection { name, .. }| name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Refuses a plan that is not the one that was divided, and says what differs.
pub fn check_plan(expected: &Identity, planned: &Planned, experiment: &Experiment) -> Result<(), Failure> {
    let Planned { grid, plan, .. } = planned;
    let found = Identity::of(grid, plan, &experiment.only);
    let differs = if found == *expected {
        return Ok(());
    } else if found.version != expected.version {
        format!("it was made by rejudge {}, and this is rejudge {}", expected.version, found.version)
    } else if found.settings != expected.settings {
        format!("its settings differ from those of this run, which has {}", experiment.changes())
    } else if found.data != expected.data && !plan.no_data.is_empty() {
        format!(
            "the data of {} are not here ({DATA_VARIABLE}), or other files differ",
            without_data(grid, plan)
        )
    } else if found.data != expected.data {
        "the files of its collections differ from those here".to_owned()
    } else {
        "it has other cells: tables, claims or descriptions of collections differ from those here".to_owned()
    };
    Err(Failure::data(format!("{}: the plan is {found}, expected {expected}: {differs}", grid.id)))
}
