//! Several assessors' labels, consolidated: the level and the gain of each item.

use crate::labels::{LabelledTopic, Scheme, find_scheme, read_labels, to_f64};
use crate::spec::yaml::{Spanned, YamlError};
use rejudge_collections::bundled::bundled_file;
use rejudge_collections::read;
use rejudge_store::ordinary_file;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Inputs, Outcome, StatisticEntry, StatisticKind, Subject};

/// Items that several assessors labelled, consolidated by a scheme.
pub(crate) static CONSOLIDATED_LABELS: StatisticEntry = StatisticEntry {
    summary: "Items that several assessors labelled, consolidated by a scheme.",
    components: &["gain", "level", "levels", "items"],
    has_measure: false,
    has_judgments: false,
    uses_compared_runs: false,
    page: "ntcir.md",
    ..StatisticEntry::new::<ConsolidatedLabels>("consolidated-labels")
};

/// `consolidated-labels`. Cache keys contain the hash of the files, not their paths.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ConsolidatedLabels {
    /// The scheme: a YAML file.
    #[serde(skip_serializing)]
    scheme: Spanned<String>,
    /// The labels: a table of one topic. Without it only the scheme's levels are counted.
    #[serde(skip_serializing)]
    labels: Option<Spanned<String>>,
    /// The hash of the files.
    #[serde(skip_deserializing)]
    #[schemars(skip)]
    content: String,
}

impl ConsolidatedLabels {
    /// Returns the hash of the scheme and of the labels, if there are labels.
    ///
    /// # Errors
    /// If one of them cannot be read.
    fn hash(&self) -> Result<String, YamlError> {
        let mut hasher = blake3::Hasher::new();
        for file in [Some(&self.scheme), self.labels.as_ref()].into_iter().flatten() {
            let path = file.path();
            let read = bundled_file(&path)
                .map_or_else(|| ordinary_file::read(&path), |bundled| Ok(bundled.to_vec()));
            let bytes =
                read.map_err(|error| file.error(format!("cannot read {}: {error}", path.display())))?;
            hasher.update(blake3::hash(&bytes).as_bytes());
        }
        Ok(hasher.finalize().to_hex().to_string())
    }
}

impl StatisticKind for ConsolidatedLabels {
    fn check(&mut self, _base: Option<&dyn StatisticKind>, errors: &mut Vec<YamlError>) {
        match self.hash() {
            Ok(content) => self.content = content,
            Err(error) => errors.push(error),
        }
    }

    /// Counts the scheme's levels, including level 0. If there are labels, also counts the items of their
    /// only topic, and returns the level and the gain of each item with the right number of assessors.
    fn compute(&self, _inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let path = self.scheme.path();
        let folder = path.parent().unwrap_or(&path);
        let scheme = find_scheme(&path.to_string_lossy(), folder)
            .map_err(|error| Outcome::failed(error.to_string()))?;
        let mut outcome = Outcome::new(&[("levels", (scheme.gains().len() + 1) as f64)]);
        if let Some(path) = self.labels.as_ref().map(Spanned::path) {
            let bytes = read(&path).map_err(|error| Outcome::failed(error.to_string()))?;
            let topics =
                read_labels(&path, &bytes, &scheme).map_err(|error| Outcome::failed(error.to_string()))?;
            let [topic] = topics.as_slice() else {
                return Err(Outcome::failed(format!("{}: expected one topic", path.display())));
            };
            add_items(&mut outcome, &scheme, topic);
        }
        // The cache key has the hash from when the run was planned. Numbers from changed files must not be
        // cached under that key.
        if self.hash().as_ref() != Ok(&self.content) {
            let scheme = path.display();
            return Err(Outcome::failed(format!("{scheme} or its labels changed during the run: run again")));
        }
        Ok(outcome)
    }
}

fn add_items(outcome: &mut Outcome, scheme: &Scheme, topic: &LabelledTopic<'_>) {
    let gain = |level: u8| {
        let gain = scheme.gains().iter().find(|(other, _)| *other == level);
        gain.map_or(0.0, |(_, gain)| to_f64(gain))
    };
    outcome.add(&Subject::Whole, [("items", topic.documents.len() as f64)]);
    for (item, level) in topic.documents.iter().zip(topic.levels(scheme)) {
        let Ok(level) = level else { continue };
        let item = Subject::Item(item.to_string());
        outcome.add(&item, [("gain", gain(level)), ("level", f64::from(level))]);
    }
}
