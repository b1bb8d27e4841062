//! What a ranking is compared with, with names resolved.

use super::{Grid, Measure, Point};
use rejudge_spec::VersusWire;
use rejudge_spec::yaml::YamlError;

/// What a ranking of the runs is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Versus {
    /// The same measure under the judgment set of this name.
    Judgments(String),
    /// The measure of this index, under the same judgments.
    Measure(u32),
}

impl Versus {
    /// # Errors
    /// When there is no such measure, with the nearest name.
    pub(super) fn new(wire: &VersusWire, measures: &[Measure]) -> Result<Self, YamlError> {
        let name = match wire {
            VersusWire::Judgments(name) => return Ok(Self::Judgments(name.value.clone())),
            VersusWire::Measure(name) => name,
        };
        // A label may be the full name of another measure: what tables call it comes first.
        let by_label = measures.iter().position(|m| m.label == name.value);
        match by_label.or_else(|| measures.iter().position(|m| m.name == name.value)) {
            Some(at) => Ok(Self::Measure(at as u32)),
            None => {
                let error = name.error(format!("the measure `{}` is not on the axis", name.value));
                Err(error.suggesting(&name.value, measures.iter().map(|m| m.label.as_str())))
            }
        }
    }

    /// The point that `point` is compared with; `None` where its collection has no such judgments.
    pub fn point(&self, grid: &Grid, point: &Point) -> Option<Point> {
        match self {
            Self::Judgments(name) => {
                let names = &grid.collections[point.collection as usize].judgment_names;
                let at = names.iter().position(|other| other == name)?;
                Some(Point { judgments: at as u32, ..*point })
            }
            Self::Measure(measure) => Some(Point { measure: *measure, ..*point }),
        }
    }

    /// As a parameter of a key.
    pub fn key(&self, grid: &Grid) -> String {
        match self {
            Self::Judgments(name) => name.clone(),
            Self::Measure(at) => format!("measure {}", grid.measures[*at as usize].name),
        }
    }
}
