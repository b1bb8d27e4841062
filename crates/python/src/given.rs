//! Inputs from Python: frames, dicts, paths. They are inspected while the interpreter is held, and stored so that the
//! work does not need it.

use std::path::PathBuf;

use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PyString, PyTuple};
use rejudge_collections::forms::Role;

use crate::arrow_columns::{Text, numbers};
use crate::exceptions::Wrong;
use crate::one_value::{number, text};
use crate::rows::{Batch, Piece, TopicRows};

/// The purpose of a table of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purpose {
    /// Its name in messages.
    pub of: &'static str,
    /// The content of its numbers.
    pub number: Role,
    /// The column that distinguishes rows of one topic, if there is one.
    pub apart: Option<Role>,
}

impl Purpose {
    /// Returns true if the rows are of one judge, and not of runs.
    fn is_of_one(self) -> bool {
        self.number == Role::Grade
    }
}

/// Judgments.
pub const QRELS: Purpose = Purpose { of: "qrels", number: Role::Grade, apart: None };
/// Judgments by intent.
pub const INTENTS: Purpose = Purpose { apart: Some(Role::Intent), ..QRELS };
/// Labels of another judge.
pub const LABELS: Purpose = Purpose { of: "labels", ..QRELS };
/// Runs, by scores.
pub const RUNS: Purpose = Purpose { of: "runs", number: Role::Score, apart: Some(Role::Run) };
/// Runs, by ranks.
pub const RANKED: Purpose = Purpose { number: Role::Rank, ..RUNS };

/// A frame that is not looked through yet.
pub struct Frame {
    batches: Vec<RecordBatch>,
    columns: Vec<String>,
}

/// An input from Python.
pub enum Given {
    /// A file.
    File(PathBuf),
    /// A frame.
    Frame(Frame),
    /// Rows.
    Rows(TopicRows),
}

impl Given {
    /// Inspects `object`.
    pub fn new(object: &Bound<'_, PyAny>, purpose: Purpose) -> PyResult<Self> {
        if let Some(path) = path(object)? {
            return Ok(Self::File(path));
        }
        if let Ok(dict) = object.cast::<PyDict>() {
            return Ok(Self::Rows(of_dict(dict, purpose)?));
        }
        if is_pandas(object)? {
            return of_pandas(object, purpose);
        }
        if is_one_column(object)? {
            let kind = object.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "{}: {kind} is one column, expected a data frame (with columns of topics, documents and numbers), a \
                 dict of dicts or a path",
                purpose.of
            )));
        }
        if object.hasattr("__arrow_c_stream__")? {
            return Ok(Self::Frame(Frame::new(object, purpose.of)?));
        }
        let kind = object.get_type().name()?;
        let hint = if object.hasattr("collect")? { ": collect() it first" } else { "" };
        Err(PyTypeError::new_err(format!(
            "{}: {kind}, expected a data frame, a dict of dicts or a path{hint}",
            purpose.of
        )))
    }
}

/// Returns the path, or `None` if the object is not a path.
pub fn path(object: &Bound<'_, PyAny>) -> PyResult<Option<PathBuf>> {
    let is_path = object.is_instance_of::<PyString>() || object.hasattr("__fspath__")?;
    if is_path { object.extract().map(Some) } else { Ok(None) }
}

