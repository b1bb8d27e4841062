//! Figures with references resolved: tables that are drawn.

use rejudge_tables::figures::{Axis, MOST_CURVES, Marks, Reference, Scale, Spread};

use super::statistic::Statistics;
use super::tables;
use super::{Lines, Table};
use crate::spec::yaml::{Spanned, YamlError};
use crate::spec::{AxisOfPlotWire, FigureWire, PlotWire, ScaleWire};

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
    wires: &[(Spanned<String>, Spanned<FigureWire>)],
    statistics: &Statistics,
    errors: &mut Vec<YamlError>,
) -> Vec<Table> {
    let wired: Vec<_> = wires
        .iter()
        .map(|(name, at)| (name.clone(), Spanned { value: at.value.table(), at: at.at.clone() }))
        .collect();
    let mut tables = tables::resolve(&wired, statistics, errors);
    for (table, (name, at)) in tables.iter_mut().zip(wires) {
        table.plot = Some(plot(&at.value.plot, errors));
        if let Some(suffix) = SUFFIXES.iter().find(|suffix| name.value.ends_with(*suffix)) {
            let message =
                format!("`{}` ends in `{suffix}`, like the file of another kind of data", name.value);
            errors.push(name.error(message));
        }
        if let Lines::Listed(curves) = &table.columns
            && curves.len() > MOST_CURVES
        {
            let message = format!(
                "`{}` has {} curves, more than the {MOST_CURVES} that can be distinguished",
                name.value,
                curves.len()
            );
            errors.push(name.error(message));
        }
        let lines = [table.panels.as_ref(), Some(&table.rows), Some(&table.columns)].into_iter().flatten();
        let listed = lines.filter_map(|lines| match lines {
            Lines::Listed(lines) => Some(lines),
            Lines::Axis(_) => None,
        });
        let selections = listed.flatten().map(|line| &line.selection).chain([&table.common]);
        if selections.filter_map(|selection| selection.cells.as_ref()).any(|cells| cells.len() > 1) {
            errors
                .push(name.error(format!("a figure draws one number a cell, `{}` has several", name.value)));
        }
    }
    tables
}

fn plot(wire: &Spanned<PlotWire>, errors: &mut Vec<YamlError>) -> Plot {
    let (marks, axes) = match &wire.value {
        PlotWire::Curves(axes) => (Marks::Curves, axes),
        PlotWire::Bars(axes) => (Marks::Bars, axes),
        PlotWire::Dots(axes) => (Marks::Dots, axes),
    };
    let scale = |axis: &AxisOfPlotWire| axis.scale.as_ref().map(|scale| scale.value);
    if let Some(at) = axes.y.scale.as_ref().filter(|scale| scale.value == ScaleWire::Categories) {
        errors.push(at.error("the vertical axis is of numbers: `linear` or `log`"));
    }
    if let Some(at) =
        axes.x.scale.as_ref().filter(|s| marks != Marks::Curves && s.value != ScaleWire::Categories)
    {
        errors.push(at.error("bars and dots are drawn over categories: only `curves` have a scale"));
    }
    let y = axis(&axes.y, errors);
    let mut references = Vec::new();
    for reference in &axes.references {
        let at = reference.at.value;
        // A range whose end is before its start is reported elsewhere, and has no outside.
        let outside = y.from.zip(y.to).is_none_or(|(from, to)| from < to)
            && (y.from.is_some_and(|from| at < from) || y.to.is_some_and(|to| at > to));
        if outside || !at.is_finite() || (y.scale == Scale::Log && at <= 0.0) {
            errors.push(reference.at.error(format!("the reference at {at} is outside the vertical axis")));
        }
        references.push(Reference { y: at, label: reference.label.clone() });
    }
    let categories = marks != Marks::Curves || scale(&axes.x) == Some(ScaleWire::Categories);
    Plot { x: axis(&axes.x, errors), categories, y, references, marks, spread: axes.spread }
}

fn axis(wire: &AxisOfPlotWire, errors: &mut Vec<YamlError>) -> Axis {
    let scale = match wire.scale.as_ref().map(|scale| scale.value) {
        Some(ScaleWire::Log) => Scale::Log,
        Some(ScaleWire::Linear | ScaleWire::Categories) | None => Scale::Linear,
    };
    for end in [&wire.from, &wire.to].into_iter().flatten() {
        if !end.value.is_finite() || (scale == Scale::Log && end.value <= 0.0) {
            errors.push(end.error(format!("{} has no place on this axis", end.value)));
        }
    }
    let [from, to] = [&wire.from, &wire.to].map(|end| end.as_ref().map(|end| end.value));
    if let (Some(from), Some(to), Some(at)) = (from, to, &wire.to)
        && from >= to
    {
        errors.push(at.error(format!("this axis goes from {from} to {to}: `to` must be above `from`")));
    }
    Axis { label: wire.label.clone(), from, to, scale, reversed: wire.reversed }
}
