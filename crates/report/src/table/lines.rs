//! The lines of a table: a list, or the values of a dimension.

use std::sync::Arc;

use indexmap::IndexMap;
use rejudge_experiment::exec::Subject;
use rejudge_experiment::grid::{Axis, Dimension, Fit, Grid, Line, Lines, Table};

use super::cell_table::CellTable;

/// A line of a table with one value of its dimension.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    /// Its label and its settings, with those of the lines around it.
    pub line: Line,
    /// The points that it selects. All cells of a line share it, because matching every name of every axis
    /// for each cell took most of the time of a plan.
    pub fit: Arc<Fit>,
    /// The collection that it is about, if its panel, row or column is one.
    pub collection: Option<u32>,
    /// True if its panel, row or column is a value of sets of topics, which a number over all topics does not have.
    pub is_over_sets: bool,
    pub of: Subject,
}

impl Bound {
    /// The whole of a table.
    pub fn of_table(grid: &Grid, table: &Table) -> Self {
        let line = table.common();
        Self {
            fit: Arc::new(line.r#where.on(grid)),
            line,
            collection: None,
            is_over_sets: false,
            of: Subject::default(),
        }
    }

    /// The collections that it is about, as far as they have cells. A number over collections is about all of them.
    pub fn collections(&self, grid: &Grid, cell_table: &CellTable) -> Vec<u32> {
        let is_over_all = self.line.over.has_collections();
        let is_meant = |at: &u32| {
            self.fit.takes(Axis::Collection, *at) && (is_over_all || cell_table.has_collection(*at))
        };
        match self.collection {
            Some(collection) => vec![collection],
            None => (0..grid.collections.len() as u32).filter(is_meant).collect(),
        }
    }

    /// Returns the same with this label.
    fn with(&self, label: &str) -> Self {
        let mut bound = self.clone();
        label.clone_into(&mut bound.line.label);
        bound
    }
}

/// The lines within an outer line: each is the outer one, narrowed. `fits` are those of listed lines, which are narrowed
/// by many outer lines. Runs, ranks and items are those of the statistics that the table asks for.
pub(super) fn bind(
    grid: &Grid,
    cell_table: &CellTable,
    statistics: &[u32],
    lines: &Lines,
    fits: &[Fit],
    outer: &Bound,
) -> Vec<Bound> {
    let dimension = match lines {
        Lines::Listed(lines) => {
            let narrowed = lines.iter().zip(fits).map(|(line, fit)| {
                let fit = Arc::new(outer.fit.and(fit));
                Bound { fit, line: outer.line.refined(line), ..outer.clone() }
            });
            // A line for other collections is not part of this panel.
            let fits = |bound: &Bound| {
                bound.collection.is_none_or(|collection| bound.fit.takes(Axis::Collection, collection))
            };
            return narrowed.filter(fits).collect();
        }
        Lines::Axis(dimension) => dimension,
        Lines::Tasks(_) => unreachable!("the tables of a grid are resolved"),
    };
    let collections = outer.collections(grid, cell_table);
    match dimension {
        Dimension::Axis(axis) | Dimension::Parameter(axis, _) => {
            of_axis(grid, &collections, dimension, *axis, outer)
        }
        Dimension::Team => {
            let mut teams: Vec<&String> =
                collections.iter().flat_map(|&c| &grid.collections[c as usize].teams).collect();
            teams.dedup();
            teams.into_iter().map(|t| Bound { of: Subject::Team(t.clone()), ..outer.with(t) }).collect()
        }
        // Draws are not lines of a table.
        Dimension::Draw => Vec::new(),
        Dimension::Unresolved(_) => unreachable!("the tables of a grid are resolved"),
        Dimension::Run | Dimension::Rank | Dimension::Item => {
            of_subjects(cell_table, statistics, &collections, dimension, outer)
        }
    }
}

/// One line for each value of an axis, or of a parameter of its values; values with the same label share a line.
fn of_axis(grid: &Grid, collections: &[u32], dimension: &Dimension, axis: Axis, outer: &Bound) -> Vec<Bound> {
    // Sets of topics are the same for every collection.
    let of = if axis == Axis::TopicSets { &[0] } else { collections };
    let mut out: IndexMap<&str, Bound> = IndexMap::new();
    for &of in of {
        for (at, label) in (0..).zip(dimension.labels(grid, of)) {
            let is_here = axis != Axis::Collection || of == at;
            let Some(label) = label.filter(|_| is_here && outer.fit.takes_at(axis, of, at)) else { continue };
            out.entry(label).or_insert_with(|| {
                let meant = |of| dimension.labels(grid, of).iter().map(|of| *of == Some(label)).collect();
                Bound {
                    fit: Arc::new(outer.fit.only(axis, meant)),
                    collection: (axis == Axis::Collection).then_some(at).or(outer.collection),
                    is_over_sets: outer.is_over_sets || axis == Axis::TopicSets,
                    ..outer.with(label)
                }
            });
        }
    }
    out.into_values().collect()
}

/// A line a run, rank or item that the statistics are of.
fn of_subjects(
    cell_table: &CellTable,
    statistics: &[u32],
    collections: &[u32],
    dimension: &Dimension,
    outer: &Bound,
) -> Vec<Bound> {
    let wanted = |of: &Subject| match of {
        Subject::Run(_) => *dimension == Dimension::Run,
        Subject::Rank(_) => *dimension == Dimension::Rank,
        Subject::Item(_) => *dimension == Dimension::Item,
        Subject::Whole | Subject::Team(_) => false,
    };
    let label = |of: &Subject| match of {
        Subject::Rank(rank) => rank.to_string(),
        of => of.names().concat(),
    };
    let subjects = cell_table.subjects(statistics, collections, wanted).into_iter();
    subjects.map(|of| Bound { of: of.clone(), ..outer.with(&label(of)) }).collect()
}
