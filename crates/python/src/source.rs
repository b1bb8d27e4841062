//! Inputs from Python: frames, dicts, arrays, tuples and paths. They are inspected while the interpreter is held, and stored
//! so that later work does not need it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::builder::LargeStringBuilder;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{ArrayRef, Float64Array, RecordBatch, RecordBatchReader};
use arrow_schema::ArrowError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PyString, PyTuple};
use rejudge_collections::descriptor::HIGHEST_LEVEL;
use rejudge_collections::forms::Role;

use crate::arrow_columns::{TextColumn, numbers};
use crate::exceptions::{Exception, type_error, value_error};
use crate::grid::{is_array, rows_from_array};
use crate::one_value::{as_dict, for_each_item, number, ranx_name, text};
use crate::rows::{Batch, Chunk, Numbers, TopicRows};

/// The purpose for which rows are read.
#[derive(Clone, Copy, Debug)]
pub struct Purpose {
    /// The name of the input in messages.
    pub argument: &'static str,
    /// The role of the numbers: grades, scores or ranks.
    pub number: Role,
    /// An optional column that splits the rows: by run, or by intent.
    pub split_by: Option<Role>,
    /// Describes the fault of a number, or returns `None` if the number is valid.
    pub fault: fn(f64) -> Option<String>,
}

/// Judgments with levels.
pub const QRELS: Purpose =
    Purpose { argument: "qrels", number: Role::Grade, split_by: None, fault: level_fault };
/// Judgments whose grades are gains.
pub const GAINS: Purpose = Purpose { fault: gain_fault, ..QRELS };
/// Judgments by intent.
pub const INTENTS: Purpose = Purpose { split_by: Some(Role::Intent), ..QRELS };
/// Labels of another judge. They are checked later, against the scale of the judgments.
pub const LABELS: Purpose = Purpose { argument: "labels", fault: |_| None, ..QRELS };
/// Runs that are ordered by scores.
pub const RUNS: Purpose = Purpose {
    argument: "runs",
    number: Role::Score,
    split_by: Some(Role::Run),
    fault: |score| score.is_nan().then(|| "NaN, expected a number".to_owned()),
};
/// Runs that are ordered by ranks.
pub const RANKED: Purpose = Purpose { number: Role::Rank, fault: rank_fault, ..RUNS };

fn level_fault(level: f64) -> Option<String> {
    // Almost every level is a small integer, and this test is faster than `fract`.
    if f64::from(level as i8) == level {
        return None;
    }
    if level.is_nan() {
        return Some("NaN, expected a whole number".to_owned());
    }
    if level.fract() != 0.0 {
        return Some(format!("{level}, expected a whole number (are judgments and runs swapped?)"));
    }
    (level > f64::from(HIGHEST_LEVEL)).then(|| format!("{level} is above {HIGHEST_LEVEL}, the highest level"))
}

fn gain_fault(gain: f64) -> Option<String> {
    (!gain.is_finite()).then(|| format!("{gain}, expected a gain"))
}

fn rank_fault(rank: f64) -> Option<String> {
    let is_rank = rank >= 0.0 && rank.fract() == 0.0;
    (RUNS.fault)(rank).or_else(|| (!is_rank).then(|| format!("{rank}, expected a rank of 0 or more")))
}

/// Returns the field of ir_measures' named tuples (`Qrel`, `ScoredDoc`) that has the role.
fn tuple_field(role: Role) -> &'static str {
    match role {
        Role::Grade => "relevance",
        Role::Intent => "iteration",
        _ => "score",
    }
}

/// An input from Python.
pub enum Source {
    /// A file, which is read later.
    File(PathBuf),
    /// Rows in memory.
    Rows(SourceRows),
}

/// Rows in memory.
pub enum SourceRows {
    /// A frame whose columns are still to be converted and checked.
    Frame(ArrowFrame, Purpose),
    /// Rows of a dict or an array, which were already checked.
    Topics(TopicRows),
}

