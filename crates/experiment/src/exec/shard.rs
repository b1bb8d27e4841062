//! The part of a plan that one of several processes computes into a shared cache. This module does not start shards.
//!
//! A *unit* is one draw of a collection, and is never divided. A twin's draw is a group of the plan already. Files are one
//! group with all draws; their draws are units of their own, because most cells look only at the scores and pairs of their
//! own draw. A cell over all draws belongs to the first, whose shard computes what it looks at in the others. A key that several units have in common (scores and facts that no draw changes) belongs to the first of them. A
//! shard that needs such scores for its cells computes them again if the cache does not have them yet: the bytes are the
//! same.

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
    pub of: u32,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (number, of) = text.split_once('/')?;
            let (number, of) = (number.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&number).then_some(Self { number, of })
        };
        parse().ok_or_else(|| format!("found `{text}`, expected K/N with K from 1 to N, such as 2/8"))
    }
}

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

/// The units of a plan, in its order. No two have a key in common, and together they have all.
pub fn units(plan: &Plan) -> Vec<Unit> {
    let (mut units, mut owned) = (Vec::new(), HashSet::new());
    for (at, group) in plan.groups.iter().enumerate() {
        let first = group.instance.unwrap_or(1);
        let mut by_draw: BTreeMap<u32, Unit> = BTreeMap::new();
        let mut give = |draw: u32, key: Key| {
            if owned.insert(key) {
                let unit = || Unit { group: at, draw, keys: Vec::new() };
                by_draw.entry(draw).or_insert_with(unit).keys.push(key);
            }
        };
        group.rosters.iter().for_each(|((_, draw), key)| give(*draw, *key));
        group.scores.iter().for_each(|((_, sample), key)| give(sample.unwrap_or(first), *key));
        group.cells.iter().for_each(|task| give(task.draw, task.key));
        units.extend(by_draw.into_values());
    }
    units
}

/// The groups of `plan` with the tasks of `shard` and those that they are computed from. Unit i belongs to shard
/// i mod N, whatever the cache holds.
pub fn part(grid: &Grid, plan: &Plan, cache: &Cache, shard: Shard) -> Vec<Group> {
    let mut by_group: BTreeMap<usize, Vec<Unit>> = BTreeMap::new();
    for unit in units(plan).into_iter().skip(shard.number as usize - 1).step_by(shard.of as usize) {
        by_group.entry(unit.group).or_default().push(unit);
    }
    by_group.into_iter().map(|(at, own)| narrowed(grid, &plan.groups[at], &own, cache)).collect()
}

/// A group with the tasks of `own` units and those that they are computed from.
fn narrowed(grid: &Grid, group: &Group, own: &[Unit], cache: &Cache) -> Group {
    let draws: BTreeSet<u32> = own.iter().map(|unit| unit.draw).collect();
    let keys: HashSet<&Key> = own.iter().flat_map(|unit| &unit.keys).collect();
    let at: HashMap<(u32, Point, u32), usize> =
        (0..).zip(&group.cells).map(|(at, task)| ((task.statistic, task.point, task.draw), at)).collect();
    let all_draws: BTreeSet<u32> = group.cells.iter().map(|task| task.draw).collect();
    let mut draws_looked_at = draws.clone();
    let (mut cells, mut scored): (BTreeSet<usize>, HashSet<Scored>) = Default::default();
    for (place, task) in group.cells.iter().enumerate() {
        if !draws.contains(&task.draw) || !keys.contains(&task.key) {
            continue;
        }
        let about = &grid.statistics[task.statistic as usize];
        let task_draws =
            if about.kind.is_over_all_draws() { all_draws.clone() } else { BTreeSet::from([task.draw]) };
        draws_looked_at.extend(&task_draws);
        let looked_at = task_draws.iter().flat_map(|&draw| {
            let points = about.points_of(task.point, grid);
            points.filter_map(move |point| Some((about.of? as u32, point, draw)))
        });
        let looked_at = looked_at.filter_map(|base| at.get(&base).copied());
        for of in std::iter::once(place).chain(looked_at) {
            let CellTask { statistic, point, draw, .. } = group.cells[of];
            let about = &grid.statistics[statistic as usize];
            let points = about.points_of(point, grid).filter(|_| about.needs_scores());
            scored.extend(points.map(|point| (point.of_scores(), grid.sample_draw(&point, draw))));
            cells.insert(of);
        }
    }
    let (mut rosters, mut scores) = (group.rosters.clone(), group.scores.clone());
    rosters.retain(|(_, draw), _| draws_looked_at.contains(draw));
    scores.retain(|of, key| keys.contains(key) || scored.contains(of));
    let cells = cells.into_iter().map(|at| group.cells[at]).collect();
    Group::new((group.collection, group.instance), rosters, scores, cells, cache)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_others_are_refused() {
        for text in ["1/1", "2/8", "8/8", "1/4294967295"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in ["", "2", "2/", "/8", "0/8", "9/8", "1/0", "a/8", "1/4294967296", "slice:1/8"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
