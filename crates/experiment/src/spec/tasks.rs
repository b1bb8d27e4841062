//! The tasks of evaluation campaigns, with the measures that they used: `schema: tasks/v1`.
//!
//! A survey prints them as tables of words, which are in expected.yaml. A file of tasks links every printed
//! measure to our names for it, which include the gains, or to the reason why we have no such measure.

use rejudge_metrics::Metric;
use schemars::JsonSchema;
use serde::Deserialize;

use super::experiment::Named;
use crate::spec::yaml::{OneOrMany, Spanned, YamlError, from_node, read};

/// The tasks of a survey, table by table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Tasks {
    /// Always `tasks/v1`.
    #[schemars(extend("const" = "tasks/v1"))]
    schema: Spanned<String>,
    /// The title.
    #[serde(default)]
    pub title: String,
    /// The tasks of each printed table, in the order of the table.
    pub tables: Named<Vec<Task>>,
}

/// A task, which is a row of a printed table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Task {
    /// The name of the task in addresses, and the label of its row in expected.yaml.
    pub id: Spanned<String>,
    /// The number of levels of relevance, including nonrelevant.
    pub levels: OneOrMany<u8>,
    /// The collections on which the measures are scored.
    pub on: OneOrMany<Spanned<String>>,
    /// The schemes in configs/labels that turn several labels into one level, if there are any.
    pub labels: Option<OneOrMany<Spanned<String>>>,
    /// The gain of each level.
    pub gains: String,
    /// The section of the survey.
    pub section: String,
    /// The printed measures.
    pub measures: Vec<Link>,
}

/// A printed measure with our names for it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Link {
    /// The printed name.
    pub printed: Spanned<String>,
    /// Our names for the measure.
    #[serde(default)]
    pub ours: Vec<Spanned<String>>,
    /// The collections on which the measure is scored, if they are not the task's.
    pub on: Option<OneOrMany<Spanned<String>>>,
    /// The reason why we have no such measure, or a remark on it, for example that the survey gives no cutoff.
    #[serde(default)]
    pub note: String,
}

impl Tasks {
    /// Reads a file of tasks.
    pub fn load(file: &Spanned<String>) -> Result<Self, YamlError> {
        let path = file.path();
        if !rejudge_collections::bundled::is_file(&path) {
            let message = format!("there is no file of tasks {}", path.display());
            return Err(file.error(message));
        }
        let tasks: Self = from_node(&read(&path)?)?;
        if tasks.schema.value != "tasks/v1" {
            let message = format!("found `{}`, expected `tasks/v1`", tasks.schema.value);
            return Err(tasks.schema.error(message));
        }
        match tasks.tables.0.iter().flat_map(|(_, rows)| rows).find_map(Task::fault) {
            Some(error) => Err(error),
            None => Ok(tasks),
        }
    }

    /// Returns each task with the name of its table.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Task)> {
        self.tables.0.iter().flat_map(|(table, rows)| rows.iter().map(|row| (table.value.as_str(), row)))
    }
}

impl Task {
    /// Returns the collections on which the measures of `link` are scored.
    pub fn collections<'a>(&'a self, link: &'a Link) -> &'a [Spanned<String>] {
        link.on.as_ref().map_or(&self.on.0, |on| &on.0)
    }

    /// Returns an error if a measure has neither our names nor a note.
    fn fault(&self) -> Option<YamlError> {
        let unexplained = |link: &&Link| link.ours.is_empty() && link.note.is_empty();
        let printed = &self.measures.iter().find(unexplained)?.printed;
        Some(printed.error(format!("`{}` has no `ours`, and no `note` that says why", printed.value)))
    }

    /// Returns an item for each of our names: the link, the name, and the measure, or an error if no measure has the
    /// name.
    pub fn metrics(&self) -> impl Iterator<Item = (&Link, &Spanned<String>, Result<Metric, YamlError>)> {
        self.measures.iter().flat_map(|link| {
            link.ours.iter().map(move |name| {
                let metric = name.value.parse::<Metric>().map_err(|error| name.error(error.to_string()));
                (link, name, metric)
            })
        })
    }
}