impl Source {
    /// Returns the number of rows, or `None` if they are still to be read or converted.
    pub fn known_rows(&self) -> Option<usize> {
        match self {
            Self::Rows(SourceRows::Topics(rows)) => Some(rows.count()),
            Self::Rows(SourceRows::Frame(..)) | Self::File(_) => None,
        }
    }

    /// Inspects `object`.
    pub fn new(object: &Bound<'_, PyAny>, purpose: Purpose) -> PyResult<Self> {
        let argument = purpose.argument;
        let check_has_ranks = |form: &str| {
            let message = format!("ties: `rank` orders by a column of ranks, which {form} does not have");
            if purpose.number == Role::Rank { Err(value_error(message)) } else { Ok(()) }
        };
        if let Some(dict) = as_dict(object)? {
            check_has_ranks("a dict")?;
            return Ok(Self::Rows(SourceRows::Topics(rows_from_dict(&dict, purpose)?)));
        }
        if let Some(path) = as_path(object)? {
            return Ok(Self::File(path));
        }
        if is_array(object)? {
            check_has_ranks("an array")?;
            return Ok(Self::Rows(SourceRows::Topics(rows_from_array(object, purpose)?)));
        }
        if object.hasattr("itertuples")? && object.hasattr("columns")? {
            return Ok(Self::Rows(SourceRows::Frame(frame_from_pandas(object, purpose)?, purpose)));
        }
        if let Some(frame) = ArrowFrame::from_python(object, argument)? {
            return Ok(Self::Rows(SourceRows::Frame(frame, purpose)));
        }
        if let Some(tuples) = as_tuples(object)? {
            return Ok(Self::Rows(SourceRows::Frame(ArrowFrame::from_tuples(&tuples, purpose)?, purpose)));
        }
        let kind = object.get_type().name()?;
        if is_one_column(object)? {
            return Err(type_error(format!(
                "{argument}: {kind} is one column, expected a data frame (with columns of topics, documents and numbers), a \
                 dict of dicts or a path"
            )));
        }
        let hint = if object.hasattr("collect")? { ": collect() it first" } else { "" };
        Err(type_error(format!("{argument}: {kind}, expected a data frame, a dict of dicts or a path{hint}")))
    }
}

impl SourceRows {
    /// Returns the rows of each run (or intent) with its name. If the rows are not split by a column, all rows are
    /// returned without a name.
    pub fn split(self) -> Result<Vec<(Option<String>, TopicRows)>, Exception> {
        match self {
            Self::Frame(frame, purpose) => frame.split_rows(purpose),
            Self::Topics(rows) => Ok(vec![(None, rows)]),
        }
    }

    /// Returns the number of rows that are still to be converted and checked.
    pub fn unread_rows(&self) -> usize {
        match self {
            Self::Frame(frame, _) => frame.batches.iter().map(RecordBatch::num_rows).sum(),
            Self::Topics(_) => 0,
        }
    }

    /// Returns all rows, for a purpose that does not split them.
    pub fn all(self) -> Result<TopicRows, Exception> {
        Ok(self.split()?.swap_remove(0).1)
    }
}

/// Returns the path, or `None` if the object is not a path.
pub fn as_path(object: &Bound<'_, PyAny>) -> PyResult<Option<PathBuf>> {
    let is_path = object.is_instance_of::<PyString>() || object.hasattr("__fspath__")?;
    if is_path { object.extract().map(Some) } else { Ok(None) }
}

/// A frame in Arrow's memory layout, imported through Arrow's C interface or made from lists. Its columns are
/// not checked yet.
pub struct ArrowFrame {
    batches: Vec<RecordBatch>,
    columns: Vec<String>,
}

