//! Fills the cells of tables. A table cell combines the numbers of the grid points that it selects, draw by
//! draw.

use std::sync::Arc;

use rejudge_collections::descriptor::Base;
use rejudge_experiment::exec::{Status, Subject};
use rejudge_experiment::grid::{Axis, Collection, Dimension, Fit, Grid, Point, Quantity};
use rejudge_experiment::spec::{AggregatedCell, Excluded, Take, fits_list};

use super::cell_table::CellTable;
use super::filled::{COLLECTION_SEPARATOR, CellQuery, FilledCell};
use super::lines::Bound;

/// The reason for an empty cell if `--only` left out some of the cells that it needs.
pub(crate) const LEFT_OUT: &str = "left out by --only";

/// Fills the cell of one quantity at a panel, row and column with these labels.
pub(super) fn cell(
    grid: &Grid,
    cell_table: &CellTable,
    bound: &Bound,
    quantity: &Quantity,
    [panel, row, column]: [String; 3],
    row_quantity: String,
) -> FilledCell {
    let collections = bound.collections(grid, cell_table);
    let collection = collections.first().copied().unwrap_or(0);
    let described = &grid.collections[collection as usize];
    let filled = FilledCell {
        panel,
        collection: described.name.clone(),
        kind: described.entry.descriptor.kind,
        row,
        row_quantity,
        column,
        quantity: quantity.name.clone(),
        coefficient: grid.statistics[quantity.statistic].kind.coefficient().unwrap_or_default(),
        decimals: bound.line.decimals.unwrap_or(3),
        percent: bound.line.percent.unwrap_or(false),
        ..FilledCell::default()
    };
    if bound.line.over.has_collections() {
        return over_collections(grid, cell_table, bound, quantity, &collections, filled);
    }
    if collections.len() > 1 {
        let note =
            format!("{} collections fit; say `panels: collection`, or `over: collection`", collections.len());
        return FilledCell { note, ..filled };
    }
    Place { grid, cell_table, bound, quantity, collection }.fill(filled)
}

/// Combines several collections of one kind into one number, with the line's aggregate (by default the mean). Each
/// collection counts once: with the mean of its draws, or with their aggregate if `over` names draws too.
fn over_collections(
    grid: &Grid,
    cell_table: &CellTable,
    bound: &Bound,
    quantity: &Quantity,
    collections: &[u32],
    mut filled: FilledCell,
) -> FilledCell {
    let name = |collection: &u32| grid.collections[*collection as usize].name.as_str();
    filled.collection = collections.iter().map(name).collect::<Vec<_>>().join(COLLECTION_SEPARATOR);
    let kind = |collection: &u32| grid.collections[*collection as usize].entry.descriptor.kind;
    if collections.iter().any(|collection| kind(collection) != kind(&collections[0])) {
        // A number must not mix collections of different kinds, such as real and simulated ones.
        let note =
            "collections of several kinds fit: use `panels`, or name collections of one kind".to_owned();
        return FilledCell { note, ..filled };
    }
    if bound.line.only.is_some() {
        let note = "`only` chooses teams, but a cell with `over: collection` has no teams".to_owned();
        return FilledCell { note, ..filled };
    }
    let take = bound.line.aggregate().unwrap_or_default();
    let within: Vec<&Dimension> =
        bound.line.over.iter().filter(|over| **over != Dimension::Axis(Axis::Collection)).collect();
    let mut points = Vec::new();
    let mut values = Vec::new();
    for &collection in collections {
        let place = Place { grid, cell_table, bound, quantity, collection };
        if !place.is_asked_for() {
            continue;
        }
        let collection_points = place.points();
        points.extend(collection_points.iter().map(|point| **point));
        let draws =
            collection_points.iter().flat_map(|point| cell_table.draws(quantity.statistic as u32, point));
        let failed = draws.clone().find(|drawn| drawn.status == Status::Failed);
        let failed = failed.map(|drawn| format!("failed: {}", drawn.note));
        let cell = place.combine_over(&within, collection_points, FilledCell::default());
        // A mean over the other collections would look like a mean over all.
        let missing = match cell.mean() {
            None if cell.note == LEFT_OUT => Some(cell.note.clone()),
            _ if !cell_table.has_collection(collection) => Some("its data are not available".to_owned()),
            None => Some(cell.note.clone()),
            Some(_) => failed,
        };
        if let Some(why) = missing {
            return FilledCell { note: format!("{}: {why}", name(&collection)), ..filled };
        }
        values.push(AggregatedCell { at: None, value: cell.mean() });
    }
    filled.query = CellQuery {
        statistic: quantity.statistic as u32,
        component: quantity.component,
        points,
        of: bound.subject.clone(),
        take: Some(take),
        relevant_for: None,
    };
    filled.averaged = values.len() as f64;
    filled.draws = take.apply(&values, None).map(|value| (1, value)).into_iter().collect();
    filled
}

