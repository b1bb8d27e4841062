//! Extracts numeric arguments. An object of another type raises a TypeError, and a number out of range a
//! ValueError.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::exceptions::{type_error, value_error};
use crate::one_value::short_repr;

/// Extracts a numeric argument. Without this function, pyo3 would raise an OverflowError for `-1`, and for `"x"` say that a
/// 'str' object cannot be interpreted as an integer. The message does not name the argument, because pyo3 adds a note with the
/// name (from Python 3.11 on).
pub fn in_range<'a, 'py, T>(object: &'a Bound<'py, PyAny>) -> PyResult<T>
where
    T: FromPyObject<'a, 'py>,
{
    // Python counts True as 1.
    if object.is_instance_of::<PyBool>() {
        return Err(type_error(format!("{}, expected a number", short_repr(object))));
    }
    object.extract().map_err(|error: T::Error| {
        let error: PyErr = error.into();
        if error.is_instance_of::<PyTypeError>(object.py()) {
            let is_integer = error.to_string().contains("integer");
            let expected = if is_integer { "a whole number" } else { "a number" };
            return type_error(format!("{}, expected {expected}", short_repr(object)));
        }
        if !error.is_instance_of::<PyOverflowError>(object.py()) {
            return error;
        }
        let is_below = object.lt(0).unwrap_or(false);
        let fault = if is_below { "is below 0, expected 0 or more" } else { "is too large" };
        value_error(format!("{} {fault}", short_repr(object)))
    })
}
