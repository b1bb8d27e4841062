//! The measures of an axis: one name, a list of names, or a map that combines a measure set (a file that maps
//! labels to full names), the measures of a file of tasks, and further names.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::experiment::Named;
use crate::spec::yaml::{Shaped, Spanned, YamlError, from_node, read};

/// The axis `measure` as it is written.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct MeasureAxis {
    /// A file of measures (`schema: measures/v1`), relative to this file
    pub set: Option<Spanned<String>>,
    /// A file of tasks (`schema: tasks/v1`), relative to this file, whose measures are used
    pub tasks: Option<Spanned<String>>,
    /// The names of further measures, after the measures of the set
    #[serde(rename = "append")]
    pub names: Vec<Spanned<String>>,
    /// The names or labels of measures to remove from the axis
    pub remove: Vec<Spanned<String>>,
}

/// One name, a list of names, or a map.
pub(super) type Written = Shaped<Vec<Spanned<String>>, Vec<Spanned<String>>, MeasureAxis>;

pub(super) fn read_axis<'de, D: Deserializer<'de>>(deserializer: D) -> Result<MeasureAxis, D::Error> {
    Ok(match Written::deserialize(deserializer)? {
        Shaped::Scalar(names) | Shaped::List(names) => MeasureAxis { names, ..MeasureAxis::default() },
        Shaped::Map(map) => map,
    })
}

/// A measure set: the labels that tables show, for example those of a paper, each with the full name of a measure
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MeasureSet {
    /// Always `measures/v1`
    #[schemars(extend("const" = "measures/v1"))]
    schema: Option<Spanned<String>>,
    /// The title
    #[serde(default, rename = "title")]
    _title: String,
    /// The full name of the measure for each label, in the order of the tables
    measures: Named<Spanned<String>>,
}

/// Reads a measure set. Returns the label and the full name of each measure, in the order of the file.
pub fn read_set(name: &Spanned<String>) -> Result<Vec<(String, Spanned<String>)>, YamlError> {
    let path = name.path();
    if !rejudge_collections::bundled::is_file(&path) {
        let message = format!("there is no measure set {}", path.display());
        return Err(name.error(message));
    }
    let MeasureSet { schema, measures, .. } = from_node(&read(&path)?)?;
    if let Some(schema) = schema.filter(|schema| schema.value != "measures/v1") {
        return Err(schema.error(format!("found `{}`, expected `measures/v1`", schema.value)));
    }
    Ok(measures.0.into_iter().map(|(label, full)| (label.value, full)).collect())
}
