//! Inputs from Python: frames, dicts, paths. They are inspected while the interpreter is held, and stored so that the
//! work does not need it.

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

use crate::arrow_columns::{Text, numbers};
use crate::exceptions::{Wrong, type_error, value_error};
use crate::grid::{is_grid, of_array};
use crate::one_value::{as_dict, each_item, name_in_ranx, number, text};
use crate::rows::{Batch, Numbers, Piece, TopicRows};

/// The purpose of a table of rows.
#[derive(Clone, Copy, Debug)]
pub struct Purpose {
    /// Its name in messages.
    pub argument: &'static str,
    /// The content of its numbers.
    pub number: Role,
    /// The column that distinguishes rows of one topic, if there is one.
    pub apart: Option<Role>,
    /// Returns the error in a number, if there is one.
    pub wrong: fn(f64) -> Option<String>,
}

/// Judgments.
pub const QRELS: Purpose =
    Purpose { argument: "qrels", number: Role::Grade, apart: None, wrong: wrong_level };
/// Judgments whose grades are gains.
pub const GAINS: Purpose = Purpose { wrong: wrong_gain, ..QRELS };
/// Judgments by intent.
pub const INTENTS: Purpose = Purpose { apart: Some(Role::Intent), ..QRELS };
/// Labels of another judge.
pub const LABELS: Purpose = Purpose { argument: "labels", wrong: |_| None, ..QRELS };
/// Runs, by scores.
pub const RUNS: Purpose = Purpose {
    argument: "runs",
    number: Role::Score,
    apart: Some(Role::Run),
    wrong: |score| score.is_nan().then(|| "NaN, expected a number".to_owned()),
};
/// Runs, by ranks.
pub const RANKED: Purpose = Purpose { number: Role::Rank, wrong: wrong_rank, ..RUNS };

fn wrong_level(level: f64) -> Option<String> {
    // Almost every level, without the parts of a float.
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

fn wrong_gain(gain: f64) -> Option<String> {
    (!gain.is_finite()).then(|| format!("{gain}, expected a gain"))
}

fn wrong_rank(rank: f64) -> Option<String> {
    let is_rank = rank >= 0.0 && rank.fract() == 0.0;
    (RUNS.wrong)(rank).or_else(|| (!is_rank).then(|| format!("{rank}, expected a rank of 0 or more")))
}

/// Returns the columns of named tuples with the role: their names in ir_measures.
fn field(role: Role) -> &'static str {
    match role {
        Role::Grade => "relevance",
        Role::Intent => "iteration",
        _ => "score",
    }
}

/// An input from Python.
pub enum Given {
    /// A file.
    File(PathBuf),
    /// Rows.
    Rows(GivenRows),
}

/// Rows from Python.
pub enum GivenRows {
    /// A frame that is not looked through yet.
    Frame(Frame, Purpose),
    /// Those of a dict.
    Topics(TopicRows),
}

