//! Shards: several processes compute parts of one plan into a shared cache. This module does not start them.
//!
//! A *unit* is one draw of a collection, and is never divided. Each draw of a twin is already a group of the
//! plan. A collection of files is one group with all of its draws. Each of these draws is a unit too, because
//! most cells need only the scores and pairs of their own draw. A cell over all draws belongs to the first
//! draw, and the shard of that draw also computes the cell's inputs from the other draws. A result that
//! several units have in common (scores and facts that do not differ by draw) has one key, which belongs to
//! the first of these units. If another shard needs such scores for its cells and they are not in the cache
//! yet, it computes them again, and gets the same bytes.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;
use std::str::FromStr;

use crate::grid::plan::{CellTask, Group, Plan, Scored};
use crate::grid::{Grid, Point};
use rejudge_store::cache::{Cache, Key};

/// One of several shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the shard, from 1.
    pub number: u32,
    /// The number of shards.
    pub count: u32,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (number, count) = text.split_once('/')?;
            let (number, count): (u32, u32) = (number.parse().ok()?, count.parse().ok()?);
            (1..=count).contains(&number).then_some(Self { number, count })
        };
        parse().ok_or_else(|| format!("found `{text}`, expected K/N with K from 1 to N, such as 2/8"))
    }
}

/// One draw of a collection.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The index of the unit's group in the plan.
    pub group: usize,
    /// The draw, from 1.
    pub draw: u32,
    /// The keys that belong to the unit, in the order of the plan. There is at least one.
    pub keys: Vec<Key>,
}

/// Returns the units of a plan, in the plan's order. Each key belongs to exactly one unit.
pub fn units(plan: &Plan) -> Vec<Unit> {
    let (mut units, mut assigned) = (Vec::new(), HashSet::new());
    for (group_index, group) in plan.groups.iter().enumerate() {
        let first = group.instance.unwrap_or(1);
        let mut by_draw: BTreeMap<u32, Unit> = BTreeMap::new();
        let mut assign = |draw: u32, key: Key| {
            if assigned.insert(key) {
                let unit = || Unit { group: group_index, draw, keys: Vec::new() };
                by_draw.entry(draw).or_insert_with(unit).keys.push(key);
            }
        };
        group.rosters.iter().for_each(|((_, draw), key)| assign(*draw, *key));
        group.scores.iter().for_each(|((_, sample), key)| assign(sample.unwrap_or(first), *key));
        group.cells.iter().for_each(|task| assign(task.draw, task.key));
        units.extend(by_draw.into_values());
    }
    units
}

/// Returns the groups of `plan` with the tasks of `shard`, and with the tasks whose results these need. Units
/// are dealt to the shards in turn, regardless of what is in the cache.
pub fn groups_of_shard(grid: &Grid, plan: &Plan, cache: &Cache, shard: Shard) -> Vec<Group> {
    let mut by_group: BTreeMap<usize, Vec<Unit>> = BTreeMap::new();
    for unit in units(plan).into_iter().skip(shard.number as usize - 1).step_by(shard.count as usize) {
        by_group.entry(unit.group).or_default().push(unit);
    }
    by_group.into_iter().map(|(index, units)| with_units(grid, &plan.groups[index], &units, cache)).collect()
}

/// Returns a group with the tasks of these units, and with the tasks whose results these need.
fn with_units(grid: &Grid, group: &Group, units: &[Unit], cache: &Cache) -> Group {
    let draws: BTreeSet<u32> = units.iter().map(|unit| unit.draw).collect();
    let keys: HashSet<&Key> = units.iter().flat_map(|unit| &unit.keys).collect();
    let indices: HashMap<(u32, Point, u32), usize> =
        (0..).zip(&group.cells).map(|(cell, task)| ((task.statistic, task.point, task.draw), cell)).collect();
    let all_draws: BTreeSet<u32> = group.cells.iter().map(|task| task.draw).collect();
    let mut needed_draws = draws.clone();
    let (mut cells, mut scored): (BTreeSet<usize>, HashSet<Scored>) = Default::default();
    for (cell, task) in group.cells.iter().enumerate() {
        if !draws.contains(&task.draw) || !keys.contains(&task.key) {
            continue;
        }
        let definition = &grid.statistics[task.statistic as usize];
        let task_draws =
            if definition.kind.is_over_all_draws() { all_draws.clone() } else { BTreeSet::from([task.draw]) };
        needed_draws.extend(&task_draws);
        let base_cells = task_draws.iter().flat_map(|&draw| {
            let points = definition.points_of(task.point, grid);
            points.filter_map(move |point| Some((definition.base? as u32, point, draw)))
        });
        let base_cells = base_cells.filter_map(|base| indices.get(&base).copied());
        for needed in std::iter::once(cell).chain(base_cells) {
            let CellTask { statistic, point, draw, .. } = group.cells[needed];
            let definition = &grid.statistics[statistic as usize];
            let points = definition.points_of(point, grid).filter(|_| definition.needs_scores());
            scored.extend(points.map(|point| (point.score_point(), grid.sample_draw(&point, draw))));
            cells.insert(needed);
        }
    }
    let (mut rosters, mut scores) = (group.rosters.clone(), group.scores.clone());
    rosters.retain(|(_, draw), _| needed_draws.contains(draw));
    scores.retain(|point, key| keys.contains(key) || scored.contains(point));
    let cells = cells.into_iter().map(|cell| group.cells[cell]).collect();
    Group::new((group.collection, group.instance), rosters, scores, cells, cache)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_shards_are_parsed_and_other_texts_are_refused() {
        for text in ["1/1", "2/8", "8/8", "1/4294967295"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in ["", "2", "2/", "/8", "0/8", "9/8", "1/0", "a/8", "1/4294967296", "slice:1/8"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
