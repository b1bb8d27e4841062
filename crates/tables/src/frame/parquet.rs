//! Frames from parquet and, with the feature `parquet`, to it.
//!
//! Decoders assume that files are undamaged. Bytes from outside are checked before they are decoded (`pages`), and the
//! columns are checked afterwards. The codec is polars with the feature `parquet`, and otherwise one that the program
//! brings: the Python package uses the libraries of its user.

#[cfg(feature = "parquet")]
mod engine;
mod pages;
mod thrift;
#[cfg(any(test, not(feature = "parquet")))]
mod without;

#[cfg(feature = "parquet")]
pub use engine::{ROW_GROUP, each_row_group, is_reading, read_results, write, write_groups};
#[cfg(not(feature = "parquet"))]
pub use without::{ROW_GROUP, each_row_group, is_reading, read_results, write, write_groups};

use std::sync::OnceLock;

use anyhow::{Result, ensure};

use crate::frame::{Column, Frame, Values};

/// True if parquet is built in, so that no [`Codec`] writes it.
pub const IS_BUILT: bool = cfg!(feature = "parquet");

/// Returns true if parquet can be written: it is built in, or the program has a [`Codec`].
pub fn is_written() -> bool {
    IS_BUILT || CODEC.get().is_some()
}

/// The reason why parquet is refused if it is neither built in nor decoded by a [`Codec`].
pub const NOT_BUILT: &str = "this rejudge was built without parquet (--no-default-features)";

/// Encodes rows as a parquet file with these pairs of key and text as its metadata.
pub type Encode = fn(&Frame, &[(String, String)]) -> Result<Vec<u8>, String>;

/// Functions of the program that decode and encode parquet.
#[derive(Debug)]
pub struct Codec {
    /// Decodes the named columns of a file.
    pub decode: fn(&[u8], &[String]) -> Result<Frame, String>,
    /// Encodes rows; the pairs of key and text become the metadata of the file.
    pub encode: Encode,
}

static CODEC: OnceLock<Codec> = OnceLock::new();

/// Reads and writes files by `codec`, unless another one was registered before.
pub fn register(codec: Codec) {
    let _ = CODEC.set(codec);
}

/// Key of the provenance in a file's metadata.
const MANIFEST: &str = "rejudge.manifest";
/// Key of the descriptions of the columns.
const COLUMNS: &str = "rejudge.columns";

/// Returns the metadata of a file: its provenance, and the descriptions of its columns.
fn metadata(like: &Frame, provenance: &str) -> Vec<(String, String)> {
    let about: serde_json::Map<String, serde_json::Value> =
        like.columns.iter().map(|c| (c.name.clone(), c.about.clone().into())).collect();
    let about = serde_json::Value::from(about).to_string();
    vec![(MANIFEST.to_owned(), provenance.to_owned()), (COLUMNS.to_owned(), about)]
}

/// The decoded columns of a file, all of one length.
pub struct Columns(Decoded);

enum Decoded {
    /// By a registered codec.
    Frame(Frame),
    #[cfg(feature = "parquet")]
    Polars(engine::Columns),
}

impl Columns {
    /// Decodes the wanted columns of a file. The others may be of types that are not read here.
    ///
    /// # Errors
    /// If the file is damaged, has a wanted column that is neither text nor numbers, or grows beyond the limit.
    pub fn decode(bytes: &[u8], is_wanted: impl Fn(&str) -> bool) -> Result<Self> {
        let announced = pages::check(bytes, is_wanted)?;
        announced.within_ratio(0)?;
        ensure!(!announced.columns.is_empty(), "the parquet file has no column of a name that is known");
        let columns = Self(decoded(bytes, &announced.columns)?);
        // A long text that many rows share becomes one of its own in each row.
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

    /// Returns the names of the columns.
    pub fn names(&self) -> Vec<&str> {
        let frame = match &self.0 {
            Decoded::Frame(frame) => frame,
            #[cfg(feature = "parquet")]
            Decoded::Polars(columns) => columns.like(),
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

    /// Passes on the rows in frames that stay in the cache. In each, equal texts have one number if their rows follow
    /// each other.
    ///
    /// # Errors
    /// If `take` returns one.
    pub fn each_batch<E>(&self, mut take: impl FnMut(&Frame) -> Result<(), E>) -> Result<(), E> {
        match &self.0 {
            Decoded::Frame(frame) => take(frame),
            #[cfg(feature = "parquet")]
            Decoded::Polars(columns) => columns.each_batch(take),
        }
    }
}

fn decoded(bytes: &[u8], wanted: &[String]) -> Result<Decoded> {
    if let Some(codec) = CODEC.get() {
        return (codec.decode)(bytes, wanted).map(Decoded::Frame).map_err(anyhow::Error::msg);
    }
    #[cfg(feature = "parquet")]
    return engine::decoded(bytes, wanted).map(Decoded::Polars);
    #[cfg(not(feature = "parquet"))]
    anyhow::bail!(
        "{NOT_BUILT}: convert the file to csv, tsv or JSON, or install rejudge with its default features"
    );
}

/// Returns the bytes of all texts, row by row.
fn text_bytes(frame: &Frame) -> u64 {
    let of_column = |column: &Column| match &column.values {
        Values::Text(texts) => texts.iter().map(|text| text.len() as u64).sum(),
        Values::Number(_) | Values::Whole(_) => 0,
    };
    frame.columns.iter().map(of_column).sum()
}

/// Refuses a column that has not one value for each row.
fn check_length(column: &str, found: usize, rows: usize) -> Result<()> {
    let name = column.escape_debug();
    ensure!(found == rows, "the parquet file is damaged: column `{name}` has {found} values in {rows} rows");
    Ok(())
}

/// Reads all columns of a file.
///
/// # Errors
/// As [`Columns::decode`].
pub fn read(bytes: &[u8]) -> Result<Frame> {
    Ok(Columns::decode(bytes, |_| true)?.frame())
}
