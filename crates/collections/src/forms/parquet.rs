//! Parquet: a table with named columns, or a score matrix.

use std::borrow::Cow;

use rejudge_tables::frame::{Column, Frame, Values, parquet};

use super::columns::{Columns, Role};
use super::{Add, File, Form, Kind, Record, wrong};
use crate::error::Located;

/// A file without its extension is recognised too. Its rows count as lines.
pub(super) fn recognised(kind: Kind, file: File<'_>) -> Option<Form<'_>> {
    if !file.bytes.starts_with(b"PAR1") {
        return None;
    }
    let is_wanted = if kind == Kind::Scores { |_: &str| true } else { Role::is_any };
    let frame = match parquet::read_columns(file.bytes, is_wanted) {
        Ok(frame) => frame,
        Err(error) => {
            let why = format!("{error:#}");
            return Form::new("a parquet file", false, |_| Err(wrong(1, why)));
        }
    };
    let names: Vec<String> =
        frame.columns.iter().map(|column| column.name.escape_debug().to_string()).collect();
    Form::new(format!("a parquet file with columns {}", names.join(", ")), false, move |add| match kind {
        Kind::Scores => matrix(&frame, add),
        _ => records(kind, &frame, add),
    })
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
        let cells: Vec<Cow<'_, str>> = frame.columns.iter().map(|column| text(column, row)).collect();
        add(found.record(row + 1, |at| &cells[at]))?;
    }
    Ok(())
}

/// A column of text, or a first column `topic` of whole numbers, names the topics; the others are runs.
fn matrix(frame: &Frame, add: Add<'_>) -> Result<(), Located> {
    let is_text = |at: &usize| matches!(frame.columns[*at].values, Values::Text(_));
    let texts: Vec<usize> = (0..frame.columns.len()).filter(is_text).collect();
    let is_numbered = |column: &Column| column.name == "topic" && matches!(column.values, Values::Whole(_));
    let topics = match texts[..] {
        [one] => one,
        [] if frame.columns.first().is_some_and(is_numbered) => 0,
        _ => {
            let what = "expected one column of text, with the topics, and a column of scores for each run";
            return Err(wrong(1, what));
        }
    };
    if frame.columns.len() < 2 || frame.rows() == 0 {
        return Err(wrong(1, "there are no scores"));
    }
    for row in 0..frame.rows() {
        let topic = text(&frame.columns[topics], row);
        let runs = frame.columns.iter().enumerate().filter(|(at, _)| *at != topics);
        for (_, run) in runs {
            let score = text(run, row);
            let number = Some(&*score).filter(|score| !score.is_empty());
            let record =
                Record { line: row + 1, topic: &topic, document: &run.name, number, ..Record::default() };
            let of = format!("topic `{}`, run `{}`", topic.escape_debug(), run.name.escape_debug());
            add(record).map_err(|fault| Located { message: format!("{of}: {}", fault.message), ..fault })?;
        }
    }
    Ok(())
}

/// Returns the value of a row as text, with every digit of a number; empty if there is no value.
fn text(column: &Column, row: usize) -> Cow<'_, str> {
    match &column.values {
        Values::Text(values) => values[row].into(),
        Values::Number(values) => values[row].map(|value| value.to_string()).unwrap_or_default().into(),
        Values::Whole(values) => values[row].map(|value| value.to_string()).unwrap_or_default().into(),
    }
}
