//! Writes and reads parquet with polars. No other file uses polars.
//!
//! The key-value metadata of each file that we write contain its provenance and the descriptions of its
//! columns. Do not compute sums or means with polars, because the last bits depend on how it splits the rows
//! into chunks.

use std::io::Cursor;
use std::ops::{Range, RangeInclusive};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::frame::{Column, Frame, Kind, Texts, Values};
use anyhow::{Result, anyhow, bail, ensure};
use polars::frame::DataFrame;
use polars::prelude::{
    ArrowDataType, ArrowField, BooleanChunked, ChunkCompareEq, ChunkFull, ChunkedArray,
    Column as PolarsColumn, DataType, Float64Chunked, Int64Chunked, IntoSeries, KeyValueMetadata, NamedFrom,
    NewChunkedArray, ParallelStrategy, ParquetCompression, ParquetReader, ParquetWriter, PolarsNumericType,
    PolarsResult, SerReader, Series, StringChunked,
};

use super::check_length;
use super::pages;

/// The number of rows in a row group of a file.
pub const ROW_GROUP: usize = 1 << 18;

/// Returns the range of a type of integers of 8 or 16 bits, or `None` for another type. We read such integers
/// as 32 bits, which is how parquet stores them, because polars supports columns of 8 or 16 bits only with a
/// feature that we do not enable.
fn narrow_range(stored: &ArrowDataType) -> Option<RangeInclusive<i32>> {
    match stored {
        ArrowDataType::Int8 => Some(i8::MIN.into()..=i8::MAX.into()),
        ArrowDataType::Int16 => Some(i16::MIN.into()..=i16::MAX.into()),
        ArrowDataType::UInt8 => Some(0..=u8::MAX.into()),
        ArrowDataType::UInt16 => Some(0..=u16::MAX.into()),
        _ => None,
    }
}

/// Returns the type to which we decode a stored type, or `None` if we do not support it. Categories become texts.
fn read_as(stored: &ArrowDataType) -> Option<DataType> {
    match stored {
        narrow if narrow_range(narrow).is_some() => Some(DataType::Int32),
        ArrowDataType::Int32 => Some(DataType::Int32),
        ArrowDataType::Int64 => Some(DataType::Int64),
        ArrowDataType::UInt32 => Some(DataType::UInt32),
        ArrowDataType::UInt64 => Some(DataType::UInt64),
        ArrowDataType::Float32 => Some(DataType::Float32),
        ArrowDataType::Float64 => Some(DataType::Float64),
        ArrowDataType::Utf8 | ArrowDataType::LargeUtf8 | ArrowDataType::Utf8View => Some(DataType::String),
        ArrowDataType::Dictionary(_, values, _) => read_as(values).filter(|dtype| *dtype == DataType::String),
        _ => None,
    }
}

/// Decodes columns to the types of [`read_as`].
pub(super) fn decode(bytes: &[u8], wanted: &[String]) -> Result<Columns> {
    let mut reader = Reader::new(bytes, |name| wanted.iter().any(|other| other == name))?;
    // Several files are read in parallel, and a file of one run is small: decoding its columns on several threads would
    // cost more than it saves.
    reader.parquet = reader.parquet.read_parallel(ParallelStrategy::None);
    let data = reader.rows(None)?;
    let empty_frame = columns_of(&data)?;
    let chunks =
        empty_frame.columns.iter().zip(data.columns()).map(|(empty, column)| Chunks::new(empty, column));
    Ok(Columns { chunks: chunks.collect::<Result<_>>()?, empty_frame })
}

/// Decoded columns, as polars' data.
pub(super) struct Columns {
    /// The names and kinds of the columns, without rows.
    empty_frame: Frame,
    chunks: Vec<Chunks>,
}

/// The number of rows in a batch. A batch takes a few hundred KiB, so that it stays in the cache of its core.
const BATCH_ROWS: usize = 2048;

impl Columns {
    pub(crate) fn empty_frame(&self) -> &Frame {
        &self.empty_frame
    }

    /// Returns an error if a column does not have `rows` values.
    pub(super) fn check_lengths(&self, rows: usize) -> Result<()> {
        let mut columns = self.empty_frame.columns.iter().zip(&self.chunks);
        columns.try_for_each(|(column, chunks)| check_length(&column.name, chunks.rows(), rows))
    }

