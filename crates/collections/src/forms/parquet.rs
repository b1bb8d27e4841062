//! Parquet with named columns.

use std::borrow::Cow;
use std::ops::Range;

use rejudge_tables::frame::{Column, Frame, Texts, Values, parquet};

use super::columns::{Columns, Role};
use super::{File, FileKind, Form, Number, Record, Records, wrong};
use crate::error::Located;

/// Returns true if the bytes belong to a parquet file.
pub(crate) fn is_parquet(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PAR1")
}

/// Recognises a parquet file. In an error, the line is the number of the row, or 1 if the error is about a
/// column or the whole file.
pub(super) fn recognised(kind: FileKind, file: File<'_>) -> Option<Form<'_>> {
    if !is_parquet(file.bytes) {
        return None;
    }
    let decoded = parquet::Checked::new(file.bytes, Role::is_record_column)
        .map_err(|error| format!("{error:#}"))
        .and_then(|columns| Ok((decoded(kind, file, &columns)?, form_name(&columns))));
    match decoded {
        Ok((columns, name)) => Form::new(name, false, move |records| read(kind, &columns, records)),
        Err(why) => Form::new("a parquet file", false, |_| Err(wrong(1, why))),
    }
}

fn form_name(columns: &parquet::Checked<'_>) -> String {
    let names: Vec<String> = columns.names().iter().map(|name| name.escape_debug().to_string()).collect();
    format!("a parquet file with columns {}", names.join(", "))
}

/// Decodes the columns. Leaving out the ranks saves a tenth of the time. We do so if every row has a score, the run is not
/// ordered by rank, and ranks are integers, which cannot be invalid.
fn decoded(
    kind: FileKind,
    file: File<'_>,
    columns: &parquet::Checked<'_>,
) -> Result<parquet::Columns, String> {
    let decode = |left_out| columns.decode(left_out).map_err(|error| format!("{error:#}"));
    let names = columns.names();
    let rank = match Columns::new(kind, &names, "column") {
        Ok(Columns { number: Some(_), rank: Some(rank), .. }) if !file.needs_ranks => Some(names[rank]),
        _ => None,
    };
    if let Some(rank) = rank.filter(|rank| columns.has_integers(rank)) {
        let decoded = decode(Some(rank))?;
        let score = Role::Score.find(&decoded.names(), "column").ok().flatten();
        if score.is_some_and(|score| !decoded.has_missing(score)) {
            return Ok(decoded);
        }
    }
    decode(None)
}

fn read(kind: FileKind, columns: &parquet::Columns, records: &mut dyn Records) -> Result<(), Located> {
    let roles = Columns::new(kind, &columns.names(), "column").map_err(|what| wrong(1, what))?;
    let mut rows = 0;
    columns.each_batch(|batch| {
        add_batch(&roles, batch, rows, records)?;
        rows += batch.rows();
        Ok(())
    })
}

/// Adds the records of a batch. `before` is the number of rows in the file before the batch.
fn add_batch(
    roles: &Columns,
    batch: &Frame,
    before: usize,
    records: &mut dyn Records,
) -> Result<(), Located> {
    for column in [roles.topic, roles.document] {
        let Column { name, values, .. } = &batch.columns[column];
        if matches!(values, Values::Number(_)) {
            let name = name.escape_debug();
            let what = format!("the column `{name}` contains floating-point numbers: write ids as text");
            return Err(wrong(1, what));
        }
    }
    let (topic, document) = (&batch.columns[roles.topic], &batch.columns[roles.document]);
    let [number, rank, tag, intent] = [roles.number, roles.rank, roles.tag, roles.intent]
        .map(|column| column.map(|column| &batch.columns[column]));
    let repeats = |row: usize| repeats(topic, row) && tag.is_none_or(|tag| repeats(tag, row));
    let mut start = 0;
    while start < batch.rows() {
        let end = (start + 1..batch.rows()).find(|&row| !repeats(row)).unwrap_or(batch.rows());
        let (topic, tag) = (cell_text(topic, start), tag.map(|tag| cell_text(tag, start)));
        records.add_rows(&Rows {
            topic: &topic,
            tag: tag.as_deref().filter(|tag| !tag.is_empty()),
            document,
            number,
            rank,
            intent,
            before,
            range: start..end,
        })?;
        start = end;
    }
    Ok(())
}

/// Consecutive rows with the same topic and tag.
pub(super) struct Rows<'r> {
    topic: &'r str,
    tag: Option<&'r str>,
    document: &'r Column,
    number: Option<&'r Column>,
    rank: Option<&'r Column>,
    intent: Option<&'r Column>,
    /// The number of rows in the file before the batch that these columns belong to.
    before: usize,
    /// The indices of these rows in the columns.
    range: Range<usize>,
}

impl Rows<'_> {
    /// Calls `take` with each record.
    pub fn each(&self, mut take: impl FnMut(Record<'_>) -> Result<(), Located>) -> Result<(), Located> {
        self.range.clone().try_for_each(|row| self.record(row, &mut take))
    }

    /// Calls `take` with the record of a row.
    pub fn record<T>(&self, row: usize, take: impl FnOnce(Record<'_>) -> T) -> T {
        let intent = self.intent.map(|intent| cell_text(intent, row));
        take(Record {
            line: self.line(row),
            topic: self.topic,
            document: &cell_text(self.document, row),
            number: self.number.and_then(|column| number_at(column, row)),
            rank: self.rank.and_then(|column| number_at(column, row)),
            tag: self.tag,
            intent: intent.as_deref().filter(|intent| !intent.is_empty()),
            repeats: row > self.range.start,
        })
    }

    /// Returns the number of a row in the file, from 1.
    pub fn line(&self, row: usize) -> usize {
        self.before + row + 1
    }

    /// Returns the indices of the rows, and the columns of documents and scores. Returns `None` unless documents are
    /// text, every score is a floating-point number, and ranks are absent or integers. With other types, a value may be
    /// invalid, so the caller must check each record.
    pub fn scored(&self) -> Option<ScoredRows<'_>> {
        let (Values::Text(documents), Values::Number(scores)) = (&self.document.values, &self.number?.values)
        else {
            return None;
        };
        let is_sound = self.rank.is_none_or(|rank| matches!(rank.values, Values::Whole(_)))
            && scores[self.range.clone()].iter().all(Option::is_some);
        is_sound.then(|| (self.range.clone(), documents, &scores[..]))
    }
}

/// The indices of rows, and the columns of documents and scores.
type ScoredRows<'a> = (Range<usize>, &'a Texts, &'a [Option<f64>]);

/// Returns true if we know that a row has the same value as the row before.
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

/// Returns the value of a row as text, or an empty text if there is no value. Numbers are not rounded.
pub(crate) fn cell_text(column: &Column, row: usize) -> Cow<'_, str> {
    match &column.values {
        Values::Text(values) => values[row].into(),
        Values::Number(values) => values[row].map(|value| value.to_string()).unwrap_or_default().into(),
        Values::Whole(values) => values[row].map(|value| value.to_string()).unwrap_or_default().into(),
    }
}
