//! Labels and scores as arrays, topics by documents: a column identifies a document, so that no id is looked up.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView};
use rayon::prelude::*;
use rejudge_collections::{Reading, Ties};
use rejudge_pools::{DocIx, JoinedRun};

use crate::exceptions::{Wrong, type_error, value_error};
use crate::given::Purpose;
use crate::rows::TopicRows;

/// Returns true if the object is an array of two dimensions and not a frame.
pub fn is_grid(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_array = object.hasattr("ndim")? && object.hasattr("shape")? && !object.hasattr("columns")?;
    Ok(is_array && object.getattr("ndim")?.extract::<usize>().is_ok_and(|dimensions| dimensions == 2))
}

/// Reads an array of numpy, torch or whatever else has Python's buffer protocol or a method `__array__`.
pub fn of_array(object: &Bound<'_, PyAny>, purpose: Purpose) -> PyResult<TopicRows> {
    let argument = purpose.argument;
    let view = match PyMemoryView::from(object) {
        Ok(view) => view,
        Err(_) => PyMemoryView::from(&object.call_method0("__array__")?).map_err(|error| {
            type_error(format!("{argument}: an array of no numbers: {}", error.value(object.py())))
        })?,
    };
    let (topics, documents): (usize, usize) = view.getattr("shape")?.extract()?;
    if topics == 0 || documents == 0 {
        return Err(value_error(format!(
            "{argument}: an array without {}",
            if topics == 0 { "rows" } else { "columns" }
        )));
    }
    let format: String = view.getattr("format")?.extract()?;
    // A copy, because the array may change while it is worked on.
    let bytes = view.call_method0("tobytes")?;
    let Some(numbers) = numbers(&format, bytes.cast::<PyBytes>()?.as_bytes(), topics * documents) else {
        let message = format!(
            "{argument}: an array of type `{format}`, expected integers or floats in this machine's byte order"
        );
        return Err(type_error(message));
    };
    let rows = TopicRows::of_grid(topics, documents, numbers);
    rows.check(argument, purpose.wrong)?;
    Ok(rows)
}

/// Converts the `count` values of a buffer, whose type is a character of Python's module struct.
fn numbers(format: &str, bytes: &[u8], count: usize) -> Option<Vec<f64>> {
    fn each<const N: usize>(bytes: &[u8], number: impl Fn([u8; N]) -> f64) -> Option<Vec<f64>> {
        Some(bytes.as_chunks().0.iter().map(|value| number(*value)).collect())
    }
    let size = bytes.len().checked_div(count)?;
    let kind = format.trim_start_matches(['@', '=', if cfg!(target_endian = "little") { '<' } else { '>' }]);
    match (kind, size) {
        ("d", 8) => each(bytes, f64::from_ne_bytes),
        ("f", 4) => each(bytes, |value| f32::from_ne_bytes(value).into()),
        ("e", 2) => each(bytes, |value| of_half(u16::from_ne_bytes(value))),
        ("?" | "B", 1) => each(bytes, |[byte]| byte.into()),
        ("b", 1) => each(bytes, |[byte]| (byte as i8).into()),
        ("h", 2) => each(bytes, |value| i16::from_ne_bytes(value).into()),
        ("H", 2) => each(bytes, |value| u16::from_ne_bytes(value).into()),
        ("i" | "l", 4) => each(bytes, |value| i32::from_ne_bytes(value).into()),
        ("I" | "L", 4) => each(bytes, |value| u32::from_ne_bytes(value).into()),
        ("l" | "q", 8) => each(bytes, |value| i64::from_ne_bytes(value) as f64),
        ("L" | "Q", 8) => each(bytes, |value| u64::from_ne_bytes(value) as f64),
        _ => None,
    }
}

/// Converts a float of 16 bits: a sign, five bits of exponent, ten of fraction.
fn of_half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let size = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    };
    if bits >> 15 == 0 { size } else { -size }
}

/// Refuses an array whose shape is not that of the labels, if both are arrays; messages call it `name`.
///
/// # Errors
/// If they differ.
pub fn check_shape(labels: &TopicRows, rows: &TopicRows, name: &str) -> Result<(), Wrong> {
    match (labels.shape(), rows.shape()) {
        (Some((topics, documents)), Some((rows, columns))) if (topics, documents) != (rows, columns) => {
            Err(Wrong::value(format!(
                "{name}: an array of {rows} x {columns}, expected {topics} x {documents} as of the labels"
            )))
        }
        _ => Ok(()),
    }
}

/// Joins the scores of an array with the labels of another, as [`join_rows`](rejudge_collections::join_rows) joins
/// documents that are named by their columns.
///
/// # Errors
/// If the arrays differ in shape.
pub fn join(
    labels: &TopicRows,
    scores: &TopicRows,
    run: &str,
    reading: &Reading,
    judged_only: bool,
) -> Result<JoinedRun, Wrong> {
    check_shape(labels, scores, &format!("run `{run}`"))?;
    let documents = labels.shape().map_or(0, |(_, documents)| documents);
    let of_topic = |keys: &mut Vec<u128>, (labels, scores): (&[f64], &[f64])| {
        keys.clear();
        let columns =
            (0..).zip(labels.iter().zip(scores)).filter(|(_, (label, _))| !judged_only || **label >= 0.0);
        keys.extend(columns.map(|(column, (_, &score))| key(score, column, reading)));
        keys.sort_unstable_by(|one, other| other.cmp(one));
        keys.truncate(reading.max_rank);
        (1..)
            .zip(keys.iter())
            .map(|(rank, &key)| (rank, column_of(key, reading.ties)))
            .collect::<Vec<(u32, DocIx)>>()
    };
    let topics = labels.numbers().par_chunks(documents).zip(scores.numbers().par_chunks(documents));
    let seen: Vec<Vec<(u32, DocIx)>> = topics.map_init(Vec::new, of_topic).collect();
    let mut joined = JoinedRun::default();
    for (topic, seen) in seen.iter().enumerate().filter(|(_, seen)| !seen.is_empty()) {
        joined.add(topic, seen, seen.len() as u32);
    }
    Ok(joined)
}

/// Returns the number by which columns are ordered, the greatest first: a score, whose bits are turned into an integer of the same
/// order, before the column.
fn key(score: f64, column: DocIx, reading: &Reading) -> u128 {
    let bits = reading.order_key(score).to_bits();
    let ordered = bits ^ ((bits as i64 >> 63) as u64 | 1 << 63);
    u128::from(ordered) << 32 | u128::from(order_of_ties(column, reading.ties))
}

fn column_of(key: u128, ties: Ties) -> DocIx {
    order_of_ties(key as u32, ties)
}

/// Turns a column into its place among equal scores, the greatest first, and back.
fn order_of_ties(column: u32, ties: Ties) -> u32 {
    match ties {
        Ties::DocnoDescending => column,
        Ties::DocnoAscending | Ties::FileOrder | Ties::Rank | Ties::ScoreThenFile => !column,
    }
}
