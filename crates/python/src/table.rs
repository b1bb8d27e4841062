//! Results as frames: export to Arrow, and display.

use std::collections::HashMap;
use std::sync::Arc;

use crate::exceptions::Wrong;
use crate::plot::Plot;
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray};
use arrow_schema::{DataType, Field, Schema};
use pyo3::PyClass;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyCapsule, PyDict, PyIterator, PyList, PyTuple};
use rejudge_tables::frame::{Format, Frame, Sheet, Table as Written, Texts, Values, plot};

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
pub struct Table {
    /// The rows, with the descriptions of the columns in their metadata.
    batch: RecordBatch,
    /// The name of the rows.
    name: String,
    /// The tables for readers; `None`: the rows, rounded.
    sheets: Option<Vec<Sheet>>,
}

is_tabular!(Table);

impl Table {
    /// The table of rows.
    pub fn of_rows(name: &str, rows: Frame) -> PyResult<Self> {
        Self::new(Written { name: name.to_owned(), rows, ..Written::default() })
    }

    /// Makes a table of rows and their tables for readers.
    pub fn new(Written { name, rows, sheets, .. }: Written) -> PyResult<Self> {
        let mut fields = Vec::with_capacity(rows.columns.len());
        let mut columns: Vec<ArrayRef> = Vec::with_capacity(rows.columns.len());
        for column in rows.columns {
            let values: ArrayRef = match column.values {
                Values::Text(texts) => Arc::new(StringArray::from_iter_values(texts.iter())),
                Values::Number(numbers) => Arc::new(Float64Array::from(numbers)),
                Values::Whole(numbers) => Arc::new(Int64Array::from(numbers)),
            };
            let about = HashMap::from([("about".to_owned(), column.about)]);
            fields.push(Field::new(column.name, values.data_type().clone(), true).with_metadata(about));
            columns.push(values);
        }
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), columns);
        let batch = batch.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { batch, name, sheets })
    }

    /// The rows.
    fn rows(&self) -> Frame {
        let with = |frame: Frame, (column, field): (&ArrayRef, &Arc<Field>)| {
            let values = match column.data_type() {
                DataType::Float64 => Values::Number(column.as_primitive::<Float64Type>().iter().collect()),
                DataType::Int64 => Values::Whole(column.as_primitive::<Int64Type>().iter().collect()),
                _ => {
                    let mut texts = Texts::default();
                    column.as_string::<i32>().iter().for_each(|text| texts.push(text.unwrap_or_default()));
                    Values::Text(texts)
                }
            };
            frame.with(field.name(), about(field), values)
        };
        self.batch.columns().iter().zip(self.batch.schema().fields()).fold(Frame::default(), with)
    }

    /// The text of the table in a form of the command.
    fn text(&self, format: Format) -> PyResult<String> {
        let rows = if self.sheets.is_some() { Frame::default() } else { self.rows() };
        let written =
            Written { name: self.name.clone(), rows, sheets: self.sheets.clone(), ..Written::default() };
        format.text(&written).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn list<'py>(&self, py: Python<'py>, column: usize) -> PyResult<Bound<'py, PyList>> {
        let values = self.batch.column(column);
        match values.data_type() {
            DataType::Float64 => {
                PyList::new(py, values.as_primitive::<Float64Type>().iter().collect::<Vec<_>>())
            }
            DataType::Int64 => PyList::new(py, values.as_primitive::<Int64Type>().iter().collect::<Vec<_>>()),
            _ => PyList::new(py, values.as_string::<i32>().iter().collect::<Vec<_>>()),
        }
    }

    fn shown(&self, column: usize, row: usize) -> String {
        let values = self.batch.column(column);
        match values.data_type() {
            _ if values.is_null(row) => String::new(),
            DataType::Float64 => {
                let number = values.as_primitive::<Float64Type>().value(row);
                if number != 0.0 && number.abs() < 5e-5 {
                    format!("{number:.1e}")
                } else {
                    format!("{number:.4}")
                }
            }
            DataType::Int64 => values.as_primitive::<Int64Type>().value(row).to_string(),
            _ => values.as_string::<i32>().value(row).to_owned(),
        }
    }
}

/// Returns the description of a column.
fn about(field: &Field) -> &str {
    field.metadata().get("about").map_or("", String::as_str)
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
            _ => {
                let mut texts = Texts::default();
                for text in values.iter() {
                    texts.push(text.extract::<&str>()?);
                }
                Values::Text(texts)
            }
        };
        frame = frame.with(&column, &about, values);
    }
    let sheets = serde_json::from_str(sheets).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Table::new(Written { name, rows: frame, sheets, ..Written::default() })
}

/// Rows that are shown.
const SHOWN: usize = 20;

