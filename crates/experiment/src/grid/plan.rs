//! The plan of a run: the cells, the keys of their results, and the keys that are missing from the cache.
//!
//! Only cells that tables or claims need are planned, or all cells if there are neither tables nor claims.
//! Cells are grouped by the data that must be in memory together: one draw of a twin, or one collection of files
//! with all its draws.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use rejudge_collections::descriptor::Kind;

use crate::grid::cache_key::{CacheInputs, FileFingerprints, key_of};
use crate::grid::{Fit, Grid, Point, Selector};
use rejudge_store::cache::{Cache, Key};

/// A point that is scored, with the draw by which judgments from files are sampled. The draw is `None` if the
/// scores are the same in all draws of a group.
pub type Scored = (Point, Option<u32>);

/// A cell: one statistic at one point, in one draw.
#[derive(Clone, Copy, Debug)]
pub struct CellTask {
    /// The index of the statistic in the grid.
    pub statistic: u32,
    pub point: Point,
    /// The draw, from 1.
    pub draw: u32,
    /// The key of the cell in the cache.
    pub key: Key,
}

/// The cells that are computed from one collection in memory.
#[derive(Clone, Debug)]
pub struct Group {
    /// The index of the collection in the grid.
    pub collection: u32,
    /// The draw of the twin; `None` for files, because they are the same in every draw.
    pub instance: Option<u32>,
    /// The keys of the rosters, by [`Point::roster_point`] and draw. Draws are counted from 1.
    pub rosters: BTreeMap<(Point, u32), Key>,
    /// The keys of the score matrices, which statistics and scores.parquet need.
    pub scores: BTreeMap<Scored, Key>,
    /// The cells of all draws of the group.
    pub cells: Vec<CellTask>,
    /// The number of different keys. A value that several draws share has one key.
    pub keys: usize,
    /// The keys that are missing from the cache.
    pub missing: BTreeSet<Key>,
}

impl Group {
    /// Creates a group, and checks which of its keys are missing from the cache.
    pub fn new(
        (collection, instance): (u32, Option<u32>),
        rosters: BTreeMap<(Point, u32), Key>,
        scores: BTreeMap<Scored, Key>,
        cells: Vec<CellTask>,
        cache: &Cache,
    ) -> Self {
        let (keys, missing) = (0, BTreeSet::new());
        let mut group = Self { collection, instance, rosters, scores, cells, keys, missing };
        group.update_missing(cache);
        group
    }

    /// Returns the collection's name for messages, with the draw of a twin: `trec03-twin draw 2`.
    pub fn label(&self, grid: &Grid) -> String {
        let name = &grid.collections[self.collection as usize].name;
        self.instance.map_or_else(|| name.clone(), |draw| self.label_of_draw(grid, draw))
    }

    /// Returns the label of one draw of the group.
    pub fn label_of_draw(&self, grid: &Grid, draw: u32) -> String {
        format!("{} draw {draw}", grid.collections[self.collection as usize].name)
    }

    /// Checks again which keys are missing from `cache`.
    pub fn update_missing(&mut self, cache: &Cache) {
        let inputs = self.rosters.values().chain(self.scores.values()).copied();
        let mut keys: Vec<Key> = inputs.chain(self.cells.iter().map(|task| task.key)).collect();
        keys.sort_unstable();
        keys.dedup();
        self.keys = keys.len();
        self.missing = cache.missing(keys);
    }
}

/// The cells of a run, grouped by the data that they need, and the collections without data.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The groups with available data, in the order of the axes.
    pub groups: Vec<Group>,
    /// The collections without available data, each with the number of its cells.
    pub no_data: Vec<(u32, usize)>,
    /// The axis values of the points that `only` keeps.
    pub values: PlannedValues,
    /// The inputs from which the keys were made.
    pub cache_inputs: CacheInputs,
    /// The fingerprints of the files that were hashed for the keys. Files without a fingerprint are not
    /// checked for changes when they are loaded. [`Plan::new`] leaves this empty, and the caller may fill it
    /// in.
    pub fingerprints: FileFingerprints,
}

/// The axis values of all points that `only` keeps in [`Plan::new`], as indices on each axis. A point counts
/// even if no cell is planned there.
#[derive(Clone, Debug, Default)]
pub struct PlannedValues {
    /// The judgment sets of each collection that has such a point.
    pub judgments: BTreeMap<u32, BTreeSet<u32>>,
    pub runs: BTreeSet<u32>,
    pub evaluations: BTreeSet<u32>,
    pub topic_sets: BTreeSet<u32>,
    pub measures: BTreeSet<u32>,
}

impl PlannedValues {
    fn of_points(points: &[Point]) -> Self {
        let mut values = Self::default();
        for point in points {
            values.judgments.entry(point.collection).or_default().extend(point.judgments);
            values.runs.insert(point.runs);
            values.evaluations.insert(point.evaluation);
            values.topic_sets.extend(point.topic_sets);
            values.measures.extend(point.measure);
        }
        values
    }

    /// Returns true if the collection with this index on the axis has a point that `only` keeps, even if no
    /// cell is planned there.
    pub fn has_collection(&self, collection: usize) -> bool {
        self.judgments.contains_key(&(collection as u32))
    }
}

