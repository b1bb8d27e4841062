//! Labels and scores as arrays, topics by documents. Because columns are documents, no document is looked up by its
//! id.

use std::ops::Range;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PySlice};
use rayon::prelude::*;
use rejudge_collections::{Reading, Ties};
use rejudge_pools::{DocIx, JoinedRun, TestCollection};

use crate::exceptions::{Exception, type_error, value_error};
use crate::rows::{Numbers, TopicRows};
use crate::source::Purpose;
use crate::work::FEW_ROWS;

/// Returns true if the object is an array of two dimensions. A frame has two dimensions too, but also `columns`.
pub fn is_array(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_array = object.hasattr("ndim")? && object.hasattr("shape")? && !object.hasattr("columns")?;
    Ok(is_array && object.getattr("ndim")?.extract::<usize>().is_ok_and(|dimensions| dimensions == 2))
}

/// Reads an array of numpy, torch, or any library whose arrays support Python's buffer protocol or have a method `__array__`.
pub fn rows_from_array(object: &Bound<'_, PyAny>, purpose: Purpose) -> PyResult<TopicRows> {
    let argument = purpose.argument;
    let view = match PyMemoryView::from(object) {
        Ok(view) => view,
        Err(_) => PyMemoryView::from(&object.call_method0("__array__")?).map_err(|error| {
            type_error(format!("{argument}: not an array of numbers: {}", error.value(object.py())))
        })?,
    };
    let (topics, documents): (usize, usize) = view.getattr("shape")?.extract()?;
    if topics == 0 || documents == 0 {
        let missing = if topics == 0 { "rows" } else { "columns" };
        return Err(value_error(format!("{argument}: an array without {missing}")));
    }
    let format: String = view.getattr("format")?.extract()?;
    // A broadcast array can represent more values than fit into memory.
    let mut single = Vec::new();
    let is_reserved =
        topics.checked_mul(documents).is_some_and(|count| single.try_reserve_exact(count).is_ok());
    if !is_reserved {
        return Err(PyMemoryError::new_err(format!(
            "{argument}: an array of {topics} x {documents} does not fit into memory"
        )));
    }
    let (mut numbers, mut block) = (Numbers::Single(single), Vec::new());
    // We copy the values, because other threads may change the array. We copy them block by block, to reuse
    // the memory of a block.
    let step = BLOCK_VALUES.div_ceil(documents);
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
    let rows = TopicRows::from_array(topics, documents, numbers);
    rows.check(argument, purpose.fault)?;
    Ok(rows)
}

/// The approximate number of values that are converted at once.
const BLOCK_VALUES: usize = 8192;

/// Converts the `count` values of a buffer. `format` is a format of Python's module `struct`, such as `<f`.
/// Returns false if it is not the format of a number in this machine's byte order.
fn convert(format: &str, bytes: &[u8], count: usize, numbers: &mut Vec<f64>) -> bool {
    let mut values = Values { bytes, numbers };
    let size = bytes.len() / count;
    let kind = format.trim_start_matches(['@', '=', if cfg!(target_endian = "little") { '<' } else { '>' }]);
    match (kind, size) {
        ("d", 8) => values.convert(f64::from_ne_bytes),
        ("f", 4) => values.convert(|value| f32::from_ne_bytes(value).into()),
        ("e", 2) => values.convert(|value| half_to_double(u16::from_ne_bytes(value))),
        ("?" | "B", 1) => values.convert(|[byte]| byte.into()),
        ("b", 1) => values.convert(|[byte]| (byte as i8).into()),
        ("h", 2) => values.convert(|value| i16::from_ne_bytes(value).into()),
        ("H", 2) => values.convert(|value| u16::from_ne_bytes(value).into()),
        ("i" | "l", 4) => values.convert(|value| i32::from_ne_bytes(value).into()),
        ("I" | "L", 4) => values.convert(|value| u32::from_ne_bytes(value).into()),
        ("l" | "q", 8) => values.convert(|value| i64::from_ne_bytes(value) as f64),
        ("L" | "Q", 8) => values.convert(|value| u64::from_ne_bytes(value) as f64),
        _ => return false,
    }
    true
}

/// The bytes of an array's values, and the list to which the converted values are appended.
struct Values<'a> {
    bytes: &'a [u8],
    numbers: &'a mut Vec<f64>,
}

impl Values<'_> {
    /// Converts each value, which has `N` bytes, with `number`, and appends the results.
    fn convert<const N: usize>(&mut self, number: impl Fn([u8; N]) -> f64) {
        self.numbers.extend(self.bytes.as_chunks().0.iter().map(|value| number(*value)));
    }
}

