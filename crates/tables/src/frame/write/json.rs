//! Writes rows as a JSON object.

use serde_json::{Map, Value, json};

use crate::frame::{Column, Frame, Values};

/// Returns an object with the rules that were used, a description of the rows, and an array with an object for each
/// row.
pub(crate) fn rows_to_json(name: &str, rules: &[(String, String)], about: &str, rows: &Frame) -> Value {
    let value = |column: &Column, at: usize| match &column.values {
        Values::Text(values) => json!(&values[at]),
        // JSON cannot write NaN or an infinity, so they become null.
        Values::Number(values) => json!(values[at]),
        Values::Whole(values) => json!(values[at]),
    };
    let row = |at: usize| -> Value {
        rows.columns
            .iter()
            .map(|column| (column.name.clone(), value(column, at)))
            .collect::<Map<_, _>>()
            .into()
    };
    let rules: Map<String, Value> =
        rules.iter().map(|(field, value)| (field.clone(), json!(value))).collect();
    json!({ "rules": rules, "about": about, name: (0..rows.rows()).map(row).collect::<Vec<_>>() })
}
