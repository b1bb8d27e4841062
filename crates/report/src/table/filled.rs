//! A table with its numbers, and its rows for parquet.

use rejudge_stats::{mean, standard_deviation};

use super::cell_table::KINDS;
use rejudge_experiment::exec::Subject;
use rejudge_experiment::grid::{Plot, Point};
use rejudge_experiment::spec::Take;
use rejudge_tables::frame::{Frame, Values};

/// The query of a table cell: a quantity of some cells of the run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellQuery {
    /// The statistic, by its place in the experiment.
    pub statistic: u32,
    /// The quantity of the statistic.
    pub component: &'static str,
    /// The cells of the run; empty if there is no query, or if draws were reduced to one number.
    pub points: Vec<Point>,
    /// The subject within each.
    pub of: Subject,
    /// The reduction to one number; `None` for a single cell.
    pub take: Option<Take>,
    /// The share of the topics for which a team must have contributed a relevant document.
    pub relevant_for: Option<f64>,
}

/// One quantity of one cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilledCell {
    /// Panel; empty without panels.
    pub panel: String,
    /// The collection it is from; of several the names, with [`ALL_OF`] between them.
    pub collection: String,
    /// Kind of that collection.
    pub kind: &'static str,
    pub row: String,
    /// Quantity of the row, if rows share a label.
    pub row_quantity: String,
    pub column: String,
    /// Quantity within the cell, if it has several.
    pub quantity: String,
    /// The rank correlation coefficient; empty for any other number.
    pub coefficient: &'static str,
    /// (draw, value).
    pub draws: Vec<(u32, f64)>,
    /// Cells that a draw averages over, on average.
    pub averaged: f64,
    /// The reason why there is no value.
    pub note: String,
    /// Digits after the point.
    pub decimals: u8,
    /// True if it is a share to be shown as a percentage.
    pub percent: bool,
    /// The query for its number.
    pub query: CellQuery,
}

/// Separates the names of the collections that a number covers.
pub const ALL_OF: &str = " + ";

impl FilledCell {
    /// The names of its collections.
    pub fn collections(&self) -> impl Iterator<Item = &str> {
        self.collection.split(ALL_OF)
    }

    /// Mean over the draws.
    pub fn mean(&self) -> Option<f64> {
        mean(&self.values())
    }

    /// Standard deviation over the draws.
    pub fn sd(&self) -> Option<f64> {
        standard_deviation(&self.values())
    }

    fn values(&self) -> Vec<f64> {
        self.draws.iter().map(|&(_, value)| value).collect()
    }
}

/// Rows, columns and panels of a table, with their cells.
#[derive(Clone, Debug, PartialEq)]
pub struct FilledTable {
    pub name: String,
    pub caption: String,
    /// The format string of a cell with several quantities.
    pub show: Option<String>,
    /// The plot, if the table is a figure.
    pub plot: Option<Plot>,
    /// Its cells, panel by panel, row by row, column by column.
    pub cells: Vec<FilledCell>,
}

/// All tables of an experiment.
pub type Filled = Vec<FilledTable>;

impl FilledTable {
    /// Returns true if no cell of it has a number.
    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(|cell| cell.draws.is_empty())
    }

    /// Returns the reason why no cell has a number: that of the first cell with a reason.
    pub fn why_empty(&self) -> &str {
        let mut notes = self.cells.iter().map(|cell| cell.note.as_str());
        notes.find(|note| !note.is_empty()).unwrap_or("no cell fits it")
    }

    /// The rows of `tables/<name>.parquet`, one a quantity.
    pub fn frame(&self) -> Frame {
        let text = |of: &dyn Fn(&FilledCell) -> String| self.cells.iter().map(of).collect::<Values>();
        let number =
            |of: &dyn Fn(&FilledCell) -> Option<f64>| Values::Number(self.cells.iter().map(of).collect());
        Frame::default()
            .with("table", "name of the table", text(&|_| self.name.clone()))
            .with("panel", "panel of the table; empty without panels", text(&|c| c.panel.clone()))
            .with("collection", "name of the collection", text(&|c| c.collection.clone()))
            .with("kind", KINDS, text(&|c| c.kind.to_owned()))
            .with("row", "label of the row", text(&|c| c.row.clone()))
            .with(
                "row_quantity",
                "quantity of the row, where rows share a label",
                text(&|c| c.row_quantity.clone()),
            )
            .with("column", "label of the column", text(&|c| c.column.clone()))
            .with("quantity", "quantity within the cell, where it has several", text(&|c| c.quantity.clone()))
            .with("mean", "mean over the draws; null when there is none", number(&FilledCell::mean))
            .with("sd", "standard deviation over the draws (n-1); null below two", number(&FilledCell::sd))
            .with(
                "draws",
                "draws with a value",
                Values::Whole(self.cells.iter().map(|c| Some(c.draws.len() as i64)).collect()),
            )
            .with(
                "averaged",
                "cells (of teams, say, or of collections) that a draw averages over, on average",
                number(&|c| Some(c.averaged)),
            )
            .with("note", "why there is no value", text(&|c| c.note.clone()))
            .with(
                "coefficient",
                "rank correlation coefficient; empty for any other number",
                text(&|c| c.coefficient.to_owned()),
            )
    }
}
