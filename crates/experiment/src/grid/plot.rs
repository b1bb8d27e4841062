//! Figures with references resolved: tables that are drawn.

use rejudge_tables::figures::{Axis, MOST_CURVES, Marks, Reference, Scale, Spread};

use super::{Statistic, Table, tables};
use crate::spec::yaml::{Spanned, YamlError};
use crate::spec::{PlotWire, TableWire};

/// Suffixes of file names for the parts of a figure from open and licensed data.
pub(crate) const SUFFIXES: [&str; 2] = ["-open", "-licensed"];

/// The settings of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The horizontal axis.
    pub x: Axis,
    /// True if its labels are categories though they are numbers.
    pub categories: bool,
    /// The vertical axis.
    pub y: Axis,
    /// Horizontal lines to compare with.
    pub references: Vec<Reference>,
    /// The marks of points.
    pub marks: Marks,
    /// The drawing of the deviation over the draws.
    pub spread: Spread,
}

/// Resolves the figures of an experiment to tables.
pub(super) fn resolve(
    wires: &[(Spanned<String>, Spanned<TableWire>)],
    statistics: &[Statistic],
    errors: &mut Vec<YamlError>,
) -> Vec<Table> {
    let mut tables = tables::resolve(wires, statistics, errors);
    for (table, (name, at)) in tables.iter_mut().zip(wires) {
        match &at.value.plot {
            Some(wire) => table.plot = Some(plot(wire, errors)),
            None => errors.push(name.error("a figure needs a `plot`")),
        }
        if let Some(suffix) = SUFFIXES.iter().find(|suffix| name.value.ends_with(*suffix)) {
            let message =
                format!("`{}` ends in `{suffix}`, like the file of another kind of data", name.value);
            errors.push(name.error(message));
        }
        let curves = table.columns.listed();
        if curves.len() > MOST_CURVES {
            let message = format!(
                "`{}` has {} curves, more than the {MOST_CURVES} that can be distinguished",
                name.value,
                curves.len()
            );
            errors.push(name.error(message));
        }
        if table.selections().filter_map(|selection| selection.cells.as_ref()).any(|cells| cells.len() > 1) {
            errors
                .push(name.error(format!("a figure draws one number a cell, `{}` has several", name.value)));
        }
    }
    tables
}

fn plot(wire: &Spanned<PlotWire>, errors: &mut Vec<YamlError>) -> Plot {
    let (marks, mut axes) = match wire.value.clone() {
        PlotWire::Curves(axes) => (Marks::Curves, axes),
        PlotWire::Bars(axes) => (Marks::Bars, axes),
        PlotWire::Dots(axes) => (Marks::Dots, axes),
    };
    let over_numbers = marks != Marks::Curves && axes.x.scale == Scale::Log;
    let categories = marks != Marks::Curves || axes.x.scale == Scale::Categories;
    if categories {
        axes.x.scale = Scale::Linear;
    }
    let mut wrong = |is: bool, message: String| errors.extend(is.then(|| wire.error(message)));
    wrong(over_numbers, "bars and dots are drawn over categories: only `curves` have a scale".to_owned());
    wrong(axes.y.scale == Scale::Categories, "the vertical axis is of numbers: `linear` or `log`".to_owned());
    let (x, y) = (&axes.x, &axes.y);
    let has_no_place =
        |axis: &Axis, number: f64| !number.is_finite() || (axis.scale == Scale::Log && number <= 0.0);
    for axis in [x, y] {
        for end in [axis.from, axis.to].into_iter().flatten() {
            wrong(has_no_place(axis, end), format!("{end} has no place on this axis"));
        }
        if let Some((from, to)) = axis.from.zip(axis.to) {
            wrong(from >= to, format!("this axis goes from {from} to {to}: `to` must be above `from`"));
        }
    }
    for Reference { y: at, .. } in &axes.references {
        let outside = y.from.is_some_and(|from| *at < from) || y.to.is_some_and(|to| *at > to);
        wrong(outside || has_no_place(y, *at), format!("the reference at {at} is outside the vertical axis"));
    }
    Plot { x: axes.x, categories, y: axes.y, references: axes.references, marks, spread: axes.spread }
}
