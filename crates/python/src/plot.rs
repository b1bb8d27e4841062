//! Tables as figures.

use std::path::PathBuf;

use pyo3::prelude::*;
use rejudge_names::{meant, nearest};
use rejudge_tables::figures::{Axis, Curve, Figure, Marks, Panel, Point, Scale, svg};
use rejudge_tables::frame::{Column, Frame, Values};

use crate::exceptions::Wrong;
use crate::judgments::save;

/// A figure, which a notebook shows.
///
/// >>> import rejudge
/// >>> runs = {"x": {"1": {"a": 1.0}}, "y": {"1": {"b": 2.0, "a": 1.0}}}
/// >>> figure = rejudge.evaluate({"1": {"a": 1}}, runs, ["AP", "RR"]).plot()
/// >>> figure.svg[:5]
/// '<svg '
#[pyclass(frozen, module = "rejudge")]
pub struct Plot {
    svg: String,
}

#[pymethods]
impl Plot {
    /// The figure as the text of an SVG.
    #[getter]
    fn svg(&self) -> &str {
        &self.svg
    }

    /// Writes the SVG. An existing file is replaced.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        Ok(save(&path, &self.svg)?)
    }

    fn _repr_svg_(&self) -> &str {
        &self.svg
    }

    fn __repr__(&self) -> String {
        format!("<rejudge.Plot: SVG of {} bytes>", self.svg.len())
    }
}

/// Draws columns `y` (all scores without a choice) against column `x` (the first without one): as bars if `x` is text, as
/// curves if it is numbers; apart by the text of column `by`.
pub fn plot(
    name: &str,
    rows: &Frame,
    x: Option<&str>,
    y: Option<&[String]>,
    by: Option<&str>,
) -> Result<Plot, Wrong> {
    let column = |name: &str| {
        let names = || rows.columns.iter().map(|column| column.name.as_str());
        let found = rows.columns.iter().find(|column| column.name == name);
        found.ok_or_else(|| Wrong::value(format!("no column `{name}`{}", meant(nearest(name, names())))))
    };
    let by = by.map(column).transpose()?;
    let first = rows.columns.iter().find(|column| by.is_none_or(|by| by.name != column.name));
    let x = x.map(column).transpose()?.or(first).ok_or_else(|| Wrong::value("plot: no columns"))?;
    let ys: Vec<&Column> = match y {
        Some(names) => names.iter().map(|name| column(name)).collect::<Result<_, _>>()?,
        None => {
            let is_score =
                |column: &&Column| matches!(column.values, Values::Number(_)) && column.name != x.name;
            rows.columns.iter().filter(is_score).collect()
        }
    };
    if ys.is_empty() {
        return Err(Wrong::value("plot: no column of scores: name some, y=[\"AP\"]"));
    }
    let mut categories: Vec<String> = Vec::new();
    let mut curves: Vec<Curve> = Vec::new();
    for row in 0..x.values.len() {
        let at = match &x.values {
            Values::Text(texts) => Some(place(&mut categories, &texts[row]) as f64),
            _ => number(x, row)?,
        };
        let Some(at) = at else { continue };
        for y in &ys {
            let label = match by.map(|by| &by.values) {
                None => y.name.clone(),
                Some(Values::Text(texts)) if ys.len() == 1 => texts[row].to_owned(),
                Some(Values::Text(texts)) => format!("{}, {}", &texts[row], y.name),
                Some(_) => return Err(Wrong::value("plot: by: expected a column of text")),
            };
            let known = curves.iter().position(|curve| curve.label == label);
            let curve = known.unwrap_or_else(|| {
                curves.push(Curve { label, ..Curve::default() });
                curves.len() - 1
            });
            let points = &mut curves[curve].points;
            if points.iter().any(|point| point.x == at) {
                let (name, label) = (&x.name, &curves[curve].label);
                return Err(Wrong::value(format!(
                    "plot: {label} has several values at one `{name}`: name a column that tells them apart, by=\"run\""
                )));
            }
            points.push(Point { x: at, y: number(y, row)?, spread: None });
        }
    }
    curves.iter_mut().for_each(|curve| curve.points.sort_by(|a, b| a.x.total_cmp(&b.x)));
    let is_text = !categories.is_empty();
    let figure = Figure {
        name: name.to_owned(),
        x: Axis {
            label: x.name.clone(),
            scale: if is_text { Scale::Categories } else { Scale::Linear },
            ..Axis::default()
        },
        y: Axis { label: if let [y] = ys[..] { y.name.clone() } else { String::new() }, ..Axis::default() },
        marks: if is_text { Marks::Bars } else { Marks::Curves },
        panels: vec![Panel { categories, curves, ..Panel::default() }],
        values: true,
        ..Figure::default()
    };
    Ok(Plot { svg: svg(&figure).map_err(Wrong::value)? })
}

/// Returns the place of a category, which is added if it is new.
fn place(categories: &mut Vec<String>, name: &str) -> usize {
    categories.iter().position(|known| known == name).unwrap_or_else(|| {
        categories.push(name.to_owned());
        categories.len() - 1
    })
}

/// Returns the number in a row of a column; `None` if it is missing.
fn number(column: &Column, row: usize) -> Result<Option<f64>, Wrong> {
    match &column.values {
        Values::Number(numbers) => Ok(numbers[row]),
        Values::Whole(numbers) => Ok(numbers[row].map(|number| number as f64)),
        Values::Text(_) => {
            Err(Wrong::value(format!("plot: column `{}` is text, expected numbers", column.name)))
        }
    }
}