    /// Returns true if a value of the column is missing, or is an empty text.
    pub(super) fn has_missing(&self, column: usize) -> bool {
        match &self.chunks[column] {
            Chunks::Text(texts) => texts.iter().any(|text| text.is_none_or(str::is_empty)),
            Chunks::Number(numbers) => numbers.null_count() > 0,
            Chunks::Whole(numbers) => numbers.null_count() > 0,
        }
    }

    /// Returns the total length in bytes of the texts of all rows.
    pub(super) fn text_bytes(&self) -> u64 {
        self.chunks.iter().map(Chunks::text_bytes).sum()
    }

    /// Returns all rows.
    pub fn frame(self) -> Frame {
        let mut frame = self.empty_frame;
        for (column, chunks) in frame.columns.iter_mut().zip(&self.chunks) {
            chunks.add_to(&mut column.values, Texts::push);
        }
        frame
    }

    /// Calls `take` with batches of rows. The batches reuse the memory of one frame.
    pub fn each_batch<E>(&self, mut take: impl FnMut(&Frame) -> Result<(), E>) -> Result<(), E> {
        let rows = self.chunks.first().map_or(0, Chunks::rows);
        let mut frame = self.empty_frame.clone();
        // A file without rows gives one empty batch, so that the caller sees the columns.
        for start in (0..rows.max(1)).step_by(BATCH_ROWS) {
            for (column, chunks) in frame.columns.iter_mut().zip(&self.chunks) {
                column.values.clear();
                chunks.slice(start, BATCH_ROWS).add_to(&mut column.values, Texts::append);
            }
            take(&frame)?;
        }
        Ok(())
    }
}

/// The values of a column, converted to text, `f64` or `i64`.
enum Chunks {
    Text(StringChunked),
    Number(Float64Chunked),
    Whole(Int64Chunked),
}

impl Chunks {
    /// Converts `column` to the kind of `target`.
    fn new(target: &Column, column: &PolarsColumn) -> Result<Self> {
        Ok(match target.values {
            Values::Text(_) => Self::Text(column.cast(&DataType::String)?.str()?.clone()),
            Values::Number(_) => Self::Number(column.cast(&DataType::Float64)?.f64()?.clone()),
            Values::Whole(_) => Self::Whole(column.cast(&DataType::Int64)?.i64()?.clone()),
        })
    }

    fn rows(&self) -> usize {
        match self {
            Self::Text(texts) => texts.len(),
            Self::Number(numbers) => numbers.len(),
            Self::Whole(numbers) => numbers.len(),
        }
    }

    fn text_bytes(&self) -> u64 {
        match self {
            Self::Text(texts) if texts.null_count() == 0 => {
                let views = texts.downcast_iter().flat_map(|chunk| chunk.views().iter());
                views.map(|view| u64::from(view.length)).sum()
            }
            Self::Text(texts) => texts.iter().flatten().map(|text| text.len() as u64).sum(),
            Self::Number(_) | Self::Whole(_) => 0,
        }
    }

    /// Returns up to `rows` rows, beginning at row `start`.
    fn slice(&self, start: usize, rows: usize) -> Self {
        match self {
            Self::Text(texts) => Self::Text(texts.slice(start as i64, rows)),
            Self::Number(numbers) => Self::Number(numbers.slice(start as i64, rows)),
            Self::Whole(numbers) => Self::Whole(numbers.slice(start as i64, rows)),
        }
    }

    /// Adds the values to a column of the same kind. A missing text becomes an empty text.
    fn add_to(&self, values: &mut Values, push: impl Fn(&mut Texts, &str)) {
        match (self, values) {
            (Self::Text(added), Values::Text(texts)) => {
                if added.null_count() > 0 {
                    return added.iter().for_each(|text| push(texts, text.unwrap_or_default()));
                }
                for chunk in added.downcast_iter() {
                    let mut last = None;
                    for (view, text) in chunk.views().iter().zip(chunk.values_iter()) {
                        // Equal texts of a dictionary have equal views, so we compare views instead of texts.
                        if last.replace(view.as_u128()) == Some(view.as_u128()) {
                            texts.repeat();
                        } else {
                            push(texts, text);
                        }
                    }
                }
            }
            (Self::Number(added), Values::Number(numbers)) => {
                add_numbers(numbers, added);
            }
            (Self::Whole(added), Values::Whole(numbers)) => {
                add_numbers(numbers, added);
            }
            _ => unreachable!("chunks have their column's kind"),
        }
    }
}

