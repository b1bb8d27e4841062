//! Warnings about surprising results.

use std::ffi::CString;

use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use rejudge_names::plural::counted;
use rejudge_names::visible::visible;

/// The maximum number of warnings that a call shows. If there are more, a last warning counts the rest.
const MAX_SHOWN: usize = 5;

/// Shows each text as a UserWarning.
pub fn warn(py: Python<'_>, texts: &[String]) -> PyResult<()> {
    let rest = texts.len().saturating_sub(MAX_SHOWN);
    let count_of_rest = (rest > 0).then(|| format!("and {}", counted(rest, "more warning")));
    for text in texts.iter().take(MAX_SHOWN).chain(&count_of_rest) {
        // A name in the text may contain codes that control a terminal, or a NUL, which a warning cannot contain.
        let text = CString::new(visible(text).into_owned()).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
    }
    Ok(())
}