impl ArrowFrame {
    /// Imports the batches of a frame. Messages call the frame `argument`.
    pub fn new(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Self> {
        let capsule = object.call_method0("__arrow_c_stream__")?;
        let capsule = capsule.cast::<PyCapsule>()?;
        let stream = capsule.pointer_checked(Some(c"arrow_array_stream"))?.cast::<FFI_ArrowArrayStream>();
        #[expect(
            unsafe_code,
            reason = "the capsule's name says that it holds a stream of Arrow's C interface"
        )]
        let reader = unsafe { RecordBatchStreamReader::from_raw(stream.as_ptr()) };
        let reader = reader.map_err(|error| unreadable(&error, argument))?;
        let columns = reader.schema().fields().iter().map(|field| field.name().clone()).collect();
        // The reader panics if the lengths of columns contradict each other.
        let batches = catch_unwind(AssertUnwindSafe(|| reader.collect::<Result<_, _>>()));
        let batches = batches.map_err(|_| {
            value_error(format!(
                "{argument}: the lengths of the frame's columns contradict each other: create the frame again"
            ))
        })?;
        Ok(Self { batches: batches.map_err(|error| unreadable(&error, argument))?, columns })
    }

    /// Makes a frame from ir_measures' tuples.
    fn from_tuples(tuples: &Bound<'_, PyList>, purpose: Purpose) -> PyResult<Self> {
        let intent = purpose.split_by.filter(|role| *role == Role::Intent).map(tuple_field);
        let names: Vec<&str> =
            ["query_id", "doc_id", tuple_field(purpose.number)].into_iter().chain(intent).collect();
        let mut lists = Vec::new();
        for name in &names {
            let values = tuples.iter().map(|tuple| tuple.getattr(*name)).collect::<PyResult<Vec<_>>>()?;
            lists.push(PyList::new(tuples.py(), values)?);
        }
        Self::from_lists(&names, &lists, purpose.argument)
    }

    /// Makes a frame from lists, in this order: topics, documents, numbers and, if there is a fourth, runs or intents.
    fn from_lists(names: &[&str], lists: &[Bound<'_, PyList>], argument: &str) -> PyResult<Self> {
        const NUMBERS: usize = 2;
        let mut columns: Vec<(&str, ArrayRef)> = Vec::new();
        for (position, (name, list)) in names.iter().zip(lists).enumerate() {
            let (mut texts, mut numbers) = (LargeStringBuilder::new(), Vec::new());
            for (row, value) in list.iter().enumerate() {
                let place = || format!("column `{name}`, row {row}");
                match position {
                    NUMBERS => numbers.push(number(&value, argument, &place)?),
                    _ => texts.append_value(text(&value, argument, &place)?),
                }
            }
            let column: ArrayRef = match position {
                NUMBERS => Arc::new(Float64Array::from(numbers)),
                _ => Arc::new(texts.finish()),
            };
            columns.push((name, column));
        }
        let batch = RecordBatch::try_from_iter(columns).map_err(|error| unreadable(&error, argument))?;
        Ok(Self { batches: vec![batch], columns: names.iter().map(|&name| name.to_owned()).collect() })
    }

    /// Returns the rows of each run (or intent) with its name. If the frame has no column of runs (or intents), all
    /// rows are returned without a name.
    fn split_rows(self, purpose: Purpose) -> Result<Vec<(Option<String>, TopicRows)>, Exception> {
        let argument = purpose.argument;
        let required = |role: Role| required_column(&self.columns, role, argument);
        let (topic, document, number) =
            (required(Role::Topic)?, required(Role::Document)?, required(purpose.number)?);
        let split_by = match purpose.split_by {
            Some(role) => optional_column(&self.columns, role, argument)?,
            None => None,
        };
        let mut first_row = 0;
        let mut batches = Vec::with_capacity(self.batches.len());
        for batch in &self.batches {
            let column = |name: &str| batch.column_by_name(name).ok_or_else(|| missing(argument, name));
            let text = |name: &str| TextColumn::new(column(name)?, &column_place(argument, name), first_row);
            let numbers = numbers(column(number)?, &column_place(argument, number), first_row);
            batches.push(Batch {
                topics: text(topic)?,
                chunk: Chunk { documents: text(document)?, numbers: Numbers::Double(numbers?) },
                split_by: split_by.map(text).transpose()?,
                rows: batch.num_rows(),
            });
            first_row += batch.num_rows();
        }
        let runs = TopicRows::by_run(batches);
        if runs.is_empty() {
            return Err(Exception::value(format!("{argument}: no rows")));
        }
        runs.iter().try_for_each(|(_, rows)| rows.check(&column_place(argument, number), purpose.fault))?;
        Ok(runs)
    }

    /// Returns the name of each column with its arrays, one for each batch.
    pub fn columns(&self) -> impl Iterator<Item = (&str, impl Iterator<Item = &ArrayRef>)> {
        let arrays = move |column: usize| self.batches.iter().map(move |batch| batch.column(column));
        self.columns.iter().enumerate().map(move |(column, name)| (name.as_str(), arrays(column)))
    }

    /// Reads the frame as a table of runs and their teams.
    pub fn team_pairs(self) -> Result<Vec<(String, String)>, Exception> {
        let required = |role: Role| required_column(&self.columns, role, "teams");
        let (run, team) = (required(Role::Run)?, required(Role::Team)?);
        let (mut pairs, mut first_row) = (Vec::new(), 0);
        for batch in &self.batches {
            let column = |name: &str| batch.column_by_name(name).ok_or_else(|| missing("teams", name));
            let text = |name: &str| TextColumn::new(column(name)?, &column_place("teams", name), first_row);
            let (runs, teams) = (text(run)?, text(team)?);
            pairs
                .extend((0..batch.num_rows()).map(|row| (runs.at(row).to_owned(), teams.at(row).to_owned())));
            first_row += batch.num_rows();
        }
        Ok(pairs)
    }

    /// Returns the frame, which messages call `argument`, or `None` if the object is not a frame.
    pub fn from_python(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Option<Self>> {
        let is_frame = object.hasattr("__arrow_c_stream__")? && !is_one_column(object)?;
        if is_frame { Self::new(object, argument).map(Some) } else { Ok(None) }
    }
}

/// Returns the name of the column with a role, or `None` if there is no such column.
fn optional_column<'a>(
    columns: &'a [String],
    role: Role,
    argument: &str,
) -> Result<Option<&'a str>, Exception> {
    let names: Vec<&str> = columns.iter().map(String::as_str).collect();
    let column =
        role.find(&names, "column").map_err(|fault| Exception::value(format!("{argument}: {fault}")))?;
    Ok(column.map(|column| names[column]))
}

