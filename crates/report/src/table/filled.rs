//! A table with its numbers, and the rows of its parquet file.

use rejudge_collections::descriptor::Kind;
use rejudge_stats::{mean, standard_deviation};

use super::cell_table::{KINDS, kind_word};
use rejudge_experiment::exec::Subject;
use rejudge_experiment::grid::{Plot, Point};
use rejudge_experiment::spec::Take;
use rejudge_tables::frame::{Frame, Kind as ColumnKind};

/// The source of a table cell's number: a quantity of some computed cells. If draws of one collection were reduced to
/// one number, the query is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellQuery {
    /// The statistic, as an index into the experiment's list.
    pub statistic: u32,
    /// The quantity of the statistic.
    pub component: &'static str,
    /// The points of the computed cells.
    pub points: Vec<Point>,
    /// The subject of the number within each computed cell.
    pub of: Subject,
    /// The reduction of several computed cells to one number; `None` for a single cell.
    pub take: Option<Take>,
    /// The smallest share of the topics for which a team must have contributed a relevant document. Other teams do
    /// not count.
    pub relevant_for: Option<f64>,
}

/// One quantity in one cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilledCell {
    /// The panel's name; empty in a table without panels.
    pub panel: String,
    /// The collection of the number. If there are several, their names with ` + ` between them.
    pub collection: String,
    /// The kind of the collections in `collection`.
    pub kind: Kind,
    pub row: String,
    /// The quantity that the row shows, if several rows share a label.
    pub row_quantity: String,
    pub column: String,
    /// The name of the quantity, if the cell has several.
    pub quantity: String,
    /// The name of the rank correlation coefficient; empty for other numbers.
    pub coefficient: &'static str,
    /// The number and the value of each draw.
    pub draws: Vec<(u32, f64)>,
    /// The number of computed cells that a draw averages over, as a mean over the draws. If draws or collections were
    /// reduced to one number, it is the number of these draws or collections.
    pub averaged: f64,
    /// The reason why there is no value, or why a draw has none.
    pub note: String,
    /// The number of digits after the point.
    pub decimals: u8,
    /// True if the value is a share that is shown as a percentage.
    pub percent: bool,
    /// The computed cells that the number comes from.
    pub query: CellQuery,
}

/// Separates the names of the collections that a number covers.
pub(crate) const COLLECTION_SEPARATOR: &str = " + ";

impl FilledCell {
    /// Returns the names of the collections that the number covers.
    pub fn collections(&self) -> impl Iterator<Item = &str> {
        self.collection.split(COLLECTION_SEPARATOR)
    }

    /// Returns the mean over the draws.
    pub fn mean(&self) -> Option<f64> {
        mean(&self.values())
    }

    /// Returns the standard deviation over the draws, or `None` if there are fewer than two.
    pub fn sd(&self) -> Option<f64> {
        standard_deviation(&self.values())
    }

    /// Returns true if the draws differ.
    pub fn varies(&self) -> bool {
        self.draws.windows(2).any(|pair| pair[0].1 != pair[1].1)
    }

    /// Returns the values of the draws.
    pub fn values(&self) -> Vec<f64> {
        self.draws.iter().map(|&(_, value)| value).collect()
    }
}

/// A table with its cells filled.
#[derive(Clone, Debug, PartialEq)]
pub struct FilledTable {
    pub name: String,
    pub caption: String,
    /// The format string for cells with several quantities.
    pub show: Option<String>,
    /// The plot, if the table is a figure.
    pub plot: Option<Plot>,
    /// The cells, panel by panel, row by row, column by column.
    pub cells: Vec<FilledCell>,
}

impl FilledTable {
    /// Returns true if no cell has a number.
    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(|cell| cell.draws.is_empty())
    }

    /// Returns the reason why no cell has a number: the first note of a cell, or `no cell fits it` if no cell
    /// has a note.
    pub fn why_empty(&self) -> &str {
        let mut notes = self.cells.iter().map(|cell| cell.note.as_str());
        notes.find(|note| !note.is_empty()).unwrap_or("no cell fits it")
    }

    /// Returns the rows of `tables/<name>.parquet`, one for each quantity of each cell.
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
            ("sd", Number, "standard deviation over the draws (n-1); null with fewer than two"),
            ("draws", Whole, "number of draws with a value"),
            (
                "averaged",
                Number,
                "mean number of cells (of teams or collections, for example) that a draw averages over",
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
