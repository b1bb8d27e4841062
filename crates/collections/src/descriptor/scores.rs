//! The score matrices of a collection without judgments and runs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rejudge_metrics::Metric;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::descriptor::checksums::Sums;
use crate::descriptor::contradictions::Faults;

/// Files of score matrices (topic x run), under `folder` in the folder that
/// [`DATA_VARIABLE`](crate::descriptor::DATA_VARIABLE) names; a user's own from the folder of their description.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scores {
    /// Their folder, which other collections may share.
    pub folder: PathBuf,
    /// Measure, in full as it prints itself -> file.
    pub files: BTreeMap<String, PathBuf>,
    /// The topics that are used; absent: all.
    pub topics: Option<TopicRange>,
    /// A run's team is what precedes the first place of this text in its name; absent: every run is its own
    /// team.
    pub team_before: Option<String>,
    /// A table of runs and their teams (`run<TAB>team`), in place of `team-before`.
    pub teams: Option<PathBuf>,
    /// SHA-256 of the files' contents, in hexadecimal, by measure; that of the table of teams is `teams`.
    pub sha256: Option<Sums>,
}

/// Topics from one to another: of judgments in the order of topic names, of score matrices in that of the file of the
/// first measure by name.
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
        faults.add_outside("scores.folder", &self.folder);
        for (measure, file) in &self.files {
            faults.add_outside(&format!("scores.files.{measure}"), file);
        }
        if let Some(table) = &self.teams {
            faults.add_outside("scores.teams", table);
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
        let reason = "is empty, expected what follows a team in a run's name";
        faults.add_if(is_empty, "scores.team-before", reason);
        let has_both = self.teams.is_some() && self.team_before.is_some();
        faults.add_if(has_both, "scores.teams", "cannot be combined with `scores.team-before`");
        let named: Vec<&str> = self.named().map(|(name, _)| name).collect();
        faults.check_sums("scores.sha256", self.sha256.as_ref(), &named, &named);
    }

    /// Returns the files that have a checksum, by their names in `sha256`.
    pub fn named(&self) -> impl Iterator<Item = (&str, &Path)> {
        let matrices = self.files.iter().map(|(measure, file)| (measure.as_str(), file.as_path()));
        matrices.chain(self.teams.iter().map(|table| ("teams", table.as_path())))
    }

    /// Returns true if teams are known: by the names of the runs, or by a table.
    pub fn knows_teams(&self) -> bool {
        self.team_before.is_some() || self.teams.is_some()
    }
}
