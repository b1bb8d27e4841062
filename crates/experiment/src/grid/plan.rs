//! From grid to cells: the cells to compute, their keys, and the cells that are already stored.
//!
//! Only cells that tables, claims or expected values need are planned. Cells are grouped by the data that
//! must be in memory together: one draw of a twin, or one collection of files with all its draws.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use rejudge_collections::descriptor::Kind;

use crate::grid::cache_key::{CacheInputs, FileFingerprints, key_of};
use crate::grid::{Fit, Grid, Point, Selector};
use rejudge_store::cache::{Cache, Key};

/// A point that is scored, with the draw that samples the judgments of files; `None` if every draw of a group has the
/// same scores.
pub type Scored = (Point, Option<u32>);

/// One statistic of one draw.
#[derive(Clone, Copy, Debug)]
pub struct CellTask {
    /// Index of the statistic.
    pub statistic: u32,
    /// The point.
    pub point: Point,
    /// The draw, from 1.
    pub draw: u32,
    /// Its key.
    pub key: Key,
}

/// The cells that are computed from one collection in memory.
#[derive(Clone, Debug)]
pub struct Group {
    /// The collection.
    pub collection: u32,
    /// The draw of the twin; `None` for files, which are the same for every draw.
    pub instance: Option<u32>,
    /// The keys of the rosters, by draw, from 1. Their points have neither judgments nor a measure.
    pub rosters: BTreeMap<(Point, u32), Key>,
    /// The keys of the scores of all runs of a roster, for the statistics and for scores.parquet.
    pub scores: BTreeMap<Scored, Key>,
    /// Statistics.
    pub cells: Vec<CellTask>,
    /// The number of its keys; values that several draws share have one key.
    pub keys: usize,
    /// Those that the cache does not hold.
    pub missing: BTreeSet<Key>,
}

impl Group {
    /// A group with these tasks.
    pub fn new(
        (collection, instance): (u32, Option<u32>),
        rosters: BTreeMap<(Point, u32), Key>,
        scores: BTreeMap<Scored, Key>,
        cells: Vec<CellTask>,
        cache: &Cache,
    ) -> Self {
        let (keys, missing) = (0, BTreeSet::new());
        let mut group = Self { collection, instance, rosters, scores, cells, keys, missing };
        group.look_again(cache);
        group
    }

    /// Returns its collection and draw for messages: `trec03-twin draw 2`.
    pub fn label(&self, grid: &Grid) -> String {
        let name = &grid.collections[self.collection as usize].name;
        self.instance.map_or_else(|| name.clone(), |draw| self.label_of_draw(grid, draw))
    }

    /// Returns the label of one of its draws.
    pub fn label_of_draw(&self, grid: &Grid, draw: u32) -> String {
        format!("{} draw {draw}", grid.collections[self.collection as usize].name)
    }

    /// Looks which of its keys are missing from `cache`.
    pub fn look_again(&mut self, cache: &Cache) {
        let inputs = self.rosters.values().chain(self.scores.values()).copied();
        let mut keys: Vec<Key> = inputs.chain(self.cells.iter().map(|task| task.key)).collect();
        keys.sort_unstable();
        keys.dedup();
        self.keys = keys.len();
        self.missing = cache.missing(keys);
    }
}

/// A plan.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Groups whose data are here, in the order of the axes.
    pub groups: Vec<Group>,
    /// Collections without data, with the number of cells that wait for them.
    pub no_data: Vec<(u32, usize)>,
    /// The inputs of the keys.
    pub cache_inputs: CacheInputs,
    /// The fingerprints of the files that were hashed for them; empty if the files cannot change.
    pub fingerprints: FileFingerprints,
}

/// The points of one collection that are asked for.
#[derive(Default)]
struct Needs {
    cells: BTreeSet<(u32, Point)>,
    scores: BTreeSet<Point>,
}

