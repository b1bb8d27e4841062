//! Numeric arguments: any other type is a TypeError, and a number out of range is a ValueError.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;

use crate::exceptions::{type_error, value_error};
use crate::one_value::shown;

/// Extracts the argument where Python would raise an OverflowError or mention an internal method. pyo3 adds its name.
pub fn in_range<'a, 'py, T>(object: &'a Bound<'py, PyAny>) -> PyResult<T>
where
    T: FromPyObject<'a, 'py>,
{
    object.extract().map_err(|error: T::Error| {
        let error: PyErr = error.into();
        if error.is_instance_of::<PyTypeError>(object.py()) {
            let whole = if error.to_string().contains("integer") { "whole " } else { "" };
            return type_error(format!("{}, expected a {whole}number", shown(object)));
        }
        if !error.is_instance_of::<PyOverflowError>(object.py()) {
            return error;
        }
        let is_below = object.lt(0).unwrap_or(false);
        let why = if is_below { "is below 0, expected 0 or more" } else { "is too large" };
        value_error(format!("{} {why}", shown(object)))
    })
}
