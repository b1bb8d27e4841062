//! Parquet with named columns.

use std::borrow::Cow;

use rejudge_tables::frame::{Column, Frame, Values, parquet};

use super::columns::{Columns, Role};
use super::{Add, File, Form, Kind, Number, Record, wrong};
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
    let columns = match parquet::Columns::decode(file.bytes, Role::is_any) {
        Ok(columns) => columns,
        Err(error) => {
            let why = format!("{error:#}");
            return Form::new("a parquet file", false, |_| Err(wrong(1, why)));
        }
    };
    let names: Vec<String> = columns.names().iter().map(|name| name.escape_debug().to_string()).collect();
    let words = format!("a parquet file with columns {}", names.join(", "));
    Form::new(words, false, move |add| records(kind, &columns, add))
}

fn records(kind: Kind, columns: &parquet::Columns, add: Add<'_>) -> Result<(), Located> {
    let found = Columns::new(kind, &columns.names(), "column").map_err(|what| wrong(1, what))?;
    let mut rows = 0;
    columns.each_batch(|batch| {
        records_of_batch(&found, batch, rows, add)?;
        rows += batch.rows();
        Ok(())
    })
}

/// Adds the records of a batch, which come after `before` others.
fn records_of_batch(found: &Columns, batch: &Frame, before: usize, add: Add<'_>) -> Result<(), Located> {
    for at in [found.topic, found.document] {
        let Column { name, values, .. } = &batch.columns[at];
        if matches!(values, Values::Number(_)) {
            let name = name.escape_debug();
            let what = format!("the column `{name}` contains floating-point numbers: write ids as text");
            return Err(wrong(1, what));
        }
    }
    let column = |at: Option<usize>| at.map(|at| &batch.columns[at]);
    let (topic, document) = (&batch.columns[found.topic], &batch.columns[found.document]);
    let [number, rank, tag, intent] = [found.number, found.rank, found.tag, found.intent].map(column);
    let repeats = |row: usize| repeats(topic, row) && tag.is_none_or(|tag| repeats(tag, row));
    let mut start = 0;
    while start < batch.rows() {
        let end = (start + 1..batch.rows()).find(|&row| !repeats(row)).unwrap_or(batch.rows());
        let (topic, tag) = (cell_text(topic, start), tag.map(|tag| cell_text(tag, start)));
        for row in start..end {
            let intent = intent.map(|intent| cell_text(intent, row));
            add(Record {
                line: before + row + 1,
                topic: &topic,
                document: &cell_text(document, row),
                number: number.and_then(|column| number_at(column, row)),
                rank: rank.and_then(|column| number_at(column, row)),
                tag: tag.as_deref().filter(|tag| !tag.is_empty()),
                intent: intent.as_deref().filter(|intent| !intent.is_empty()),
                repeats: row > start,
            })?;
        }
        start = end;
    }
    Ok(())
}

/// Returns true if a row is known to have the value of the row before.
fn repeats(column: &Column, row: usize) -> bool {
    match &column.values {
        Values::Text(values) => values.numbers()[row] == values.numbers()[row - 1],
        Values::Whole(values) => values[row] == values[row - 1],
        Values::Number(_) => false,
    }
}

/// Returns the number in a row, or `None` if there is no value.
fn number_at(column: &Column, row: usize) -> Option<Number<'_>> {
    match &column.values {
        Values::Text(values) => Some(Number::Text(&values[row])).filter(|_| !values[row].is_empty()),
        Values::Number(values) => values[row].map(Number::Float),
        Values::Whole(values) => values[row].map(Number::Whole),
    }
}

/// Returns the value of a row as text, with every digit of a number; empty if there is no value.
pub(crate) fn cell_text(column: &Column, row: usize) -> Cow<'_, str> {
    match &column.values {
        Values::Text(values) => values[row].into(),
        Values::Number(values) => values[row].map(|value| value.to_string()).unwrap_or_default().into(),
        Values::Whole(values) => values[row].map(|value| value.to_string()).unwrap_or_default().into(),
    }
}
