//! Reads frames from parquet and writes them to parquet.
//!
//! Decoders assume that files are undamaged. So we check the bytes of a file before decoding (`pages`), and the columns
//! afterwards. With the feature `parquet`, polars decodes and encodes. Without the feature, a program can register a
//! [`Codec`]; the Python package registers the user's polars or pyarrow.

#[cfg(feature = "parquet")]
mod engine;
mod pages;
mod thrift;
#[cfg(any(test, not(feature = "parquet")))]
mod without_polars;

#[cfg(feature = "parquet")]
pub use engine::{ROW_GROUP, each_row_group, is_reading, read_results, write, write_groups};
#[cfg(not(feature = "parquet"))]
pub use without_polars::{ROW_GROUP, each_row_group, is_reading, read_results, write, write_groups};

use std::sync::OnceLock;

use anyhow::{Result, ensure};

use crate::frame::{Frame, Values};

/// True if polars is built in, so that no [`Codec`] is needed to read and write parquet.
pub const IS_BUILT_IN: bool = cfg!(feature = "parquet");

/// Returns true if parquet can be written, because polars is built in or the program has registered a [`Codec`].
pub fn can_write() -> bool {
    IS_BUILT_IN || CODEC.get().is_some()
}

/// The reason why parquet is refused if polars is not built in and no [`Codec`] is registered.
pub const NOT_BUILT_IN: &str = "this rejudge was built without parquet (--no-default-features)";

/// A function that encodes rows as a parquet file with these key-value pairs as metadata.
pub type Encode = fn(&Frame, &[(String, String)]) -> Result<Vec<u8>, String>;

/// Functions that decode and encode parquet.
#[derive(Debug)]
pub struct Codec {
    /// Decodes the named columns of a file.
    pub decode: fn(&[u8], &[String]) -> Result<Frame, String>,
    /// Encodes rows as a file.
    pub encode: Encode,
}

static CODEC: OnceLock<Codec> = OnceLock::new();

/// Registers the codec for all files. Only the first call has an effect.
pub fn register(codec: Codec) {
    let _ = CODEC.set(codec);
}

/// The metadata key of a file's provenance.
const MANIFEST: &str = "rejudge.manifest";
/// The metadata key of the columns' descriptions.
const COLUMNS: &str = "rejudge.columns";

/// Returns the metadata of a file: its provenance, and the descriptions of the columns of `frame`.
fn metadata(frame: &Frame, provenance: &str) -> Vec<(String, String)> {
    let descriptions: serde_json::Map<String, serde_json::Value> =
        frame.columns.iter().map(|column| (column.name.clone(), column.about.clone().into())).collect();
    let descriptions = serde_json::Value::from(descriptions).to_string();
    vec![(MANIFEST.to_owned(), provenance.to_owned()), (COLUMNS.to_owned(), descriptions)]
}

/// The decoded columns of a file, which have equal lengths.
pub struct Columns(Decoded);

/// A file that was checked but not decoded yet.
pub struct Checked<'b> {
    bytes: &'b [u8],
    announced: pages::Announced,
}

impl<'b> Checked<'b> {
    /// Checks the wanted columns of a file. Other columns may have types that we cannot read.
    ///
    /// # Errors
    /// If the file is damaged, has no wanted column, or becomes too large when it is decoded.
    pub fn new(bytes: &'b [u8], is_wanted: impl Fn(&str) -> bool) -> Result<Self> {
        let announced = pages::check(bytes, is_wanted)?;
        announced.within_ratio(0)?;
        ensure!(!announced.columns.is_empty(), "the parquet file has no column with a known name");
        Ok(Self { bytes, announced })
    }

    /// Returns the names of the wanted columns.
    pub fn names(&self) -> Vec<&str> {
        self.announced.columns.iter().map(String::as_str).collect()
    }

    /// Returns true if the wanted column `name` has a plain integer type. Some of its values may be missing.
    pub fn has_integers(&self, name: &str) -> bool {
        self.announced.integers.iter().any(|other| other == name)
    }

