//! Parquet: a table with named columns.

use rejudge_tables::frame::{Frame, Values};

use super::Read;
use super::columns::{Columns, columns};
use super::fault::Fault;
use super::form::Kind;
use super::trec_lines::{Record, TrecLines};

/// Returns true if a file is parquet.
pub(super) fn is_parquet(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PAR1")
}

/// Returns the lines of a file that is parquet. Its rows count as lines.
pub(super) fn as_trec(kind: Kind, name: &str, bytes: &[u8]) -> Result<Read, Fault> {
    let frame = read(bytes).map_err(|why| Fault::at(1, why).of_form("a parquet file"))?;
    let names: Vec<&str> = frame.columns.iter().map(|column| column.name.as_str()).collect();
    let shown: Vec<String> = names.iter().map(|name| name.escape_debug().to_string()).collect();
    let words = format!("a parquet file with columns {}", shown.join(", "));
    let mut lines = TrecLines::new(kind, name);
    records(&frame, &names, &mut lines).map_err(|fault| fault.of_form(&words))?;
    Ok(lines.end(words))
}

#[cfg(feature = "parquet")]
fn read(bytes: &[u8]) -> Result<Frame, String> {
    let frame = rejudge_tables::frame::parquet::read_columns(bytes, super::columns::is_of_records);
    frame.map_err(|error| format!("{error:#}"))
}

#[cfg(not(feature = "parquet"))]
fn read(_bytes: &[u8]) -> Result<Frame, String> {
    Err("nothing here reads it: expected TREC's columns, or csv, tsv, JSON or JSON lines".to_owned())
}

fn records(frame: &Frame, names: &[&str], lines: &mut TrecLines<'_>) -> Result<(), Fault> {
    let found = columns(lines.kind, names, "column").map_err(|what| Fault::at(1, what))?;
    let Columns { topic, document, number, rank, tag } = found;
    for at in [topic, document] {
        if matches!(frame.columns[at].values, Values::Number(_)) {
            let name = names[at].escape_debug();
            let what = format!(
                "the column `{name}` holds floating-point numbers, which ids are not: write them as text"
            );
            return Err(Fault::at(1, what));
        }
    }
    let rows = frame.rows();
    let texts = |at: usize| texts(&frame.columns[at].values);
    let (topics, documents) = (texts(topic), texts(document));
    let [numbers, ranks, tags] = [number, rank, tag].map(|at| at.map(texts));
    for row in 0..rows {
        let some = |of: &Option<Vec<String>>| {
            of.as_ref().map(|texts| texts[row].clone()).filter(|text| !text.is_empty())
        };
        let (number, rank, tag) = (some(&numbers), some(&ranks), some(&tags));
        lines.add(Record {
            line: row + 1,
            topic: &topics[row],
            document: &documents[row],
            number: number.as_deref(),
            rank: rank.as_deref(),
            tag: tag.as_deref(),
        })?;
    }
    Ok(())
}

/// Returns values as texts, with every digit of numbers; empty if there is no value.
fn texts(values: &Values) -> Vec<String> {
    fn texts<T: ToString>(values: &[Option<T>]) -> Vec<String> {
        values.iter().map(|value| value.as_ref().map(T::to_string).unwrap_or_default()).collect()
    }
    match values {
        Values::Text(values) => values.iter().map(str::to_owned).collect(),
        Values::Number(values) => texts(values),
        Values::Whole(values) => texts(values),
    }
}