fn add_numbers<T: PolarsNumericType>(numbers: &mut Vec<Option<T::Native>>, added: &ChunkedArray<T>) {
    for chunk in added.downcast_iter() {
        match chunk.validity() {
            None => numbers.extend(chunk.values_iter().copied().map(Some)),
            Some(_) => numbers.extend(chunk.iter().map(|value| value.copied())),
        }
    }
}

/// Reads the wanted columns of a results file. `take` gets one row group at a time, because a file may have millions of
/// rows.
///
/// # Errors
/// If the file is damaged, has no wanted column, or has a wanted column of a type that we do not support, or if `take`
/// returns an error.
pub fn each_row_group(
    bytes: &[u8],
    is_wanted: impl Fn(&str) -> bool + Copy,
    take: &mut dyn FnMut(&Frame) -> Result<()>,
) -> Result<()> {
    each_decoded(bytes, is_wanted, &[], |data| {
        let mut frame = Frame::default();
        add_rows(&mut frame, &data)?;
        take(&frame)
    })
}

/// Decodes a results file, one row group at a time, and keeps the rows in which each column of `conditions` has the
/// given text. The limit on repeated texts does not apply, because rejudge wrote the file and a manifest has its
/// checksum.
fn each_decoded(
    bytes: &[u8],
    is_wanted: impl Fn(&str) -> bool + Copy,
    conditions: &[(&str, &str)],
    mut take: impl FnMut(DataFrame) -> Result<()>,
) -> Result<()> {
    let is_condition = |name: &str| conditions.iter().any(|(column, _)| *column == name);
    pages::check(bytes, |name| is_wanted(name) || is_condition(name))?;
    let groups: Vec<usize> = catch_panic(|| {
        let mut reader = ParquetReader::new(Cursor::new(bytes));
        Ok(reader.get_metadata()?.row_groups.iter().map(|group| group.num_rows()).collect())
    })?;
    let decoded = |is_wanted: &dyn Fn(&str) -> bool, start, rows| {
        let frame = Reader::new(bytes, is_wanted)?.rows(Some((start, rows)))?;
        // We check each row group, because surplus values in one group could otherwise hide missing values in another.
        frame.columns().iter().try_for_each(|column| check_length(column.name(), column.len(), rows))?;
        anyhow::Ok(frame)
    };
    let (mut start, mut is_taken) = (0, false);
    for rows in groups {
        // In most groups no row fulfils the conditions. We then do not decode the other columns.
        let mut holds = None;
        if !conditions.is_empty() {
            let texts = decoded(&is_condition, start, rows)?;
            let mut all_hold = BooleanChunked::full("".into(), true, rows);
            for (name, text) in conditions {
                all_hold = &all_hold & &texts.column(name)?.str()?.equal(*text);
            }
            holds = Some(all_hold);
        }
        if holds.as_ref().is_none_or(|holds| holds.any()) {
            let data = decoded(&is_wanted, start, rows)?;
            take(match holds {
                Some(holds) => data.filter(&holds)?,
                None => data,
            })?;
            is_taken = true;
        }
        start += rows;
    }
    // If no row fulfils the conditions, `take` still gets the columns.
    if is_taken { Ok(()) } else { take(decoded(&is_wanted, 0, 0)?) }
}

/// Reads some columns of a file as the types of [`read_as`].
struct Reader<'a> {
    parquet: ParquetReader<Cursor<&'a [u8]>>,
    /// The columns with a [`narrow_range`].
    narrow: Vec<(String, RangeInclusive<i32>)>,
}

