//! Makes figures from filled tables: cells become points and curves.
//!
//! A table with a plot becomes one figure for each group of kinds, so that no figure mixes real and simulated
//! collections. `NAME.svg` shows worked examples, made-up data and simulated collections. `NAME-open.svg`,
//! `NAME-licensed.svg` and `NAME-own.svg` show the real collections of the kind that they name.

use anyhow::Result;
use indexmap::IndexSet;
use rejudge_collections::descriptor::Kind;
use rejudge_tables::figures::{Curve, Figure, Marks, Panel, Point, Scale, svg};

use crate::table::{FilledCell, FilledTable};
use rejudge_experiment::grid::{PARTS, Plot};

/// The folder of the figures in the results folder.
pub const FIGURES: &str = "figures";

/// A figure, with its table and the kinds of collections that it shows.
pub struct PlottedTable<'t> {
    pub table: &'t FilledTable,
    /// The kinds of collections that the figure shows.
    pub kinds: &'static [Kind],
    pub figure: Figure,
}

/// Returns the figures of `tables`: for each table with a plot, one for each group of kinds in `PARTS` that has panels.
pub fn figures(tables: &[FilledTable]) -> impl Iterator<Item = PlottedTable<'_>> {
    let tables_with_plots = tables.iter().filter_map(|table| Some((table, table.plot.as_ref()?)));
    let plotted_tables = tables_with_plots.flat_map(|(table, plot)| {
        PARTS.into_iter().map(move |(kinds, suffix)| PlottedTable {
            table,
            kinds,
            figure: figure(table, plot, kinds, suffix),
        })
    });
    plotted_tables.filter(|plotted| !plotted.figure.panels.is_empty())
}

/// Returns the pictures of `tables`: the file name without extension, and the SVG.
///
/// # Errors
/// If a figure cannot be drawn, for example because it has more curves than a reader could distinguish.
pub fn pictures(tables: &[FilledTable]) -> Result<Vec<(String, String)>> {
    figures(tables).map(|PlottedTable { figure, .. }| Ok((figure.name.clone(), svg(&figure)?))).collect()
}

/// Returns the figure for some kinds of collections. A row becomes a place on the horizontal axis and a column a curve. The
/// deviation over the draws becomes the spread of a point.
pub fn figure(table: &FilledTable, plot: &Plot, kinds: &[Kind], suffix: &str) -> Figure {
    let cells_of_kinds: Vec<&FilledCell> =
        table.cells.iter().filter(|cell| kinds.contains(&cell.kind)).collect();
    let (marks, axes) = (plot.marks(), plot.axes());
    let is_always_categorical = marks != Marks::Curves || axes.x.scale == Scale::Categories;
    let has_categories =
        is_always_categorical || cells_of_kinds.iter().any(|cell| parse_number(&cell.row).is_none());
    let panels = table.panels(kinds).into_iter().map(|name| {
        let cells: Vec<&FilledCell> =
            cells_of_kinds.iter().copied().filter(|cell| cell.panel == name).collect();
        panel(name, &cells, has_categories)
    });
    let mut panels: Vec<Panel> = panels.collect();
    // Panels without values, which show only a note, come last.
    panels.sort_by_key(Panel::is_empty);
    let mut x = axes.x.clone();
    if has_categories {
        x.scale = Scale::Categories;
    }
    let has_deviations = cells_of_kinds.iter().any(|cell| cell.sd().is_some_and(|sd| sd > 0.0));
    Figure {
        name: format!("{}{suffix}", table.name),
        caption: table.caption.clone(),
        description: if has_deviations {
            "Means over the draws and their standard deviation.".to_owned()
        } else {
            String::new()
        },
        panels,
        x,
        y: axes.y.clone(),
        references: axes.references.clone(),
        marks,
        spread: axes.spread,
        has_titles: false,
        plot_area: None,
    }
}

/// Returns the label as a number, or `None` if it is text.
fn parse_number(label: &str) -> Option<f64> {
    label.parse().ok().filter(|number: &f64| number.is_finite())
}

fn panel(name: &str, cells: &[&FilledCell], has_categories: bool) -> Panel {
    let mut rows: IndexSet<String> = IndexSet::new();
    let mut curves: Vec<Curve> = Vec::new();
    for cell in cells {
        let (category, _) = rows.insert_full(category_label(cell));
        let x = if has_categories {
            category as f64
        } else {
            parse_number(&cell.row).expect("rows whose labels are not all numbers are categories")
        };
        let factor = if cell.percent { 100.0 } else { 1.0 };
        let point = Point {
            x,
            y: cell.mean().map(|mean| factor * mean),
            spread: cell.sd().filter(|sd| *sd > 0.0).map(|sd| factor * sd),
        };
        match curves.iter_mut().find(|curve| curve.label == cell.column) {
            Some(curve) => curve.points.push(point),
            None => curves.push(Curve { label: cell.column.clone(), points: vec![point] }),
        }
    }
    if !has_categories {
        curves.iter_mut().for_each(|curve| curve.points.sort_by(|a, b| a.x.total_cmp(&b.x)));
    }
    // If the table is not divided into panels, its only panel has no name. If this panel shows one collection, the
    // collection's name is the title.
    let first = cells.first().map_or("", |cell| cell.collection.as_str());
    let is_single_collection = name.is_empty() && cells.iter().all(|cell| cell.collection == first);
    let has_no_values = cells.iter().all(|cell| cell.draws.is_empty());
    Panel {
        title: if is_single_collection { first.to_owned() } else { name.to_owned() },
        categories: if has_categories { rows.into_iter().collect() } else { Vec::new() },
        curves,
        note: cells.first().filter(|_| has_no_values).map(|cell| cell.note.clone()).unwrap_or_default(),
    }
}

/// Returns the label of a place on an axis that shows categories.
fn category_label(cell: &FilledCell) -> String {
    match cell.row_quantity.as_str() {
        "" => cell.row.clone(),
        quantity => format!("{}, {quantity}", cell.row),
    }
}

#[cfg(test)]
mod tests {
    use rejudge_experiment::spec::PlotAxes;

    use super::*;

    #[test]
    fn empty_panels_come_last() {
        let cell = |panel: &str, values: &[(u32, f64)]| FilledCell {
            panel: panel.to_owned(),
            row: "1".to_owned(),
            draws: values.to_vec(),
            ..FilledCell::default()
        };
        let plot = Plot::Dots(PlotAxes::default());
        let table = FilledTable {
            name: "figure-1".to_owned(),
            caption: String::new(),
            show: None,
            plot: Some(plot.clone()),
            cells: vec![cell("a", &[]), cell("b", &[(1, 0.5)]), cell("c", &[]), cell("d", &[(1, 0.25)])],
        };
        let kind = table.cells[0].kind;
        let titles = figure(&table, &plot, &[kind], "").panels.into_iter().map(|panel| panel.title);
        assert_eq!(titles.collect::<Vec<_>>(), ["b", "d", "a", "c"]);
    }
}