/// A table cell on one collection.
struct Place<'a> {
    grid: &'a Grid,
    cell_table: &'a CellTable,
    bound: &'a Bound,
    quantity: &'a Quantity,
    collection: u32,
}

impl<'a> Place<'a> {
    fn fill(&self, mut filled: FilledCell) -> FilledCell {
        let line = &self.bound.line;
        let (points, over) = (self.points(), line.over.iter().collect::<Vec<_>>());
        if line.over.contains(&Dimension::Draw) {
            return self.combine_over(&over, points, filled);
        }
        filled.query = CellQuery {
            statistic: self.statistic(),
            component: self.quantity.component,
            points: points.iter().map(|point| **point).collect(),
            of: self.bound.subject.clone(),
            take: (!over.is_empty()).then(|| line.aggregate().unwrap_or_default()),
            relevant_for: line.relevant_for(),
        };
        self.combine_over(&over, points, filled)
    }

    /// Combines the points of one collection over the dimensions of `over`. Draws come last, because the points are
    /// combined draw by draw.
    fn combine_over(&self, over: &[&Dimension], points: Vec<&Point>, filled: FilledCell) -> FilledCell {
        let axes: Vec<&Dimension> = over.iter().copied().filter(|over| **over != Dimension::Draw).collect();
        // A mean over a part would look like a mean over all. Numbers of a run, team, rank or item are exempt: a run's
        // number, for example, uses only the judgments of the run's team.
        let needs_all = points.is_empty() || !axes.is_empty() && self.bound.subject == Subject::Whole;
        if needs_all && self.cell_table.leaves_out_any(self.statistic(), self.collection, &self.fit()) {
            return FilledCell { note: LEFT_OUT.to_owned(), ..filled };
        }
        let has_one_number_per_draw = !axes.is_empty() || points.len() == 1;
        let cell = if axes.is_empty() {
            self.fill_from_one(&points, filled)
        } else {
            self.combine_points(points, &axes, filled)
        };
        let is_over_draws = axes.len() < over.len();
        if is_over_draws && has_one_number_per_draw {
            one_of_draws(cell, self.bound.line.aggregate())
        } else {
            cell
        }
    }

    fn statistic(&self) -> u32 {
        self.quantity.statistic as u32
    }

    /// Returns false if the cell asks for no number, because the row and the column have no measure in common, or
    /// because the collection is not selected.
    fn is_asked_for(&self) -> bool {
        let fit = &self.bound.fit;
        let has_measure = self.grid.statistics[self.quantity.statistic].entry.has_measure;
        fit.takes(Axis::Collection, self.collection)
            && (!has_measure
                || (0..self.grid.measures.len() as u32).any(|measure| fit.takes(Axis::Measure, measure)))
    }

    /// Returns the values that the cell selects on each axis. If the cell does not name topic sets, it selects the
    /// default ones.
    fn fit(&self) -> Arc<Fit> {
        let Self { grid, bound, .. } = *self;
        let keeps_all_sets = bound.is_over_sets || bound.line.uses_topic_sets() || !grid.has_topic_subsets();
        if keeps_all_sets {
            Arc::clone(&bound.fit)
        } else {
            Arc::new(bound.fit.and(&grid.default_topic_sets().on(grid)))
        }
    }