impl Frame {
    /// Takes a frame, which messages call `of`.
    pub fn new(object: &Bound<'_, PyAny>, of: &str) -> PyResult<Self> {
        let capsule = object.call_method0("__arrow_c_stream__")?;
        let capsule = capsule.cast::<PyCapsule>()?;
        let stream = capsule.pointer_checked(Some(c"arrow_array_stream"))?.cast::<FFI_ArrowArrayStream>();
        #[expect(
            unsafe_code,
            reason = "the capsule's name says that it holds a stream of Arrow's C interface"
        )]
        let reader = unsafe { RecordBatchStreamReader::from_raw(stream.as_ptr()) };
        let broken = |error: arrow_schema::ArrowError| {
            let hint = "cast its columns to text and numbers";
            PyValueError::new_err(format!("{of}: a frame that cannot be read ({error}): {hint}"))
        };
        let reader = reader.map_err(broken)?;
        let columns = reader.schema().fields().iter().map(|field| field.name().clone()).collect();
        let batches = reader.collect::<Result<_, _>>().map_err(broken)?;
        Ok(Self { batches, columns })
    }

    /// Returns the rows of each run (or intent), or all rows without a name if there is no such column.
    pub fn rows(self, purpose: Purpose) -> Result<Vec<(Option<String>, TopicRows)>, Wrong> {
        let of = purpose.of;
        let find = |role: Role| among(&self.columns, role, of);
        let (topic, document, number) = (find(Role::Topic)?, find(Role::Document)?, find(purpose.number)?);
        let run = purpose.apart.map(|role| column(&self.columns, role, of)).transpose()?.flatten();
        let mut before = 0;
        let mut batches = Vec::with_capacity(self.batches.len());
        for batch in &self.batches {
            let column = |name: &str| batch.column_by_name(name).ok_or_else(|| missing(of, name));
            let text = |name: &str| Text::new(column(name)?, &place(of, name), before);
            batches.push(Batch {
                topics: text(topic)?,
                piece: Piece {
                    documents: text(document)?,
                    numbers: numbers(column(number)?, &place(of, number), before)?,
                },
                runs: run.map(text).transpose()?,
            });
            before += batch.num_rows();
        }
        let runs = TopicRows::by_run(batches);
        if runs.is_empty() { Err(Wrong::value(format!("{of}: no rows"))) } else { Ok(runs) }
    }

    /// The columns, by their names: the pieces of each.
    pub fn pieces(&self) -> impl Iterator<Item = (&str, impl Iterator<Item = &ArrayRef>)> {
        let of_column = move |at: usize| self.batches.iter().map(move |batch| batch.column(at));
        self.columns.iter().enumerate().map(move |(at, name)| (name.as_str(), of_column(at)))
    }

    /// The column that holds the numbers.
    pub fn number(&self, purpose: Purpose) -> &str {
        column(&self.columns, purpose.number, purpose.of).ok().flatten().unwrap_or_default()
    }

    /// Returns the teams of runs, if the frame is a table of teams.
    pub fn pairs(self) -> Result<Vec<(String, String)>, Wrong> {
        let find = |role: Role| among(&self.columns, role, "teams");
        let (run, team) = (find(Role::Run)?, find(Role::Team)?);
        let (mut pairs, mut before) = (Vec::new(), 0);
        for batch in &self.batches {
            let column = |name: &str| batch.column_by_name(name).ok_or_else(|| missing("teams", name));
            let text = |name: &str| Text::new(column(name)?, &place("teams", name), before);
            let (runs, teams) = (text(run)?, text(team)?);
            pairs
                .extend((0..batch.num_rows()).map(|row| (runs.at(row).to_owned(), teams.at(row).to_owned())));
            before += batch.num_rows();
        }
        Ok(pairs)
    }

    /// Returns the frame, which messages call `of`, or `None` if the object is not a frame.
    pub fn from_python(object: &Bound<'_, PyAny>, of: &str) -> PyResult<Option<Self>> {
        let is_frame = object.hasattr("__arrow_c_stream__")? && !is_one_column(object)?;
        if is_frame { Self::new(object, of).map(Some) } else { Ok(None) }
    }
}

/// Returns the name of the column with a role, if there is one; `of` is `qrels` or `runs`.
fn column<'a>(columns: &'a [String], role: Role, of: &str) -> Result<Option<&'a str>, Wrong> {
    let names: Vec<&str> = columns.iter().map(String::as_str).collect();
    let found = role.find(&names, "column").map_err(|why| Wrong::value(format!("{of}: {why}")))?;
    Ok(found.map(|at| names[at]))
}

/// Returns the name of the column with a role; `of` is `qrels` or `runs`.
fn among<'a>(columns: &'a [String], role: Role, of: &str) -> Result<&'a str, Wrong> {
    column(columns, role, of)?.ok_or_else(|| {
        let why = role.required(&[], "column").expect_err("there is none");
        Wrong::value(format!("{of}: {why}; the columns are: {}", columns.join(", ")))
    })
}

fn place(of: &str, column: &str) -> String {
    format!("{of}: column `{column}`")
}

fn missing(of: &str, column: &str) -> Wrong {
    Wrong::value(format!("{}: not in every part of the frame", place(of, column)))
}

fn is_pandas(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(object.hasattr("itertuples")? && object.hasattr("columns")?)
}

/// Returns true if this is a column of a frame, or an array: a series of pandas or polars, an array of numpy or
/// pyarrow.
fn is_one_column(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let has_type = object.hasattr("dtype")? || object.hasattr("chunks")? || object.hasattr("null_count")?;
    Ok(has_type && !object.hasattr("columns")?)
}

