//! Single values from Python: names and numbers, and their form in messages.

use pyo3::exceptions::{PyOverflowError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyString};

use crate::exceptions::{type_error, value_error};

/// A name, which is text.
pub fn text<'a>(object: &'a Bound<'_, PyAny>, of: &str, place: &dyn Fn() -> String) -> PyResult<&'a str> {
    let text = object.cast::<PyString>().map_err(|_| wrong_type(object, of, place, "text"))?;
    text.to_str().map_err(|_| {
        let message =
            format!("{of}: {}: {} holds surrogates, expected text of Unicode", place(), shown(object));
        value_error(message)
    })
}

/// A number, which is not NaN.
#[inline]
pub fn number(object: &Bound<'_, PyAny>, of: &str, place: &dyn Fn() -> String) -> PyResult<f64> {
    let value = match object.cast::<PyFloat>() {
        Ok(float) => float.value(),
        Err(_) => object.extract().map_err(|error: PyErr| {
            match error.is_instance_of::<PyOverflowError>(object.py()) {
                true => value_error(format!(
                    "{of}: {}: {} is too large for double precision",
                    place(),
                    shown(object)
                )),
                false => wrong_type(object, of, place, "a number"),
            }
        })?,
    };
    if value.is_nan() {
        return Err(value_error(format!("{of}: {}: NaN, expected a number", place())));
    }
    Ok(value)
}

#[cold]
fn wrong_type(object: &Bound<'_, PyAny>, of: &str, place: &dyn Fn() -> String, expected: &str) -> PyErr {
    let shown = shown(object);
    let kind = object.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    type_error(format!("{of}: {}: {shown} is {kind}, expected {expected}", place()))
}

/// Returns the form of an object in messages.
pub fn shown(object: &Bound<'_, PyAny>) -> String {
    // Python refuses to write an integer of thousands of digits.
    let shown = object.repr().map_or_else(|_| "a number".to_owned(), |text| text.to_string());
    shown.chars().take(60).collect()
}

/// Reads each pair of a dict, which messages call `of`. Reading a value may run code of its class, such as `__float__`, which
/// may change the dict; so the pairs are those at the beginning.
///
/// # Errors
/// If the dict has another size afterwards: a RuntimeError, as in Python.
pub fn each_item<'py>(
    dict: &Bound<'py, PyDict>,
    of: &str,
    mut read: impl FnMut(Bound<'py, PyAny>, Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    let items: Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)> = dict.iter().collect();
    let count = items.len();
    items.into_iter().try_for_each(|(key, value)| read(key, value))?;
    match dict.len() == count {
        true => Ok(()),
        false => Err(PyRuntimeError::new_err(format!("{of}: a dictionary changed size while it was read"))),
    }
}

/// Several names, or the only one; messages call them `of`.
pub fn names(of: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if given.is_instance_of::<PyString>() {
        return Ok(vec![given.extract()?]);
    }
    let wrong = || type_error(format!("{of}: {}, expected names", shown(given)));
    let names = given.try_iter().map_err(|_| wrong())?;
    names.map(|name| name?.extract().map_err(|_| wrong())).collect()
}
