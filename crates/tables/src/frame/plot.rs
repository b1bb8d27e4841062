//! Draws rows as a figure.

use anyhow::{Context, Result, anyhow, bail};
use indexmap::IndexSet;
use rejudge_names::{meant, nearest};

use super::{Column, Frame, Values};
use crate::figures::{Axis, Curve, Figure, Marks, Panel, Point, Scale, svg};

/// Draws the columns `y` against the column `x` as SVG, with a curve for each column of `y` and each text of the column
/// `by`. If `x` is a text column, we draw bars. By default, `x` is the first column other than `by`, and `y` are all
/// columns of floats other than `x`.
///
/// # Errors
/// If a column does not exist or has the wrong type, there is nothing to draw, a curve has several values at
/// the same `x`, or [`svg`] cannot draw the figure.
pub fn plot(
    name: &str,
    rows: &Frame,
    x: Option<&str>,
    y: Option<&[String]>,
    by: Option<&str>,
) -> Result<String> {
    let column = |name: &str| {
        let names = || rows.columns.iter().map(|column| column.name.as_str());
        let column = rows.columns.iter().find(|column| column.name == name);
        column.ok_or_else(|| anyhow!("no column `{name}`{}", meant(nearest(name, names()))))
    };
    let by = by.map(column).transpose()?;
    let first = rows.columns.iter().find(|column| by.is_none_or(|by| by.name != column.name));
    let x = x.map(column).transpose()?.or(first).context("plot: no columns")?;
    let ys: Vec<&Column> = match y {
        Some(names) => names.iter().map(|name| column(name)).collect::<Result<_, _>>()?,
        None => {
            let is_score =
                |column: &&Column| matches!(column.values, Values::Number(_)) && column.name != x.name;
            rows.columns.iter().filter(is_score).collect()
        }
    };
    if ys.is_empty() {
        bail!("plot: y: no column to draw; the default is all columns of floats");
    }
    let mut categories: IndexSet<String> = IndexSet::new();
    let mut curves: Vec<Curve> = Vec::new();
    for row in 0..x.values.len() {
        let x_value = match &x.values {
            Values::Text(texts) => Some(categories.insert_full(texts[row].to_owned()).0 as f64),
            _ => number(x, row)?,
        };
        let Some(x_value) = x_value else { continue };
        for y in &ys {
            let label = match by.map(|by| &by.values) {
                None => y.name.clone(),
                Some(Values::Text(texts)) if ys.len() == 1 => texts[row].to_owned(),
                Some(Values::Text(texts)) => format!("{}, {}", &texts[row], y.name),
                Some(_) => bail!("plot: by: expected a column of text"),
            };
            let existing = curves.iter().position(|curve| curve.label == label);
            let curve = existing.unwrap_or_else(|| {
                curves.push(Curve { label, ..Curve::default() });
                curves.len() - 1
            });
            let points = &mut curves[curve].points;
            if points.iter().any(|point| point.x == x_value) {
                let (name, label) = (&x.name, &curves[curve].label);
                bail!(
                    "plot: {label} has several values at one `{name}`: name a column that tells them apart, for \
                     example by=\"run\""
                );
            }
            points.push(Point { x: x_value, y: number(y, row)?, spread: None });
        }
    }
    curves.iter_mut().for_each(|curve| curve.points.sort_by(|a, b| a.x.total_cmp(&b.x)));
    let is_text = !categories.is_empty();
    let categories = categories.into_iter().collect();
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
        has_titles: true,
        ..Figure::default()
    };
    svg(&figure)
}

/// Returns the number in a row of a column, or `None` if it is missing.
fn number(column: &Column, row: usize) -> Result<Option<f64>> {
    match &column.values {
        Values::Number(numbers) => Ok(numbers[row]),
        Values::Whole(numbers) => Ok(numbers[row].map(|number| number as f64)),
        Values::Text(_) => bail!("plot: column `{}` is text, expected numbers", column.name),
    }
}
