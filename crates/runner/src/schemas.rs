//! The kinds of files that people write, and the JSON Schema of each, which editors read.

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

impl FileKind {
    /// Returns the title of such a file for editors.
    fn title(self) -> &'static str {
        match self {
            Self::Experiment => "Experiment of rejudge",
            Self::Expected => "Printed tables and recorded results for rejudge",
            Self::Collection => "Collection of rejudge",
            Self::Measures => "Measure set of rejudge",
            Self::Labels => "Label scheme of rejudge",
            Self::Tasks => "Tasks of evaluation campaigns for rejudge",
        }
    }
}

/// The schema of one kind of files.
pub fn schema_of(kind: FileKind) -> Value {
    let mut schema = match kind {
        FileKind::Experiment => rejudge_experiment::grid::experiment_schema(),
        FileKind::Expected => schema_root::<Expected>(),
        FileKind::Collection => schema_root::<Descriptor>(),
        FileKind::Measures => measures_schema(),
        FileKind::Labels => labels_schema(),
        FileKind::Tasks => schema_root::<Tasks>(),
    };
    schema["title"] = Value::from(kind.title());
    schema
}
