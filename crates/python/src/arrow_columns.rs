//! Columns of a frame in Arrow's memory layout: text is read in place, numbers are copied.

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef, LargeStringArray, StringArray, StringViewArray, downcast_integer_array};
use arrow_schema::DataType;

use crate::exceptions::Wrong;

/// A column of text.
#[derive(Clone, Debug)]
pub enum Text {
    /// With offsets of four bytes.
    Small(StringArray),
    /// With offsets of eight.
    Large(LargeStringArray),
    /// Views, which hold short texts inline.
    View(StringViewArray),
    /// Indices into a list of names.
    Coded {
        /// The index of each row's name.
        codes: Vec<u32>,
        /// The names.
        names: Box<Text>,
    },
    /// The same names again and again: of each topic's documents, which are the columns of an array.
    Repeated(Vec<String>),
    /// Of no frame: the texts end to end.
    Own {
        /// All of them.
        text: String,
        /// The end of each.
        ends: Vec<usize>,
    },
}

impl Text {
    /// Converts a column of text; `place` names it and `before` is the number of rows before its first.
    pub fn new(column: &ArrayRef, place: &str, before: usize) -> Result<Self, Wrong> {
        check_memory(column, place)?;
        refuse_nulls(column, place, before)?;
        Self::with_nulls(column).ok_or_else(|| match column.data_type() {
            DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::FixedSizeBinary(_) => {
                Wrong::Type(format!("{place}: bytes, expected text: decode them"))
            }
            other if other.is_integer() => Wrong::Type(format!(
                "{place}: {other}, expected text: read ids as text (dtype=str), since 007 and 7 are two"
            )),
            other => Wrong::Type(format!("{place}: {other}, expected text")),
        })
    }

    /// Converts a column of text whose memory was checked; its rows that are null have any text. Returns `None` if it holds
    /// none.
    pub fn with_nulls(column: &ArrayRef) -> Option<Self> {
        match column.data_type() {
            DataType::Utf8 => Some(Self::Small(column.as_string().clone())),
            DataType::LargeUtf8 => Some(Self::Large(column.as_string().clone())),
            DataType::Utf8View => Some(Self::View(column.as_string_view().clone())),
            DataType::Dictionary(..) => {
                let coded = column.as_any_dictionary();
                let names = Box::new(Self::with_nulls(coded.values())?);
                // Without a name all rows are null, and their keys are not read.
                let keys = if coded.values().is_empty() { Vec::new() } else { coded.normalized_keys() };
                Some(Self::Coded { codes: keys.into_iter().map(|code| code as u32).collect(), names })
            }
            _ => None,
        }
    }

    /// The text of a row.
    #[inline]
    pub fn at(&self, row: usize) -> &str {
        match self {
            Self::Small(texts) => texts.value(row),
            Self::Large(texts) => texts.value(row),
            Self::View(texts) => texts.value(row),
            Self::Coded { codes, names } => names.at(codes[row] as usize),
            Self::Repeated(names) => &names[row % names.len()],
            Self::Own { text, ends } => {
                let start = row.checked_sub(1).map_or(0, |before| ends[before]);
                &text[start..ends[row]]
            }
        }
    }
}

/// Converts a column of numbers; `place` names it and `before` is the number of rows before its first.
pub fn numbers(column: &ArrayRef, place: &str, before: usize) -> Result<Vec<f64>, Wrong> {
    check_memory(column, place)?;
    refuse_nulls(column, place, before)?;
    Ok(downcast_integer_array!(
        column => column.values().iter().map(|&number| number as f64).collect(),
        DataType::Float64 => column.as_primitive::<Float64Type>().values().to_vec(),
        DataType::Float32 => column.as_primitive::<Float32Type>().values().iter().map(|&number| number.into()).collect(),
        DataType::Boolean => {
            column.as_boolean().values().iter().map(|is_set| f64::from(u8::from(is_set))).collect()
        }
        kind => return Err(Wrong::Type(format!("{place}: {kind}, expected numbers")))
    ))
}

/// Refuses memory of a column that contradicts itself: offsets that go backwards or are negative, bytes that are no UTF-8, an
/// index beyond its dictionary. Reading it would give other texts, or end the process. How large a piece of memory is, the
/// interface does not tell: its producer is trusted in that.
pub fn check_memory(column: &ArrayRef, place: &str) -> Result<(), Wrong> {
    column.to_data().validate_full().map_err(|error| {
        Wrong::value(format!(
            "{place}: its memory is not a valid column of Arrow ({error}): make the frame anew"
        ))
    })
}

/// A NaN of pandas is null in Arrow. A name of a dictionary that no row has may be null.
fn refuse_nulls(column: &ArrayRef, place: &str, before: usize) -> Result<(), Wrong> {
    let nulls = column.logical_nulls();
    match nulls.and_then(|nulls| (0..nulls.len()).find(|&row| nulls.is_null(row))) {
        None => Ok(()),
        Some(row) => Err(Wrong::value(format!(
            "{place}, row {}: null (NaN, in pandas), expected a value",
            before + row
        ))),
    }
}
