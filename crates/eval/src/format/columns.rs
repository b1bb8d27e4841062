//! A table with columns of its own: below a header, or as objects of JSON.

use rejudge_frame::{Frame, Values};
use serde_json::{Map, Value, json};

use super::{EvalError, PresetRules};

/// Fields parted by a tab or a comma.
pub fn separated(frame: &Frame, by: u8) -> Result<Vec<u8>, EvalError> {
    written(frame, by).map_err(|error| EvalError::Data(error.to_string()))
}

fn written(frame: &Frame, by: u8) -> Result<Vec<u8>, csv::Error> {
    let quotes = if by == b',' { csv::QuoteStyle::Necessary } else { csv::QuoteStyle::Never };
    let mut writer = csv::WriterBuilder::new().delimiter(by).quote_style(quotes).from_writer(Vec::new());
    writer.write_record(frame.columns.iter().map(|column| &column.name))?;
    for row in 0..frame.rows() {
        writer.write_record(frame.columns.iter().map(|column| text(&column.values, row)))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

/// A value as text; nothing where there is none.
fn text(values: &Values, row: usize) -> String {
    match values {
        Values::Text(texts) => texts[row].clone(),
        Values::Shared(texts) => texts.values(row..row + 1).collect(),
        Values::Whole(numbers) => numbers[row].map(|number| number.to_string()).unwrap_or_default(),
        Values::Number(numbers) => numbers[row].map(shortest).unwrap_or_default(),
    }
}

/// The shortest text that reads back; a tiny number, such as a p-value, has an exponent.
fn shortest(number: f64) -> String {
    if number != 0.0 && number.abs() < 1e-4 { format!("{number:e}") } else { number.to_string() }
}

/// The rules, what the table is about, and its rows.
pub fn json(frame: &Frame, rows: &str, about: &str, rules: &PresetRules) -> Result<Vec<u8>, EvalError> {
    // An infinite number has none in JSON: it is null.
    let value = |values: &Values, row: usize| match values {
        Values::Text(_) | Values::Shared(_) => json!(text(values, row)),
        Values::Whole(numbers) => json!(numbers[row]),
        Values::Number(numbers) => json!(numbers[row]),
    };
    let object = |row: usize| {
        let fields = frame.columns.iter().map(|column| (column.name.clone(), value(&column.values, row)));
        Value::Object(fields.collect())
    };
    let objects: Vec<Value> = (0..frame.rows()).map(object).collect();
    let rules: Map<String, Value> =
        rules.fields().into_iter().map(|(field, value)| (field.to_owned(), json!(value))).collect();
    let whole = json!({ "rules": rules, "about": about, rows: objects });
    let mut bytes = serde_json::to_vec_pretty(&whole).map_err(|error| EvalError::Data(error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}
