//! `rejudge run --shard`: the cells of a shard into its own cache, and its record beside them.

use std::path::{Path, PathBuf};

use super::args::Global;
use super::args::run::Run;
use super::interrupt::Interruptible;
use super::output::{Failure, remark};
use super::terminal::Terminal;
use rejudge_descriptor::DATA_VARIABLE;
use rejudge_eval::plural::{counted, of_number};
use rejudge_exec::shard::{Alive, FailedCell, Origin, Part, Record, Shard, State, part};
use rejudge_grid::Grid;
use rejudge_grid::plan::Plan;
use rejudge_session::{Choice, Computed, Planned, RunOptions, failures, lock};
use rejudge_store::cache::{Cache, Key};

/// Where the shards of an experiment are, unless `--cache` says otherwise.
pub fn shards_folder(grid: &Grid, choice: &Choice) -> PathBuf {
    choice.folder_under(".rejudge/shards", grid)
}

/// Computes what is missing of a shard.
pub fn run(global: &Global, args: &Run, shard: Shard) -> Result<u8, Failure> {
    let (choice, terminal) = (args.experiment.choice(), Terminal::of(global, Interruptible::Shard));
    let grid = global.places().grid(&choice)?;
    let default = || shards_folder(&grid, &choice).join(shard.folder());
    let folder = choice.cache.clone().unwrap_or_else(default);
    // Before the cache is opened: whoever holds it is writing to it.
    let _lock = lock(&folder, &terminal)?;
    // Before the plan, for which large files are hashed: one that was killed has left its last sign, and
    // would be silent so long.
    let alive = Alive::in_folder(&folder);
    let Planned { grid, plan, cache, gaps, hashes } = Planned::in_folder(&folder, grid, &choice)?;
    let origin = Origin::of(&grid, &plan, &choice.only);
    check_plan(args.of_plan.as_deref(), &grid, &plan, &origin)?;
    let part = part(&grid, &plan, &cache, &shard);
    let labels = part.units.iter().map(|unit| plan.groups[unit.group].label_of_draw(&grid, unit.draw));
    let keys = part.keys().copied().collect();
    let mut record = Record::new(origin, shard, labels.collect(), keys, absent(&part, &cache));
    let before = record.keys.len() - record.missing.len();
    if before > 0 {
        record.earlier_versions = Record::earlier_versions_in(&folder);
    }
    record.write(&folder)?;
    say_of_plan(global, &grid, &plan, &record, &folder);
    let planned = Planned { grid, plan: Plan { groups: part.groups.clone(), ..plan }, cache, gaps, hashes };
    let options = RunOptions { fail_fast: args.fail_fast, only: &choice.only, ..RunOptions::default() };
    let computed = planned.compute(options, &terminal)?;
    drop(alive);
    record.state = if computed.report.stopped { State::Stopped } else { State::Finished };
    let failed = computed.report.failed.iter().cloned();
    record.failed = failed.map(|(cell, reason)| FailedCell { cell, reason }).collect();
    record.missing = absent(&part, &computed.planned.cache);
    record.write(&folder)?;
    say(global, &record, &computed, before);
    Ok(terminal.code(computed.ended))
}

/// Says before anything is computed what the plan lacks here, and whether shards beside this one are of
/// another plan: merging would refuse them together, hours later.
fn say_of_plan(global: &Global, grid: &Grid, plan: &Plan, record: &Record, folder: &Path) {
    let (id, shard) = (&grid.id, record.shard);
    if !plan.no_data.is_empty() && !global.quiet {
        let cells: usize = plan.no_data.iter().map(|(_, cells)| cells).sum();
        let names = &record.plan.without_data;
        remark(format_args!(
            "{id}: shard {shard} is without the data of {}, which are not here ({DATA_VARIABLE}): {} of \
             the plan {} for them; `rejudge data verify {}` says how to get them",
            names.join(", "),
            counted(cells, "cell"),
            of_number(cells, "waits", "wait"),
            names[0],
        ));
    }
    let of_another = |beside: Record| Some((beside.shard, beside.plan.differs(&record.plan)?));
    if let Some((beside, differs)) = beside(record, folder).find_map(of_another) {
        remark(format_args!(
            "warning: {id}: shard {beside} beside shard {shard} {differs}: `rejudge merge` refuses the two together"
        ));
    }
    if !record.earlier_versions.is_empty() && !global.quiet {
        remark(format_args!(
            "{id}: shard {shard} has cells of rejudge {}, taken over where nothing that they depend on changed",
            record.earlier_versions.join(", ")
        ));
    }
}

/// Shards of the same division in folders beside this one: the first, and its neighbours. Each of thousands
/// of shards may ask.
fn beside(record: &Record, folder: &Path) -> impl Iterator<Item = Record> {
    let Shard { division, number, of } = record.shard;
    let above = folder.parent().map(Path::to_owned).unwrap_or_default();
    let numbers = [Some(1), number.checked_sub(1), number.checked_add(1)].into_iter().flatten();
    let others = numbers.filter(move |other| *other != number && (1..=of).contains(other));
    let shards = others.map(move |number| Shard { division, number, of });
    shards.filter_map(move |shard| {
        Record::read(&above.join(shard.folder())).ok().filter(|record| record.shard == shard)
    })
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

fn say(global: &Global, record: &Record, computed: &Computed, before: usize) {
    let (id, report) = (&computed.planned.grid.id, &computed.report);
    if !global.quiet {
        remark(format_args!(
            "{id}: shard {}: {} computed, {before} cached, {} failed; {} of {} kept ({:.1} s)",
            record.shard,
            report.computed,
            report.failed.len(),
            record.keys.len() - record.missing.len(),
            counted(record.keys.len(), "key"),
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
