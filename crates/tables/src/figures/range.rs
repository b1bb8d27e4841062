//! The range of an axis: the ends that the figure specifies, otherwise a range that includes all points.

use crate::figures::figure_data::{Axis, Curve, Figure, Marks, Panel, Scale, Spread};
use crate::figures::layout::categorical;

/// The least length of a linear axis. The ticks of a shorter axis would need numbers that are too small for a float.
const MIN_LENGTH: f64 = 1e-300;

/// Returns the lowest and the highest number, if there are any.
fn extent(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |extent, value| match extent {
        None => Some((value, value)),
        Some((low, high)) => Some((f64::min(low, value), f64::max(high, value))),
    })
}

/// Returns the range of a panel's horizontal axis. With categories, it covers all of them, each with half a category's
/// width on either side. Otherwise it is from the lowest x to the highest, unless the figure specifies the ends.
pub(crate) fn x_range(figure: &Figure, panel: &Panel) -> (f64, f64) {
    if categorical(figure) {
        return (-0.5, panel.categories.len().max(1) as f64 - 0.5);
    }
    let xs = |curves: &mut dyn Iterator<Item = &Curve>| extent(curves.flat_map(|c| &c.points).map(|p| p.x));
    // An empty panel has the range of the other panels.
    let points =
        xs(&mut panel.curves.iter()).or_else(|| xs(&mut figure.panels.iter().flat_map(|p| &p.curves)));
    axis_range(&figure.x, points, false)
}

/// Returns the range of the vertical axis of all panels. Unless the figure specifies the ends, the range
/// includes all points, their spread if it is drawn, the references, and also 0 if there are bars on a linear
/// axis. If a dot or bar is beyond an end that the figure specifies, the axis is extended: a line that leaves
/// the panel shows that there is a point outside, but a dot would just be missing.
pub(crate) fn y_range(figure: &Figure) -> (f64, f64) {
    let points = || figure.panels.iter().flat_map(|panel| &panel.curves).flat_map(|curve| &curve.points);
    let with_spread = figure.spread != Spread::Hidden;
    let reaches = points().filter_map(|p| if with_spread { p.spread_ends() } else { p.y.map(|y| (y, y)) });
    // An infinite end of a spread has no place on an axis, and an end of 0 or below has none on a logarithmic axis.
    let placed = |&value: &f64| (figure.y.scale != Scale::Log || value > 0.0) && value.is_finite();
    // Points count even if an end of their spread has no position on the axis.
    let ys = points().filter_map(|p| p.y);
    let values = reaches.flat_map(|(low, high)| [low, high]).chain(ys).filter(placed);
    let references = figure.references.iter().map(|reference| reference.y);
    let ground = (figure.marks == Marks::Bars && figure.y.scale == Scale::Linear).then_some(0.0);
    let mut axis = figure.y.clone();
    let unjoined = extent(points().filter_map(|p| p.y)).filter(|_| figure.marks != Marks::Curves);
    if let Some((low, high)) = unjoined {
        axis.from = axis.from.map(|from| from.min(low));
        axis.to = axis.to.map(|to| to.max(high));
    }
    axis_range(&axis, extent(values.chain(references).chain(ground)), true)
}

/// Returns the range of an axis for numbers of this extent. Its ends are finite. They differ unless the figure
/// specifies an end near the largest or the smallest number of the scale. If `room` is true, the range of a linear
/// axis is a little larger than the extent.
fn axis_range(axis: &Axis, extent: Option<(f64, f64)>, room: bool) -> (f64, f64) {
    let log = axis.scale == Scale::Log;
    let fallback = if log { (1.0, 10.0) } else { (0.0, 1.0) };
    let (mut low, mut high) = extent.unwrap_or(fallback);
    if log {
        if low >= high {
            (low, high) = (low / 2.0, high * 2.0);
        }
    } else {
        if high - low < MIN_LENGTH {
            let half = if libm::fabs(low) < MIN_LENGTH { 0.5 } else { libm::fabs(low) / 10.0 };
            (low, high) = (low - half, high + half);
        }
        if room {
            let margin = (high - low) / 25.0;
            // The margin does not move the start of the axis below 0.
            low = if low >= 0.0 { f64::max(low - margin, 0.0) } else { low - margin };
            high += margin;
        }
    }
    let (low, high) = (axis.from.unwrap_or(low), axis.to.unwrap_or(high));
    let is_long_enough = if log { low < high } else { high - low >= MIN_LENGTH };
    // Adding 1 does not change a large number.
    let step = |end: f64| f64::max(1.0, libm::fabs(end) * 1e-9);
    let (low, high) = match (axis.from, axis.to) {
        _ if is_long_enough => (low, high),
        // The figure specifies an end that is beyond all points.
        (Some(from), None) if log => (from, from * 10.0),
        (None, Some(to)) if log => (to / 10.0, to),
        (Some(from), _) => (from, from + step(from)),
        (None, _) => (high - step(high), high),
    };
    // Half of the smallest positive number rounds to 0, which has no place on a logarithmic axis.
    let lowest = if log { f64::from_bits(1) } else { f64::MIN };
    (low.max(lowest), high.min(f64::MAX))
}
