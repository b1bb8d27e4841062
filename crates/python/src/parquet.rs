//! Reads and writes parquet. The wheel contains no codec, so polars or pyarrow decodes and encodes the files.

use std::collections::HashMap;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{Array, downcast_integer_array};
use arrow_schema::DataType;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rejudge_tables::frame::parquet::Codec;
use rejudge_tables::frame::{self, Texts, Values, parquet};

use crate::arrow_columns::{TextColumn, check_memory};
use crate::exceptions::Exception;
use crate::source::ArrowFrame;
use crate::table::PyTable;

/// Makes every reader and writer of files use polars or pyarrow for parquet.
pub fn register() {
    parquet::register(Codec { decode, encode });
}

fn decode(bytes: &[u8], columns: &[String]) -> Result<frame::Frame, String> {
    Python::attach(|py| {
        let source = py.import("io")?.getattr("BytesIO")?.call1((PyBytes::new(py, bytes),))?;
        let read = py.import("rejudge.command")?.getattr("read_parquet")?;
        ArrowFrame::new(&read.call1((source, columns))?, "parquet")
    })
    .map_err(|error: PyErr| error.to_string())
    .and_then(|frame| convert(&frame))
}

fn encode(rows: &frame::Frame, metadata: &[(String, String)]) -> Result<Vec<u8>, String> {
    let encoded: PyResult<Vec<u8>> = Python::attach(|py| {
        let write = py.import("rejudge.command")?.getattr("write_parquet")?;
        let metadata: HashMap<&str, &str> =
            metadata.iter().map(|(key, text)| (key.as_str(), text.as_str())).collect();
        write.call1((PyTable::from_rows("", rows.clone()), metadata))?.extract()
    });
    encoded.map_err(|error| error.to_string())
}

/// Converts the columns to texts and numbers.
fn convert(arrow_frame: &ArrowFrame) -> Result<frame::Frame, String> {
    let mut converted = frame::Frame::default();
    for (name, arrays) in arrow_frame.columns() {
        let (mut texts, mut numbers, mut wholes) = (Texts::default(), Vec::new(), Vec::new());
        // The type comes from the arrays, not from their values, because a frame without rows has types too.
        let (mut is_number, mut is_whole) = (false, false);
        for array in arrays {
            check_memory(array, &format!("column `{}`", name.escape_debug())).map_err(Exception::text)?;
            if let Some(column) = TextColumn::with_nulls(array) {
                let nulls = array.logical_nulls();
                let is_null = |row| nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
                (0..array.len()).for_each(|row| texts.append(if is_null(row) { "" } else { column.at(row) }));
                continue;
            }
            let is_floating = array.data_type().is_floating();
            is_number |= is_floating;
            is_whole |= !is_floating;
            downcast_integer_array!(
                array => wholes.extend(array.iter().map(|number| number.map(i128::from))),
                DataType::Float32 => numbers.extend(array.as_primitive::<Float32Type>().iter().map(|number| number.map(f64::from))),
                DataType::Float64 => numbers.extend(array.as_primitive::<Float64Type>()),
                other => {
                    let name = name.escape_debug();
                    return Err(format!(
                        "the column `{name}` is of type {other}, expected texts, or integers or floats of up to 64 bits"
                    ));
                }
            );
        }
        let values = if is_number {
            Values::Number(numbers)
        } else if !is_whole {
            Values::Text(texts)
        } else {
            match wholes.iter().map(|number| number.map(i64::try_from).transpose()).collect() {
                Ok(wholes) => Values::Whole(wholes),
                // A number that does not fit into `i64` is an id, so the column becomes text.
                Err(_) => wholes
                    .iter()
                    .map(|number| number.map(|number| number.to_string()).unwrap_or_default())
                    .collect(),
            }
        };
        converted = converted.with(name, "", values);
    }
    Ok(converted)
}
