//! The functions of `engine` in a program without polars: an error that gives the reason.

use anyhow::{Result, bail};

use super::NOT_BUILT;
use crate::frame::Frame;

/// Rows per row group of a file.
pub const ROW_GROUP: usize = 1 << 18;

/// Returns an error, because parquet is not written here.
pub fn write(_frame: &Frame, _provenance: &str) -> Result<Vec<u8>> {
    bail!(NOT_BUILT)
}

/// Returns an error, because parquet is not written here.
pub fn write_groups(
    _like: &Frame,
    _provenance: &str,
    _rows: impl FnOnce(&mut dyn FnMut(&Frame) -> Result<()>) -> Result<()>,
) -> Result<Vec<u8>> {
    bail!(NOT_BUILT)
}

/// Returns an error, because results are not read here.
pub fn each_row_group(
    _bytes: &[u8],
    _is_wanted: impl Fn(&str) -> bool + Copy,
    _take: &mut dyn FnMut(&Frame) -> Result<()>,
) -> Result<()> {
    bail!(NOT_BUILT)
}

/// Returns an error, because results are not read here.
pub fn read_results(
    _bytes: &[u8],
    _is_wanted: impl Fn(&str) -> bool + Copy,
    _wanted: &[(&str, &str)],
) -> Result<Frame> {
    bail!(NOT_BUILT)
}

/// Returns false: polars reads nothing.
pub fn is_reading() -> bool {
    false
}
