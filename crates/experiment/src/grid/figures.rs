//! Resolves figures, which are tables that are drawn.

use rejudge_collections::descriptor::Kind;
use rejudge_tables::figures::{Axis, MAX_CURVES, Marks, Reference, Scale};

use super::{Plot, Statistic, Table, tables};
use crate::spec::Named;
use crate::spec::yaml::{Spanned, YamlError};

/// The kinds of collections that share a picture, with the suffix of its file name. Real runs come before simulated
/// ones. A figure's name must not end in one of these suffixes, because its file could then have the name of another
/// figure's file.
pub const PARTS: [(&[Kind], &str); 4] = [
    (&[Kind::Licensed], "-licensed"),
    (&[Kind::Open], "-open"),
    (&[Kind::Own], "-own"),
    (&[Kind::WorkedExample, Kind::MadeUp, Kind::Simulated], ""),
];

/// Resolves the figures of an experiment to tables.
pub(super) fn resolve(
    figures: Named<Spanned<Table>>,
    statistics: &[Statistic],
    errors: &mut Vec<YamlError>,
) -> Vec<Table> {
    let names: Vec<Spanned<String>> = figures.0.iter().map(|(name, _)| name.clone()).collect();
    let tables = tables::resolve(figures, statistics, errors);
    for (table, name) in tables.iter().zip(names) {
        match &table.plot {
            Some(plot) => check(plot, errors),
            None => errors.push(name.error("a figure needs a `plot`")),
        }
        let mut suffixes = PARTS.iter().map(|(_, suffix)| suffix).filter(|suffix| !suffix.is_empty());
        if let Some(suffix) = suffixes.find(|suffix| name.value.ends_with(**suffix)) {
            let message = format!(
                "`{}` ends in `{suffix}`, which is the suffix of files with one kind of data: choose another name",
                name.value
            );
            errors.push(name.error(message));
        }
        let curves = table.columns.listed();
        if curves.len() > MAX_CURVES {
            let message = format!(
                "`{}` has {} curves, more than the {MAX_CURVES} that can be distinguished",
                name.value,
                curves.len()
            );
            errors.push(name.error(message));
        }
        if table.cells().any(|cells| cells.0.len() > 1) {
            errors.push(
                name.error(format!(
                    "a figure draws one number for each cell, but `{}` has several",
                    name.value
                )),
            );
        }
    }
    tables
}

/// Reports axes on which points cannot be drawn, and reference lines outside of the vertical axis.
fn check(plot: &Spanned<Plot>, errors: &mut Vec<YamlError>) {
    let (marks, axes) = (plot.value.marks(), plot.value.axes());
    let is_scaled = marks != Marks::Curves && axes.x.scale == Scale::Log;
    let mut report_if =
        |is_wrong: bool, message: String| errors.extend(is_wrong.then(|| plot.error(message)));
    report_if(is_scaled, "bars and dots are drawn over categories: only `curves` have a scale".to_owned());
    report_if(
        axes.y.scale == Scale::Categories,
        "the vertical axis has numbers, not categories: expected `linear` or `log`".to_owned(),
    );
    let (x, y) = (&axes.x, &axes.y);
    let has_no_place =
        |axis: &Axis, number: f64| !number.is_finite() || (axis.scale == Scale::Log && number <= 0.0);
    for axis in [x, y] {
        for end in [axis.from, axis.to].into_iter().flatten() {
            report_if(has_no_place(axis, end), format!("{end} has no place on this axis"));
        }
        if let Some((from, to)) = axis.from.zip(axis.to) {
            report_if(from >= to, format!("this axis goes from {from} to {to}: `to` must be above `from`"));
        }
    }
    for Reference { y: value, .. } in &axes.references {
        let is_outside = y.from.is_some_and(|from| *value < from) || y.to.is_some_and(|to| *value > to);
        let message = format!("the reference at {value} is outside the vertical axis");
        report_if(is_outside || has_no_place(y, *value), message);
    }
}
