//! The point that a cell is compared with.

use crate::spec::Versus;
use serde_json::{Value, json};

use super::statistic::place_of_measure;
use super::{Grid, Measure, Point};

/// Returns the point that `point` is compared with; `None` if its collection has no such judgments.
pub(crate) fn versus_point(versus: &Versus, grid: &Grid, point: &Point) -> Option<Point> {
    let names = &grid.collections[point.collection as usize].judgment_names;
    let judgments = match &versus.judgments {
        Some(name) => Some(names.iter().position(|other| *other == name.value)? as u32),
        None => point.judgments,
    };
    let topic_sets = match &versus.topic_sets {
        Some(name) => Some(place_of(&name.value, grid)? as u32),
        None => point.topic_sets,
    };
    Some(Point { judgments, measure: measure_of(versus, grid).or(point.measure), topic_sets, ..*point })
}

/// Returns the place of the measure that is compared with; `None`: the same.
pub(crate) fn measure_of(versus: &Versus, grid: &Grid) -> Option<u32> {
    Some(place_of_measure(versus.measure.as_ref()?, &grid.measures)? as u32)
}

/// Returns the place of a set of topics on the axis.
pub(super) fn place_of(name: &str, grid: &Grid) -> Option<usize> {
    grid.topic_sets.iter().position(|sets| sets.is_one() && sets.to_string() == name)
}

/// Returns the parameter `versus` of a key: a measure has its full name.
pub(super) fn versus_key(versus: &Versus, measures: &[Measure]) -> Value {
    let at = versus.measure.as_ref().and_then(|name| place_of_measure(name, measures));
    let mut key = json!(versus);
    if let Some(at) = at {
        key["measure"] = json!(measures[at].name);
    }
    key
}
