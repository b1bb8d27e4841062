//! The tables that functions return: export to Arrow, data frames and text, figures, pickles and display.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::exceptions::{Exception, type_error, value_error};
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
use rejudge_tables::frame::{Column, Format, Frame, Table, Values, plot};

/// The base class of judgments, runs and tables. It turns the tables that their method `to_table` returns into
/// frames of other libraries.
#[pyclass(frozen, subclass, module = "rejudge._native", name = "_Tabular")]
pub struct Tabular;

impl Tabular {
    /// Returns the initializer of an object that extends this class.
    pub fn with_base<T: PyClass<BaseType = Self>>(object: T) -> PyClassInitializer<T> {
        PyClassInitializer::from(Self).add_subclass(object)
    }
}

#[pymethods]
impl Tabular {
    /// A polars frame (``pip install polars``).
    fn to_polars<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("polars")?.call_method1("DataFrame", (this,))
    }

    /// A pandas frame (``pip install pandas``).
    fn to_pandas<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let columns = this.call_method0("to_table")?.call_method0("to_dict")?;
        this.py().import("pandas")?.call_method1("DataFrame", (columns,))
    }

    /// A pyarrow table (``pip install pyarrow``).
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

/// Implements `IntoPyObject` for a class that extends [`Tabular`], because pyo3 does not do it for subclasses.
macro_rules! impl_into_python {
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
pub(crate) use impl_into_python;

/// A table of results, which becomes a data frame of any library that you use.
///
/// Any library that reads Arrow's PyCapsule interface accepts it: ``polars.DataFrame(table)``,
/// ``pyarrow.table(table)``, ``duckdb.sql("select * from table")``.
///
/// >>> import rejudge
/// >>> table = rejudge.evaluate({"1": {"a": 1}}, {"1": {"b": 2.0, "a": 1.0}}, ["RR", "AP"])
/// >>> table.columns, len(table)
/// (['run', 'topics', 'RR', 'AP'], 1)
/// >>> table.to_dicts()
/// [{'run': 'run', 'topics': 1, 'RR': 0.5, 'AP': 0.5}]
#[pyclass(frozen, extends = Tabular, module = "rejudge", name = "Table")]
pub struct PyTable(pub Table);

impl_into_python!(PyTable);

impl PyTable {
    /// Makes a table from its rows only.
    pub fn from_rows(name: &str, rows: Frame) -> Self {
        Self(Table { name: name.to_owned(), rows, ..Table::default() })
    }

    /// Returns the table in a format, as the command would write it.
    fn text(&self, format: Format) -> PyResult<String> {
        format.text(&self.0).map_err(|error| value_error(error.to_string()))
    }

    /// Returns the cells of the first rows, which the display of the table shows.
    fn shown_rows(&self) -> Vec<Vec<String>> {
        let cells = |row| self.0.rows.columns.iter().map(|column| cell_text(&column.values, row)).collect();
        (0..self.__len__().min(MAX_SHOWN_ROWS)).map(cells).collect()
    }
}

/// Returns the values of a column as a Python list.
fn python_list<'py>(py: Python<'py>, column: &Column) -> PyResult<Bound<'py, PyList>> {
    match &column.values {
        Values::Text(texts) => PyList::new(py, texts.iter()),
        Values::Number(numbers) => PyList::new(py, numbers),
        Values::Whole(numbers) => PyList::new(py, numbers),
    }
}

/// The maximum number of rows in an Arrow batch. The offsets of its texts have only 32 bits.
const MAX_BATCH_ROWS: usize = 1 << 20;

fn arrow_field(column: &Column) -> Field {
    let kind = match column.values {
        Values::Text(_) => DataType::Utf8,
        Values::Number(_) => DataType::Float64,
        Values::Whole(_) => DataType::Int64,
    };
    let about = HashMap::from([("about".to_owned(), column.about.clone())]);
    Field::new(&column.name, kind, true).with_metadata(about)
}

/// Returns the values of some rows of a column as an Arrow array.
fn arrow_array(values: &Values, rows: Range<usize>) -> ArrayRef {
    match values {
        Values::Text(texts) => Arc::new(StringArray::from_iter_values(texts.range(rows))),
        Values::Number(numbers) => Arc::new(Float64Array::from(numbers[rows].to_vec())),
        Values::Whole(numbers) => Arc::new(Int64Array::from(numbers[rows].to_vec())),
    }
}

/// Returns the text of a cell. A number has four decimals. A number other than 0 that would then be shown
/// as 0.0000 has two digits and an exponent instead.
fn cell_text(values: &Values, row: usize) -> String {
    match values {
        Values::Number(numbers) => match numbers[row] {
            None => String::new(),
            Some(number) if number != 0.0 && number.abs() < 5e-5 => format!("{number:.1e}"),
            Some(number) => format!("{number:.4}"),
        },
        Values::Text(_) | Values::Whole(_) => one_line(&values.format_row(row)),
    }
}

/// The kinds of columns in a pickled table.
const TEXT: &str = "text";
const NUMBER: &str = "number";
const WHOLE: &str = "whole";

/// The parts of a pickled table: its name; the name, description, kind and values of each column; and the sheets,
/// which Markdown and LaTeX show, as JSON.
type TableParts<'py> = (String, Bound<'py, PyList>, String);

