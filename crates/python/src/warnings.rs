//! Warnings about surprising results, each a UserWarning of Python.

use std::ffi::CString;

use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use rejudge_names::plural::counted;
use rejudge_names::visible::visible;

/// The number of warnings that are shown before the rest is counted.
const TOLD: usize = 5;

/// Warns the caller.
pub fn warn(py: Python<'_>, texts: &[String]) -> PyResult<()> {
    let more = texts.len().saturating_sub(TOLD);
    let more = (more > 0).then(|| format!("and {} of this kind", counted(more, "more warning")));
    for text in texts.iter().take(TOLD).chain(&more) {
        // A name may contain NUL, which a warning cannot, or control a terminal.
        let text = CString::new(visible(text).into_owned()).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
    }
    Ok(())
}
