//! Single values from Python: names, numbers and dicts, and how messages quote them.

use pyo3::exceptions::{PyOverflowError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyMapping, PyString};

use crate::exceptions::{type_error, value_error};

/// Returns the text of a `str`. Messages call the argument `argument`, and the value's location in it `place()`.
pub fn text<'a>(
    object: &'a Bound<'_, PyAny>,
    argument: &str,
    place: &dyn Fn() -> String,
) -> PyResult<&'a str> {
    let text = object.cast::<PyString>().map_err(|_| wrong_type(object, argument, place, "text"))?;
    text.to_str().map_err(|_| {
        let value = short_repr(object);
        value_error(format!("{argument}: {}: {value} contains surrogates, expected valid Unicode", place()))
    })
}

/// Returns a number. NaN is refused.
#[inline]
pub fn number(object: &Bound<'_, PyAny>, argument: &str, place: &dyn Fn() -> String) -> PyResult<f64> {
    let value = match object.cast::<PyFloat>() {
        Ok(float) => float.value(),
        Err(_) => object.extract().map_err(|error: PyErr| {
            if error.is_instance_of::<PyOverflowError>(object.py()) {
                let number = short_repr(object);
                value_error(format!("{argument}: {}: {number} is too large for double precision", place()))
            } else {
                wrong_type(object, argument, place, "a number")
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
    let value = short_repr(object);
    let kind = object.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    type_error(format!("{argument}: {}: {value} is {kind}, expected {expected}", place()))
}

/// Returns the first 60 characters of an object's `repr`, for messages.
pub fn short_repr(object: &Bound<'_, PyAny>) -> String {
    // `repr` fails for an integer of thousands of digits, because Python refuses to write it.
    let repr = object.repr().map_or_else(|_| "a number".to_owned(), |repr| repr.to_string());
    repr.chars().take(60).collect()
}

/// Returns a dict unchanged, and any other mapping (of `collections.abc`, or ranx's `Qrels` and `Run`) copied into a dict.
/// Returns `None` if the object is not a mapping.
pub fn as_dict<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyDict>>> {
    if let Ok(dict) = object.cast::<PyDict>() {
        return Ok(Some(dict.clone()));
    }
    // Most objects are numbers, and asking Python if one is a mapping takes longer than reading it.
    let is_number = object.is_instance_of::<PyFloat>() || object.is_instance_of::<PyInt>();
    if is_number || object.cast::<PyMapping>().is_err() && !is_ranx_object(object) {
        return Ok(None);
    }
    Ok(Some(object.py().get_type::<PyDict>().call1((object,))?.cast_into()?))
}

/// Returns true if this is a ranx object. ranx's `Qrels` and `Run` have keys and items, but are not
/// registered as mappings.
fn is_ranx_object(object: &Bound<'_, PyAny>) -> bool {
    if object.is_instance_of::<PyDict>() {
        return false;
    }
    let module = object.get_type().module();
    module.is_ok_and(|module| module.to_string_lossy().starts_with("ranx."))
}

/// Returns the `name` of a ranx object, or `None` for a run that was not named and for any other object.
pub fn ranx_name(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if is_ranx_object(object) { object.getattr("name")?.extract() } else { Ok(None) }
}

/// Like [`as_dict`], but returns a TypeError if the object is not a mapping. The message calls it `argument`.
pub fn required_dict<'py>(argument: &str, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    as_dict(object)?.ok_or_else(|| type_error(format!("{argument}: {}, expected a dict", short_repr(object))))
}

/// Calls `read` with each key and value of a dict, which messages call `argument`.
///
/// Reading a value may run code of its class, for example `__float__`, and this code may change the dict. So the items are
/// collected before the first one is read.
///
/// # Errors
/// A RuntimeError if the size of the dict changed, like the one that Python raises in a loop over a dict.
pub fn for_each_item<'py>(
    dict: &Bound<'py, PyDict>,
    argument: &str,
    mut read: impl FnMut(Bound<'py, PyAny>, Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    let items: Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)> = dict.iter().collect();
    let count = items.len();
    items.into_iter().try_for_each(|(key, value)| read(key, value))?;
    if dict.len() == count {
        return Ok(());
    }
    Err(PyRuntimeError::new_err(format!("{argument}: a dictionary changed size while it was being read")))
}

/// Returns the names in a list or another iterable. A `str` is a single name.
pub fn names(argument: &str, object: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if object.is_instance_of::<PyString>() {
        return Ok(vec![object.extract()?]);
    }
    let not_names = || type_error(format!("{argument}: {}, expected names", short_repr(object)));
    let names = object.try_iter().map_err(|_| not_names())?;
    names.map(|name| name?.extract().map_err(|_| not_names())).collect()
}