/// Unpickles a table.
#[pyfunction]
pub fn _table(
    name: String,
    columns: Vec<(String, String, String, Bound<'_, PyList>)>,
    sheets: &str,
) -> PyResult<PyTable> {
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
    Ok(PyTable(Table { name, rows: frame, sheets, ..Table::default() }))
}

/// Computes a table without the interpreter, and shows the warnings that come with it.
pub fn compute_table(
    py: Python<'_>,
    work: impl FnOnce() -> Result<(Table, Vec<String>), Exception> + Send + 'static,
) -> PyResult<PyTable> {
    let (table, warnings) = without_gil(py, work)?;
    warn(py, &warnings)?;
    Ok(PyTable(table))
}

/// The maximum number of rows that the display of a table shows.
const MAX_SHOWN_ROWS: usize = 20;

#[pymethods]
impl PyTable {
    /// Names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.0.rows.columns.iter().map(|column| column.name.as_str()).collect()
    }

    /// A dict from the name of each column to its description.
    #[getter]
    fn about(&self) -> HashMap<&str, &str> {
        self.0.rows.columns.iter().map(|column| (column.name.as_str(), column.about.as_str())).collect()
    }

    fn __len__(&self) -> usize {
        self.0.rows.rows()
    }

    /// Iterates over the names of the columns, as a pandas frame does.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.columns())?.try_iter()
    }

    fn __contains__(&self, column: &str) -> bool {
        self.columns().contains(&column)
    }

    /// The values of a column, as a list.
    fn __getitem__<'py>(&self, py: Python<'py>, column: &str) -> PyResult<Bound<'py, PyList>> {
        match self.0.rows.columns.iter().find(|other| other.name == column) {
            Some(column) => python_list(py, column),
            None => {
                let columns = self.columns().join(", ");
                Err(PyKeyError::new_err(format!("no column `{column}`; the columns are {columns}")))
            }
        }
    }

    /// The columns by name, each as a list.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for column in &self.0.rows.columns {
            dict.set_item(&column.name, python_list(py, column)?)?;
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
    /// first, and the best value of each column is bold. Scores of topics keep their order.
    fn to_markdown(&self) -> PyResult<String> {
        self.text(Format::Markdown)
    }

    /// The table in LaTeX, as ``rejudge eval --format latex`` writes it: rounded and marked as in Markdown. Your document
    /// needs the packages booktabs and graphicx.
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
        // The interface says that a producer may ignore the requested schema.
        let _ = requested_schema;
        let columns = &self.0.rows.columns;
        let schema = Arc::new(Schema::new(columns.iter().map(arrow_field).collect::<Vec<_>>()));
        let row_count = self.__len__();
        // A table without rows has one empty batch.
        let starts = (0..row_count.max(1)).step_by(MAX_BATCH_ROWS);
        let batches: Result<Vec<RecordBatch>, ArrowError> = starts
            .map(|start| {
                let rows = start..row_count.min(start + MAX_BATCH_ROWS);
                let arrays = columns.iter().map(|column| arrow_array(&column.values, rows.clone())).collect();
                RecordBatch::try_new(Arc::clone(&schema), arrays)
            })
            .collect();
        let batches = batches.map_err(|error| value_error(error.to_string()))?;
        let batches = RecordBatchIterator::new(batches.into_iter().map(Ok), schema);
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }

    /// A figure of the scores, which a notebook shows: bars if the column ``x`` is text, curves if it is numbers.
    ///
    /// Args:
    ///     x: name of a column; ``None``: the first.
    ///     y: name of a column of numbers, or a list of names; ``None``: all scores.
    ///     by: name of a column of text. Each of its values gets separate bars or a separate curve, for example
    ///         ``evaluate(.., per_topic=True).plot("topic", by="run")``.
    #[pyo3(signature = (x = None, y = None, *, by = None))]
    fn plot(&self, x: Option<&str>, y: Option<&Bound<'_, PyAny>>, by: Option<&str>) -> PyResult<Plot> {
        let y = y.map(|y| names("y", y)).transpose()?;
        let svg = plot(&self.0.name, &self.0.rows, x, y.as_deref(), by).map_err(Exception::value)?;
        Ok(Plot { svg })
    }

    /// Refuses to become an array. Without this method, pandas and NumPy would iterate over the table, and make an array of the
    /// column names.
    #[pyo3(signature = (*_arguments, **_keywords))]
    fn __array__(
        &self,
        _arguments: &Bound<'_, PyTuple>,
        _keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        Err(type_error(
            "a rejudge.Table is not an array: table.to_pandas() makes a pandas frame from it, table[\"AP\"] a list from a column",
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
            columns.append((&column.name, &column.about, kind, python_list(py, column)?))?;
        }
        let sheets = serde_json::to_string(&self.0.sheets).expect("sheets are texts");
        Ok((py.import("rejudge._native")?.getattr("_table")?, (self.0.name.clone(), columns, sheets)))
    }

    fn __repr__(&self) -> String {
        let mut lines = vec![self.columns().into_iter().map(one_line).collect()];
        lines.extend(self.shown_rows());
        let mut widths = vec![0; lines[0].len()];
        for line in &lines {
            for (width, cell) in widths.iter_mut().zip(line) {
                *width = cell.chars().count().max(*width);
            }
        }
        let mut text = Vec::new();
        for line in &lines {
            let mut padded = Vec::new();
            for ((cell, &width), column) in line.iter().zip(&widths).zip(&self.0.rows.columns) {
                padded.push(match column.values {
                    Values::Text(_) => format!("{cell:<width$}"),
                    Values::Number(_) | Values::Whole(_) => format!("{cell:>width$}"),
                });
            }
            text.push(padded.join("  ").trim_end().to_owned());
        }
        if self.__len__() > MAX_SHOWN_ROWS {
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
            self.shown_rows().iter().map(|cells| row("td", &mut cells.iter().map(String::as_str))).collect();
        let row_count = self.__len__();
        let note =
            if row_count > MAX_SHOWN_ROWS { format!("<p>.. {row_count} rows</p>") } else { String::new() };
        let head = row("th", &mut self.columns().into_iter());
        format!("<table><thead>{head}</thead><tbody>{body}</tbody></table>{note}")
    }
}
