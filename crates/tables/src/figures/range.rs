//! The range of an axis: as given, or around all its points.

use crate::figures::figure_data::{Axis, Curve, Figure, Marks, Panel, Scale, Spread};
use crate::figures::layout::categorical;

/// Lowest and highest number of some numbers.
fn extent(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |extent, value| match extent {
        None => Some((value, value)),
        Some((low, high)) => Some((f64::min(low, value), f64::max(high, value))),
    })
}

/// Range of the horizontal axis of a panel: from its first point to its last, categories with half a place on
/// either side.
pub fn of_x(figure: &Figure, panel: &Panel) -> (f64, f64) {
    if categorical(figure) {
        return (-0.5, panel.categories.len().max(1) as f64 - 0.5);
    }
    let xs = |curves: &mut dyn Iterator<Item = &Curve>| extent(curves.flat_map(|c| &c.points).map(|p| p.x));
    // An empty panel has the range of the others.
    let found =
        xs(&mut panel.curves.iter()).or_else(|| xs(&mut figure.panels.iter().flat_map(|p| &p.curves)));
    settled(&figure.x, found, false)
}

/// Returns the range of the vertical axis of all panels: around all points, their spread and the references. Bars start
/// at 0. A given end moves to a dot or bar beyond it, because no line would show that there is one.
pub fn of_y(figure: &Figure) -> (f64, f64) {
    let points = || figure.panels.iter().flat_map(|panel| &panel.curves).flat_map(|curve| &curve.points);
    let with_spread = figure.spread != Spread::Hidden;
    let reaches = points().filter_map(|p| if with_spread { p.reach() } else { p.y.map(|y| (y, y)) });
    // A logarithmic axis has no place for a spread below 0.
    let placed = |&value: &f64| figure.y.scale != Scale::Log || value > 0.0;
    // The point itself is between them, and remains if one of them has no place on the axis.
    let own = points().filter_map(|p| p.y);
    let values = reaches.flat_map(|(low, high)| [low, high]).chain(own).filter(placed);
    let references = figure.references.iter().map(|reference| reference.y);
    let ground = (figure.marks == Marks::Bars && figure.y.scale == Scale::Linear).then_some(0.0);
    let mut axis = figure.y.clone();
    let unjoined = extent(points().filter_map(|p| p.y)).filter(|_| figure.marks != Marks::Curves);
    if let Some((low, high)) = unjoined {
        axis.from = axis.from.map(|from| from.min(low));
        axis.to = axis.to.map(|to| to.max(high));
    }
    settled(&axis, extent(values.chain(references).chain(ground)), true)
}

/// The range of an axis with numbers `found`; `room` leaves some above and below.
fn settled(axis: &Axis, found: Option<(f64, f64)>, room: bool) -> (f64, f64) {
    let log = axis.scale == Scale::Log;
    let fallback = if log { (1.0, 10.0) } else { (0.0, 1.0) };
    let (mut low, mut high) = found.unwrap_or(fallback);
    let single = low >= high;
    if log {
        if single {
            (low, high) = (low / 2.0, high * 2.0);
        }
    } else {
        if single {
            let half = if low == 0.0 { 0.5 } else { libm::fabs(low) / 10.0 };
            (low, high) = (low - half, high + half);
        }
        if room {
            let more = (high - low) / 25.0;
            // The axis goes below 0 only if some number does.
            low = if low >= 0.0 { f64::max(low - more, 0.0) } else { low - more };
            high += more;
        }
    }
    let (low, high) = (axis.from.unwrap_or(low), axis.to.unwrap_or(high));
    match (axis.from, axis.to) {
        _ if low < high => (low, high),
        // The given end is beyond all points.
        (Some(from), None) if log => (from, from * 10.0),
        (None, Some(to)) if log => (to / 10.0, to),
        (Some(from), _) => (from, from + 1.0),
        (None, _) => (high - 1.0, high),
    }
}
