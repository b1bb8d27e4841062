//! The point that a cell is compared with.

use rejudge_statistics::Versus;

use super::{Grid, Point};

/// The point that `point` is compared with; `None` where its collection has no such judgments.
pub fn versus_point(versus: &Versus, grid: &Grid, point: &Point) -> Option<Point> {
    match versus {
        Versus::Judgments(name) => {
            let names = &grid.collections[point.collection as usize].judgment_names;
            let at = names.iter().position(|other| other == name)?;
            Some(Point { judgments: at as u32, ..*point })
        }
        Versus::Measure(measure) => Some(Point { measure: *measure, ..*point }),
    }
}

/// What is compared with, as a parameter of a key.
pub(super) fn versus_key(versus: &Versus, grid: &Grid) -> String {
    match versus {
        Versus::Judgments(name) => name.clone(),
        Versus::Measure(at) => format!("measure {}", grid.measures[*at as usize].name),
    }
}
