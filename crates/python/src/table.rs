//! Results as frames: export to Arrow, and display.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::exceptions::{Wrong, type_error, value_error};
use crate::one_value::names;
use crate::plot::Plot;
use crate::warnings::warn;
use crate::work::without_gil;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::PyClass;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyCapsule, PyDict, PyIterator, PyList, PyTuple};
use rejudge_names::visible::one_line;
use rejudge_tables::frame::{Column, Format, Frame, Table as Written, Values, plot};

/// The base of whatever has a `to_table`: judgments, runs, and tables themselves.
#[pyclass(frozen, subclass, module = "rejudge._native", name = "_Tabular")]
pub struct Tabular;

impl Tabular {
    /// Returns the initializer of an object that extends this.
    pub fn with_base<T: PyClass<BaseType = Self>>(object: T) -> PyClassInitializer<T> {
        PyClassInitializer::from(Self).add_subclass(object)
    }
}

#[pymethods]
impl Tabular {
    /// A frame of polars (``pip install polars``).
    fn to_polars<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("polars")?.call_method1("DataFrame", (this,))
    }

    /// A frame of pandas (``pip install pandas``).
    fn to_pandas<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let columns = this.call_method0("to_table")?.call_method0("to_dict")?;
        this.py().import("pandas")?.call_method1("DataFrame", (columns,))
    }

    /// A table of pyarrow (``pip install pyarrow``).
    fn to_arrow<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("pyarrow")?.call_method1("table", (this,))
    }

    /// A stream of Arrow's C interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        this: &Bound<'py, Self>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        this.call_method0("to_table")?.call_method1("__arrow_c_stream__", (requested_schema,))
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
    }
}

/// Hands a class that extends [`Tabular`] to Python.
macro_rules! is_tabular {
    ($class:ty) => {
        impl<'py> IntoPyObject<'py> for $class {
            type Target = Self;
            type Output = Bound<'py, Self>;
            type Error = PyErr;

            fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, Self>> {
                Bound::new(py, Tabular::with_base(self))
            }
        }
    };
}
pub(crate) use is_tabular;

/// A table of results, which data frames are made of without a copy.
///
/// Whatever reads Arrow's PyCapsule interface takes it: ``polars.DataFrame(table)``,
/// ``pyarrow.table(table)``, ``duckdb.sql("select * from table")``.
///
/// >>> import rejudge
/// >>> table = rejudge.evaluate({"1": {"a": 1}}, {"1": {"b": 2.0, "a": 1.0}}, ["RR", "AP"])
/// >>> table.columns, len(table)
/// (['run', 'topics', 'RR', 'AP'], 1)
/// >>> table.to_dicts()
/// [{'run': 'run', 'topics': 1, 'RR': 0.5, 'AP': 0.5}]
#[pyclass(frozen, extends = Tabular, module = "rejudge")]
pub struct Table(pub Written);

is_tabular!(Table);

impl Table {
    /// The table of rows.
    pub fn of_rows(name: &str, rows: Frame) -> Self {
        Self(Written { name: name.to_owned(), rows, ..Written::default() })
    }

    /// The text of the table in a form of the command.
    fn text(&self, format: Format) -> PyResult<String> {
        format.text(&self.0).map_err(|error| value_error(error.to_string()))
    }

    /// The first rows as they are shown.
    fn shown(&self) -> Vec<Vec<String>> {
        let row = |row| self.0.rows.columns.iter().map(|column| shown(&column.values, row)).collect();
        (0..self.__len__().min(SHOWN)).map(row).collect()
    }
}

/// Returns the values of a column.
fn list<'py>(py: Python<'py>, column: &Column) -> PyResult<Bound<'py, PyList>> {
    match &column.values {
        Values::Text(texts) => PyList::new(py, texts.iter()),
        Values::Number(numbers) => PyList::new(py, numbers),
        Values::Whole(numbers) => PyList::new(py, numbers),
    }
}

/// The most rows of a batch of Arrow, whose text has offsets of 32 bits.
const BATCH: usize = 1 << 20;

/// Returns the values of some rows.
fn array(values: &Values, rows: Range<usize>) -> ArrayRef {
    match values {
        Values::Text(texts) => Arc::new(StringArray::from_iter_values(texts.range(rows))),
        Values::Number(numbers) => Arc::new(Float64Array::from(numbers[rows].to_vec())),
        Values::Whole(numbers) => Arc::new(Int64Array::from(numbers[rows].to_vec())),
    }
}

