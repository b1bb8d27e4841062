//! Figures of tables.

use std::path::PathBuf;

use pyo3::prelude::*;

use crate::exceptions::Exception;
use crate::judgments::write_file;

/// A figure, which a notebook shows.
///
/// >>> import rejudge
/// >>> runs = {"x": {"1": {"a": 1.0}}, "y": {"1": {"b": 2.0, "a": 1.0}}}
/// >>> figure = rejudge.evaluate({"1": {"a": 1}}, runs, ["AP", "RR"]).plot()
/// >>> figure.svg[:5]
/// '<svg '
#[pyclass(frozen, module = "rejudge")]
pub struct Plot {
    pub svg: String,
}

#[pymethods]
impl Plot {
    /// The SVG, as text.
    #[getter]
    fn svg(&self) -> &str {
        &self.svg
    }

    /// Writes the SVG. An existing file is replaced.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        if path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("svg")) {
            let (path, svg) = (path.display(), path.with_extension("svg"));
            let message = format!("{path}: a figure is an SVG: name it {}", svg.display());
            return Err(Exception::value(message).into());
        }
        Ok(write_file(&path, &self.svg)?)
    }

    fn _repr_svg_(&self) -> &str {
        &self.svg
    }

    fn __repr__(&self) -> String {
        format!("<rejudge.Plot: SVG of {} bytes>", self.svg.len())
    }
}