impl<'a> Reader<'a> {
    /// Reads the schema, and returns an error if a wanted column has a type that we do not support.
    fn new(bytes: &'a [u8], is_wanted: impl Fn(&str) -> bool + Copy) -> Result<Self> {
        let stored = catch_panic(|| ParquetReader::new(Cursor::new(bytes)).schema())?;
        let refused = |field: &&ArrowField| is_wanted(&field.name) && read_as(&field.dtype).is_none();
        if let Some(field) = stored.iter_values().find(refused) {
            let (name, dtype) = (field.name.escape_debug(), &field.dtype);
            if dtype.is_nested() {
                bail!(
                    "the column `{name}` holds lists or structs, expected one value per row, for example one row per document"
                );
            }
            bail!(
                "the column `{name}` is of type {dtype:?}, expected texts, or integers or floats of up to 64 bits"
            );
        }
        let wanted: Vec<&ArrowField> = stored.iter_values().filter(|field| is_wanted(&field.name)).collect();
        ensure!(!wanted.is_empty(), "the parquet file has no column with a known name");
        let narrow =
            wanted.iter().filter_map(|field| Some((field.name.to_string(), narrow_range(&field.dtype)?)));
        let names = wanted.iter().map(|field| field.name.to_string()).collect();
        let parquet = catch_panic(|| {
            let mut reader = ParquetReader::new(Cursor::new(bytes));
            if !stored.iter_values().all(is_read_as_stored) {
                // polars takes the types of columns from the key-value metadata. So we write an empty file with
                // supported types, and use its metadata. Unwanted columns may get any type, because they are not read.
                let empty = stored.iter_values().map(|field| {
                    let dtype = read_as(&field.dtype).unwrap_or(DataType::Int32);
                    PolarsColumn::new_empty(field.name.clone(), &dtype)
                });
                let mut empty_file = Vec::new();
                ParquetWriter::new(&mut empty_file).finish(&mut DataFrame::new(0, empty.collect())?)?;
                let mut empty_file = ParquetReader::new(Cursor::new(empty_file));
                let mut metadata = reader.get_metadata()?.as_ref().clone();
                metadata.key_value_metadata.clone_from(&empty_file.get_metadata()?.key_value_metadata);
                reader.set_metadata(Arc::new(metadata));
            }
            Ok(reader.with_columns(Some(names)))
        })?;
        Ok(Self { parquet, narrow: narrow.collect() })
    }

    /// Returns all rows, or only a slice of them. `slice` is the first row and the number of rows.
    fn rows(self, slice: Option<(usize, usize)>) -> Result<DataFrame> {
        let Self { parquet, narrow } = self;
        let frame = catch_panic(|| parquet.with_slice(slice).finish())?;
        for (name, range) in narrow {
            let mut values = frame.column(&name)?.i32()?.iter().flatten();
            if let Some(value) = values.find(|value| !range.contains(value)) {
                let (name, from, to) = (name.escape_debug(), range.start(), range.end());
                bail!(
                    "the parquet file is damaged: column `{name}` has the value {value}, outside {from} to {to}"
                );
            }
        }
        Ok(frame)
    }
}

fn is_read_as_stored(field: &ArrowField) -> bool {
    let is_category = matches!(field.dtype, ArrowDataType::Dictionary(..));
    !is_category && narrow_range(&field.dtype).is_none() && read_as(&field.dtype).is_some()
}

/// Encodes rows as a parquet file. The same rows and `provenance` give the same bytes.
pub fn write(frame: &Frame, provenance: &str) -> Result<Vec<u8>> {
    write_groups(frame, provenance, |add| add(frame))
}

/// Encodes a parquet file without having all rows in memory at once. `rows` is called with a function that adds a
/// frame, which must have the columns of `template`. The number of rows of each frame but the last must be a
/// multiple of [`ROW_GROUP`].
pub fn write_groups(
    template: &Frame,
    provenance: &str,
    rows: impl FnOnce(&mut dyn FnMut(&Frame) -> Result<()>) -> Result<()>,
) -> Result<Vec<u8>> {
    let metadata = super::metadata(template, provenance);
    let mut bytes = Vec::new();
    let mut writer = ParquetWriter::new(&mut bytes)
        .with_compression(ParquetCompression::Zstd(None))
        .with_key_value_metadata(Some(KeyValueMetadata::from_static(metadata)))
        .set_parallel(false)
        .batched(data(template, 0..0)?.schema())?;
    rows(&mut |frame| {
        // We convert one row group at a time, because millions of rows of text would fill the memory.
        for start in (0..frame.rows()).step_by(ROW_GROUP) {
            writer.write_batch(&data(frame, start..frame.rows().min(start + ROW_GROUP))?)?;
        }
        Ok(())
    })?;
    writer.finish()?;
    Ok(bytes)
}

