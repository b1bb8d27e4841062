//! Files of parquet, which a package of Python decodes: the wheel has no decoder of its own.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rejudge_tables::frame::{self, Texts, Values, parquet};

use crate::given::Frame;

/// Makes all readers of files decode parquet by polars or pyarrow.
pub fn register() {
    parquet::register(|bytes, columns| {
        Python::attach(|py| {
            let source = py.import("io")?.getattr("BytesIO")?.call1((PyBytes::new(py, bytes),))?;
            let read = py.import("rejudge.command")?.getattr("read_parquet")?;
            Frame::new(&read.call1((source, columns))?, "parquet")
        })
        .map_err(|error: PyErr| error.to_string())
        .and_then(|frame| values(&frame))
    });
}

/// Converts the columns to texts and numbers.
fn values(given: &Frame) -> Result<frame::Frame, String> {
    given.pieces().try_fold(frame::Frame::default(), |frame, (name, pieces)| {
        let (mut texts, mut numbers, mut wholes) = (Texts::default(), Vec::new(), Vec::new());
        for piece in pieces {
            match piece.data_type() {
                DataType::Float32 => numbers.extend(piece.as_primitive::<Float32Type>().iter().map(|of| of.map(f64::from))),
                DataType::Float64 => numbers.extend(piece.as_primitive::<Float64Type>()),
                DataType::Int8 => add::<Int8Type>(piece, &mut wholes),
                DataType::Int16 => add::<Int16Type>(piece, &mut wholes),
                DataType::Int32 => add::<Int32Type>(piece, &mut wholes),
                DataType::Int64 => add::<Int64Type>(piece, &mut wholes),
                DataType::UInt8 => add::<UInt8Type>(piece, &mut wholes),
                DataType::UInt16 => add::<UInt16Type>(piece, &mut wholes),
                DataType::UInt32 => add::<UInt32Type>(piece, &mut wholes),
                DataType::UInt64 => add::<UInt64Type>(piece, &mut wholes),
                _ if add_texts(piece, &mut texts) => {}
                other => {
                    let name = name.escape_debug();
                    return Err(format!(
                        "the column `{name}` is of type {other}, expected texts, or integers or floats of up to 64 bits"
                    ));
                }
            }
        }
        let values = if !numbers.is_empty() {
            Values::Number(numbers)
        } else if wholes.is_empty() {
            Values::Text(texts)
        } else {
            // Larger numbers are ids.
            let as_whole = |of: &Option<i128>| of.map(i64::try_from).transpose();
            match wholes.iter().map(as_whole).collect() {
                Ok(wholes) => Values::Whole(wholes),
                Err(_) => {
                    wholes.iter().map(|of| of.map(|of| of.to_string()).unwrap_or_default()).collect()
                }
            }
        };
        Ok(frame.with(name, "", values))
    })
}

fn add<T: ArrowPrimitiveType<Native: Into<i128>>>(piece: &ArrayRef, wholes: &mut Vec<Option<i128>>) {
    wholes.extend(piece.as_primitive::<T>().iter().map(|of| of.map(Into::into)));
}

/// Adds texts, empty ones for nulls. Returns false if the column holds no texts.
fn add_texts(piece: &ArrayRef, texts: &mut Texts) -> bool {
    match piece.data_type() {
        DataType::Utf8 => {
            piece.as_string::<i32>().iter().for_each(|text| texts.push(text.unwrap_or_default()))
        }
        DataType::LargeUtf8 => {
            piece.as_string::<i64>().iter().for_each(|text| texts.push(text.unwrap_or_default()));
        }
        DataType::Utf8View => {
            piece.as_string_view().iter().for_each(|text| texts.push(text.unwrap_or_default()));
        }
        DataType::Dictionary(..) => {
            let (coded, mut names) = (piece.as_any_dictionary(), Texts::default());
            if !add_texts(coded.values(), &mut names) {
                return false;
            }
            // Without a name all rows are null, and their keys are not read.
            if names.is_empty() {
                (0..piece.len()).for_each(|_| texts.push(""));
                return true;
            }
            for (row, code) in coded.normalized_keys().into_iter().enumerate() {
                texts.push(if piece.is_null(row) { "" } else { &names[code] });
            }
        }
        _ => return false,
    }
    true
}
