//! The panels, rows and columns ("lines") of a table: a list in the YAML file, or the values of a dimension.

use std::sync::Arc;

use indexmap::IndexMap;
use rejudge_experiment::exec::Subject;
use rejudge_experiment::grid::{Axis, Dimension, Fit, Grid, Line, Lines, Table};

use super::cell_table::CellTable;

/// A line with everything that it selects.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    /// The label and the settings. Settings of outer lines are included.
    pub line: Line,
    /// The points that the line selects. All cells of a line share this, because matching every name on every axis for each
    /// cell took most of the time of a plan.
    pub fit: Arc<Fit>,
    /// The collection, if the line or an outer line is a value on the axis of collections.
    pub collection: Option<u32>,
    /// True if the line or an outer line is a value on the axis of topic sets, or of a parameter of topic sets.
    /// Numbers over all topics do not have such a value.
    pub is_over_sets: bool,
    /// The subject of the line's numbers.
    pub subject: Subject,
}

impl Bound {
    /// Returns the outermost line, which selects everything in a table.
    pub(crate) fn of_table(grid: &Grid, table: &Table) -> Self {
        let line = table.common();
        Self {
            fit: Arc::new(line.r#where.on(grid)),
            line,
            collection: None,
            is_over_sets: false,
            subject: Subject::default(),
        }
    }

    /// Returns the collection of the line, if it has one. Otherwise returns the selected collections that
    /// have cells, or, if numbers are averaged over collections, all selected collections, with or without
    /// cells.
    pub fn collections(&self, grid: &Grid, cell_table: &CellTable) -> Vec<u32> {
        let is_over_all = self.line.over.has_collections();
        let is_meant = |collection: &u32| {
            self.fit.takes(Axis::Collection, *collection)
                && (is_over_all || cell_table.has_collection(*collection))
        };
        match self.collection {
            Some(collection) => vec![collection],
            None => (0..grid.collections.len() as u32).filter(is_meant).collect(),
        }
    }

    /// Returns a copy of the line with another label.
    fn with(&self, label: &str) -> Self {
        let mut bound = self.clone();
        label.clone_into(&mut bound.line.label);
        bound
    }
}

/// Returns the lines within an outer line, which narrow its selection. `fits` has the points that each listed line selects,
/// so that names are not matched again for every outer line. Runs, ranks and items come from the statistics of the table.
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
            // If a line is about other collections, it is not part of this panel.
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
            let line = |team: &String| Bound { subject: Subject::Team(team.clone()), ..outer.with(team) };
            teams.into_iter().map(line).collect()
        }
        // Draws cannot be lines of a table.
        Dimension::Draw => Vec::new(),
        Dimension::Unresolved(_) => unreachable!("the tables of a grid are resolved"),
        Dimension::Run | Dimension::Rank | Dimension::Item => {
            of_subjects(cell_table, statistics, &collections, dimension, outer)
        }
    }
}

/// Returns a line for each value on an axis or of a parameter. Values with the same label share a line.
fn of_axis(grid: &Grid, collections: &[u32], dimension: &Dimension, axis: Axis, outer: &Bound) -> Vec<Bound> {
    // Sets of topics are the same for every collection.
    let collections = if axis == Axis::TopicSets { &[0] } else { collections };
    let mut out: IndexMap<&str, Bound> = IndexMap::new();
    for &collection in collections {
        for (value, label) in (0..).zip(dimension.labels(grid, collection)) {
            let is_of_collection = axis != Axis::Collection || collection == value;
            let is_taken = is_of_collection && outer.fit.takes_at(axis, collection, value);
            let Some(label) = label.filter(|_| is_taken) else { continue };
            out.entry(label).or_insert_with(|| {
                let has_label = |collection| {
                    dimension.labels(grid, collection).iter().map(|other| *other == Some(label)).collect()
                };
                Bound {
                    fit: Arc::new(outer.fit.only(axis, has_label)),
                    collection: (axis == Axis::Collection).then_some(value).or(outer.collection),
                    is_over_sets: outer.is_over_sets || axis == Axis::TopicSets,
                    ..outer.with(label)
                }
            });
        }
    }
    out.into_values().collect()
}

/// Returns a line for each run, rank or item of the statistics.
fn of_subjects(
    cell_table: &CellTable,
    statistics: &[u32],
    collections: &[u32],
    dimension: &Dimension,
    outer: &Bound,
) -> Vec<Bound> {
    let is_of_dimension = |subject: &Subject| match subject {
        Subject::Run(_) => *dimension == Dimension::Run,
        Subject::Rank(_) => *dimension == Dimension::Rank,
        Subject::Item(_) => *dimension == Dimension::Item,
        Subject::Whole | Subject::Team(_) => false,
    };
    let label = |subject: &Subject| match subject {
        Subject::Rank(rank) => rank.to_string(),
        named => named.names().concat(),
    };
    let subjects = cell_table.subjects(statistics, collections, is_of_dimension).into_iter();
    subjects.map(|subject| Bound { subject: subject.clone(), ..outer.with(&label(subject)) }).collect()
}