/// Converts these rows to polars' data, with one chunk for each column.
fn data(frame: &Frame, rows: Range<usize>) -> Result<DataFrame> {
    let columns = frame.columns.iter().map(|column| polars_column(column, rows.clone())).collect();
    Ok(DataFrame::new(rows.len(), columns)?)
}

fn polars_column(column: &Column, rows: Range<usize>) -> PolarsColumn {
    let name = column.name.as_str().into();
    PolarsColumn::from(match &column.values {
        Values::Text(values) => StringChunked::from_iter_values(name, values.range(rows)).into_series(),
        Values::Number(values) => Series::new(name, &values[rows]),
        Values::Whole(values) => Series::new(name, &values[rows]),
    })
}

/// Reads the wanted columns of a results file, but only the rows in which each column of `conditions` has the given
/// text. For example, a check needs only a few thousand scores, but the file may have millions. We skip row groups
/// without such rows.
///
/// # Errors
/// If the file is damaged, has no wanted column, or has a wanted column of a type that we do not support, or if a
/// column of `conditions` is missing or is not text.
pub fn read_results(
    bytes: &[u8],
    is_wanted: impl Fn(&str) -> bool + Copy,
    conditions: &[(&str, &str)],
) -> Result<Frame> {
    let mut frame = Frame::default();
    each_decoded(bytes, is_wanted, conditions, |data| add_rows(&mut frame, &data))?;
    Ok(frame)
}

/// The number of files that polars is reading now.
static FILES_BEING_READ: AtomicUsize = AtomicUsize::new(0);

/// Returns true if polars is reading a file. polars panics on some damaged files, so a panic at this time is not a
/// defect of rejudge.
pub fn is_reading() -> bool {
    FILES_BEING_READ.load(Ordering::SeqCst) > 0
}

/// Calls polars. It panics on some damaged files; we turn the panic into an error.
fn catch_panic<T>(read: impl FnOnce() -> PolarsResult<T>) -> Result<T> {
    FILES_BEING_READ.fetch_add(1, Ordering::SeqCst);
    let result = catch_unwind(AssertUnwindSafe(read));
    FILES_BEING_READ.fetch_sub(1, Ordering::SeqCst);
    Ok(result.map_err(|_| anyhow!("the parquet file is damaged"))??)
}

/// Adds rows to a frame that has the same columns, or no columns yet.
fn add_rows(frame: &mut Frame, data: &DataFrame) -> Result<()> {
    if frame.columns.is_empty() {
        *frame = columns_of(data)?;
    }
    for (column, added) in frame.columns.iter_mut().zip(data.columns()) {
        Chunks::new(column, added)?.add_to(&mut column.values, Texts::push);
    }
    Ok(())
}

