//! The point that a cell is compared with.

use rejudge_statistics::Versus;

use super::{Grid, Point};

/// The point that `point` is compared with; `None` where its collection has no such judgments.
pub fn versus_point(versus: &Versus, grid: &Grid, point: &Point) -> Option<Point> {
    let names = &grid.collections[point.collection as usize].judgment_names;
    let judgments = match &versus.judgments {
        Some(name) => Some(names.iter().position(|other| other == name)? as u32),
        None => point.judgments,
    };
    Some(Point { judgments, measure: versus.measure.or(point.measure), ..*point })
}

/// What is compared with, as a parameter of a key.
pub(super) fn versus_key(versus: &Versus, grid: &Grid) -> String {
    let measure = versus.measure.map(|at| format!("measure {}", grid.measures[at as usize].name));
    let parts: Vec<String> = versus.judgments.iter().cloned().chain(measure).collect();
    parts.join(", ")
}
