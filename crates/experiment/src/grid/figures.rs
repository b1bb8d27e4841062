//! Figures with references resolved: tables that are drawn.

use rejudge_collections::descriptor::Kind;
use rejudge_tables::figures::{Axis, MOST_CURVES, Marks, Reference, Scale};

use super::{Plot, Statistic, Table, tables};
use crate::spec::Named;
use crate::spec::yaml::{Spanned, YamlError};

/// The kinds of collections that share a picture, with the suffix of its file name: real runs come before simulated
/// ones. No figure's name may end in a suffix.
pub const PARTS: [(&[Kind], &str); 4] = [
    (&[Kind::Licensed], "-licensed"),
    (&[Kind::Open], "-open"),
    (&[Kind::Own], "-own"),
    (&[Kind::WorkedExample, Kind::MadeUp, Kind::Simulated], ""),
];

/// Resolves the figures of an experiment to tables.
pub(super) fn resolve(
    written: Named<Spanned<Table>>,
    statistics: &[Statistic],
    errors: &mut Vec<YamlError>,
) -> Vec<Table> {
    let names: Vec<Spanned<String>> = written.0.iter().map(|(name, _)| name.clone()).collect();
    let tables = tables::resolve(written, statistics, errors);
    for (table, name) in tables.iter().zip(names) {
        match &table.plot {
            Some(plot) => check(plot, errors),
            None => errors.push(name.error("a figure needs a `plot`")),
        }
        let mut suffixes = PARTS.iter().map(|(_, suffix)| suffix).filter(|suffix| !suffix.is_empty());
        if let Some(suffix) = suffixes.find(|suffix| name.value.ends_with(**suffix)) {
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
        if table.cells().any(|cells| cells.0.len() > 1) {
            errors
                .push(name.error(format!("a figure draws one number a cell, `{}` has several", name.value)));
        }
    }
    tables
}

/// Reports axes on which points have no place.
fn check(plot: &Spanned<Plot>, errors: &mut Vec<YamlError>) {
    let (marks, axes) = (plot.value.marks(), plot.value.axes());
    let over_numbers = marks != Marks::Curves && axes.x.scale == Scale::Log;
    let mut wrong = |is: bool, message: String| errors.extend(is.then(|| plot.error(message)));
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
}