/// Returns a frame with these columns, but without rows.
fn columns_of(data: &DataFrame) -> Result<Frame> {
    let mut frame = Frame::default();
    for column in data.columns() {
        let kind = match column.dtype() {
            DataType::String => Kind::Text,
            // These numbers do not fit into `i64`. They cannot be counts or levels, so they are ids, which are text.
            DataType::UInt64
                if column.u64()?.iter().flatten().any(|number| i64::try_from(number).is_err()) =>
            {
                Kind::Text
            }
            DataType::Int64 | DataType::Int32 | DataType::UInt32 | DataType::UInt64 => Kind::Whole,
            other if other.is_primitive_numeric() => Kind::Number,
            other => bail!("the column `{}` is of type {other}", column.name()),
        };
        frame = frame.with(column.name(), "", kind.empty_column());
    }
    Ok(frame)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::parquet::read;

    fn frame() -> Frame {
        Frame::default()
            .with("run", "name", Values::from_iter(["a", "b"]))
            .with("score", "mean", Values::Number(vec![Some(0.1 + 0.2), None]))
            .with("topics", "count", Values::Whole(vec![Some(50), None]))
    }

    #[test]
    fn only_wanted_rows_are_read() {
        let bytes = write(&frame(), "{}").unwrap();
        let back = read_results(&bytes, |_| true, &[("run", "b")]).unwrap();
        assert_eq!((back.rows(), &back.text("run").unwrap()[0]), (1, "b"));
        assert_eq!(read_results(&bytes, |_| true, &[("run", "c")]).unwrap().rows(), 0);
        assert!(read_results(&bytes, |_| true, &[("team", "b")]).is_err());
    }

    /// pyarrow wrote the file, uncompressed, with the greatest value of each type and the least value of each signed
    /// type. pyarrow's own reader drops the upper bytes of a damaged value, and so reads a wrong number without an
    /// error.
    #[test]
    fn values_beyond_8_and_16_bits_are_damage() {
        let sound = include_bytes!("../../../tests/narrow.parquet");
        let columns = [("i8", -128, 127), ("i16", -32_768, 32_767), ("u8", 1, 255), ("u16", 1, 65_535)];
        let frame = read(sound).unwrap();
        for (column, (name, first, last)) in frame.columns.iter().zip(columns) {
            assert_eq!(column.name, name);
            assert_eq!(column.values, Values::Whole(vec![Some(first), Some(0), Some(last)]), "{name}");
            let stored = i32::try_from(last).unwrap().to_le_bytes();
            let at = sound.windows(4).rposition(|bytes| bytes == stored).unwrap();
            let mut damaged = sound.to_vec();
            damaged[at + 2] = 1;
            let error = read(&damaged).unwrap_err().to_string();
            let start =
                format!("the parquet file is damaged: column `{name}` has the value {}", last + 65_536);
            assert!(error.starts_with(&start), "{error}");
        }
    }

    /// Damages parts of the file that only pyarrow checks: the statistics of page encodings of the first column (a
    /// field gets another type, or another id), Arrow's schema (its length is too large, or it is not base64),
    /// and the codec (it becomes an integer of 16 bits). polars does not notice such damage, but it shows that other
    /// bytes, for example of values, may be damaged too.
    #[test]
    fn damage_to_what_polars_ignores_is_damage() {
        let sound = include_bytes!("../../../tests/narrow.parquet");
        let changed = |before: &[u8], after: &[u8]| {
            assert_eq!(before.len(), after.len());
            let at = sound.windows(before.len()).position(|bytes| bytes == before).unwrap();
            [&sound[..at], after, &sound[at + before.len()..]].concat()
        };
        let pages = b"\x49\x1c\x15\x00\x15\x00\x15\x02\x00";
        for damaged in [
            changed(pages, b"\x49\x1c\x15\x00\x15\x00\x14\x02\x00"),
            changed(pages, b"\x49\x1c\x15\x00\x15\x00\x95\x02\x00"),
            changed(b"/////wgBAAAQ", b"/////wgBAQAQ"),
            changed(b"/////wgBAAAQ", b"/////wgB\x00AAQ"),
            changed(b"\x18\x02i8\x15\x00\x16", b"\x18\x02i8\x14\x00\x16"),
        ] {
            let error = read(&damaged).unwrap_err().to_string();
            assert!(error.starts_with("the parquet file is damaged: its "), "{error}");
        }
    }

    #[test]
    fn a_file_that_grows_out_of_proportion_is_refused() {
        // All 100,000 rows have the same long text.
        let frame = Frame::default().with("run", "", Values::from_iter(vec!["x".repeat(1000); 100_000]));
        let bytes = write(&frame, "{}").unwrap();
        let error = read(&bytes).unwrap_err().to_string();
        assert!(
            error.ends_with(
                "bytes of parquet decompress to more than 500 times their size, the limit for one file"
            ),
            "{error}"
        );
        // The limit does not apply to results files.
        assert_eq!(read_results(&bytes, |_| true, &[]).unwrap().rows(), 100_000);
        // Distinct texts do not grow: the file has each of them.
        let texts: Vec<String> = (0..10_000).map(|at| format!("{at:01000}")).collect();
        assert!(
            read(&write(&Frame::default().with("run", "", texts.iter().collect()), "{}").unwrap()).is_ok()
        );
    }
}
