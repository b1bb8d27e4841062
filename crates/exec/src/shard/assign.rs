//! Which cells of a plan are a shard's own.
//!
//! What is given away whole is a *unit*: one draw of a collection. A twin's draw is a group of the plan
//! already. Files are one group with all draws; their draws are units of their own, since a cell looks at
//! the scores and pairs of its own draw alone. A key that several units have in common (scores and facts
//! that no draw changes) is the first one's own. A shard that needs such scores for its cells computes them
//! again: the bytes are the same, and merging asks for each key of its owner only.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::name::{Division, Shard};
use rejudge_grid::plan::{CellTask, Group, Plan};
use rejudge_grid::{Grid, Point, versus_point};
use rejudge_store::cache::{Cache, Key};

/// One draw of a collection.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Index of its group in the plan.
    pub group: usize,
    /// The draw, from 1.
    pub draw: u32,
    /// The keys that are its own, in the order of the plan; at least one.
    pub keys: Vec<Key>,
}

/// What a shard computes.
#[derive(Clone, Debug)]
pub struct Part {
    /// The units that are its own.
    pub units: Vec<Unit>,
    /// Groups with its own tasks and what they need, as far as an own key is missing.
    pub groups: Vec<Group>,
}

impl Part {
    /// Its own keys.
    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        self.units.iter().flat_map(|unit| &unit.keys)
    }
}

/// The units of a plan, in its order. No two have a key in common, and together they have all.
pub fn units(plan: &Plan) -> Vec<Unit> {
    let (mut units, mut owned) = (Vec::new(), HashSet::new());
    for (at, group) in plan.groups.iter().enumerate() {
        let first = first_draw(group);
        let mut by_draw: BTreeMap<u32, Unit> = BTreeMap::new();
        let mut give = |draw: u32, key: Key| {
            if owned.insert(key) {
                let unit = || Unit { group: at, draw, keys: Vec::new() };
                by_draw.entry(draw).or_insert_with(unit).keys.push(key);
            }
        };
        group.rosters.iter().for_each(|task| give(task.draw, task.key));
        group.scores.iter().for_each(|task| give(task.sample.unwrap_or(first), task.key));
        group.cells.iter().for_each(|task| give(task.draw, task.key));
        units.extend(by_draw.into_values());
    }
    units
}

/// The draw whose unit has what no draw changes.
fn first_draw(group: &Group) -> u32 {
    group.instance.unwrap_or(1)
}

/// The shard that each of the `units` falls to, from 1.
fn assigned(grid: &Grid, plan: &Plan, units: &[Unit], division: Division, of: u32) -> Vec<u32> {
    match division {
        Division::Hash => units.iter().map(|unit| by_hash(grid, plan, unit, of)).collect(),
        Division::Slice => {
            let all: usize = units.iter().map(|unit| unit.keys.len()).sum();
            let mut before = 0.0;
            let slice = |unit: &Unit| {
                // The middle of the unit decides, so that no slice is more than half a unit off.
                let keys = unit.keys.len() as f64;
                let middle = (before + keys / 2.0) / all as f64;
                before += keys;
                1 + ((middle * f64::from(of)) as u32).min(of - 1)
            };
            units.iter().map(slice).collect()
        }
    }
}

fn by_hash(grid: &Grid, plan: &Plan, unit: &Unit, of: u32) -> u32 {
    let name = &grid.collections[plan.groups[unit.group].collection as usize].name;
    let hash = blake3::hash(format!("{name}\n{}", unit.draw).as_bytes());
    let number = hash.as_bytes()[..8].iter().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
    1 + (number % u64::from(of)) as u32
}

/// The units of every shard of a division.
pub fn part_of_each(grid: &Grid, plan: &Plan, division: Division, of: u32) -> Vec<(Shard, Vec<Unit>)> {
    let all = units(plan);
    let assigned = assigned(grid, plan, &all, division, of);
    let mut parts: Vec<(Shard, Vec<Unit>)> =
        Shard::all(division, of).map(|shard| (shard, Vec::new())).collect();
    for (unit, number) in all.into_iter().zip(assigned) {
        parts[number as usize - 1].1.push(unit);
    }
    parts
}

