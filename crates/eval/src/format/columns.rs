//! Any table of columns in any form: what is no table of scores, as comparisons and bounds.

use rejudge_frame::{Column, Frame, Values};
use serde_json::{Map, Value, json};

use super::{PresetRules, Sheet};

/// A table, what its metadata say of it, and what its rows are called in JSON.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The columns.
    pub frame: Frame,
    /// The rules in force and what else moved the numbers, in one line.
    pub about: String,
    /// The name of the rows.
    pub rows: &'static str,
    /// What people read of it; where there is nothing, the columns.
    pub sheets: Vec<Sheet>,
}

/// The shortest text that reads back; a tiny number has an exponent.
fn shortest(number: f64) -> String {
    if number != 0.0 && number.abs() < 1e-4 { format!("{number:e}") } else { number.to_string() }
}

pub(super) fn text(column: &Column, at: usize) -> String {
    match &column.values {
        Values::Text(of) => of[at].clone(),
        Values::Shared(of) => of.values(at..at + 1).collect(),
        Values::Number(of) => of[at].map(shortest).unwrap_or_default(),
        Values::Whole(of) => of[at].map(|number| number.to_string()).unwrap_or_default(),
    }
}

/// A number that JSON has no word for is null.
fn value(column: &Column, at: usize) -> Value {
    match &column.values {
        Values::Text(of) => json!(of[at]),
        Values::Shared(_) => json!(text(column, at)),
        Values::Number(of) => json!(of[at]),
        Values::Whole(of) => json!(of[at]),
    }
}

impl Table {
    pub(super) fn separated(&self, by: u8) -> Result<Vec<u8>, csv::Error> {
        let quotes = if by == b',' { csv::QuoteStyle::Necessary } else { csv::QuoteStyle::Never };
        let mut writer = csv::WriterBuilder::new().delimiter(by).quote_style(quotes).from_writer(Vec::new());
        writer.write_record(self.frame.columns.iter().map(|column| &column.name))?;
        for at in 0..self.frame.rows() {
            writer.write_record(self.frame.columns.iter().map(|column| text(column, at)))?;
        }
        writer.into_inner().map_err(|error| error.into_error().into())
    }

    pub(super) fn json(&self, rules: &PresetRules) -> serde_json::Result<Vec<u8>> {
        let cell = |column: &Column, at: usize| (column.name.clone(), value(column, at));
        let row =
            |at: usize| Value::Object(self.frame.columns.iter().map(|column| cell(column, at)).collect());
        let rules: Map<String, Value> =
            rules.fields().into_iter().map(|(field, value)| (field, json!(value))).collect();
        let rows: Vec<Value> = (0..self.frame.rows()).map(row).collect();
        let mut bytes =
            serde_json::to_vec_pretty(&json!({ "rules": rules, "about": self.about, self.rows: rows }))?;
        bytes.push(b'\n');
        Ok(bytes)
    }
}
