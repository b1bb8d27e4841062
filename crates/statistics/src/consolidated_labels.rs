//! Labels of several assessors as cells: the level and the gain of each item.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rejudge_collections::read;
use rejudge_labels::{LabelledTopic, Scheme, find_scheme, read_labels, to_f64};
use rejudge_shipped::in_place;
use rejudge_spec::yaml::{Spanned, YamlError};
use rejudge_store::ordinary_file;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::entry::written;
use crate::{Entry, Inputs, Number, Outcome, Statistic, Subject};

/// Items that several assessors labelled, consolidated by a scheme.
pub(crate) static CONSOLIDATED_LABELS: Entry = Entry {
    name: "consolidated-labels",
    summary: "Items that several assessors labelled, consolidated by a scheme.",
    version: 1,
    components: &["gain", "level", "levels", "items"],
    has_measure: false,
    has_judgments: false,
    is_of_compared_runs: false,
    is_of_a_team: false,
    read: |node, _, _| Ok(Arc::new(ConsolidatedLabels::new(&written(node)?)?)),
    schema: |generator| generator.subschema_for::<Written>(),
};

/// `consolidated-labels`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "ConsolidatedLabels")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    /// The scheme: a YAML file.
    scheme: Spanned<String>,
    /// The labels: a table of one topic; without one the scheme alone is looked at.
    labels: Option<Spanned<String>>,
}

/// What is consolidated, and how. Known by what the files say, not by where they lie.
#[derive(Debug)]
struct ConsolidatedLabels {
    /// File of the scheme.
    scheme: PathBuf,
    /// File of the labels, where there are any.
    labels: Option<PathBuf>,
    /// Hash of both.
    content: String,
}

impl ConsolidatedLabels {
    /// Finds the files; one that cannot be read is an error where it is named.
    fn new(Written { scheme, labels }: &Written) -> Result<Self, YamlError> {
        let (path, of_labels) = (scheme.path(), labels.as_ref().map(Spanned::path));
        let content = content(&path, of_labels.as_deref()).map_err(|(other, error)| {
            let file = if other == path { scheme } else { labels.as_ref().unwrap_or(scheme) };
            file.error(format!("cannot read {}: {error}", other.display())).of_missing_file()
        })?;
        Ok(Self { scheme: path, labels: of_labels, content })
    }

    /// Whether the files still say what they said: numbers are kept under what they said.
    fn is_unchanged(&self) -> bool {
        content(&self.scheme, self.labels.as_deref()).is_ok_and(|content| content == self.content)
    }
}

/// Hash of both files, or which of them cannot be read.
fn content(scheme: &Path, labels: Option<&Path>) -> Result<String, (PathBuf, io::Error)> {
    let mut hasher = blake3::Hasher::new();
    for path in [Some(scheme), labels].into_iter().flatten() {
        let read = in_place(path).map_or_else(|| ordinary_file::read(path), |brought| Ok(brought.to_vec()));
        let bytes = read.map_err(|error| (path.to_owned(), error))?;
        hasher.update(blake3::hash(&bytes).as_bytes());
    }
    Ok(hasher.finalize().to_hex().to_string())
}

impl Statistic for ConsolidatedLabels {
    fn entry(&self) -> &'static Entry {
        &CONSOLIDATED_LABELS
    }

    fn parameters(&self, _versus: Option<&str>, _of: Option<&str>) -> String {
        self.content.clone()
    }

    /// How many levels the scheme has, level 0 included; of the labels' only topic how many items it has, and
    /// the level and gain of each. An item without a level, since assessors are missing, has no numbers.
    fn compute(&self, _inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let folder = self.scheme.parent().unwrap_or(&self.scheme);
        let scheme = find_scheme(&self.scheme.to_string_lossy(), folder)
            .map_err(|e| Outcome::failed(e.to_string()))?;
        let mut outcome = Outcome::of(&[("levels", (scheme.gains().len() + 1) as f64)]);
        if let Some(path) = &self.labels {
            let bytes = read(path).map_err(|e| Outcome::failed(e.to_string()))?;
            let topics = read_labels(path, &bytes, &scheme).map_err(|e| Outcome::failed(e.to_string()))?;
            let [topic] = topics.as_slice() else {
                return Err(Outcome::failed(format!("{}: expected one topic", path.display())));
            };
            outcome.numbers.extend(numbers(&scheme, topic));
        }
        if !self.is_unchanged() {
            let scheme = self.scheme.display();
            return Err(Outcome::failed(format!("{scheme} or its labels changed meanwhile: run again")));
        }
        Ok(outcome)
    }
}

fn numbers(scheme: &Scheme, topic: &LabelledTopic<'_>) -> Vec<Number> {
    let gain = |level: u8| {
        let found = scheme.gains().iter().find(|(known, _)| *known == level);
        found.map_or(0.0, |(_, gain)| to_f64(gain))
    };
    let number = |component: &str, of: Subject, value| Number { component: component.to_owned(), of, value };
    let mut numbers = vec![number("items", Subject::Whole, topic.documents.len() as f64)];
    for (item, level) in topic.documents.iter().zip(topic.levels(scheme)) {
        let Ok(level) = level else { continue };
        let of = Subject::Item((*item).to_owned());
        numbers.push(number("gain", of.clone(), gain(level)));
        numbers.push(number("level", of, f64::from(level)));
    }
    numbers
}
