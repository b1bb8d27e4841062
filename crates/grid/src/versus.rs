//! The point that a cell is compared with.

use rejudge_statistics::Versus;

use super::{Grid, Point};

/// The point that `point` is compared with; `None` if its collection has no such judgments.
pub fn versus_point(versus: &Versus, grid: &Grid, point: &Point) -> Option<Point> {
    let names = &grid.collections[point.collection as usize].judgment_names;
    let judgments = match &versus.judgments {
        Some(name) => Some(names.iter().position(|other| other == name)? as u32),
        None => point.judgments,
    };
    let topic_sets = match &versus.topic_sets {
        Some(name) => Some(place_of(name, grid)? as u32),
        None => point.topic_sets,
    };
    Some(Point { judgments, measure: versus.measure.or(point.measure), topic_sets, ..*point })
}

/// The place of a set of topics on the axis.
pub(super) fn place_of(name: &str, grid: &Grid) -> Option<usize> {
    grid.topic_sets.iter().position(|sets| sets.is_one() && sets.to_string() == name)
}

/// What is compared with, as a parameter of a key.
pub(super) fn versus_key(versus: &Versus, grid: &Grid) -> String {
    let measure = versus.measure.map(|at| format!("measure {}", grid.measures[at as usize].name));
    let topics = versus.topic_sets.as_ref().map(|name| format!("topic-sets {name}"));
    let parts: Vec<String> = versus.judgments.iter().cloned().chain(measure).chain(topics).collect();
    parts.join(", ")
}
