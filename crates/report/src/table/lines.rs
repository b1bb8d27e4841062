//! The lines of a table: a list, or the values of a dimension.

use std::sync::Arc;

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
    pub collection: Option<u32>,
    pub measure: Option<u32>,
    pub judgments: Option<String>,
    /// Values of parameters: rows may run over one, and columns over another.
    pub arguments: Vec<(Axis, &'static str, String)>,
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
            measure: None,
            judgments: None,
            arguments: Vec::new(),
            of: Subject::default(),
        }
    }

    /// The collections that it is about, as far as they have cells. A number over collections is about all of them.
    pub fn collections(&self, grid: &Grid, cell_table: &CellTable) -> Vec<u32> {
        let is_over_all = self.line.over == Some(Dimension::Axis(Axis::Collection));
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

    fn with_argument(&self, axis: Axis, parameter: &'static str, value: &str) -> Self {
        let mut bound = self.with(value);
        bound.arguments.push((axis, parameter, value.to_owned()));
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
    let fit = &outer.fit;
    let collections = outer.collections(grid, cell_table);
    let name_of = |collection: u32| &grid.collections[collection as usize].name;
    match dimension {
        Dimension::Axis(Axis::Collection) => {
            let bound = |at| Bound { collection: Some(at), ..outer.with(name_of(at)) };
            collections.into_iter().map(bound).collect()
        }
        Dimension::Axis(Axis::Measure) => {
            let has_collection =
                collections.iter().any(|&collection| fit.takes(Axis::Collection, collection));
            let taken =
                (0..grid.measures.len() as u32).filter(|&at| has_collection && fit.takes(Axis::Measure, at));
            let bound = |at| Bound { measure: Some(at), ..outer.with(&grid.measures[at as usize].label) };
            taken.map(bound).collect()
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
        Dimension::Parameter(Axis::TopicSets, name) => {
            let taken = (0..grid.topic_sets.len()).filter(|&sets| fit.takes(Axis::TopicSets, sets as u32));
            let values = taken.filter_map(|sets| grid.topic_sets[sets].argument(name));
            each_once(values.map(|value| outer.with_argument(Axis::TopicSets, name, value)))
        }
        Dimension::Axis(_) | Dimension::Parameter(..) => each_once(
            collections.iter().flat_map(|&collection| of_judgments(grid, collection, dimension, outer)),
        ),
    }
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

/// A line a judgment set of a collection, or a value of its parameter.
fn of_judgments(grid: &Grid, collection: u32, dimension: &Dimension, outer: &Bound) -> Vec<Bound> {
    let fit = &outer.fit;
    let at = &grid.collections[collection as usize];
    let taken = (0..at.judgments.len()).filter(|&set| {
        fit.takes(Axis::Collection, collection) && fit.takes_judgments(collection, set as u32)
    });
    let bound = |set: usize| match dimension {
        Dimension::Parameter(axis, name) => {
            at.judgments[set].argument(name).map(|value| outer.with_argument(*axis, name, value))
        }
        _ => {
            let name = &at.judgment_names[set];
            Some(Bound { judgments: Some(name.clone()), ..outer.with(name) })
        }
    };
    taken.filter_map(bound).collect()
}

/// Keeps the first of several lines with the same label.
fn each_once(lines: impl Iterator<Item = Bound>) -> Vec<Bound> {
    let mut out: Vec<Bound> = Vec::new();
    for line in lines {
        if out.iter().all(|known| known.line.label != line.line.label) {
            out.push(line);
        }
    }
    out
}