/// Returns a value with four decimals, or two digits if these are 0.
fn shown(values: &Values, row: usize) -> String {
    match values {
        Values::Number(numbers) => match numbers[row] {
            None => String::new(),
            Some(number) if number != 0.0 && number.abs() < 5e-5 => format!("{number:.1e}"),
            Some(number) => format!("{number:.4}"),
        },
        others => one_line(&others.shown(row)),
    }
}

/// Kinds of pickled columns.
const TEXT: &str = "text";
const NUMBER: &str = "number";
const WHOLE: &str = "whole";

/// The parts of a pickled table: its name; name, description, kind and values of each column; and the tables for
/// readers, as JSON.
type TableParts<'py> = (String, Bound<'py, PyList>, String);

/// Unpickles a table.
#[pyfunction]
pub fn _table(
    name: String,
    columns: Vec<(String, String, String, Bound<'_, PyList>)>,
    sheets: &str,
) -> PyResult<Table> {
    let mut frame = Frame::default();
    for (column, about, kind, values) in columns {
        let values = match kind.as_str() {
            NUMBER => Values::Number(values.extract()?),
            WHOLE => Values::Whole(values.extract()?),
            _ => values.extract::<Vec<String>>()?.into_iter().collect(),
        };
        frame = frame.with(&column, &about, values);
    }
    let sheets = serde_json::from_str(sheets).map_err(|error| value_error(error.to_string()))?;
    Ok(Table(Written { name, rows: frame, sheets, ..Written::default() }))
}

/// Computes a table in the background, and warns of what was noted.
pub fn tabled(
    py: Python<'_>,
    work: impl FnOnce() -> Result<(Written, Vec<String>), Wrong> + Send + 'static,
) -> PyResult<Table> {
    let (table, notes) = without_gil(py, work)?;
    warn(py, &notes)?;
    Ok(Table(table))
}

/// Rows that are shown.
const SHOWN: usize = 20;

#[pymethods]
impl Table {
    /// Names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.0.rows.columns.iter().map(|column| column.name.as_str()).collect()
    }

    /// Returns the description of each column, by its name.
    #[getter]
    fn about(&self) -> HashMap<&str, &str> {
        self.0.rows.columns.iter().map(|column| (column.name.as_str(), column.about.as_str())).collect()
    }

    fn __len__(&self) -> usize {
        self.0.rows.rows()
    }

    /// The names of the columns, as of a frame.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.columns())?.try_iter()
    }

    fn __contains__(&self, column: &str) -> bool {
        self.columns().contains(&column)
    }

    /// The values of a column, as a list.
    fn __getitem__<'py>(&self, py: Python<'py>, column: &str) -> PyResult<Bound<'py, PyList>> {
        let column_found = self.0.rows.columns.iter().find(|other| other.name == column);
        let columns = self.columns().join(", ");
        let missing = || PyKeyError::new_err(format!("no column `{column}`; the columns are {columns}"));
        list(py, column_found.ok_or_else(missing)?)
    }

    /// The columns by name, each as a list.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for column in &self.0.rows.columns {
            dict.set_item(&column.name, list(py, column)?)?;
        }
        Ok(dict)
    }

    /// The rows, each as a dict.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (columns, rows) = (self.to_dict(py)?, PyList::empty(py));
        for row in 0..self.__len__() {
            let dict = PyDict::new(py);
            for (name, column) in &columns {
                dict.set_item(name, column.get_item(row)?)?;
            }
            rows.append(dict)?;
        }
        Ok(rows)
    }

    /// The table itself.
    fn to_table(this: Py<Self>) -> Py<Self> {
        this
    }

    /// The table in Markdown, as ``rejudge eval --format markdown`` writes it: numbers are rounded, the best run comes
    /// first, and the best of a column is bold. Scores of topics keep their order.
    fn to_markdown(&self) -> PyResult<String> {
        self.text(Format::Markdown)
    }

    /// The table in LaTeX, as ``rejudge eval --format latex`` writes it: rounded and marked as in Markdown. It needs
    /// the packages booktabs and graphicx.
    fn to_latex(&self) -> PyResult<String> {
        self.text(Format::Latex)
    }

    /// A stream of Arrow's C interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface permits ignoring the request.
        let _ = requested_schema;
        let field = |column: &Column| {
            let kind = match column.values {
                Values::Text(_) => DataType::Utf8,
                Values::Number(_) => DataType::Float64,
                Values::Whole(_) => DataType::Int64,
            };
            let about = HashMap::from([("about".to_owned(), column.about.clone())]);
            Field::new(&column.name, kind, true).with_metadata(about)
        };
        let columns = &self.0.rows.columns;
        let schema = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
        let row_count = self.__len__();
        // A table without rows has a batch without rows.
        let starts = (0..row_count.max(1)).step_by(BATCH);
        let batches: Result<Vec<RecordBatch>, ArrowError> = starts
            .map(|start| {
                let rows = start..row_count.min(start + BATCH);
                let arrays = columns.iter().map(|column| array(&column.values, rows.clone())).collect();
                RecordBatch::try_new(Arc::clone(&schema), arrays)
            })
            .collect();
        let batches = batches.map_err(|error| value_error(error.to_string()))?;
        let batches = RecordBatchIterator::new(batches.into_iter().map(Ok), schema);
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }

    /// A figure of the scores, which a notebook shows: bars if ``x`` is a column of text, curves if it is one of numbers.
    ///
    /// Args:
    ///     x: name of a column; ``None``: the first.
    ///     y: name of a column of numbers, or several; ``None``: all scores.
    ///     by: name of a column of text, each of whose values is drawn by itself:
    ///         ``evaluate(.., per_topic=True).plot("topic", by="run")``.
    #[pyo3(signature = (x = None, y = None, *, by = None))]
    fn plot(&self, x: Option<&str>, y: Option<&Bound<'_, PyAny>>, by: Option<&str>) -> PyResult<Plot> {
        let y = y.map(|y| names("y", y)).transpose()?;
        let svg = plot(&self.0.name, &self.0.rows, x, y.as_deref(), by).map_err(Wrong::value)?;
        Ok(Plot { svg })
    }

    /// pandas and NumPy request an array of unknown objects, and would otherwise make one from the column names.
    #[pyo3(signature = (*_arguments, **_keywords))]
    fn __array__(
        &self,
        _arguments: &Bound<'_, PyTuple>,
        _keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        Err(type_error(
            "a rejudge.Table is no array: table.to_pandas() makes a frame of pandas of it, table[\"AP\"] a list of a column",
        ))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, TableParts<'py>)> {
        let columns = PyList::empty(py);
        for column in &self.0.rows.columns {
            let kind = match column.values {
                Values::Text(_) => TEXT,
                Values::Number(_) => NUMBER,
                Values::Whole(_) => WHOLE,
            };
            columns.append((&column.name, &column.about, kind, list(py, column)?))?;
        }
        let sheets = serde_json::to_string(&self.0.sheets).expect("sheets are texts");
        Ok((py.import("rejudge._native")?.getattr("_table")?, (self.0.name.clone(), columns, sheets)))
    }

    fn __repr__(&self) -> String {
        let mut lines = vec![self.columns().into_iter().map(one_line).collect()];
        lines.extend(self.shown());
        let mut widths = vec![0; lines[0].len()];
        for line in &lines {
            for (width, cell) in widths.iter_mut().zip(line) {
                *width = cell.chars().count().max(*width);
            }
        }
        let line = |cells: &Vec<String>| {
            let padded = cells.iter().zip(&widths).zip(&self.0.rows.columns);
            let padded = padded.map(|((cell, &width), column)| match column.values {
                Values::Text(_) => format!("{cell:<width$}"),
                Values::Number(_) | Values::Whole(_) => format!("{cell:>width$}"),
            });
            padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let mut text: Vec<String> = lines.iter().map(line).collect();
        if self.__len__() > SHOWN {
            text.push(format!(".. {} rows", self.__len__()));
        }
        text.join("\n")
    }

    fn _repr_html_(&self) -> String {
        let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let row = |tag: &str, cells: &mut dyn Iterator<Item = &str>| {
            let cells: String = cells.map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect();
            format!("<tr>{cells}</tr>")
        };
        let body: String =
            self.shown().iter().map(|cells| row("td", &mut cells.iter().map(String::as_str))).collect();
        let rows = self.__len__();
        let more = if rows > SHOWN { format!("<p>.. {rows} rows</p>") } else { String::new() };
        let head = row("th", &mut self.columns().into_iter());
        format!("<table><thead>{head}</thead><tbody>{body}</tbody></table>{more}")
    }
}
