//! Single values from Python: names and numbers, and their form in messages.

use pyo3::exceptions::{PyOverflowError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyMapping, PyString};

use crate::exceptions::{type_error, value_error};

/// A name, which is text.
pub fn text<'a>(
    object: &'a Bound<'_, PyAny>,
    argument: &str,
    place: &dyn Fn() -> String,
) -> PyResult<&'a str> {
    let text = object.cast::<PyString>().map_err(|_| wrong_type(object, argument, place, "text"))?;
    text.to_str().map_err(|_| {
        let message =
            format!("{argument}: {}: {} holds surrogates, expected text of Unicode", place(), shown(object));
        value_error(message)
    })
}

/// A number, which is not NaN.
#[inline]
pub fn number(object: &Bound<'_, PyAny>, argument: &str, place: &dyn Fn() -> String) -> PyResult<f64> {
    let value = match object.cast::<PyFloat>() {
        Ok(float) => float.value(),
        Err(_) => object.extract().map_err(|error: PyErr| {
            match error.is_instance_of::<PyOverflowError>(object.py()) {
                true => value_error(format!(
                    "{argument}: {}: {} is too large for double precision",
                    place(),
                    shown(object)
                )),
                false => wrong_type(object, argument, place, "a number"),
            }
        })?,
    };
    if value.is_nan() {
        return Err(value_error(format!("{argument}: {}: NaN, expected a number", place())));
    }
    Ok(value)
}

#[cold]
fn wrong_type(
    object: &Bound<'_, PyAny>,
    argument: &str,
    place: &dyn Fn() -> String,
    expected: &str,
) -> PyErr {
    let shown = shown(object);
    let kind = object.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    type_error(format!("{argument}: {}: {shown} is {kind}, expected {expected}", place()))
}

/// Returns the form of an object in messages.
pub fn shown(object: &Bound<'_, PyAny>) -> String {
    // Python refuses to write an integer of thousands of digits.
    let shown = object.repr().map_or_else(|_| "a number".to_owned(), |text| text.to_string());
    shown.chars().take(60).collect()
}

/// Returns a dict as it is, and another mapping (of `collections.abc`, or ranx's `Qrels` and `Run`) as a dict; `None` if the
/// object is none.
pub fn as_dict<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyDict>>> {
    if let Ok(dict) = object.cast::<PyDict>() {
        return Ok(Some(dict.clone()));
    }
    // A number is the usual case, and the question whether it is a mapping takes longer than to read it.
    let is_number = object.is_instance_of::<PyFloat>() || object.is_instance_of::<PyInt>();
    if is_number || object.cast::<PyMapping>().is_err() && !is_of_ranx(object) {
        return Ok(None);
    }
    Ok(Some(object.py().get_type::<PyDict>().call1((object,))?.cast_into()?))
}

/// Returns true if this is an object of ranx: its `Qrels` and `Run` have keys and items, and do not call themselves mappings.
fn is_of_ranx(object: &Bound<'_, PyAny>) -> bool {
    if object.is_instance_of::<PyDict>() {
        return false;
    }
    let module = object.get_type().module();
    module.is_ok_and(|module| module.to_string_lossy().starts_with("ranx."))
}

/// Returns the name that an object of ranx has; `None` if it has none.
pub fn name_in_ranx(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if is_of_ranx(object) { object.getattr("name")?.extract() } else { Ok(None) }
}

/// A dict or another mapping, which messages call `argument`.
pub fn mapping<'py>(argument: &str, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    as_dict(object)?.ok_or_else(|| type_error(format!("{argument}: {}, expected a dict", shown(object))))
}

/// Reads each pair of a dict, which messages call `argument`. Reading a value may run code of its class, such as `__float__`, which
/// may change the dict; so the pairs are those at the beginning.
///
/// # Errors
/// If the dict has another size afterwards: a RuntimeError, as in Python.
pub fn each_item<'py>(
    dict: &Bound<'py, PyDict>,
    argument: &str,
    mut read: impl FnMut(Bound<'py, PyAny>, Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    let items: Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)> = dict.iter().collect();
    let count = items.len();
    items.into_iter().try_for_each(|(key, value)| read(key, value))?;
    match dict.len() == count {
        true => Ok(()),
        false => {
            Err(PyRuntimeError::new_err(format!("{argument}: a dictionary changed size while it was read")))
        }
    }
}

/// Several names, or the only one; messages call them `argument`.
pub fn names(argument: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if given.is_instance_of::<PyString>() {
        return Ok(vec![given.extract()?]);
    }
    let wrong = || type_error(format!("{argument}: {}, expected names", shown(given)));
    let names = given.try_iter().map_err(|_| wrong())?;
    names.map(|name| name?.extract().map_err(|_| wrong())).collect()
}
