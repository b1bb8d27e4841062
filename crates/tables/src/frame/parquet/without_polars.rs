//! Replaces `engine` if polars is not built in. The functions call the registered codec, or return an error if there is
//! none.

use anyhow::{Context, Result};

use super::{CODEC, Columns, NOT_BUILT_IN, check_length, decode, metadata, pages};
use crate::frame::{Column, Frame, Kind, Values};

/// The number of rows in a row group of a file.
pub const ROW_GROUP: usize = 1 << 18;

/// Encodes rows as a parquet file.
pub fn write(frame: &Frame, provenance: &str) -> Result<Vec<u8>> {
    let codec = CODEC.get().context(NOT_BUILT_IN)?;
    (codec.encode)(frame, &metadata(frame, provenance)).map_err(anyhow::Error::msg)
}

/// Encodes a parquet file. `rows` is called with a function that adds a frame, which must have the columns of
/// `template`. All rows are in memory at once, because a codec encodes a file in one call.
pub fn write_groups(
    template: &Frame,
    provenance: &str,
    rows: impl FnOnce(&mut dyn FnMut(&Frame) -> Result<()>) -> Result<()>,
) -> Result<Vec<u8>> {
    let without_rows =
        |column: &Column| Column { values: kind(&column.values).empty_column(), ..column.clone() };
    let mut all_rows = Frame { columns: template.columns.iter().map(without_rows).collect() };
    rows(&mut |frame| {
        for (column, added) in all_rows.columns.iter_mut().zip(&frame.columns) {
            add(&mut column.values, &added.values, |_| true);
        }
        Ok(())
    })?;
    write(&all_rows, provenance)
}

fn kind(values: &Values) -> Kind {
    match values {
        Values::Text(_) => Kind::Text,
        Values::Number(_) => Kind::Number,
        Values::Whole(_) => Kind::Whole,
    }
}

/// Adds the values of the wanted rows of `added` to `values`.
fn add(values: &mut Values, added: &Values, is_wanted: impl Fn(usize) -> bool) {
    let rows = (0..added.len()).filter(|row| is_wanted(*row));
    match (values, added) {
        (Values::Text(values), Values::Text(added)) => rows.for_each(|row| values.push(&added[row])),
        (Values::Number(values), Values::Number(added)) => values.extend(rows.map(|row| added[row])),
        (Values::Whole(values), Values::Whole(added)) => values.extend(rows.map(|row| added[row])),
        _ => unreachable!("the frames of one file have the same columns"),
    }
}

/// Decodes the wanted columns of a results file. The limit on repeated texts does not apply, because rejudge wrote the
/// file and a manifest has its checksum.
fn read_columns(bytes: &[u8], is_wanted: impl Fn(&str) -> bool) -> Result<Frame> {
    let announced = pages::check(bytes, is_wanted)?;
    let mut frame = Columns(decode(bytes, &announced.columns)?).frame();
    for column in &mut frame.columns {
        check_length(&column.name, column.values.len(), announced.rows)?;
        // Results repeat a few texts in many rows. Collecting them again stores each text only once.
        if let Values::Text(texts) = &column.values {
            column.values = texts.iter().collect();
        }
    }
    Ok(frame)
}

/// Reads the wanted columns of a results file. `take` gets all rows at once.
pub fn each_row_group(
    bytes: &[u8],
    is_wanted: impl Fn(&str) -> bool + Copy,
    take: &mut dyn FnMut(&Frame) -> Result<()>,
) -> Result<()> {
    take(&read_columns(bytes, is_wanted)?)
}

/// Reads the wanted columns of a results file, but only the rows in which each column of `conditions` has the given
/// text.
pub fn read_results(
    bytes: &[u8],
    is_wanted: impl Fn(&str) -> bool + Copy,
    conditions: &[(&str, &str)],
) -> Result<Frame> {
    let is_condition = |name: &str| conditions.iter().any(|(column, _)| *column == name);
    let mut frame = read_columns(bytes, |name| is_wanted(name) || is_condition(name))?;
    let mut fits = vec![true; frame.rows()];
    for (column, text) in conditions {
        let values = frame.text(column)?;
        fits.iter_mut().zip(values.iter()).for_each(|(fits, value)| *fits &= value == *text);
    }
    frame.columns.retain(|column| is_wanted(&column.name));
    for column in &mut frame.columns {
        let mut fitting = kind(&column.values).empty_column();
        add(&mut fitting, &column.values, |row| fits[row]);
        column.values = fitting;
    }
    Ok(frame)
}

/// Returns false, because polars is not built in.
pub fn is_reading() -> bool {
    false
}

#[cfg(all(test, feature = "parquet"))]
mod tests {
    use super::super::{Codec, engine, register};
    use super::*;

    /// Registers polars as the codec.
    fn register_polars() {
        register(Codec {
            decode: |bytes, columns| {
                let decoded = engine::decode(bytes, columns).map(engine::Columns::frame);
                decoded.map_err(|error| error.to_string())
            },
            encode: |frame, _| engine::write(frame, "{}").map_err(|error| error.to_string()),
        });
    }

    fn frame() -> Frame {
        Frame::default()
            .with("run", "name", Values::from_iter(["a", "b", "a"]))
            .with("score", "mean", Values::Number(vec![Some(0.1 + 0.2), None, Some(1.0)]))
            .with("topics", "count", Values::Whole(vec![Some(50), None, Some(2)]))
    }

    #[test]
    fn a_codec_writes_and_reads_like_the_engine() {
        register_polars();
        let bytes = write_groups(&frame(), "{}", |add| (0..2).try_for_each(|_| add(&frame()))).unwrap();
        let by_engine =
            engine::write_groups(&frame(), "{}", |add| (0..2).try_for_each(|_| add(&frame()))).unwrap();
        for bytes in [bytes, by_engine] {
            for wanted in [&[][..], &[("run", "a")], &[("run", "c")]] {
                let is_wanted = |name: &str| name != "topics" && name != "run";
                let rows = read_results(&bytes, is_wanted, wanted).unwrap();
                assert_eq!(rows, engine::read_results(&bytes, is_wanted, wanted).unwrap(), "{wanted:?}");
            }
            let mut groups = Vec::new();
            each_row_group(&bytes, |_| true, &mut |rows| {
                groups.push(rows.clone());
                Ok(())
            })
            .unwrap();
            assert_eq!(groups, [engine::read_results(&bytes, |_| true, &[]).unwrap()]);
        }
        assert_eq!(write(&frame(), "{}").unwrap(), engine::write(&frame(), "{}").unwrap());
        assert_eq!((ROW_GROUP, is_reading()), (engine::ROW_GROUP, false));
    }
}
