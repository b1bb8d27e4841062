//! Rows to parquet and back: the only file that names polars.
//!
//! Columns are text or numbers; every file carries what its columns mean and where it comes from in
//! its key-value metadata. No sum or mean is ever taken here: polars reductions depend on chunking.

use std::collections::HashMap;
use std::io::Cursor;
use std::ops::Range;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail, ensure};
use polars::frame::DataFrame;
use polars::prelude::{
    ChunkCompareEq, Column as PolarsColumn, DataType, Field, IntoSeries, KeyValueMetadata, NamedFrom,
    NewChunkedArray, ParquetCompression, ParquetReader, ParquetWriter, PolarsResult, SerReader, Series,
    StringChunked,
};

use crate::defect::caught_unannounced;

/// Key of the provenance in a file's metadata.
const MANIFEST: &str = "rejudge.manifest";
/// Key of the descriptions of the columns.
const COLUMNS: &str = "rejudge.columns";

/// Rows that stand together in a file.
const ROW_GROUP: usize = 1 << 18;

/// Values of one column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Text.
    Text(Vec<String>),
    /// The same text in many rows: written only, a column is read as [`Values::Text`].
    Shared(Shared),
    /// Numbers; `None` where there is none.
    Number(Vec<Option<f64>>),
    /// Whole numbers; `None` where there is none.
    Whole(Vec<Option<i64>>),
}

impl Values {
    fn len(&self) -> usize {
        match self {
            Self::Text(v) => v.len(),
            Self::Shared(v) => v.rows.len(),
            Self::Number(v) => v.len(),
            Self::Whole(v) => v.len(),
        }
    }
}

/// Text of many rows and few different values: each value once, and its number in every row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shared {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
    rows: Vec<u32>,
}

impl Shared {
    /// The number of a value, for [`Shared::push`].
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        self.names.push(name.to_owned());
        number
    }

    /// Adds a row with the value of this number, which [`Shared::number`] gave.
    pub fn push(&mut self, number: u32) {
        self.rows.push(number);
    }

    fn values(&self, rows: Range<usize>) -> impl Iterator<Item = &str> {
        self.rows[rows].iter().map(|&number| self.names[number as usize].as_str())
    }
}

/// A reader of parquet for which integers of 8 and 16 bits, of which polars makes columns by a feature only that is not
/// built here, are of 32 bits, as they are stored.
fn reader(bytes: &[u8]) -> PolarsResult<ParquetReader<Cursor<&[u8]>>> {
    let mut narrow = ParquetReader::new(Cursor::new(bytes));
    let fields: Vec<Field> = narrow.schema()?.iter_values().map(Field::from).collect();
    let is_narrow = |dtype: &DataType| {
        matches!(dtype, DataType::Int8 | DataType::Int16 | DataType::UInt8 | DataType::UInt16)
    };
    let mut reader = ParquetReader::new(Cursor::new(bytes));
    if !fields.iter().any(|field| is_narrow(&field.dtype)) {
        return Ok(reader);
    }
    // What a reader makes of a file is what the file's metadata say: those of an empty file with the wider columns.
    let empty = fields.iter().map(|field| {
        let dtype = if is_narrow(&field.dtype) { &DataType::Int32 } else { &field.dtype };
        PolarsColumn::new_empty(field.name.clone(), dtype)
    });
    let mut wide = Vec::new();
    ParquetWriter::new(&mut wide).finish(&mut DataFrame::new(0, empty.collect())?)?;
    let mut wide = ParquetReader::new(Cursor::new(wide));
    let mut metadata = reader.get_metadata()?.as_ref().clone();
    metadata.key_value_metadata.clone_from(&wide.get_metadata()?.key_value_metadata);
    reader.set_metadata(Arc::new(metadata));
    Ok(reader)
}

/// A named column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What it means.
    pub about: String,
    /// Its values.
    pub values: Values,
}

/// A table of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// Its columns, all of one length.
    pub columns: Vec<Column>,
}

