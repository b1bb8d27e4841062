//! The experiment's tables, in the form in which verdicts.yaml reads them.

use std::collections::BTreeMap;

use rejudge_report::table::{FilledCell, FilledTable};
use serde_json::{Map, Value};

/// The filled tables and figures of an audit.
#[derive(Clone, Copy)]
pub struct Tables<'a>(pub &'a [FilledTable]);

impl<'a> Tables<'a> {
    /// Returns the table called `name`, if the experiment has it and it is not empty.
    pub fn named(self, name: &str) -> Option<&'a FilledTable> {
        self.0.iter().find(|table| table.name == name && !table.is_empty())
    }

    /// Returns the number in a row of a table with one column. If the cell has several draws, this is their mean.
    pub fn fact(self, name: &str, row: &str) -> Option<f64> {
        self.named(name)?.cells.iter().find(|cell| cell.row == row)?.mean()
    }

    /// Returns the cells of a column that have a number, from top to bottom.
    pub fn column(self, name: &str, column: &'a str) -> impl Iterator<Item = &'a FilledCell> {
        let cells = self.named(name).map_or(&[][..], |table| &table.cells).iter();
        cells.filter(move |cell| cell.column == column && !cell.draws.is_empty())
    }

    /// Returns the draws of a cell, or an empty list if the table does not have the cell.
    pub fn draws(self, name: &str, row: &str, column: &'a str) -> Vec<f64> {
        let cell = self.column(name, column).find(|cell| cell.row == row);
        cell.into_iter().flat_map(FilledCell::values).collect()
    }

    /// Returns each table as a list of rows. A row maps columns to numbers, and the keys `row` and `panel` to the names of
    /// the row and the panel. `reduce` makes one number from the draws of a cell. In a table with a format string (`show`),
    /// cells with several quantities are left out.
    pub fn rows(self, reduce: fn(&FilledCell) -> Option<f64>) -> Value {
        let tables = self.0.iter().map(|table| {
            let mut rows: Vec<Map<String, Value>> = Vec::new();
            for cell in &table.cells {
                let is_same =
                    |row: &&mut Map<String, Value>| row["row"] == *cell.row && row["panel"] == *cell.panel;
                let row = match rows.last_mut().filter(is_same) {
                    Some(row) => row,
                    None => {
                        let names = [("row", &cell.row), ("panel", &cell.panel)];
                        rows.push(
                            names
                                .map(|(key, name)| (key.to_owned(), name.as_str().into()))
                                .into_iter()
                                .collect(),
                        );
                        rows.last_mut().expect("a row was added")
                    }
                };
                if let Some(value) = reduce(cell).filter(|_| cell.quantity.is_empty() || table.show.is_none())
                {
                    row.insert(cell.column.clone(), value.into());
                }
            }
            (table.name.clone(), rows.into_iter().map(Value::Object).collect::<Value>())
        });
        Value::Object(tables.collect())
    }

    /// Returns the means over draws, by table, row and column. If panels have the same rows, the last panel counts.
    pub fn cells(self) -> BTreeMap<&'a str, BTreeMap<&'a str, BTreeMap<&'a str, f64>>> {
        let mut out: BTreeMap<&str, BTreeMap<&str, BTreeMap<&str, f64>>> = BTreeMap::new();
        for table in self.0 {
            let rows = out.entry(table.name.as_str()).or_default();
            for cell in &table.cells {
                if let Some(mean) = cell.mean() {
                    rows.entry(cell.row.as_str()).or_default().insert(cell.column.as_str(), mean);
                }
            }
        }
        out
    }
}

/// Returns the smallest of a cell's draws.
pub fn least(cell: &FilledCell) -> Option<f64> {
    cell.values().into_iter().reduce(f64::min)
}

/// Returns the largest of a cell's draws.
pub fn greatest(cell: &FilledCell) -> Option<f64> {
    cell.values().into_iter().reduce(f64::max)
}
