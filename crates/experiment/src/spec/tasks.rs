//! Tasks of evaluation campaigns with the measures that they used: `schema: tasks/v1`.
//!
//! A survey prints them as tables of words, which are in expected.yaml. Here every printed measure is linked
//! to our names, gains included, or to the reason why there is none.

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
    /// One line for people.
    #[serde(default)]
    pub title: String,
    /// The tasks of each printed table, in its order.
    pub tables: Named<Vec<Task>>,
}

/// A row of a printed table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Task {
    /// Its name in addresses, and the label of its row in expected.yaml.
    pub id: Spanned<String>,
    /// The number of levels of relevance, including nonrelevant.
    pub levels: OneOrMany<u8>,
    /// The collections that its measures are scored on.
    pub on: OneOrMany<Spanned<String>>,
    /// The schemes that make one level of several labels (files of configs/labels), where there are any.
    pub labels: Option<OneOrMany<Spanned<String>>>,
    /// The gain of each level.
    pub gains: String,
    /// Section of the survey.
    pub section: String,
    /// The printed measures.
    pub measures: Vec<Link>,
}

/// A printed measure and ours.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Link {
    /// As printed.
    pub printed: Spanned<String>,
    /// Our names of it.
    #[serde(default)]
    pub ours: Vec<Spanned<String>>,
    /// Collections that these are scored on, where they are others than the task's.
    pub on: Option<OneOrMany<Spanned<String>>>,
    /// The reason why there is none, or an ambiguity of the names.
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

    /// Returns every task, with the name of its table.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Task)> {
        self.tables.0.iter().flat_map(|(table, rows)| rows.iter().map(|row| (table.value.as_str(), row)))
    }
}

impl Task {
    /// Returns the collections that the measures of `link` are scored on.
    pub fn collections<'a>(&'a self, link: &'a Link) -> &'a [Spanned<String>] {
        link.on.as_ref().map_or(&self.on.0, |on| &on.0)
    }

    /// Returns the error in it, if any.
    fn fault(&self) -> Option<YamlError> {
        let silent = |link: &&Link| link.ours.is_empty() && link.note.is_empty();
        self.measures.iter().find(silent).map(|link| {
            let message = format!("`{}` has neither `ours` nor a `note` that says why", link.printed.value);
            link.printed.error(message)
        })
    }

    /// Our measures: the printed name, ours, and the measure or why there is none of that name.
    pub fn metrics(&self) -> impl Iterator<Item = (&Link, &Spanned<String>, Result<Metric, YamlError>)> {
        self.measures.iter().flat_map(|link| {
            let metric = |name: &Spanned<String>| {
                name.value.parse().map_err(|e: rejudge_metrics::NameError| name.error(e.to_string()))
            };
            link.ours.iter().map(move |name| (link, name, metric(name)))
        })
    }
}
