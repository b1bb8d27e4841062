//! Score matrices, which a collection has instead of judgments and rankings, and ranges of topics.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rejudge_metrics::Metric;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::descriptor::checksums::Sums;
use crate::descriptor::contradictions::Faults;

/// Files of score matrices (topic x run), relative to `folder`. If the collection is open or licensed,
/// `folder` is relative to the data folder (`REJUDGE_DATA`, by default `rejudge` in the user's data folder).
/// Otherwise `folder` is relative to the folder of the description.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scores {
    /// The folder of the files, which other collections may share.
    pub folder: PathBuf,
    /// The full name of a measure, as the program prints it -> file.
    pub files: BTreeMap<String, PathBuf>,
    /// The topics that are used; absent: all.
    pub topics: Option<TopicRange>,
    /// A run's team is the part of its name before this text.
    pub team_before: Option<String>,
    /// A table of runs and their teams (`run<TAB>team`), instead of `team-before`. If both are absent, every
    /// run is its own team.
    pub teams: Option<PathBuf>,
    /// SHA-256 of the files' contents, in hexadecimal, by measure. The key for the table of teams is `teams`.
    pub sha256: Option<Sums>,
}

/// A range of topics. Judged topics are in the order of their names. Topics of score matrices are in the
/// order in which they are in the file of the first measure (by name).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TopicRange {
    /// The first topic.
    pub from: String,
    /// The last topic.
    pub to: String,
}

impl Scores {
    pub(super) fn check(&self, faults: &mut Faults) {
        faults.add_if_outside("scores.folder", &self.folder);
        for (measure, file) in &self.files {
            faults.add_if_outside(&format!("scores.files.{measure}"), file);
        }
        if let Some(table) = &self.teams {
            faults.add_if_outside("scores.teams", table);
        }
        faults.add_if(self.files.is_empty(), "scores.files", "names no measure");
        for measure in self.files.keys() {
            match measure.parse::<Metric>() {
                Err(error) => faults.add(format!("scores.files.{measure}"), error.to_string()),
                Ok(metric) if metric.to_string() != *measure => {
                    faults.add(format!("scores.files.{measure}"), format!("is written `{metric}`"));
                }
                Ok(_) => {}
            }
        }
        let is_empty = self.team_before.as_deref() == Some("");
        let reason = "is empty, expected the text that follows the team in a run's name";
        faults.add_if(is_empty, "scores.team-before", reason);
        let has_both = self.teams.is_some() && self.team_before.is_some();
        faults.add_if(has_both, "scores.teams", "cannot be combined with `scores.team-before`");
        let names: Vec<&str> = self.named_files().map(|(name, _)| name).collect();
        faults.check_sums("scores.sha256", self.sha256.as_ref(), &names, &names);
    }

    /// Returns the files with their keys in `sha256`.
    pub fn named_files(&self) -> impl Iterator<Item = (&str, &Path)> {
        let matrices = self.files.iter().map(|(measure, file)| (measure.as_str(), file.as_path()));
        matrices.chain(self.teams.iter().map(|table| ("teams", table.as_path())))
    }

    /// Returns true if the names of runs or a table give the teams.
    pub fn knows_teams(&self) -> bool {
        self.team_before.is_some() || self.teams.is_some()
    }
}
