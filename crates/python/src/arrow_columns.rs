//! Columns of a frame in Arrow's memory layout: text is read in place, numbers are copied.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrayRef, LargeStringArray, StringArray, StringViewArray};
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
        refuse_nulls(column, place, before)?;
        match column.data_type() {
            DataType::Utf8 => Ok(Self::Small(column.as_string().clone())),
            DataType::LargeUtf8 => Ok(Self::Large(column.as_string().clone())),
            DataType::Utf8View => Ok(Self::View(column.as_string_view().clone())),
            DataType::Dictionary(..) => {
                let coded = column.as_any_dictionary();
                let codes = coded.normalized_keys().into_iter().map(|code| code as u32).collect::<Vec<_>>();
                // A name that no row has may be null.
                let names = coded.values();
                let is_null = |&(_, &code): &(usize, &u32)| names.is_null(code as usize);
                if names.null_count() > 0
                    && let Some((row, _)) = codes.iter().enumerate().find(is_null)
                {
                    return Err(null(place, before + row));
                }
                let names = Box::new(Self::new(&not_null(names), place, before)?);
                Ok(Self::Coded { codes, names })
            }
            DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::FixedSizeBinary(_) => {
                Err(Wrong::Type(format!("{place}: bytes, expected text: decode them")))
            }
            other if other.is_integer() => Err(Wrong::Type(format!(
                "{place}: {other}, expected text: read ids as text (dtype=str), since 007 and 7 are two"
            ))),
            other => Err(Wrong::Type(format!("{place}: {other}, expected text"))),
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
            Self::Own { text, ends } => {
                let start = row.checked_sub(1).map_or(0, |before| ends[before]);
                &text[start..ends[row]]
            }
        }
    }
}

/// Returns the names with nulls replaced by empty names.
fn not_null(names: &ArrayRef) -> ArrayRef {
    if names.null_count() == 0 {
        return names.clone();
    }
    let data = names.to_data().into_builder().nulls(None);
    data.build().map_or_else(|_| names.clone(), arrow_array::make_array)
}

/// The values of a column that is of one of the kinds.
macro_rules! copied {
    ($column:expr, $($kind:ident: $of:ty),+ $(,)?) => {
        match $column.data_type() {
            $(DataType::$kind => {
                Some($column.as_primitive::<$of>().values().iter().map(|&number| number as f64).collect())
            })+
            DataType::Boolean => {
                let set = $column.as_boolean().values().iter();
                Some(set.map(|is_set| f64::from(u8::from(is_set))).collect())
            }
            _ => None,
        }
    };
}

/// Converts a column of numbers; `place` names it and `before` is the number of rows before its first.
pub fn numbers(column: &ArrayRef, place: &str, before: usize) -> Result<Vec<f64>, Wrong> {
    refuse_nulls(column, place, before)?;
    let numbers = copied!(
        column,
        Float64: Float64Type, Float32: Float32Type,
        Int64: Int64Type, Int32: Int32Type, Int16: Int16Type, Int8: Int8Type,
        UInt64: UInt64Type, UInt32: UInt32Type, UInt16: UInt16Type, UInt8: UInt8Type,
    );
    let kind = column.data_type();
    numbers.ok_or_else(|| Wrong::Type(format!("{place}: {kind}, expected numbers")))
}

fn refuse_nulls(column: &ArrayRef, place: &str, before: usize) -> Result<(), Wrong> {
    if column.null_count() == 0 {
        return Ok(());
    }
    let row = (0..column.len()).find(|&row| column.is_null(row)).unwrap_or(0);
    Err(null(place, before + row))
}

/// A NaN of pandas is null in Arrow.
fn null(place: &str, row: usize) -> Wrong {
    Wrong::value(format!("{place}, row {row}: null (NaN, in pandas), expected a value"))
}
