//! Parquet with named columns.

use std::borrow::Cow;

use rejudge_tables::frame::{Column, Frame, Values, parquet};

use super::columns::{Columns, Role};
use super::{Add, File, Form, Kind, wrong};
use crate::error::Located;

/// Returns true if it is a file of parquet, whatever its name.
pub(crate) fn is_parquet(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PAR1")
}

/// Rows count as lines.
pub(super) fn recognised(kind: Kind, file: File<'_>) -> Option<Form<'_>> {
    if !is_parquet(file.bytes) {
        return None;
    }
    let frame = match parquet::read_columns(file.bytes, Role::is_any) {
        Ok(frame) => frame,
        Err(error) => {
            let why = format!("{error:#}");
            return Form::new("a parquet file", false, |_| Err(wrong(1, why)));
        }
    };
    let names: Vec<String> =
        frame.columns.iter().map(|column| column.name.escape_debug().to_string()).collect();
    let words = format!("a parquet file with columns {}", names.join(", "));
    Form::new(words, false, move |add| records(kind, &frame, add))
}

fn records(kind: Kind, frame: &Frame, add: Add<'_>) -> Result<(), Located> {
    let names: Vec<&str> = frame.columns.iter().map(|column| column.name.as_str()).collect();
    let found = Columns::new(kind, &names, "column").map_err(|what| wrong(1, what))?;
    for at in [found.topic, found.document] {
        if matches!(frame.columns[at].values, Values::Number(_)) {
            let name = names[at].escape_debug();
            let what = format!("the column `{name}` contains floating-point numbers: write ids as text");
            return Err(wrong(1, what));
        }
    }
    for row in 0..frame.rows() {
        let cells: Vec<Cow<'_, str>> = frame.columns.iter().map(|column| cell_text(column, row)).collect();
        add(found.record(row + 1, |at| &cells[at]))?;
    }
    Ok(())
}

/// Returns the value of a row as text, with every digit of a number; empty if there is no value.
pub(crate) fn cell_text(column: &Column, row: usize) -> Cow<'_, str> {
    match &column.values {
        Values::Text(values) => values[row].into(),
        Values::Number(values) => values[row].map(|value| value.to_string()).unwrap_or_default().into(),
        Values::Whole(values) => values[row].map(|value| value.to_string()).unwrap_or_default().into(),
    }
}
