//! Columns of text and of numbers. The text of an Arrow frame is read in place, and its numbers are copied.

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef, LargeStringArray, StringArray, StringViewArray, downcast_integer_array};
use arrow_schema::DataType;

use crate::exceptions::Exception;

/// A column of text.
#[derive(Clone, Debug)]
pub enum TextColumn {
    /// Arrow's `Utf8`: offsets of four bytes.
    Small(StringArray),
    /// Arrow's `LargeUtf8`: offsets of eight bytes.
    Large(LargeStringArray),
    /// Arrow's `Utf8View`: short texts are stored inline.
    View(StringViewArray),
    /// A dictionary or a categorical column.
    Coded {
        /// For each row, an index into `names`.
        codes: Vec<u32>,
        /// The distinct texts.
        names: Box<TextColumn>,
    },
    /// The documents of a matrix with a row for each topic and a column for each document. Every topic has all of them.
    Repeated(Vec<String>),
    /// Texts that are not from a frame, one directly after the other.
    Joined {
        /// All texts.
        text: String,
        /// For each row, the end of its text.
        ends: Vec<usize>,
    },
}

impl TextColumn {
    /// Converts a column of text. Messages call the column `place`. Its first row is row `first_row` of the
    /// frame.
    pub fn new(column: &ArrayRef, place: &str, first_row: usize) -> Result<Self, Exception> {
        check_memory(column, place)?;
        refuse_nulls(column, place, first_row)?;
        Self::with_nulls(column).ok_or_else(|| match column.data_type() {
            DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::FixedSizeBinary(_) => {
                Exception::Type(format!("{place}: bytes, expected text: decode them"))
            }
            other if other.is_integer() => Exception::Type(format!(
                "{place}: {other}, expected text: read ids as text (dtype=str), because 007 and 7 are different ids"
            )),
            other => Exception::Type(format!("{place}: {other}, expected text")),
        })
    }

    /// Converts a column of text whose memory was checked. Returns `None` if the column does not contain
    /// text. Do not read the text of a null row: it is arbitrary, and reading it panics if the dictionary is
    /// empty.
    pub fn with_nulls(column: &ArrayRef) -> Option<Self> {
        match column.data_type() {
            DataType::Utf8 => Some(Self::Small(column.as_string().clone())),
            DataType::LargeUtf8 => Some(Self::Large(column.as_string().clone())),
            DataType::Utf8View => Some(Self::View(column.as_string_view().clone())),
            DataType::Dictionary(..) => {
                let coded = column.as_any_dictionary();
                let names = Box::new(Self::with_nulls(coded.values())?);
                // If the dictionary is empty, every row is null, and `normalized_keys` would panic.
                let keys = if coded.values().is_empty() { Vec::new() } else { coded.normalized_keys() };
                Some(Self::Coded { codes: keys.into_iter().map(|code| code as u32).collect(), names })
            }
            _ => None,
        }
    }

    /// Returns the text of a row.
    #[inline]
    pub fn at(&self, row: usize) -> &str {
        match self {
            Self::Small(texts) => texts.value(row),
            Self::Large(texts) => texts.value(row),
            Self::View(texts) => texts.value(row),
            Self::Coded { codes, names } => names.at(codes[row] as usize),
            Self::Repeated(names) => &names[row % names.len()],
            Self::Joined { text, ends } => {
                let start = row.checked_sub(1).map_or(0, |previous_row| ends[previous_row]);
                &text[start..ends[row]]
            }
        }
    }
}

/// Converts a column of numbers, or of booleans as 0 and 1. Messages call the column `place`. Its first row
/// is row `first_row` of the frame.
pub fn numbers(column: &ArrayRef, place: &str, first_row: usize) -> Result<Vec<f64>, Exception> {
    check_memory(column, place)?;
    refuse_nulls(column, place, first_row)?;
    Ok(downcast_integer_array!(
        column => column.values().iter().map(|&number| number as f64).collect(),
        DataType::Float64 => column.as_primitive::<Float64Type>().values().to_vec(),
        DataType::Float32 => column.as_primitive::<Float32Type>().values().iter().map(|&number| number.into()).collect(),
        DataType::Boolean => {
            column.as_boolean().values().iter().map(|is_set| f64::from(u8::from(is_set))).collect()
        }
        other => return Err(Exception::Type(format!("{place}: {other}, expected numbers")))
    ))
}

/// Refuses a column whose memory contradicts itself: offsets that go backwards or are negative, bytes that
/// are not UTF-8, an index beyond its dictionary. Without this check we might read the wrong text, or crash
/// the process.
///
/// Arrow's C interface does not say how large a buffer is, so we must trust the producer to make each buffer
/// large enough.
pub fn check_memory(column: &ArrayRef, place: &str) -> Result<(), Exception> {
    column.to_data().validate_full().map_err(|error| {
        Exception::value(format!(
            "{place}: its memory is not a valid Arrow column ({error}): create the frame again"
        ))
    })
}

/// Refuses a null row. A NaN in pandas becomes a null in Arrow. A null in a dictionary is allowed if no row refers to
/// it.
fn refuse_nulls(column: &ArrayRef, place: &str, first_row: usize) -> Result<(), Exception> {
    let nulls = column.logical_nulls();
    match nulls.and_then(|nulls| (0..nulls.len()).find(|&row| nulls.is_null(row))) {
        None => Ok(()),
        Some(row) => Err(Exception::value(format!(
            "{place}, row {}: null (NaN, in pandas), expected a value",
            first_row + row
        ))),
    }
}
