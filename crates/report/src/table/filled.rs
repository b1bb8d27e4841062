//! A table with its numbers, and its rows for parquet.

use rejudge_collections::descriptor::Kind;
use rejudge_stats::{mean, standard_deviation};

use super::cell_table::{KINDS, kind_word};
use rejudge_experiment::exec::Subject;
use rejudge_experiment::grid::{Plot, Point};
use rejudge_experiment::spec::Take;
use rejudge_tables::frame::{Frame, Kind as ColumnKind};

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
    /// The collection it is from; of several the names, with ` + ` between them.
    pub collection: String,
    /// Kind of that collection.
    pub kind: Kind,
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
pub(crate) const ALL_OF: &str = " + ";

impl FilledCell {
    /// Returns the names of the collections that the number covers.
    pub fn collections(&self) -> impl Iterator<Item = &str> {
        self.collection.split(ALL_OF)
    }

    /// Returns the mean over the draws.
    pub fn mean(&self) -> Option<f64> {
        mean(&self.values())
    }

    /// Returns the standard deviation over the draws.
    pub fn sd(&self) -> Option<f64> {
        standard_deviation(&self.values())
    }

    /// Returns true if its draws differ.
    pub fn varies(&self) -> bool {
        self.draws.windows(2).any(|pair| pair[0].1 != pair[1].1)
    }

    /// Returns the values of its draws.
    pub fn values(&self) -> Vec<f64> {
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
    /// The cells, panel by panel, row by row, column by column.
    pub cells: Vec<FilledCell>,
}

impl FilledTable {
    /// Returns true if no cell of it has a number.
    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(|cell| cell.draws.is_empty())
    }

    /// Returns the reason why no cell has a number, from the first cell that has a reason.
    pub fn why_empty(&self) -> &str {
        let mut notes = self.cells.iter().map(|cell| cell.note.as_str());
        notes.find(|note| !note.is_empty()).unwrap_or("no cell fits it")
    }

    /// Returns the rows of `tables/<name>.parquet`, one per quantity.
    pub fn frame(&self) -> Frame {
        use ColumnKind::{Number, Text, Whole};
        let mut rows = Frame::new([
            ("table", Text, "name of the table"),
            ("panel", Text, "panel of the table; empty without panels"),
            ("collection", Text, "name of the collection"),
            ("kind", Text, KINDS),
            ("row", Text, "label of the row"),
            ("row_quantity", Text, "quantity of the row, where rows share a label"),
            ("column", Text, "label of the column"),
            ("quantity", Text, "quantity within the cell, where it has several"),
            ("mean", Number, "mean over the draws; null when there is none"),
            ("sd", Number, "standard deviation over the draws (n-1); null below two"),
            ("draws", Whole, "draws with a value"),
            (
                "averaged",
                Number,
                "cells (of teams, say, or of collections) that a draw averages over, on average",
            ),
            ("note", Text, "why there is no value"),
            ("coefficient", Text, "rank correlation coefficient; empty for any other number"),
        ]);
        for cell in &self.cells {
            rows.push([
                (&self.name).into(),
                (&cell.panel).into(),
                (&cell.collection).into(),
                kind_word(cell.kind).into(),
                (&cell.row).into(),
                (&cell.row_quantity).into(),
                (&cell.column).into(),
                (&cell.quantity).into(),
                cell.mean().into(),
                cell.sd().into(),
                cell.draws.len().into(),
                cell.averaged.into(),
                (&cell.note).into(),
                cell.coefficient.into(),
            ]);
        }
        rows
    }
}