    /// Returns the points that the cell selects.
    fn points(&self) -> Vec<&'a Point> {
        let Self { grid, cell_table, bound, .. } = *self;
        let fit = self.fit();
        let points = cell_table.fitting(grid, self.statistic(), self.collection, &fit);
        points.filter(|point| !bound.is_over_sets || point.topic_sets.is_some()).collect()
    }

    /// Returns the reason why the cell selects no point. If an `exclude` with a reason removed points of the cell,
    /// this is the reason of the `exclude`.
    fn missing_reason(&self) -> String {
        let Self { grid, bound, collection, .. } = *self;
        let name = [grid.collections[collection as usize].name.as_str()];
        for Excluded { selector, reason } in &grid.excluded {
            // Few selectors include this collection, so we check the collection before we look up the other values.
            let has_excluded = selector
                .parts
                .iter()
                .all(|(axis, patterns)| axis != "collection" || fits_list(patterns, &name))
                && selector.on(grid).and(&bound.fit).takes_a_point_of(collection);
            if let Some(reason) = reason.as_ref().filter(|_| has_excluded) {
                return reason.clone();
            }
        }
        "no such cell".to_owned()
    }

    /// Fills the cell with the draws of its only point. If there are several points, or if a number is asked for and
    /// there is no point, the cell gets a note instead.
    fn fill_from_one(&self, points: &[&Point], mut filled: FilledCell) -> FilledCell {
        match points {
            [] if !self.is_asked_for() => filled,
            [] => FilledCell { note: self.missing_reason(), ..filled },
            [point] => {
                for drawn in self.cell_table.draws(self.statistic(), point) {
                    match self.cell_table.number(drawn, self.quantity.component, &self.bound.subject) {
                        Some(value) => filled.draws.push((drawn.draw, value)),
                        None => filled.note = drawn.note.clone(),
                    }
                }
                filled.averaged = 1.0;
                filled
            }
            several => {
                let (cells, others) =
                    (several.len(), differences_beside(several, &[], self.grid).join(" and "));
                let note = format!(
                    "{cells} cells fit, which differ in {others}: choose one by `where`, or average them by `over`"
                );
                FilledCell { note, ..filled }
            }
        }
    }

    /// Combines the points over dimensions, draw by draw. If the aggregate needs a curve, the first dimension in `over`
    /// gives the position of each point.
    fn combine_points(
        &self,
        mut points: Vec<&Point>,
        over: &[&Dimension],
        mut filled: FilledCell,
    ) -> FilledCell {
        let (grid, cell_table, line) = (self.grid, self.cell_table, &self.bound.line);
        let (statistic, subject) = (self.statistic(), &self.bound.subject);
        let take = line.aggregate().unwrap_or_default();
        let position = |point: &Point| over[0].curve_position(grid, point);
        let complete = complete_value(over[0], &grid.collections[self.collection as usize]);
        for dimension in over {
            if let Dimension::Parameter(Axis::TopicSets, parameter) = dimension {
                // The set of all topics has no draw and no size.
                points.retain(|point| grid.argument(point, Axis::TopicSets, parameter).is_some());
            }
        }
        if take.curve().is_some() {
            points.retain(|point| position(point).is_some());
        }
        let others = differences_beside(&points, over, grid);
        if !others.is_empty() {
            let (cells, others) = (points.len(), others.join(" and "));
            let note =
                format!("{cells} cells fit that differ in {others} too, not only in what `over` names");
            return FilledCell { note, ..filled };
        }
        let draws = points.first().map_or(1, |point| grid.draws_at(self.collection as usize, point.runs));
        // A run has a number only at the point of its own team, and there may be hundreds of teams. So we drop the
        // points that cannot have a number before we go through the draws. For a knee we keep these points, because a
        // missing value makes the knee undefined.
        if !matches!(take, Take::Knee { .. }) {
            points.retain(|point| cell_table.may_have_number_of(statistic, point, subject));
        }
        let mut averaged = 0;
        'draws: for draw in 1..=draws {
            let mut cells = Vec::new();
            for point in &points {
                let drawn = cell_table.drawn(statistic, point, draw);
                let Some(drawn) = drawn else { continue };
                if drawn.status == Status::Failed {
                    // A mean over the other points would look like a mean over all.
                    filled.note = format!("failed: {}", drawn.note);
                    continue 'draws;
                }
                match cell_table.eligible(grid, point, line.relevant_for(), draw) {
                    Ok(false) => continue,
                    Ok(true) => {}
                    Err(why) => {
                        filled.note = format!("failed: {why}");
                        continue 'draws;
                    }
                }
                let value = cell_table.number(drawn, self.quantity.component, subject);
                if value.is_none() && matches!(take, Take::Knee { .. }) {
                    filled.note = drawn.note.clone();
                }
                cells.push(AggregatedCell { at: position(point), value });
            }
            averaged += cells.iter().filter(|cell| cell.value.is_some()).count();
            if let Some(full) = complete.filter(|_| take.never_suffices(&cells, complete)) {
                // A mean over the other draws would look like a mean over all.
                let note = format!("even {full} is not enough");
                return FilledCell { note, draws: Vec::new(), averaged: 0.0, ..filled };
            }
            filled.draws.extend(take.apply(&cells, complete).map(|value| (draw, value)));
        }
        filled.averaged = averaged as f64 / f64::from(draws.max(1));
        if filled.draws.is_empty() && filled.note.is_empty() {
            let is_of_teams = over.contains(&&Dimension::Parameter(Axis::Judgments, "team"));
            let is_narrowed = is_of_teams && line.only.is_some();
            filled.note = if is_narrowed { "no eligible team".to_owned() } else { self.missing_reason() };
        }
        filled
    }
}