    /// Decodes the wanted columns except the column `left_out`.
    ///
    /// # Errors
    /// If the file is damaged, a column contains neither text nor numbers, the columns are too large when they are
    /// decoded, or parquet cannot be decoded because there is neither polars nor a registered [`Codec`].
    pub fn decode(&self, left_out: Option<&str>) -> Result<Columns> {
        let announced = &self.announced;
        let wanted: Vec<String> =
            announced.columns.iter().filter(|name| Some(name.as_str()) != left_out).cloned().collect();
        let columns = Columns(decode(self.bytes, &wanted)?);
        // A dictionary stores a text once, but after decoding each row has its own copy. So even a small file could
        // fill the memory.
        let text_bytes = match &columns.0 {
            Decoded::Frame(frame) => {
                for column in &frame.columns {
                    check_length(&column.name, column.values.len(), announced.rows)?;
                }
                text_bytes(frame)
            }
            #[cfg(feature = "parquet")]
            Decoded::Polars(columns) => {
                columns.check_lengths(announced.rows)?;
                columns.text_bytes()
            }
        };
        announced.within_ratio(text_bytes)?;
        Ok(columns)
    }
}

enum Decoded {
    /// The columns that a registered codec decoded.
    Frame(Frame),
    #[cfg(feature = "parquet")]
    Polars(engine::Columns),
}

impl Columns {
    /// Checks and decodes the wanted columns of a file. Other columns may have types that we cannot read.
    ///
    /// # Errors
    /// See [`Checked::new`] and [`Checked::decode`].
    pub fn decode(bytes: &[u8], is_wanted: impl Fn(&str) -> bool) -> Result<Self> {
        Checked::new(bytes, is_wanted)?.decode(None)
    }

    /// Returns true if a value of a column is missing, or is an empty text.
    pub fn has_missing(&self, column: usize) -> bool {
        match &self.0 {
            Decoded::Frame(frame) => match &frame.columns[column].values {
                Values::Text(texts) => texts.iter().any(str::is_empty),
                Values::Number(numbers) => numbers.iter().any(Option::is_none),
                Values::Whole(numbers) => numbers.iter().any(Option::is_none),
            },
            #[cfg(feature = "parquet")]
            Decoded::Polars(columns) => columns.has_missing(column),
        }
    }

    /// Returns the names of the columns.
    pub fn names(&self) -> Vec<&str> {
        let frame = match &self.0 {
            Decoded::Frame(frame) => frame,
            #[cfg(feature = "parquet")]
            Decoded::Polars(columns) => columns.empty_frame(),
        };
        frame.columns.iter().map(|column| column.name.as_str()).collect()
    }

    /// Returns all rows.
    fn frame(self) -> Frame {
        match self.0 {
            Decoded::Frame(frame) => frame,
            #[cfg(feature = "parquet")]
            Decoded::Polars(columns) => columns.frame(),
        }
    }

    /// Calls `take` with batches of rows. polars' batches fit into the processor's cache, and in a batch equal texts of
    /// consecutive rows are stored once. A registered [`Codec`] gives all rows in one batch.
    ///
    /// # Errors
    /// If `take` returns an error.
    pub fn each_batch<E>(&self, mut take: impl FnMut(&Frame) -> Result<(), E>) -> Result<(), E> {
        match &self.0 {
            Decoded::Frame(frame) => take(frame),
            #[cfg(feature = "parquet")]
            Decoded::Polars(columns) => columns.each_batch(take),
        }
    }
}

fn decode(bytes: &[u8], wanted: &[String]) -> Result<Decoded> {
    if let Some(codec) = CODEC.get() {
        return (codec.decode)(bytes, wanted).map(Decoded::Frame).map_err(anyhow::Error::msg);
    }
    #[cfg(feature = "parquet")]
    return engine::decode(bytes, wanted).map(Decoded::Polars);
    #[cfg(not(feature = "parquet"))]
    anyhow::bail!(
        "{NOT_BUILT_IN}: convert the file to csv, tsv or JSON, or install rejudge with its default features"
    );
}

/// Returns the total length in bytes of the texts of all rows.
fn text_bytes(frame: &Frame) -> u64 {
    let mut bytes = 0;
    for column in &frame.columns {
        if let Values::Text(texts) = &column.values {
            bytes += texts.iter().map(|text| text.len() as u64).sum::<u64>();
        }
    }
    bytes
}

/// Returns an error if the column does not have one value for each row.
fn check_length(column: &str, values: usize, rows: usize) -> Result<()> {
    let name = column.escape_debug();
    ensure!(
        values == rows,
        "the parquet file is damaged: column `{name}` has {values} values in {rows} rows"
    );
    Ok(())
}

/// Reads all columns of a file.
///
/// # Errors
/// See [`Columns::decode`].
pub fn read(bytes: &[u8]) -> Result<Frame> {
    Ok(Columns::decode(bytes, |_| true)?.frame())
}
