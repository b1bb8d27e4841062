//! Writes rows as one JSON object, or as JSON lines with an object for each row.

use serde_json::{Map, Value, json};

use crate::frame::{Column, Frame, Values};

/// Returns an object with the rules that were used, a description of the rows, and an array that contains an
/// object for each row.
pub(crate) fn rows_to_json(name: &str, rules: &[(String, String)], about: &str, rows: &Frame) -> Value {
    let rules: Map<String, Value> =
        rules.iter().map(|(field, value)| (field.clone(), json!(value))).collect();
    json!({ "rules": rules, "about": about, name: (0..rows.rows()).map(|at| row(rows, at)).collect::<Vec<_>>() })
}

/// Returns JSON lines: each line is the object of a row.
pub(super) fn lines(rows: &Frame) -> String {
    (0..rows.rows()).map(|at| format!("{}\n", row(rows, at))).collect()
}

/// Returns an object with the value of each column. A missing value is null.
fn row(rows: &Frame, at: usize) -> Value {
    let value = |column: &Column| match &column.values {
        Values::Text(values) => json!(&values[at]),
        // JSON has no NaN and no infinity, so they become null.
        Values::Number(values) => json!(values[at]),
        Values::Whole(values) => json!(values[at]),
    };
    rows.columns.iter().map(|column| (column.name.clone(), value(column))).collect::<Map<_, _>>().into()
}