/// Reduces the draws of a cell to one number with `take`.
fn one_of_draws(filled: FilledCell, take: Option<Take>) -> FilledCell {
    let cells: Vec<AggregatedCell> =
        filled.draws.iter().map(|&(_, value)| AggregatedCell { at: None, value: Some(value) }).collect();
    let draws = take.unwrap_or_default().apply(&cells, None).map(|value| (1, value));
    FilledCell { draws: draws.into_iter().collect(), averaged: cells.len() as f64, ..filled }
}

/// Returns the value of `dimension` at which all judgments are kept. For a depth, this is the depth of the collection's
/// pool, or `None` if it is unknown. For a rate, and for any other dimension, it is 1.
fn complete_value(dimension: &Dimension, collection: &Collection) -> Option<f64> {
    let descriptor = &collection.entry.descriptor;
    match (dimension, descriptor.base) {
        (Dimension::Parameter(Axis::Judgments, "depth"), Base::Repooled { depth, .. }) => Some(depth.into()),
        (Dimension::Parameter(Axis::Judgments, "depth"), Base::AsJudged) => {
            descriptor.pool_depth.map(f64::from)
        }
        _ => Some(1.0),
    }
}

/// Returns the axes in which `points` differ, except for the dimensions that are averaged.
fn differences_beside(points: &[&Point], over: &[&Dimension], grid: &Grid) -> Vec<&'static str> {
    let parameters = |axis: Axis| {
        over.iter().filter_map(move |dimension| match dimension {
            Dimension::Parameter(other, parameter) if *other == axis => Some(*parameter),
            _ => None,
        })
    };
    let is_over_judgments = over.contains(&&Dimension::Axis(Axis::Judgments));
    let is_over_measures = over.contains(&&Dimension::Axis(Axis::Measure));
    let rest = |point: &&Point| {
        let name = grid.set_name(point).unwrap_or_default().to_owned();
        let judgments = match grid.set(point) {
            _ if is_over_judgments => String::new(),
            None => name,
            Some(set) => {
                let averaged: Vec<&str> = parameters(Axis::Judgments)
                    .filter(|parameter| set.argument(parameter).is_some())
                    .collect();
                let rest = averaged.iter().fold(set.clone(), |rest, parameter| rest.without(parameter));
                if averaged.is_empty() { name } else { format!("{} of {rest}", averaged.join(" ")) }
            }
        };
        let sets = grid.topic_sets(point).map(|sets| {
            parameters(Axis::TopicSets).fold(sets.clone(), |sets, parameter| sets.without(parameter))
        });
        // Two evaluations with the same swept rules may still differ, because tracks differ in the lowest level that
        // counts as relevant. So we compare the swept rules, not the evaluations.
        let measure = point.measure.filter(|_| !is_over_measures);
        (measure, point.runs, &grid.evaluations[point.evaluation as usize].swept, judgments, sets)
    };
    let Some((first, others)) = points.split_first() else { return Vec::new() };
    let (measure, runs, evaluation, judgments, sets) = rest(first);
    let others: Vec<_> = others.iter().map(rest).collect();
    let differ = [
        ("measures", others.iter().any(|(other, ..)| *other != measure)),
        ("runs", others.iter().any(|(_, other, ..)| *other != runs)),
        ("rules of the evaluation", others.iter().any(|(_, _, other, ..)| *other != evaluation)),
        ("judgments", others.iter().any(|(.., other, _)| *other != judgments)),
        ("sets of topics", others.iter().any(|(.., other)| *other != sets)),
    ];
    differ.into_iter().filter(|(_, differs)| *differs).map(|(axis, _)| axis).collect()
}