impl Plan {
    /// Plans the cells that the tables of `grid` need, and those of `extra` (claims); an experiment without either needs
    /// all statistics everywhere. `only` thins the points.
    pub fn new(
        grid: &Grid,
        extra: &[(usize, Selector)],
        only: &[Selector],
        cache: &Cache,
        cache_inputs: CacheInputs,
    ) -> Self {
        let only: Vec<Fit> = only.iter().map(|selector| selector.on(grid)).collect();
        let chosen = |point: &Point| only.is_empty() || only.iter().any(|fit| fit.fits(point));
        let mut points = grid.all_points();
        points.retain(chosen);
        let mut demand: BTreeMap<usize, Vec<Fit>> = BTreeMap::new();
        let of_tables = grid.tables.iter().flat_map(|table| table.demands(grid));
        for (statistic, selector) in of_tables.chain(extra.iter().cloned()) {
            demand.entry(statistic).or_default().push(selector.on(grid));
        }
        if demand.is_empty() {
            let everything = |statistic| (statistic, vec![Selector::default().on(grid)]);
            demand = (0..grid.statistics.len()).map(everything).collect();
        }
        let mut needs: BTreeMap<u32, Needs> = BTreeMap::new();
        for point in &points {
            let need = needs.entry(point.collection).or_default();
            for (&statistic, fits) in &demand {
                let Some(own) = grid.statistics[statistic].own_point(point, grid) else { continue };
                if fits.iter().any(|fit| fit.fits(&own)) {
                    need.add(grid, statistic as u32, own);
                }
            }
        }
        let (mut groups, mut no_data) = (Vec::new(), Vec::new());
        for (collection, need) in needs {
            let entry = &grid.collections[collection as usize].entry;
            let draws = grid.draws_of(collection as usize);
            if !entry.available() {
                let cells =
                    need.cells.iter().map(|(_, point)| grid.draws_at(collection as usize, point.runs));
                no_data.push((collection, cells.map(|draws| draws as usize).sum()));
                continue;
            }
            if entry.descriptor.kind == Kind::Simulated {
                let group =
                    |draw| group(grid, collection, Some(draw), draw..=draw, &need, cache, &cache_inputs);
                groups.par_extend((1..=draws).into_par_iter().map(group));
            } else {
                groups.push(group(grid, collection, None, 1..=draws, &need, cache, &cache_inputs));
            }
        }
        Self { groups, no_data, cache_inputs, fingerprints: FileFingerprints::default() }
    }

    /// Returns the names of the collections without data.
    pub fn without_data<'a>(&self, grid: &'a Grid) -> Vec<&'a str> {
        self.no_data.iter().map(|(at, _)| grid.collections[*at as usize].name.as_str()).collect()
    }

    /// Cells of all groups.
    pub fn cells(&self) -> usize {
        self.groups.iter().map(|g| g.cells.len()).sum()
    }

    /// Score matrices of all groups.
    pub fn score_matrices(&self) -> usize {
        self.groups.iter().map(|g| g.scores.len()).sum()
    }

    /// Returns the number of keys of rosters, scores and cells; values that several draws share have one key.
    pub fn keys(&self) -> usize {
        self.groups.iter().map(|group| group.keys).sum()
    }

    /// Looks which of its keys are missing from `cache`, to which others may have written.
    pub fn look_again(&mut self, cache: &Cache) {
        self.groups.iter_mut().for_each(|group| group.look_again(cache));
    }

    /// Keys that must be computed.
    pub fn missing(&self) -> usize {
        self.groups.iter().map(|g| g.missing.len()).sum()
    }
}

impl Needs {
    /// Adds a cell and the inputs from which it is computed.
    fn add(&mut self, grid: &Grid, statistic: u32, point: Point) {
        let is_of_a_team = grid.statistics[statistic as usize].entry.is_of_a_team;
        if is_of_a_team && grid.set(&point).is_none_or(|set| set.team().is_none()) {
            return;
        }
        if !self.cells.insert((statistic, point)) {
            return;
        }
        let about = &grid.statistics[statistic as usize];
        for point in about.points_of(point, grid) {
            let scored = point.of_scores();
            if about.needs_scores() && grid.without_scores(&scored).is_none() {
                self.scores.insert(scored);
            }
            if let Some(of) = about.of {
                self.add(grid, of as u32, point);
            }
        }
    }
}

fn group(
    grid: &Grid,
    collection: u32,
    instance: Option<u32>,
    draws: std::ops::RangeInclusive<u32>,
    need: &Needs,
    cache: &Cache,
    cache_inputs: &CacheInputs,
) -> Group {
    // A choice of runs may have fewer draws than the others.
    let drawn = |point: &Point, draw: u32| draw <= grid.draws_at(collection as usize, point.runs);
    let compared: BTreeSet<Point> = need.cells.iter().map(|(_, point)| point.of_runs()).collect();
    let (mut rosters, mut scores) = (BTreeMap::new(), BTreeMap::new());
    let mut cells = Vec::with_capacity(need.cells.len() * draws.clone().count());
    for draw in draws {
        for point in compared.iter().filter(|point| drawn(point, draw)) {
            rosters.insert((*point, draw), key_of(&cache_inputs.roster(grid, point, instance, draw)));
        }
        for point in need.scores.iter().filter(|point| drawn(point, draw)) {
            let sample = grid.sample_draw(point, draw);
            let key = || key_of(&cache_inputs.scores(grid, point, instance, sample));
            scores.entry((*point, sample)).or_insert_with(key);
        }
        for &(statistic, point) in need.cells.iter().filter(|(_, point)| drawn(point, draw)) {
            let key = key_of(&cache_inputs.cell(grid, statistic as usize, &point, instance, draw));
            cells.push(CellTask { statistic, point, draw, key });
        }
    }
    Group::new((collection, instance), rosters, scores, cells, cache)
}