/// Returns the name of the column with a role, or an error if there is no such column.
fn required_column<'a>(columns: &'a [String], role: Role, argument: &str) -> Result<&'a str, Exception> {
    optional_column(columns, role, argument)?.ok_or_else(|| {
        let fault = role.required(&[], "column").expect_err("no column has the role");
        Exception::value(format!("{argument}: {fault}; the columns are: {}", columns.join(", ")))
    })
}

fn unreadable(error: &ArrowError, argument: &str) -> PyErr {
    let hint = "cast its columns to text and numbers";
    value_error(format!("{argument}: the frame cannot be read ({error}): {hint}"))
}

fn column_place(argument: &str, column: &str) -> String {
    format!("{argument}: column `{column}`")
}

fn missing(argument: &str, column: &str) -> Exception {
    Exception::value(format!("{}: missing in a part of the frame", column_place(argument, column)))
}

/// Returns ir_measures' tuples (`Qrel`, `ScoredDoc`) as a list, from a list, a tuple or an iterator. Returns `None` if the
/// object does not contain such tuples.
pub fn as_tuples<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyList>>> {
    let is_list = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    if !is_list && !object.hasattr("__next__")? {
        return Ok(None);
    }
    let items = object.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    let is_tuple =
        |item: &Bound<'py, PyAny>| Ok::<_, PyErr>(item.hasattr("query_id")? && item.hasattr("doc_id")?);
    match items.first() {
        Some(first) if is_tuple(first)? => Ok(Some(PyList::new(object.py(), items)?)),
        _ => Ok(None),
    }
}

