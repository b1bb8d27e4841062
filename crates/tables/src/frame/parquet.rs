//! Frames from parquet and, with the feature `parquet`, to it.
//!
//! Decoders assume that files are undamaged. Bytes from outside are checked before they are decoded (`pages`), and the
//! columns are checked afterwards. The decoder is polars with the feature `parquet`, and otherwise one that the program
//! brings: the Python package decodes by the libraries of its user.

#[cfg(feature = "parquet")]
mod engine;
mod pages;
mod thrift;
#[cfg(not(feature = "parquet"))]
mod without;

#[cfg(feature = "parquet")]
pub use engine::{ROW_GROUP, each_row_group, is_reading, read_results, write, write_groups};
#[cfg(not(feature = "parquet"))]
pub use without::{ROW_GROUP, each_row_group, is_reading, read_results, write, write_groups};

use std::sync::OnceLock;

use anyhow::{Result, ensure};

use crate::frame::{Frame, Values};

/// True if parquet is written here, and read without a registered decoder.
pub const IS_BUILT: bool = cfg!(feature = "parquet");

/// The reason why parquet is refused if it [is not built in](IS_BUILT).
pub const NOT_BUILT: &str = "this rejudge was built without parquet (--no-default-features)";

/// Decodes the named columns of a file.
pub type Decoder = fn(&[u8], &[String]) -> Result<Frame, String>;

static DECODER: OnceLock<Decoder> = OnceLock::new();

/// Decodes files by `decoder`, unless another one was registered before.
pub fn register(decoder: Decoder) {
    let _ = DECODER.set(decoder);
}

fn decoded(bytes: &[u8], wanted: &[String]) -> Result<Frame> {
    if let Some(decoder) = DECODER.get() {
        return decoder(bytes, wanted).map_err(anyhow::Error::msg);
    }
    #[cfg(feature = "parquet")]
    return engine::decoded(bytes, wanted);
    #[cfg(not(feature = "parquet"))]
    anyhow::bail!(
        "{NOT_BUILT}: convert the file to csv, tsv or JSON, or install rejudge with its default features"
    );
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
/// If the file is damaged, has a column that is neither text nor numbers, or grows beyond the limit.
pub fn read(bytes: &[u8]) -> Result<Frame> {
    read_columns(bytes, |_| true)
}

/// Reads the wanted columns of a file. The others may be of types that are not read here.
///
/// # Errors
/// If the file is damaged, has a wanted column that is neither text nor numbers, or grows beyond the limit.
pub fn read_columns(bytes: &[u8], is_wanted: impl Fn(&str) -> bool) -> Result<Frame> {
    let announced = pages::check(bytes, is_wanted)?;
    announced.within_ratio(0)?;
    ensure!(!announced.columns.is_empty(), "the parquet file has no column of a name that is known");
    let frame = decoded(bytes, &announced.columns)?;
    let mut texts = 0;
    for column in &frame.columns {
        check_length(&column.name, column.values.len(), announced.rows)?;
        // A long text that many rows share becomes one of its own in each row.
        if let Values::Text(values) = &column.values {
            texts += values.iter().map(|text| text.len() as u64).sum::<u64>();
        }
    }
    announced.within_ratio(texts)?;
    Ok(frame)
}