impl Frame {
    /// Adds a column.
    #[must_use]
    pub fn with(mut self, name: &str, about: &str, values: Values) -> Self {
        debug_assert!(self.columns.first().is_none_or(|c| c.values.len() == values.len()), "{name}");
        self.columns.push(Column { name: name.to_owned(), about: about.to_owned(), values });
        self
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    fn column(&self, name: &str) -> Result<&Values> {
        let found = self.columns.iter().find(|column| column.name == name);
        found.map(|column| &column.values).with_context(|| format!("there is no column `{name}`"))
    }

    /// A text column.
    pub fn text(&self, name: &str) -> Result<&[String]> {
        match self.column(name)? {
            Values::Text(values) => Ok(values),
            _ => bail!("the column `{name}` is no text"),
        }
    }

    /// A column of numbers.
    pub fn number(&self, name: &str) -> Result<&[Option<f64>]> {
        match self.column(name)? {
            Values::Number(values) => Ok(values),
            _ => bail!("the column `{name}` holds no numbers"),
        }
    }

    /// A column of whole numbers.
    pub fn whole(&self, name: &str) -> Result<&[Option<i64>]> {
        match self.column(name)? {
            Values::Whole(values) => Ok(values),
            _ => bail!("the column `{name}` holds no whole numbers"),
        }
    }

    /// The bytes of a parquet file, the same for the same rows and `provenance`.
    pub fn to_parquet(&self, provenance: &str) -> Result<Vec<u8>> {
        let about: serde_json::Map<String, serde_json::Value> =
            self.columns.iter().map(|c| (c.name.clone(), c.about.clone().into())).collect();
        let about = serde_json::Value::from(about).to_string();
        let metadata = vec![(MANIFEST.to_owned(), provenance.to_owned()), (COLUMNS.to_owned(), about)];
        let mut bytes = Vec::new();
        let mut writer = ParquetWriter::new(&mut bytes)
            .with_compression(ParquetCompression::Zstd(None))
            .with_key_value_metadata(Some(KeyValueMetadata::from_static(metadata)))
            .set_parallel(false)
            .batched(self.polars(0..0)?.schema())?;
        // A row group at a time: millions of rows as text would fill the memory.
        for start in (0..self.rows()).step_by(ROW_GROUP) {
            writer.write_batch(&self.polars(start..self.rows().min(start + ROW_GROUP))?)?;
        }
        writer.finish()?;
        Ok(bytes)
    }

    /// Some of the rows, one chunk a column.
    fn polars(&self, rows: Range<usize>) -> Result<DataFrame> {
        let series = |column: &Column| {
            let (name, rows) = (column.name.as_str().into(), rows.clone());
            PolarsColumn::from(match &column.values {
                Values::Text(values) => Series::new(name, &values[rows]),
                Values::Shared(values) => {
                    StringChunked::from_iter_values(name, values.values(rows)).into_series()
                }
                Values::Number(values) => Series::new(name, &values[rows]),
                Values::Whole(values) => Series::new(name, &values[rows]),
            })
        };
        Ok(DataFrame::new(rows.len(), self.columns.iter().map(series).collect())?)
    }

    /// Reads what [`Frame::to_parquet`] wrote.
    pub fn from_parquet(bytes: &[u8]) -> Result<Self> {
        Self::from_parquet_where(bytes, &[])
    }

    /// Reads those rows of it whose text columns hold these texts. Of millions of scores a check looks at a few
    /// thousand: the others never become rows here.
    pub fn from_parquet_where(bytes: &[u8], wanted: &[(&str, &str)]) -> Result<Self> {
        // Polars panics on some damaged files; a damaged file is an error like any other.
        let read = || reader(bytes)?.finish();
        let mut frame = caught_unannounced(read).map_err(|_| anyhow!("the parquet file is damaged"))??;
        for (name, text) in wanted {
            let holds = frame.column(name)?.str()?.equal(*text);
            frame = frame.filter(&holds)?;
        }
        let mut out = Self::default();
        for column in frame.columns() {
            let name = column.name().to_string();
            let values = match column.dtype() {
                DataType::String => {
                    Values::Text(column.str()?.iter().map(|v| v.unwrap_or("").to_owned()).collect())
                }
                DataType::Float64 => Values::Number(column.f64()?.iter().collect()),
                DataType::Int64 => Values::Whole(column.i64()?.iter().collect()),
                // What others wrote may be narrower.
                DataType::Int32 | DataType::UInt32 => {
                    Values::Whole(column.cast(&DataType::Int64)?.i64()?.iter().collect())
                }
                other if other.is_primitive_numeric() => {
                    Values::Number(column.cast(&DataType::Float64)?.f64()?.iter().collect())
                }
                other => bail!("the column `{name}` is of type {other}"),
            };
            out.columns.push(Column { name, about: String::new(), values });
        }
        ensure!(!out.columns.is_empty(), "the parquet file has no column");
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> Frame {
        Frame::default()
            .with("run", "name", Values::Text(vec!["a".into(), "b".into()]))
            .with("score", "mean", Values::Number(vec![Some(0.1 + 0.2), None]))
            .with("topics", "count", Values::Whole(vec![Some(50), None]))
    }

    #[test]
    fn rows_come_back_as_they_went() {
        let bytes = frame().to_parquet("{}").unwrap();
        let back = Frame::from_parquet(&bytes).unwrap();
        let values =
            |f: &Frame| f.columns.iter().map(|c| (c.name.clone(), c.values.clone())).collect::<Vec<_>>();
        assert_eq!(values(&back), values(&frame()));
    }

    #[test]
    fn wanted_rows_come_back_alone() {
        let bytes = frame().to_parquet("{}").unwrap();
        let back = Frame::from_parquet_where(&bytes, &[("run", "b")]).unwrap();
        assert_eq!((back.rows(), back.text("run").unwrap()), (1, &["b".to_owned()][..]));
        assert_eq!(Frame::from_parquet_where(&bytes, &[("run", "c")]).unwrap().rows(), 0);
        assert!(Frame::from_parquet_where(&bytes, &[("team", "b")]).is_err());
    }

    #[test]
    fn equal_rows_make_equal_bytes() {
        assert_eq!(frame().to_parquet("{}").unwrap(), frame().to_parquet("{}").unwrap());
    }

    #[test]
    fn damaged_bytes_are_an_error() {
        let bytes = frame().to_parquet("{}").unwrap();
        assert!(Frame::from_parquet(&bytes[..bytes.len() / 2]).is_err());
        assert!(Frame::from_parquet(b"").is_err());
    }
}