/// Returns true if this is one column instead of a frame: a pandas or polars series, or a numpy or pyarrow array.
fn is_one_column(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let has_type = object.hasattr("dtype")? || object.hasattr("chunks")? || object.hasattr("null_count")?;
    Ok(has_type && !object.hasattr("columns")?)
}

/// Imports a pandas frame through Arrow if possible, else value by value.
fn frame_from_pandas(object: &Bound<'_, PyAny>, purpose: Purpose) -> PyResult<ArrowFrame> {
    let argument = purpose.argument;
    // We call `str`, because a pandas label can be any object.
    let names = |labels: Bound<'_, PyAny>| {
        labels.try_iter()?.map(|label| label?.str()?.extract()).collect::<PyResult<Vec<String>>>()
    };
    let columns = names(object.getattr("columns")?)?;
    let index = names(object.getattr("index")?.getattr("names")?)?;
    let required = |role: Role| {
        required_column(&columns, role, argument).map_err(|exception| {
            if let Ok(Some(name)) = optional_column(&index, role, argument) {
                return type_error(format!(
                    "{argument}: `{name}` is in the index, expected a column: reset_index() makes it one"
                ));
            }
            PyErr::from(exception)
        })
    };
    let mut used_columns = vec![required(Role::Topic)?, required(Role::Document)?, required(purpose.number)?];
    if let Some(role) = purpose.split_by {
        used_columns.extend(optional_column(&columns, role, argument)?);
    }
    let used_frame = object.get_item(PyList::new(object.py(), &used_columns)?)?;
    // This fails if pyarrow is not installed, or if a column has objects of several types. Then we read the values
    // one by one.
    if let Ok(Some(frame)) = ArrowFrame::from_python(&used_frame, argument) {
        return Ok(frame);
    }
    let mut lists = Vec::new();
    for name in &used_columns {
        lists.push(used_frame.get_item(*name)?.call_method0("tolist")?.cast_into::<PyList>()?);
    }
    ArrowFrame::from_lists(&used_columns, &lists, argument)
}

/// Reads the rows of a dict, `{topic: {document: number}}`.
pub fn rows_from_dict(dict: &Bound<'_, PyDict>, purpose: Purpose) -> PyResult<TopicRows> {
    let argument = purpose.argument;
    let mut rows = TopicRows::default();
    for_each_item(dict, argument, |topic, documents| {
        let name = text(&topic, argument, &|| "a topic".to_owned())?;
        let Some(documents) = as_dict(&documents)? else {
            let kind = documents.get_type().name()?;
            return Err(type_error(format!(
                "{argument}: topic `{name}`: {kind}, expected a dict of documents and numbers"
            )));
        };
        // A topic without judgments does not count. But if a run retrieved nothing for a topic, the topic counts.
        if documents.is_empty() && purpose.number == Role::Grade {
            return Ok(());
        }
        rows.begin(name);
        rows.reserve(documents.len());
        for_each_item(&documents, argument, |document, value| {
            let document = text(&document, argument, &|| format!("topic `{name}`, a document"))?;
            let place = || format!("topic `{name}`, document `{document}`");
            let number = number(&value, argument, &place)?;
            if let Some(fault) = (purpose.fault)(number) {
                return Err(value_error(format!("{argument}: {}: {fault}", place())));
            }
            rows.push(document, number);
            Ok(())
        })
    })?;
    Ok(rows)
}

/// Returns the name and the run of an item in a list of runs, if the item is a pair of name and run, or a named
/// ranx run. Returns `None` if the item has no name.
pub fn named_run<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<(String, Bound<'py, PyAny>)>> {
    if let Some(name) = ranx_name(object)? {
        return Ok(Some((name, object.clone())));
    }
    let Some(pair) = object.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2) else { return Ok(None) };
    let name = pair.get_item(0)?.extract().ok();
    name.map(|name| Ok((name, pair.get_item(1)?))).transpose()
}
