//! The tables of the experiment, as the table of verdicts names their cells.

use std::collections::BTreeMap;

use rejudge_report::table::{FilledCell, FilledTable};
use serde_json::{Map, Value};

/// The filled tables and figures of an audit.
#[derive(Clone, Copy)]
pub struct Tables<'a>(pub &'a [FilledTable]);

impl<'a> Tables<'a> {
    /// The table called `name`, if the experiment has it and a cell of it has a number.
    pub fn named(self, name: &str) -> Option<&'a FilledTable> {
        self.0.iter().find(|table| table.name == name && !table.is_empty())
    }

    /// Returns the number of a row, in a table with one column.
    pub fn fact(self, name: &str, row: &str) -> Option<f64> {
        self.named(name)?.cells.iter().find(|cell| cell.row == row)?.mean()
    }

    /// The cells of a column, from top to bottom, that have a number.
    pub fn column(self, name: &str, column: &'a str) -> impl Iterator<Item = &'a FilledCell> {
        let cells = self.named(name).map_or(&[][..], |table| &table.cells).iter();
        cells.filter(move |cell| cell.column == column && !cell.draws.is_empty())
    }

    /// The draws of a cell.
    pub fn draws(self, name: &str, row: &str, column: &'a str) -> Vec<f64> {
        let cell = self.column(name, column).find(|cell| cell.row == row);
        cell.into_iter().flat_map(FilledCell::values).collect()
    }

    /// Returns the rows by table, each a map from columns to numbers, with the names of row and panel as `row` and
    /// `panel`. `of` reduces a number with several draws.
    pub fn rows(self, of: fn(&FilledCell) -> Option<f64>) -> Value {
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
                if let Some(value) = of(cell).filter(|_| cell.quantity.is_empty() || table.show.is_none()) {
                    row.insert(cell.column.clone(), value.into());
                }
            }
            (table.name.clone(), rows.into_iter().map(Value::Object).collect::<Value>())
        });
        Value::Object(tables.collect())
    }

    /// Returns the numbers by table, row and column, as means over the draws.
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

/// The least of a cell's draws.
pub fn least(cell: &FilledCell) -> Option<f64> {
    cell.values().into_iter().reduce(f64::min)
}

/// The greatest of a cell's draws.
pub fn greatest(cell: &FilledCell) -> Option<f64> {
    cell.values().into_iter().reduce(f64::max)
}