/// The needed cells of one collection, and the points of the scores from which these cells are computed.
#[derive(Default)]
struct Needs {
    cells: BTreeSet<(u32, Point)>,
    scores: BTreeSet<Point>,
}

impl Plan {
    /// Plans the cells that the tables of `grid` need, and the cells that `extra` selects (for claims). If
    /// the tables and `extra` need no statistic, all statistics are computed at all points. `only` restricts
    /// the points.
    pub fn new(
        grid: &Grid,
        extra: &[(usize, Selector)],
        only: &[Selector],
        cache: &Cache,
        cache_inputs: CacheInputs,
    ) -> Self {
        let only: Vec<Fit> = only.iter().map(|selector| selector.on(grid)).collect();
        let mut points = grid.all_points();
        points.retain(|point| only.is_empty() || only.iter().any(|fit| fit.fits(point)));
        let mut demand: BTreeMap<usize, Vec<Fit>> = BTreeMap::new();
        let for_tables = grid.tables.iter().flat_map(|table| table.demands(grid));
        for (statistic, selector) in for_tables.chain(extra.iter().cloned()) {
            demand.entry(statistic).or_default().push(selector.on(grid));
        }
        if demand.is_empty() {
            let everywhere = Selector::default().on(grid);
            demand =
                (0..grid.statistics.len()).map(|statistic| (statistic, vec![everywhere.clone()])).collect();
        }
        let mut needs: BTreeMap<u32, Needs> = BTreeMap::new();
        for point in &points {
            let need = needs.entry(point.collection).or_default();
            for (&statistic, fits) in &demand {
                let Some(cell) = grid.statistics[statistic].own_point(point, grid) else { continue };
                if fits.iter().any(|fit| fit.fits(&cell)) {
                    need.add(grid, statistic as u32, cell);
                }
            }
        }
        let (mut groups, mut no_data) = (Vec::new(), Vec::new());
        for (collection, need) in needs {
            let entry = &grid.collections[collection as usize].entry;
            let draws = grid.draws_of(collection as usize);
            if !entry.is_available() {
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
        let values = PlannedValues::of_points(&points);
        Self { groups, no_data, values, cache_inputs, fingerprints: FileFingerprints::default() }
    }

    /// Returns the names of the collections without data.
    pub fn without_data<'a>(&self, grid: &'a Grid) -> Vec<&'a str> {
        self.no_data.iter().map(|(index, _)| grid.collections[*index as usize].name.as_str()).collect()
    }

    /// Returns the number of cells in all groups.
    pub fn cells(&self) -> usize {
        self.groups.iter().map(|g| g.cells.len()).sum()
    }

    /// Returns the number of score matrices in all groups.
    pub fn score_matrices(&self) -> usize {
        self.groups.iter().map(|g| g.scores.len()).sum()
    }

    /// Returns the number of keys of rosters, scores and cells. A value that several draws share has one key.
    pub fn keys(&self) -> usize {
        self.groups.iter().map(|group| group.keys).sum()
    }

    /// Checks again which keys are missing from `cache`, because other processes may have written to it.
    pub fn update_missing(&mut self, cache: &Cache) {
        self.groups.iter_mut().for_each(|group| group.update_missing(cache));
    }

    /// Returns the number of keys that must be computed.
    pub fn missing_keys(&self) -> usize {
        self.groups.iter().map(|g| g.missing.len()).sum()
    }
}

impl Needs {
    /// Adds a cell and the inputs from which it is computed. A cell that needs a team is not added if the
    /// judgments are not about a team.
    fn add(&mut self, grid: &Grid, statistic: u32, point: Point) {
        let definition = &grid.statistics[statistic as usize];
        if definition.entry.needs_team && grid.set(&point).is_none_or(|set| set.team().is_none()) {
            return;
        }
        if !self.cells.insert((statistic, point)) {
            return;
        }
        for point in definition.points_of(point, grid) {
            let scored = point.score_point();
            if definition.needs_scores() && grid.reason_without_scores(&scored).is_none() {
                self.scores.insert(scored);
            }
            if let Some(base) = definition.base {
                self.add(grid, base as u32, point);
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
    // One choice of runs may have fewer draws than another.
    let has_draw = |point: &Point, draw: u32| draw <= grid.draws_at(collection as usize, point.runs);
    let compared: BTreeSet<Point> = need.cells.iter().map(|(_, point)| point.roster_point()).collect();
    let (mut rosters, mut scores) = (BTreeMap::new(), BTreeMap::new());
    let mut cells = Vec::with_capacity(need.cells.len() * draws.clone().count());
    for draw in draws {
        for point in compared.iter().filter(|point| has_draw(point, draw)) {
            rosters.insert((*point, draw), key_of(&cache_inputs.roster(grid, point, instance, draw)));
        }
        for point in need.scores.iter().filter(|point| has_draw(point, draw)) {
            let sample = grid.sample_draw(point, draw);
            let key = || key_of(&cache_inputs.scores(grid, point, instance, sample));
            scores.entry((*point, sample)).or_insert_with(key);
        }
        for &(statistic, point) in need.cells.iter().filter(|(_, point)| has_draw(point, draw)) {
            let key = key_of(&cache_inputs.cell(grid, statistic as usize, &point, instance, draw));
            cells.push(CellTask { statistic, point, draw, key });
        }
    }
    Group::new((collection, instance), rosters, scores, cells, cache)
}
