//! `rejudge run --shard`: the cells of a shard into its own cache, and its record beside them.

use std::path::PathBuf;

use super::args::Global;
use super::args::run::{Experiment, Run};
use super::interrupt::Stopped;
use super::output::{Failure, remark};
use super::plan::{Planned, planned_in, resolved_grid};
use super::run::{Computed, How, compute, failures, home, locked};
use rejudge_exec::shard::{Alive, FailedCell, Origin, Part, Record, Shard, State, part};
use rejudge_grid::Grid;
use rejudge_grid::plan::Plan;
use rejudge_store::cache::{Cache, Key};

/// Where the shards of an experiment are, unless `--cache` says otherwise.
pub fn shards_folder(grid: &Grid, args: &Experiment) -> PathBuf {
    home(".rejudge/shards", grid, &args.only)
}

/// Computes what is missing of a shard.
pub fn run(global: &Global, args: &Run, shard: Shard) -> Result<u8, Failure> {
    let grid = resolved_grid(global, &args.experiment)?;
    let default = || shards_folder(&grid, &args.experiment).join(shard.folder());
    let folder = args.experiment.cache.clone().unwrap_or_else(default);
    // Before the cache is opened: whoever holds it is writing to it.
    let _lock = locked(&folder, || {})?;
    // Before the plan, for which large files are hashed: one that was killed has left its last sign, and
    // would be silent so long.
    let alive = Alive::in_folder(&folder);
    let Planned { grid, plan, cache, gaps } = planned_in(&folder, grid, &args.experiment)?;
    let origin = Origin::of(&grid, &plan, &args.experiment.only);
    check_plan(args.of_plan.as_deref(), &grid, &plan, &origin)?;
    let part = part(&grid, &plan, &cache, &shard);
    let labels = part.units.iter().map(|unit| plan.groups[unit.group].label_of_draw(&grid, unit.draw));
    let keys = part.keys().copied().collect();
    let mut record = Record::new(origin, shard, labels.collect(), keys, absent(&part, &cache));
    let before = record.keys.len() - record.missing.len();
    record.write(&folder)?;
    let planned = Planned { grid, plan: Plan { groups: part.groups.clone(), ..plan }, cache, gaps };
    let how = How {
        fail_fast: args.fail_fast,
        only: &args.experiment.only,
        stopped: Stopped::Shard,
        ..How::default()
    };
    let computed = compute(global, &planned, how)?;
    drop(alive);
    record.state = if computed.report.stopped { State::Stopped } else { State::Finished };
    let failed = computed.report.failed.iter().cloned();
    record.failed = failed.map(|(cell, reason)| FailedCell { cell, reason }).collect();
    record.missing = absent(&part, &planned.cache);
    record.write(&folder)?;
    say(global, &planned.grid, &record, &computed, before);
    Ok(computed.code)
}

/// The keys of its own that a shard does not have.
fn absent(part: &Part, cache: &Cache) -> Vec<Key> {
    part.keys().filter(|key| !cache.has(key)).copied().collect()
}

/// Refuses a plan that is not the one that was divided: a machine may lack data that another has.
fn check_plan(expected: Option<&str>, grid: &Grid, plan: &Plan, origin: &Origin) -> Result<(), Failure> {
    let Some(expected) = expected.filter(|expected| *expected != origin.identity) else { return Ok(()) };
    let mut why = format!("{}: the plan is {}, expected {expected}", grid.id, origin.identity);
    for (collection, _) in &plan.no_data {
        let name = &grid.collections[*collection as usize].name;
        why += &format!("; the data of {name} are not here");
    }
    Err(Failure::data(why))
}

fn say(global: &Global, grid: &Grid, record: &Record, computed: &Computed<'_>, before: usize) {
    let (id, report) = (&grid.id, &computed.report);
    if !global.quiet {
        remark(format_args!(
            "{id}: shard {}: {} computed, {before} cached, {} failed; {} of {} keys kept ({:.1} s)",
            record.shard,
            report.computed,
            report.failed.len(),
            record.keys.len() - record.missing.len(),
            record.keys.len(),
            computed.seconds(),
        ));
    }
    for failure in failures(&report.failed) {
        remark(format_args!("error: {failure}"));
    }
    if record.state == State::Stopped {
        remark(format_args!("{id}: shard {} was stopped: the same command goes on from there", record.shard));
    }
}
