//! Labels and scores as arrays, topics by documents: a column identifies a document, so that no id is looked up.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PySlice};
use rayon::prelude::*;
use rejudge_collections::{Reading, Ties};
use rejudge_pools::{DocIx, JoinedRun};

use crate::exceptions::{Wrong, type_error, value_error};
use crate::given::Purpose;
use crate::rows::{Numbers, TopicRows};
use crate::work::FEW_ROWS;

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
    // A broadcast array has many values in little memory.
    let mut single = Vec::new();
    let reserved = topics.checked_mul(documents).map(|count| single.try_reserve_exact(count));
    if reserved.is_none_or(|reserved| reserved.is_err()) {
        return Err(PyMemoryError::new_err(format!(
            "{argument}: an array of {topics} x {documents} does not fit into memory"
        )));
    }
    let (mut numbers, mut block) = (Numbers::Single(single), Vec::new());
    // A copy, because the array may change while it is worked on; in blocks, whose memory is used again.
    let step = BLOCK.div_ceil(documents);
    for start in (0..topics).step_by(step) {
        let end = topics.min(start + step);
        let rows = view.get_item(PySlice::new(object.py(), start as isize, end as isize, 1))?;
        let bytes = rows.call_method0("tobytes")?;
        block.clear();
        if !convert(&format, bytes.cast::<PyBytes>()?.as_bytes(), (end - start) * documents, &mut block) {
            return Err(type_error(format!(
                "{argument}: an array of type `{format}`, expected integers or floats in this machine's byte order"
            )));
        }
        numbers.extend(&block);
    }
    let rows = TopicRows::of_grid(topics, documents, numbers);
    rows.check(argument, purpose.wrong)?;
    Ok(rows)
}

/// The number of values that are converted at once.
const BLOCK: usize = 8192;

/// Converts the `count` values of a buffer, whose type is a character of Python's module struct. Returns false if that is not the
/// type of a number.
fn convert(format: &str, bytes: &[u8], count: usize, numbers: &mut Vec<f64>) -> bool {
    let mut each = Converted { bytes, numbers };
    let size = bytes.len() / count;
    let kind = format.trim_start_matches(['@', '=', if cfg!(target_endian = "little") { '<' } else { '>' }]);
    match (kind, size) {
        ("d", 8) => each.by(f64::from_ne_bytes),
        ("f", 4) => each.by(|value| f32::from_ne_bytes(value).into()),
        ("e", 2) => each.by(|value| of_half(u16::from_ne_bytes(value))),
        ("?" | "B", 1) => each.by(|[byte]| byte.into()),
        ("b", 1) => each.by(|[byte]| (byte as i8).into()),
        ("h", 2) => each.by(|value| i16::from_ne_bytes(value).into()),
        ("H", 2) => each.by(|value| u16::from_ne_bytes(value).into()),
        ("i" | "l", 4) => each.by(|value| i32::from_ne_bytes(value).into()),
        ("I" | "L", 4) => each.by(|value| u32::from_ne_bytes(value).into()),
        ("l" | "q", 8) => each.by(|value| i64::from_ne_bytes(value) as f64),
        ("L" | "Q", 8) => each.by(|value| u64::from_ne_bytes(value) as f64),
        _ => return false,
    }
    true
}

/// The bytes of values, and the numbers that they become.
struct Converted<'a> {
    bytes: &'a [u8],
    numbers: &'a mut Vec<f64>,
}

impl Converted<'_> {
    fn by<const N: usize>(&mut self, number: impl Fn([u8; N]) -> f64) {
        self.numbers.extend(self.bytes.as_chunks().0.iter().map(|value| number(*value)));
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
    let (topics, documents) = labels.shape().unwrap_or_default();
    let (labels, scores) = (labels.numbers(), scores.numbers());
    let of_topic = |(short, long): &mut (Vec<u64>, Vec<u128>), topic: usize| {
        let first = topic * documents;
        let is_kept = |column: &DocIx| !judged_only || labels.at(first + *column as usize) >= 0.0;
        let columns = (0..documents as DocIx).filter(is_kept);
        let tie = |column| order_of_ties(column, reading.ties);
        match scores {
            Numbers::Single(scores) => {
                let key = |column| u64::from(bits_of(scores[first + column as usize], reading)) << 32;
                sort(short, columns.map(|column| key(column) | u64::from(tie(column))), reading.max_rank);
                ranked(short, |key| tie(key as u32))
            }
            Numbers::Double(scores) => {
                let key = |column| u128::from(bits_of_double(scores[first + column as usize], reading)) << 32;
                sort(long, columns.map(|column| key(column) | u128::from(tie(column))), reading.max_rank);
                ranked(long, |key| tie(key as u32))
            }
        }
    };
    let mut joined = JoinedRun::default();
    // In batches, whose memory is used again. Few rows are ranked on this thread, where rayon would start threads of its own,
    // which a forked process does not have.
    let is_small = topics * documents <= FEW_ROWS;
    for start in (0..topics).step_by(BATCH) {
        let batch = start..topics.min(start + BATCH);
        let seen: Vec<Vec<(u32, DocIx)>> = if is_small {
            let mut buffers = Default::default();
            batch.map(|topic| of_topic(&mut buffers, topic)).collect()
        } else {
            batch.into_par_iter().map_init(Default::default, of_topic).collect()
        };
        for (topic, seen) in (start..).zip(&seen).filter(|(_, seen)| !seen.is_empty()) {
            joined.add(topic, seen, seen.len() as u32);
        }
    }
    Ok(joined)
}

/// The number of topics that are ranked in parallel, before the next ones.
const BATCH: usize = 256;

/// Fills `sorted` with the greatest `count` keys, the greatest first.
fn sort<K: Ord>(sorted: &mut Vec<K>, keys: impl Iterator<Item = K>, count: usize) {
    sorted.clear();
    sorted.extend(keys);
    sorted.sort_unstable_by(|one, other| other.cmp(one));
    sorted.truncate(count);
}

/// Returns the rank and the column of each key.
fn ranked<K: Copy>(keys: &[K], column: impl Fn(K) -> DocIx) -> Vec<(u32, DocIx)> {
    (1..).zip(keys).map(|(rank, &key)| (rank, column(key))).collect()
}

/// Returns the bits of a score as an integer of the same order.
fn bits_of(score: f32, reading: &Reading) -> u32 {
    let bits = (reading.order_key(score.into()) as f32).to_bits();
    bits ^ ((bits as i32 >> 31) as u32 | 1 << 31)
}

/// Like [`bits_of`], for double precision.
fn bits_of_double(score: f64, reading: &Reading) -> u64 {
    let bits = reading.order_key(score).to_bits();
    bits ^ ((bits as i64 >> 63) as u64 | 1 << 63)
}

/// Turns a column into its place among equal scores, the greatest first, and back.
fn order_of_ties(column: u32, ties: Ties) -> u32 {
    match ties {
        Ties::DocnoDescending => column,
        Ties::DocnoAscending | Ties::FileOrder | Ties::Rank | Ties::ScoreThenFile => !column,
    }
}