#[pymethods]
impl Table {
    /// Names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.batch.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// Returns the description of each column, by its name.
    #[getter]
    fn about(&self) -> HashMap<String, String> {
        let schema = self.batch.schema();
        schema.fields().iter().map(|field| (field.name().clone(), about(field).to_owned())).collect()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// The names of the columns, as of a frame.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.columns())?.try_iter()
    }

    fn __contains__(&self, column: &str) -> bool {
        self.batch.schema().index_of(column).is_ok()
    }

    /// The values of a column, as a list.
    fn __getitem__<'py>(&self, py: Python<'py>, column: &str) -> PyResult<Bound<'py, PyList>> {
        let place = self.batch.schema().index_of(column);
        let columns = self.columns().join(", ");
        let place = place
            .map_err(|_| PyKeyError::new_err(format!("no column `{column}`; the columns are {columns}")))?;
        self.list(py, place)
    }

    /// The columns by name, each as a list.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (place, name) in self.columns().into_iter().enumerate() {
            dict.set_item(name, self.list(py, place)?)?;
        }
        Ok(dict)
    }

    /// The rows, each as a dict.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let columns: Vec<_> =
            (0..self.batch.num_columns()).map(|at| self.list(py, at)).collect::<PyResult<_>>()?;
        let names = self.columns();
        let rows = PyList::empty(py);
        for row in 0..self.batch.num_rows() {
            let dict = PyDict::new(py);
            for (name, column) in names.iter().zip(&columns) {
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
        self.text(Format::MARKDOWN)
    }

    /// The table in LaTeX, as ``rejudge eval --format latex`` writes it: rounded and marked as in Markdown. It needs
    /// the packages booktabs and graphicx.
    fn to_latex(&self) -> PyResult<String> {
        self.text(Format::LATEX)
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
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
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
        let y =
            y.map(|y| y.extract::<String>().map(|name| vec![name]).or_else(|_| y.extract())).transpose()?;
        let svg = plot(&self.name, &self.rows(), x, y.as_deref(), by).map_err(Wrong::value)?;
        Ok(Plot { svg })
    }

    /// pandas and NumPy request an array of unknown objects, and would otherwise make one from the column names.
    #[pyo3(signature = (*_arguments, **_keywords))]
    fn __array__(
        &self,
        _arguments: &Bound<'_, PyTuple>,
        _keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        Err(PyTypeError::new_err(
            "a rejudge.Table is no array: table.to_pandas() makes a frame of pandas of it, table[\"AP\"] a list of a column",
        ))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, TableParts<'py>)> {
        let schema = self.batch.schema();
        let columns = PyList::empty(py);
        for (place, field) in schema.fields().iter().enumerate() {
            let kind = match field.data_type() {
                DataType::Float64 => NUMBER,
                DataType::Int64 => WHOLE,
                _ => TEXT,
            };
            columns.append((field.name(), about(field), kind, self.list(py, place)?))?;
        }
        let sheets = serde_json::to_string(&self.sheets).expect("sheets are texts");
        Ok((py.import("rejudge._native")?.getattr("_table")?, (self.name.clone(), columns, sheets)))
    }

    fn __repr__(&self) -> String {
        let rows = self.batch.num_rows();
        let mut widths: Vec<usize> = self.columns().iter().map(|name| name.chars().count()).collect();
        let mut lines = vec![self.columns()];
        for row in 0..rows.min(SHOWN) {
            lines.push((0..self.batch.num_columns()).map(|column| self.shown(column, row)).collect());
        }
        for line in &lines {
            for (width, cell) in widths.iter_mut().zip(line) {
                *width = cell.chars().count().max(*width);
            }
        }
        let is_text: Vec<bool> =
            self.batch.columns().iter().map(|column| *column.data_type() == DataType::Utf8).collect();
        let line = |cells: &Vec<String>| {
            let padded = cells.iter().zip(&widths).zip(&is_text).map(|((cell, &width), &is_text)| {
                if is_text { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let mut text: Vec<String> = lines.iter().map(line).collect();
        if rows > SHOWN {
            text.push(format!(".. {rows} rows"));
        }
        text.join("\n")
    }

    fn _repr_html_(&self) -> String {
        let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let row = |tag: &str, cells: Vec<String>| {
            let cells: String =
                cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect();
            format!("<tr>{cells}</tr>")
        };
        let rows = self.batch.num_rows();
        let body: String = (0..rows.min(SHOWN))
            .map(|at| row("td", (0..self.batch.num_columns()).map(|column| self.shown(column, at)).collect()))
            .collect();
        let more = if rows > SHOWN { format!("<p>.. {rows} rows</p>") } else { String::new() };
        format!("<table><thead>{}</thead><tbody>{body}</tbody></table>{more}", row("th", self.columns()))
    }
}