impl Given {
    /// Inspects `object`.
    pub fn new(object: &Bound<'_, PyAny>, purpose: Purpose) -> PyResult<Self> {
        let argument = purpose.argument;
        let by_rank = |form: &str| {
            let message = format!("ties: `rank` orders by a column of ranks, which {form} does not have");
            if purpose.number == Role::Rank { Err(value_error(message)) } else { Ok(()) }
        };
        if let Some(dict) = as_dict(object)? {
            by_rank("a dict")?;
            return Ok(Self::Rows(GivenRows::Topics(of_dict(&dict, purpose)?)));
        }
        if let Some(path) = path(object)? {
            return Ok(Self::File(path));
        }
        if is_grid(object)? {
            by_rank("an array")?;
            return Ok(Self::Rows(GivenRows::Topics(of_array(object, purpose)?)));
        }
        if object.hasattr("itertuples")? && object.hasattr("columns")? {
            return Ok(Self::Rows(GivenRows::Frame(of_pandas(object, purpose)?, purpose)));
        }
        if let Some(frame) = Frame::from_python(object, argument)? {
            return Ok(Self::Rows(GivenRows::Frame(frame, purpose)));
        }
        if let Some(tuples) = tuples(object)? {
            return Ok(Self::Rows(GivenRows::Frame(Frame::of_tuples(&tuples, purpose)?, purpose)));
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

impl GivenRows {
    /// Returns the rows of each run (or intent), or all rows without a name if there is no such column.
    pub fn apart(self) -> Result<Vec<(Option<String>, TopicRows)>, Wrong> {
        match self {
            Self::Frame(frame, purpose) => frame.rows(purpose),
            Self::Topics(rows) => Ok(vec![(None, rows)]),
        }
    }

    /// Returns the number of rows that are still to be looked through.
    pub fn unread(&self) -> usize {
        match self {
            Self::Frame(frame, _) => frame.batches.iter().map(RecordBatch::num_rows).sum(),
            Self::Topics(_) => 0,
        }
    }

    /// Returns the rows of a purpose that tells none apart.
    pub fn whole(self) -> Result<TopicRows, Wrong> {
        Ok(self.apart()?.swap_remove(0).1)
    }
}

/// Returns the path, or `None` if the object is not a path.
pub fn path(object: &Bound<'_, PyAny>) -> PyResult<Option<PathBuf>> {
    let is_path = object.is_instance_of::<PyString>() || object.hasattr("__fspath__")?;
    if is_path { object.extract().map(Some) } else { Ok(None) }
}

/// A frame that is not looked through yet.
pub struct Frame {
    batches: Vec<RecordBatch>,
    columns: Vec<String>,
}

impl Frame {
    /// Takes a frame, which messages call `argument`.
    pub fn new(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Self> {
        let capsule = object.call_method0("__arrow_c_stream__")?;
        let capsule = capsule.cast::<PyCapsule>()?;
        let stream = capsule.pointer_checked(Some(c"arrow_array_stream"))?.cast::<FFI_ArrowArrayStream>();
        #[expect(
            unsafe_code,
            reason = "the capsule's name says that it holds a stream of Arrow's C interface"
        )]
        let reader = unsafe { RecordBatchStreamReader::from_raw(stream.as_ptr()) };
        let reader = reader.map_err(|error| broken(&error, argument))?;
        let columns = reader.schema().fields().iter().map(|field| field.name().clone()).collect();
        // Lengths that contradict each other are panics of the reader.
        let batches = catch_unwind(AssertUnwindSafe(|| reader.collect::<Result<_, _>>()));
        let batches = batches.map_err(|_| {
            value_error(format!(
                "{argument}: the lengths of the frame's columns contradict each other: make the frame anew"
            ))
        })?;
        Ok(Self { batches: batches.map_err(|error| broken(&error, argument))?, columns })
    }

    /// Makes a frame of ir_measures' tuples.
    fn of_tuples(tuples: &Bound<'_, PyList>, purpose: Purpose) -> PyResult<Self> {
        let intent = purpose.apart.filter(|role| *role == Role::Intent).map(field);
        let names: Vec<&str> =
            ["query_id", "doc_id", field(purpose.number)].into_iter().chain(intent).collect();
        let list = |name: &&str| {
            let values = tuples.iter().map(|tuple| tuple.getattr(*name)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(tuples.py(), values)
        };
        Self::of_lists(&names, &names.iter().map(list).collect::<PyResult<Vec<_>>>()?, purpose.argument)
    }

    /// Makes a frame of lists: topics, documents, numbers and, if there is one, runs or intents.
    fn of_lists(names: &[&str], lists: &[Bound<'_, PyList>], argument: &str) -> PyResult<Self> {
        const NUMBERS: usize = 2;
        let mut columns: Vec<(&str, ArrayRef)> = Vec::new();
        for (at, (name, list)) in names.iter().zip(lists).enumerate() {
            let (mut texts, mut numbers) = (LargeStringBuilder::new(), Vec::new());
            for (row, value) in list.iter().enumerate() {
                let place = || format!("column `{name}`, row {row}");
                match at {
                    NUMBERS => numbers.push(number(&value, argument, &place)?),
                    _ => texts.append_value(text(&value, argument, &place)?),
                }
            }
            let column: ArrayRef = match at {
                NUMBERS => Arc::new(Float64Array::from(numbers)),
                _ => Arc::new(texts.finish()),
            };
            columns.push((name, column));
        }
        let batch = RecordBatch::try_from_iter(columns).map_err(|error| broken(&error, argument))?;
        Ok(Self { batches: vec![batch], columns: names.iter().map(|&name| name.to_owned()).collect() })
    }

    /// Returns the rows of each run (or intent), or all rows without a name if there is no such column.
    fn rows(self, purpose: Purpose) -> Result<Vec<(Option<String>, TopicRows)>, Wrong> {
        let argument = purpose.argument;
        let find = |role: Role| among(&self.columns, role, argument);
        let (topic, document, number) = (find(Role::Topic)?, find(Role::Document)?, find(purpose.number)?);
        let run = purpose.apart.map(|role| column(&self.columns, role, argument)).transpose()?.flatten();
        let mut before = 0;
        let mut batches = Vec::with_capacity(self.batches.len());
        for batch in &self.batches {
            let column = |name: &str| batch.column_by_name(name).ok_or_else(|| missing(argument, name));
            let text = |name: &str| Text::new(column(name)?, &place(argument, name), before);
            batches.push(Batch {
                topics: text(topic)?,
                piece: Piece {
                    documents: text(document)?,
                    numbers: Numbers::Double(numbers(column(number)?, &place(argument, number), before)?),
                },
                runs: run.map(text).transpose()?,
                rows: batch.num_rows(),
            });
            before += batch.num_rows();
        }
        let runs = TopicRows::by_run(batches);
        if runs.is_empty() {
            return Err(Wrong::value(format!("{argument}: no rows")));
        }
        runs.iter().try_for_each(|(_, rows)| rows.check(&place(argument, number), purpose.wrong))?;
        Ok(runs)
    }

    /// The columns, by their names: the pieces of each.
    pub fn pieces(&self) -> impl Iterator<Item = (&str, impl Iterator<Item = &ArrayRef>)> {
        let of_column = move |at: usize| self.batches.iter().map(move |batch| batch.column(at));
        self.columns.iter().enumerate().map(move |(at, name)| (name.as_str(), of_column(at)))
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

    /// Returns the frame, which messages call `argument`, or `None` if the object is not a frame.
    pub fn from_python(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Option<Self>> {
        let is_frame = object.hasattr("__arrow_c_stream__")? && !is_one_column(object)?;
        if is_frame { Self::new(object, argument).map(Some) } else { Ok(None) }
    }
}

/// Returns the name of the column with a role, if there is one; `argument` is `qrels` or `runs`.
fn column<'a>(columns: &'a [String], role: Role, argument: &str) -> Result<Option<&'a str>, Wrong> {
    let names: Vec<&str> = columns.iter().map(String::as_str).collect();
    let found = role.find(&names, "column").map_err(|why| Wrong::value(format!("{argument}: {why}")))?;
    Ok(found.map(|at| names[at]))
}

/// Returns the name of the column with a role; `argument` is `qrels` or `runs`.
fn among<'a>(columns: &'a [String], role: Role, argument: &str) -> Result<&'a str, Wrong> {
    column(columns, role, argument)?.ok_or_else(|| {
        let why = role.required(&[], "column").expect_err("there is none");
        Wrong::value(format!("{argument}: {why}; the columns are: {}", columns.join(", ")))
    })
}

fn broken(error: &ArrowError, argument: &str) -> PyErr {
    let hint = "cast its columns to text and numbers";
    value_error(format!("{argument}: a frame that cannot be read ({error}): {hint}"))
}

fn place(argument: &str, column: &str) -> String {
    format!("{argument}: column `{column}`")
}

fn missing(argument: &str, column: &str) -> Wrong {
    Wrong::value(format!("{}: not in every part of the frame", place(argument, column)))
}

/// Returns a list of ir_measures' tuples (`Qrel`, `ScoredDoc`), or those that an iterator gives; `None` if the object has no
/// tuples.
pub fn tuples<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyList>>> {
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

/// Returns true if this is a column of a frame, or an array: a series of pandas or polars, an array of numpy or
/// pyarrow.
fn is_one_column(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let has_type = object.hasattr("dtype")? || object.hasattr("chunks")? || object.hasattr("null_count")?;
    Ok(has_type && !object.hasattr("columns")?)
}

/// Reads a frame of pandas: as Arrow if possible, else by its values.
fn of_pandas(object: &Bound<'_, PyAny>, purpose: Purpose) -> PyResult<Frame> {
    let argument = purpose.argument;
    // A name may be no text.
    let names = |names: Bound<'_, PyAny>| {
        names.try_iter()?.map(|name| name?.str()?.extract()).collect::<PyResult<Vec<String>>>()
    };
    let columns = names(object.getattr("columns")?)?;
    let index = names(object.getattr("index")?.getattr("names")?)?;
    let find = |role: Role| {
        among(&columns, role, argument).map_err(|wrong| match column(&index, role, argument) {
            Ok(Some(name)) => type_error(format!(
                "{argument}: `{name}` is in the index, expected a column: reset_index() makes it one"
            )),
            _ => PyErr::from(wrong),
        })
    };
    let mut wanted = vec![find(Role::Topic)?, find(Role::Document)?, find(purpose.number)?];
    wanted.extend(purpose.apart.map(|role| column(&columns, role, argument)).transpose()?.flatten());
    let chosen = object.get_item(PyList::new(object.py(), &wanted)?)?;
    // Without pyarrow, or with objects of several types in a column, the rows are read one by one.
    if let Ok(Some(frame)) = Frame::from_python(&chosen, argument) {
        return Ok(frame);
    }
    let list = |name: &&str| {
        chosen.get_item(*name)?.call_method0("tolist")?.cast_into::<PyList>().map_err(PyErr::from)
    };
    Frame::of_lists(&wanted, &wanted.iter().map(list).collect::<PyResult<Vec<_>>>()?, argument)
}

/// Reads rows from a dict of dicts: topic, document, number.
pub fn of_dict(dict: &Bound<'_, PyDict>, purpose: Purpose) -> PyResult<TopicRows> {
    let argument = purpose.argument;
    let mut copied = TopicRows::default();
    each_item(dict, argument, |topic, documents| {
        let name = text(&topic, argument, &|| "a topic".to_owned())?;
        let Some(documents) = as_dict(&documents)? else {
            let kind = documents.get_type().name()?;
            return Err(type_error(format!(
                "{argument}: topic `{name}`: {kind}, expected a dict of documents and numbers"
            )));
        };
        // A topic without judgments does not count; one without documents was retrieved for, without results.
        if documents.is_empty() && purpose.number == Role::Grade {
            return Ok(());
        }
        copied.begin(name);
        copied.reserve(documents.len());
        each_item(&documents, argument, |document, value| {
            let document = text(&document, argument, &|| format!("topic `{name}`, a document"))?;
            let place = || format!("topic `{name}`, document `{document}`");
            let number = number(&value, argument, &place)?;
            if let Some(why) = (purpose.wrong)(number) {
                return Err(value_error(format!("{argument}: {}: {why}", place())));
            }
            copied.push(document, number);
            Ok(())
        })
    })?;
    Ok(copied)
}

/// Returns a run of a list with its name: a pair of these, or a run of ranx that has one; `None` if it has no name.
pub fn named<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<(String, Bound<'py, PyAny>)>> {
    if let Some(name) = name_in_ranx(object)? {
        return Ok(Some((name, object.clone())));
    }
    let Some(pair) = object.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2) else { return Ok(None) };
    let name = pair.get_item(0)?.extract().ok();
    name.map(|name| Ok((name, pair.get_item(1)?))).transpose()
}
