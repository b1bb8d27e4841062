//! Single values from Python: names and numbers, and their form in messages.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyString};

/// A name, which is text.
pub fn text<'a>(object: &'a Bound<'_, PyAny>, of: &str, place: &dyn Fn() -> String) -> PyResult<&'a str> {
    let text = object.cast::<PyString>().map_err(|_| wrong_type(object, of, place, "text"))?;
    text.to_str().map_err(|_| {
        let message =
            format!("{of}: {}: {} holds surrogates, expected text of Unicode", place(), shown(object));
        PyValueError::new_err(message)
    })
}

/// A number, which is not NaN.
#[inline]
pub fn number(object: &Bound<'_, PyAny>, of: &str, place: &dyn Fn() -> String) -> PyResult<f64> {
    let value = match object.cast::<PyFloat>() {
        Ok(float) => float.value(),
        Err(_) => object.extract().map_err(|error: PyErr| {
            match error.is_instance_of::<PyOverflowError>(object.py()) {
                true => PyValueError::new_err(format!(
                    "{of}: {}: {} is too large for double precision",
                    place(),
                    shown(object)
                )),
                false => wrong_type(object, of, place, "a number"),
            }
        })?,
    };
    if value.is_nan() {
        return Err(PyValueError::new_err(format!("{of}: {}: NaN, expected a number", place())));
    }
    Ok(value)
}

#[cold]
fn wrong_type(object: &Bound<'_, PyAny>, of: &str, place: &dyn Fn() -> String, expected: &str) -> PyErr {
    let shown = shown(object);
    let kind = object.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    PyTypeError::new_err(format!("{of}: {}: {shown} is {kind}, expected {expected}", place()))
}

/// Returns the form of an object in messages.
pub fn shown(object: &Bound<'_, PyAny>) -> String {
    // Python refuses to write an integer of thousands of digits.
    let shown = object.repr().map_or_else(|_| "a number".to_owned(), |text| text.to_string());
    shown.chars().take(60).collect()
}

/// Several names, or the only one; messages call them `of`.
pub fn names(of: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if given.is_instance_of::<PyString>() {
        return Ok(vec![given.extract()?]);
    }
    let wrong = || PyTypeError::new_err(format!("{of}: {}, expected names", shown(given)));
    let names = given.try_iter().map_err(|_| wrong())?;
    names.map(|name| name?.extract().map_err(|_| wrong())).collect()
}
