//! The kinds of YAML files, with a JSON Schema for each. Editors use the schemas to complete and check what you type.

use rejudge_collections::descriptor::Descriptor;
use serde_json::Value;

use rejudge_experiment::labels::labels_schema;
use rejudge_experiment::printed::Expected;
use rejudge_experiment::spec::{Tasks, measures_schema, schema_root};

/// The kinds of files that have a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum FileKind {
    /// An experiment: experiments/*/experiment.yaml
    Experiment,
    /// A paper's values and their errata: expected.yaml
    Expected,
    /// A test collection, or the model of one: configs/collections/*.yaml
    Collection,
    /// Labels of measures and their full names
    Measures,
    /// A scheme that merges assessors' labels into a level of relevance: configs/labels/*.yaml
    Labels,
    /// Tasks of evaluation campaigns with their measures
    Tasks,
}

/// Returns the JSON Schema of a kind of file, with the title that editors show.
pub fn schema_of(kind: FileKind) -> Value {
    let (title, mut schema) = match kind {
        FileKind::Experiment => ("Experiment of rejudge", rejudge_experiment::grid::experiment_schema()),
        FileKind::Expected => ("Printed tables and recorded results for rejudge", schema_root::<Expected>()),
        FileKind::Collection => ("Collection of rejudge", schema_root::<Descriptor>()),
        FileKind::Measures => ("Measure set of rejudge", measures_schema()),
        FileKind::Labels => ("Label scheme of rejudge", labels_schema()),
        FileKind::Tasks => ("Tasks of evaluation campaigns for rejudge", schema_root::<Tasks>()),
    };
    schema["title"] = title.into();
    schema
}