/// Reads a frame of pandas: as Arrow if possible, else by its values.
fn of_pandas(object: &Bound<'_, PyAny>, purpose: Purpose) -> PyResult<Given> {
    let of = purpose.of;
    // A name may be no text.
    let columns: Vec<String> =
        object.getattr("columns")?.try_iter()?.map(|name| name?.str()?.extract()).collect::<PyResult<_>>()?;
    let names = object.getattr("index")?.getattr("names")?.try_iter()?;
    let index: Vec<String> = names.map(|name| name?.str()?.extract()).collect::<PyResult<_>>()?;
    let find = |role: Role| {
        among(&columns, role, of).map_err(|wrong| match column(&index, role, of) {
            Ok(Some(name)) => PyTypeError::new_err(format!(
                "{of}: `{name}` is in the index, expected a column: reset_index() makes it one"
            )),
            _ => PyErr::from(wrong),
        })
    };
    let (topic, document, number) = (find(Role::Topic)?, find(Role::Document)?, find(purpose.number)?);
    let run = purpose.apart.map(|role| column(&columns, role, of)).transpose()?.flatten();
    let wanted: Vec<&str> = [topic, document, number].into_iter().chain(run).collect();
    let chosen = object.get_item(PyList::new(object.py(), &wanted)?)?;
    // Without pyarrow, or with objects of several types in a column, the rows are read one by one.
    if let Ok(Some(frame)) = Frame::from_python(&chosen, of) {
        return Ok(Given::Frame(frame));
    }
    let list = |name: &str| {
        chosen.get_item(name)?.call_method0("tolist")?.cast_into::<PyList>().map_err(PyErr::from)
    };
    if let (Some(_), Some(role)) = (run, purpose.apart) {
        let word = if role == Role::Intent { "intents" } else { "runs" };
        // With pyarrow, the values cannot be converted.
        for name in wanted.iter().filter(|name| **name != number) {
            for (row, value) in list(name)?.iter().enumerate() {
                text(&value, of, &|| format!("column `{name}`, row {row}"))?;
            }
        }
        return Err(PyTypeError::new_err(format!(
            "{of}: a column of {word} needs pyarrow: pip install pyarrow"
        )));
    }
    let names = [topic, document, number];
    let rows = of_lists([&list(topic)?, &list(document)?, &list(number)?], names, purpose)?;
    if rows.is_empty() {
        return Err(PyValueError::new_err(format!("{of}: no rows")));
    }
    Ok(Given::Rows(rows))
}

/// Reads rows from three lists.
pub fn of_lists(
    [topics, documents, numbers]: [&Bound<'_, PyList>; 3],
    names: [&str; 3],
    purpose: Purpose,
) -> PyResult<TopicRows> {
    let of = purpose.of;
    let py = topics.py();
    // Groups the rows of a topic, in their order.
    let by_topic = PyDict::new(py);
    for (row, topic) in topics.iter().enumerate() {
        let place = || format!("column `{}`, row {row}", names[0]);
        text(&topic, of, &place)?;
        match by_topic.get_item(&topic)? {
            Some(rows) => rows.cast_into::<PyList>()?.append(row)?,
            None => by_topic.set_item(&topic, PyList::new(py, [row])?)?,
        }
    }
    let mut copied = TopicRows::default();
    for (topic, rows) in by_topic.iter() {
        copied.begin(topic.cast::<PyString>()?.to_str()?);
        for row in rows.cast::<PyList>()?.iter() {
            let row: usize = row.extract()?;
            let (document, value) = (documents.get_item(row)?, numbers.get_item(row)?);
            let place = || format!("column `{}`, row {row}", names[1]);
            let document = text(&document, of, &place)?;
            let place = || format!("column `{}`, row {row}", names[2]);
            copied.push(document, number(&value, of, &place)?);
        }
    }
    Ok(copied)
}

/// Reads rows from a dict of dicts: topic, document, number.
fn of_dict(dict: &Bound<'_, PyDict>, purpose: Purpose) -> PyResult<TopicRows> {
    let of = purpose.of;
    let mut copied = TopicRows::default();
    for (topic, documents) in dict.iter() {
        let name = text(&topic, of, &|| "a topic".to_owned())?;
        let Ok(documents) = documents.cast::<PyDict>() else {
            let kind = documents.get_type().name()?;
            let message = format!("{of}: topic `{name}`: {kind}, expected a dict of documents and numbers");
            return Err(PyTypeError::new_err(message));
        };
        // A topic without judgments does not count; one without documents was retrieved for, without results.
        if documents.is_empty() && purpose.is_of_one() {
            continue;
        }
        copied.begin(name);
        for (document, value) in documents.iter() {
            let document = text(&document, of, &|| format!("topic `{name}`, a document"))?;
            copied.push(document, number(&value, of, &|| format!("topic `{name}`, document `{document}`"))?);
        }
    }
    Ok(copied)
}

/// A pair (name, object), which a list of runs may hold.
pub fn named<'py>(object: &Bound<'py, PyAny>) -> Option<(String, Bound<'py, PyAny>)> {
    let pair = object.cast::<PyTuple>().ok()?;
    if pair.len() != 2 {
        return None;
    }
    Some((pair.get_item(0).ok()?.extract().ok()?, pair.get_item(1).ok()?))
}
