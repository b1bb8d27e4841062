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
    let column = |at: Option<usize>| at.map(|at| &frame.columns[at]);
    let (number, rank) = (column(found.number), column(found.rank));
    let [mut topic, mut document] = [found.topic, found.document].map(|at| Cells::new(&frame.columns[at]));
    let [mut tag, mut intent] = [found.tag, found.intent].map(|at| column(at).map(Cells::new));
    for row in 0..frame.rows() {
        let (tag, intent) =
            (tag.as_mut().map(|cells| cells.text(row)), intent.as_mut().map(|cells| cells.text(row)));
        add(Record {
            line: row + 1,
            topic: topic.text(row),
            document: document.text(row),
            number: number.and_then(|column| number_at(column, row)),
            rank: rank.and_then(|column| number_at(column, row)),
            tag: tag.filter(|tag| !tag.is_empty()),
            intent: intent.filter(|intent| !intent.is_empty()),
        })?;
    }
    Ok(())
}

/// The cells of a column as texts.
struct Cells<'f> {
    column: &'f Column,
    /// The last number as text.
    number: String,
}

impl<'f> Cells<'f> {
    fn new(column: &'f Column) -> Self {
        Self { column, number: String::new() }
    }

    /// Returns the text in a row; empty if there is no value.
    fn text(&mut self, row: usize) -> &str {
        if let Values::Text(values) = &self.column.values {
            return &values[row];
        }
        // Numbers of topics come many times in a row.
        let is_as_before = match &self.column.values {
            Values::Whole(values) => row > 0 && values[row] == values[row - 1],
            _ => false,
        };
        if !is_as_before {
            self.number = cell_text(self.column, row).into_owned();
        }
        &self.number
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