/// The part of `plan` that falls to `shard`; what `cache` holds is not missing from it.
pub fn part(grid: &Grid, plan: &Plan, cache: &Cache, shard: &Shard) -> Part {
    let all = units(plan);
    let assigned = assigned(grid, plan, &all, shard.division, shard.of);
    let own = all.into_iter().zip(assigned).filter(|(_, number)| *number == shard.number);
    // Not by way of all parts: there may be billions of shards, of which most have nothing to do.
    let units: Vec<Unit> = own.map(|(unit, _)| unit).collect();
    let mut by_group: BTreeMap<usize, Vec<&Unit>> = BTreeMap::new();
    for unit in units.iter().filter(|unit| unit.keys.iter().any(|key| !cache.has(key))) {
        by_group.entry(unit.group).or_default().push(unit);
    }
    let groups =
        by_group.into_iter().map(|(at, own)| narrowed(grid, &plan.groups[at], &own, cache)).collect();
    Part { units, groups }
}

/// A group with the tasks of `own` units and those that they are computed from.
fn narrowed(grid: &Grid, group: &Group, own: &[&Unit], cache: &Cache) -> Group {
    let draws: BTreeSet<u32> = own.iter().map(|unit| unit.draw).collect();
    let keys: HashSet<&Key> = own.iter().flat_map(|unit| &unit.keys).collect();
    let at: HashMap<(u32, Point, u32), usize> =
        (0..).zip(&group.cells).map(|(at, task)| ((task.statistic, task.point, task.draw), at)).collect();
    let (mut cells, mut scored): (BTreeSet<usize>, HashSet<(Point, Option<u32>)>) = Default::default();
    for (place, task) in group.cells.iter().enumerate() {
        if !draws.contains(&task.draw) || !keys.contains(&task.key) {
            continue;
        }
        for of in std::iter::once(place).chain(looked_at(grid, task).filter_map(|of| at.get(&of).copied())) {
            cells.insert(of);
            scored.extend(scores_of(grid, &group.cells[of]));
        }
    }
    let is_scored = |point: &Point, sample| scored.contains(&(*point, sample));
    let mut narrow = Group {
        collection: group.collection,
        instance: group.instance,
        rosters: group.rosters.iter().filter(|task| draws.contains(&task.draw)).copied().collect(),
        scores: group
            .scores
            .iter()
            .filter(|task| keys.contains(&task.key) || is_scored(&task.point, task.sample))
            .copied()
            .collect(),
        cells: cells.into_iter().map(|at| group.cells[at]).collect(),
        missing: BTreeSet::new(),
    };
    narrow.missing = narrow.keys().into_iter().filter(|key| !cache.has(key)).collect();
    narrow
}

/// The cells of another statistic that a cell looks at.
fn looked_at(grid: &Grid, task: &CellTask) -> impl Iterator<Item = (u32, Point, u32)> {
    let kind = &grid.statistics[task.statistic as usize].kind;
    let other = kind.versus().and_then(|versus| versus_point(versus, grid, &task.point));
    let (of, draw) = (kind.of(), task.draw);
    [Some(task.point), other].into_iter().flatten().filter_map(move |point| Some((of? as u32, point, draw)))
}

/// The scores that a cell is computed from.
fn scores_of(grid: &Grid, task: &CellTask) -> impl Iterator<Item = (Point, Option<u32>)> {
    let kind = &grid.statistics[task.statistic as usize].kind;
    let other = kind.versus().and_then(|versus| versus_point(versus, grid, &task.point));
    let points = if kind.needs_scores() { [Some(task.point), other] } else { [None, None] };
    points.into_iter().flatten().map(|point| (point, grid.sample_draw(&point, task.draw)))
}
