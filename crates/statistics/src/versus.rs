//! What a ranking of the runs is compared with.

use rejudge_spec::VersusWire;
use rejudge_spec::yaml::YamlError;

use crate::Names;

/// What a ranking of the runs is compared with: the ranking under other judgments, by another measure, on other
/// topics, or several of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versus {
    /// The judgment set of this name; `None`: the cell's own.
    pub judgments: Option<String>,
    /// The measure at this place of the axis; `None`: the cell's own.
    pub measure: Option<u32>,
    /// The set of topics of this name; `None`: the cell's own.
    pub topic_sets: Option<String>,
}

impl Versus {
    /// The same measure under the judgment set of this name.
    pub(crate) fn by_judgments(name: String) -> Self {
        Self { judgments: Some(name), measure: None, topic_sets: None }
    }

    /// # Errors
    /// When there is no such measure, with the nearest name.
    pub(crate) fn new(wire: &VersusWire, names: &Names<'_>) -> Result<Self, YamlError> {
        let judgments = wire.judgments.as_ref().map(|name| name.value.clone());
        let topic_sets = wire.topic_sets.as_ref().map(|name| name.value.clone());
        let Some(name) = &wire.measure else { return Ok(Self { judgments, measure: None, topic_sets }) };
        // A label may be the full name of another measure: what tables call it comes first.
        let by_label = names.measures.iter().position(|m| m.label == name.value);
        match by_label.or_else(|| names.measures.iter().position(|m| m.name == name.value)) {
            Some(at) => Ok(Self { judgments, measure: Some(at as u32), topic_sets }),
            None => {
                let error = name.error(format!("the measure `{}` is not on the axis", name.value));
                Err(error.suggesting(&name.value, names.measures.iter().map(|m| m.label.as_str())))
            }
        }
    }
}
