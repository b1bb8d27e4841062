//! Checks that a figure can be drawn.

use anyhow::{Result, bail, ensure};

use crate::figures::figure_data::{Axis, Figure, Panel, Scale};
use crate::figures::layout::categorical;
use crate::figures::style::{MAX_CURVES, labels};

/// Returns an error if the figure cannot be drawn.
pub(crate) fn check(figure: &Figure) -> Result<()> {
    let (name, curves) = (&figure.name, labels(figure).len());
    ensure!(
        curves <= MAX_CURVES,
        "figure `{name}` has {curves} curves, more than the {MAX_CURVES} that can be distinguished"
    );
    for axis in [&figure.x, &figure.y] {
        for value in [axis.from, axis.to].into_iter().flatten() {
            check_place(figure, axis, &axis.label, value)?;
        }
        if let Some((from, to)) = axis.from.zip(axis.to) {
            ensure!(
                from < to,
                "figure `{name}`: the axis `{}` goes from {from} to {to}: `to` must be above `from`",
                axis.label
            );
        }
    }
    for reference in &figure.references {
        let (y, label) = (reference.y, &reference.label);
        check_place(figure, &figure.y, label, y)?;
        let is_outside = figure.y.from.is_some_and(|from| y < from) || figure.y.to.is_some_and(|to| y > to);
        ensure!(!is_outside, "figure `{name}`: the reference `{label}` at {y} is outside the vertical axis");
    }
    figure.panels.iter().try_for_each(|panel| check_panel(figure, panel))
}

/// Returns an error if `value` has no position on the axis. `label` is the label of the curve, the reference
/// or the axis that has this value.
fn check_place(figure: &Figure, axis: &Axis, label: &str, value: f64) -> Result<()> {
    let name = &figure.name;
    ensure!(value.is_finite(), "figure `{name}`: `{label}` has the value {value}, which cannot be drawn");
    ensure!(
        axis.scale != Scale::Log || value > 0.0,
        "figure `{name}`: {value} has no place on a logarithmic axis"
    );
    Ok(())
}

fn check_panel(figure: &Figure, panel: &Panel) -> Result<()> {
    let name = &figure.name;
    for (index, curve) in panel.curves.iter().enumerate() {
        let label = &curve.label;
        if panel.curves[..index].iter().any(|other| other.label == *label) {
            bail!("figure `{name}`: panel `{}` has two curves `{label}`", panel.title);
        }
        for point in &curve.points {
            let is_category = categorical(figure);
            // Categories are at the numbers 0, 1, .. of a linear axis, even if the figure's scale is logarithmic.
            let x_axis =
                Axis { scale: if is_category { Scale::Linear } else { figure.x.scale }, ..Axis::default() };
            check_place(figure, &x_axis, label, point.x)?;
            point.y.map_or(Ok(()), |y| check_place(figure, &figure.y, label, y))?;
            point.spread.map_or(Ok(()), |spread| check_place(figure, &Axis::default(), label, spread))?;
            let is_known =
                point.x >= 0.0 && point.x.fract() == 0.0 && (point.x as usize) < panel.categories.len();
            ensure!(
                !is_category || is_known,
                "figure `{name}`: curve `{label}` has a point at {}, which is not a category of its panel",
                point.x
            );
        }
    }
    Ok(())
}
