//! What a ranking of the runs is compared with.

use rejudge_spec::VersusWire;
use rejudge_spec::yaml::YamlError;

use crate::Names;

/// What a ranking of the runs is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Versus {
    /// The same measure under the judgment set of this name.
    Judgments(String),
    /// The measure at this place of the axis, under the same judgments.
    Measure(u32),
}

impl Versus {
    /// # Errors
    /// When there is no such measure, with the nearest name.
    pub(crate) fn new(wire: &VersusWire, names: &Names<'_>) -> Result<Self, YamlError> {
        let name = match wire {
            VersusWire::Judgments(name) => return Ok(Self::Judgments(name.value.clone())),
            VersusWire::Measure(name) => name,
        };
        // A label may be the full name of another measure: what tables call it comes first.
        let by_label = names.measures.iter().position(|m| m.label == name.value);
        match by_label.or_else(|| names.measures.iter().position(|m| m.name == name.value)) {
            Some(at) => Ok(Self::Measure(at as u32)),
            None => {
                let error = name.error(format!("the measure `{}` is not on the axis", name.value));
                Err(error.suggesting(&name.value, names.measures.iter().map(|m| m.label.as_str())))
            }
        }
    }
}