/// Converts a float of 16 bits: one bit for the sign, five for the exponent, ten for the fraction.
fn half_to_double(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let magnitude = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    };
    if bits >> 15 == 0 { magnitude } else { -magnitude }
}

/// Checks that an array has the shape of the labels, if both are arrays. Messages call it `name`.
///
/// # Errors
/// If the shapes differ.
pub fn check_shape(labels: &TopicRows, rows: &TopicRows, name: &str) -> Result<(), Exception> {
    match (labels.shape(), rows.shape()) {
        (Some((topics, documents)), Some((rows, columns))) if (topics, documents) != (rows, columns) => {
            Err(Exception::value(format!(
                "{name}: an array of {rows} x {columns}, expected {topics} x {documents}, like the labels"
            )))
        }
        _ => Ok(()),
    }
}

/// Joins an array of scores with an array of labels. The result is the same as if each column had a document
/// name and [`join_rows`](rejudge_collections::join_rows) joined the rows by these names, but no name is
/// looked up.
///
/// If the judgments are passed as `relevant_only`, the run keeps only
/// [relevant](rejudge_collections::KeptDocuments::Relevant) documents. In this case no judgment may be
/// withheld.
///
/// # Errors
/// If the arrays differ in shape.
pub fn join(
    labels: &TopicRows,
    scores: &TopicRows,
    relevant_only: Option<&TestCollection>,
    run: &str,
    reading: &Reading,
    judged_only: bool,
) -> Result<JoinedRun, Exception> {
    check_shape(labels, scores, &format!("run `{run}`"))?;
    let (topics, documents) = labels.shape().unwrap_or_default();
    let (labels, scores) = (labels.numbers(), scores.numbers());
    // To rank a topic, we sort integers. The upper bits come from a document's score, and the lower 32 bits order
    // equal scores.
    let rank_topic = |(short_keys, long_keys, counted): &mut (Vec<u64>, Vec<u128>, ScoreKeys),
                      topic: usize| {
        let first = topic * documents;
        let relevant = relevant_only.map(|judgments| judgments.relevant(topic));
        if let Some(relevant) = relevant.filter(|relevant| relevant.len() <= MAX_COUNTED) {
            return counted.rank_relevant(scores, first..first + documents, relevant, reading);
        }
        let is_kept = |column: &DocIx| !judged_only || labels.at(first + *column as usize) >= 0.0;
        let columns = (0..documents as DocIx).filter(is_kept);
        let tie = |column| tie_order(column, reading.ties);
        match scores {
            Numbers::Single(scores) => {
                let score = |column| sortable_bits(scores[first + column as usize], reading);
                let keys = columns.map(|column| u64::from(score(column)) << 32 | u64::from(tie(column)));
                sort(short_keys, keys, reading.max_rank);
                ranked_columns(short_keys, |key| tie(key as u32))
            }
            Numbers::Double(scores) => {
                let score = |column| sortable_bits_double(scores[first + column as usize], reading);
                let keys = columns.map(|column| u128::from(score(column)) << 32 | u128::from(tie(column)));
                sort(long_keys, keys, reading.max_rank);
                ranked_columns(long_keys, |key| tie(key as u32))
            }
        }
    };
    let mut joined = JoinedRun::default();
    // A small array is ranked on the caller's thread. If we used rayon there, it would start its own thread pool,
    // which a forked child would lack.
    let is_small = topics * documents <= FEW_ROWS;
    // We rank and join batch by batch, so that rankings never take much memory.
    let batch_topics = BATCH_SCORES.div_ceil(documents);
    for start in (0..topics).step_by(batch_topics) {
        let batch = start..topics.min(start + batch_topics);
        let rankings: Vec<Vec<(u32, DocIx)>> = if is_small {
            let mut buffers = Default::default();
            batch.map(|topic| rank_topic(&mut buffers, topic)).collect()
        } else {
            batch.into_par_iter().map_init(Default::default, rank_topic).collect()
        };
        for (topic, ranking) in (start..).zip(&rankings) {
            let Some(judgments) = relevant_only else {
                if !ranking.is_empty() {
                    joined.add(topic, ranking, ranking.len() as u32);
                }
                continue;
            };
            // Because every column has a label, the position among the judged documents is the rank - 1.
            let verdicts = judgments.topic(topic).verdicts;
            let judged = ranking.iter().map(|&(rank, column)| (rank - 1, rank, verdicts[column as usize]));
            let retrieved = documents.min(reading.max_rank);
            joined.add_relevant(topic, judged, (retrieved, retrieved as u32));
        }
    }
    Ok(joined)
}

