//! Parquet: a table with named columns. What takes it apart is brought along by the program: a reader of
//! parquet is far larger than all that is here.

use std::sync::OnceLock;

use rejudge_frame::{Frame, Values};

use crate::Read;
use crate::columns::{Columns, columns, is_of_records};
use crate::fault::Fault;
use crate::form::Kind;
use crate::trec_lines::{Record, TrecLines};

/// Reads the columns of a parquet file whose names are wanted; why it could not.
pub type ParquetReader = fn(bytes: &[u8], is_wanted: fn(&str) -> bool) -> Result<Frame, String>;

static READER: OnceLock<ParquetReader> = OnceLock::new();

/// Says who reads parquet from now on; the first who is named does.
pub fn bring_parquet(reader: ParquetReader) {
    let _ = READER.set(reader);
}

/// Whether a file is parquet.
pub(crate) fn is_parquet(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PAR1")
}

/// The lines of a file that is parquet. Its rows count as lines.
pub(crate) fn as_trec(kind: Kind, name: &str, bytes: &[u8]) -> Result<Read, Fault> {
    let Some(reader) = READER.get() else {
        let what = "nothing here reads it: expected TREC's columns, or csv, tsv, JSON or JSON lines";
        return Err(Fault::at(1, what).of_form("a parquet file"));
    };
    let frame = reader(bytes, is_of_records).map_err(|why| Fault::at(1, why).of_form("a parquet file"))?;
    let names: Vec<&str> = frame.columns.iter().map(|column| column.name.as_str()).collect();
    let shown: Vec<String> = names.iter().map(|name| name.escape_debug().to_string()).collect();
    let words = format!("a parquet file with columns {}", shown.join(", "));
    let mut lines = TrecLines::new(kind, name);
    records(&frame, &names, &mut lines).map_err(|fault| fault.of_form(&words))?;
    Ok(lines.end(words))
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

/// Values as texts, every digit of numbers among them; empty where there is none.
fn texts(values: &Values) -> Vec<String> {
    fn of<T: ToString>(values: &[Option<T>]) -> Vec<String> {
        values.iter().map(|value| value.as_ref().map(T::to_string).unwrap_or_default()).collect()
    }
    match values {
        Values::Text(values) => values.iter().map(str::to_owned).collect(),
        Values::Number(values) => of(values),
        Values::Whole(values) => of(values),
    }
}