/// The approximate number of scores that are ranked in parallel before they are joined.
const BATCH_SCORES: usize = 1 << 18;

/// If a topic has at most this many relevant documents, we find the rank of each by counting the scores above
/// its own. For so few documents, this is faster than sorting all scores.
const MAX_COUNTED: usize = 64;

/// The sort keys of a topic's scores, in the precision of the array. The memory is reused from topic to topic.
#[derive(Default)]
struct ScoreKeys {
    single: Vec<f32>,
    double: Vec<f64>,
}

impl ScoreKeys {
    /// Returns the rank and the column of each relevant document, in order of rank, down to the last rank that counts.
    fn rank_relevant(
        &mut self,
        scores: &Numbers,
        topic: Range<usize>,
        relevant: &[(DocIx, u8)],
        reading: &Reading,
    ) -> Vec<(u32, DocIx)> {
        let mut ranked: Vec<(u32, DocIx)> = Vec::with_capacity(relevant.len());
        let columns = relevant.iter().map(|&(column, _)| column);
        match scores {
            Numbers::Single(scores) => {
                let keys = scores[topic].iter().map(|&score| reading.order_key(score.into()) as f32);
                self.single.clear();
                self.single.extend(keys);
                ranked.extend(columns.map(|column| (rank_of(&self.single, column, reading.ties), column)));
            }
            Numbers::Double(scores) => {
                let keys = scores[topic].iter().map(|&score| reading.order_key(score));
                self.double.clear();
                self.double.extend(keys);
                ranked.extend(columns.map(|column| (rank_of(&self.double, column, reading.ties), column)));
            }
        }
        ranked.retain(|(rank, _)| *rank as usize <= reading.max_rank);
        ranked.sort_unstable();
        ranked
    }
}

/// Returns the rank of a column. `keys` has the sort keys of all columns.
fn rank_of<K: Copy + PartialOrd>(keys: &[K], column: DocIx, ties: Ties) -> u32 {
    let (before, after) = keys.split_at(column as usize);
    let key = after[0];
    // The compiler vectorizes a sum of zeros and ones, but not `filter(..).count()`.
    let greater = |keys: &[K]| keys.iter().map(|other| u32::from(*other > key)).sum::<u32>();
    let not_less = |keys: &[K]| keys.iter().map(|other| u32::from(*other >= key)).sum::<u32>();
    // `after` begins with the column itself, so `not_less(after)` counts it already.
    if last_column_is_first(ties) {
        greater(before) + not_less(after)
    } else {
        not_less(before) + greater(after) + 1
    }
}

/// Fills `sorted` with the `count` greatest keys, the greatest first.
fn sort<K: Ord>(sorted: &mut Vec<K>, keys: impl Iterator<Item = K>, count: usize) {
    sorted.clear();
    sorted.extend(keys);
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    sorted.truncate(count);
}

/// Returns the rank and the column of each key. The keys must be sorted.
fn ranked_columns<K: Copy>(keys: &[K], column: impl Fn(K) -> DocIx) -> Vec<(u32, DocIx)> {
    (1..).zip(keys).map(|(rank, &key)| (rank, column(key))).collect()
}

/// Returns an integer that sorts like the score: all bits of a negative number are inverted, but only the sign bit of
/// a positive number.
fn sortable_bits(score: f32, reading: &Reading) -> u32 {
    let bits = (reading.order_key(score.into()) as f32).to_bits();
    bits ^ ((bits as i32 >> 31) as u32 | 1 << 31)
}

/// Like [`sortable_bits`], for double precision.
fn sortable_bits_double(score: f64, reading: &Reading) -> u64 {
    let bits = reading.order_key(score).to_bits();
    bits ^ ((bits as i64 >> 63) as u64 | 1 << 63)
}

/// Returns an integer that is greater for a document that comes earlier among equal scores. If the function is applied
/// twice, it returns the column.
fn tie_order(column: u32, ties: Ties) -> u32 {
    if last_column_is_first(ties) { column } else { !column }
}

/// Returns true if the last column comes first among equal scores.
fn last_column_is_first(ties: Ties) -> bool {
    match ties {
        Ties::DocnoDescending => true,
        Ties::DocnoAscending | Ties::FileOrder | Ties::Rank | Ties::ScoreThenFile => false,
    }
}
