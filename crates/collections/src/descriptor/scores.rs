//! The score matrices of a collection without judgments and runs.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rejudge_metrics::Metric;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::descriptor::checksums::is_sum;
use crate::descriptor::description::{DescriptorError, Kind};
use crate::descriptor::files_check::stays_inside;

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
    pub sha256: Option<BTreeMap<String, String>>,
}

/// Lines of a score matrix, in the order of the file of the first measure by name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TopicRange {
    /// The first topic.
    pub from: String,
    /// The last topic.
    pub to: String,
}

impl Scores {
    pub(crate) fn check(&self, kind: Kind) -> Vec<DescriptorError> {
        let mut errors = Vec::new();
        let mut fail = |field: String, reason: String| errors.push(DescriptorError { field, reason });
        let may_lie_there = |path| kind == Kind::Own || stays_inside(path);
        if !may_lie_there(&self.folder) {
            let reason = format!("`{}` does not stay inside its folder", self.folder.display());
            fail("scores.folder".into(), reason);
        }
        if self.files.is_empty() {
            fail("scores.files".into(), "names no measure".into());
        }
        for (measure, file) in &self.files {
            if !may_lie_there(file) {
                let reason = format!("`{}` does not stay inside its folder", file.display());
                fail(format!("scores.files.{measure}"), reason);
            }
            match measure.parse::<Metric>() {
                Err(error) => fail(format!("scores.files.{measure}"), error.to_string()),
                Ok(metric) if metric.to_string() != *measure => {
                    fail(format!("scores.files.{measure}"), format!("is written `{metric}`"));
                }
                Ok(_) => {}
            }
        }
        if self.team_before.as_deref() == Some("") {
            fail(
                "scores.team-before".into(),
                "is empty, expected what follows a team in a run's name".into(),
            );
        }
        if let Some(table) = &self.teams {
            if !may_lie_there(table) {
                let reason = format!("`{}` does not stay inside its folder", table.display());
                fail("scores.teams".into(), reason);
            }
            if self.team_before.is_some() {
                fail("scores.teams".into(), "cannot be combined with `scores.team-before`".into());
            }
        }
        let named = || self.sums().map(|(name, _)| name);
        for (measure, sum) in self.sha256.iter().flatten() {
            if !is_sum(sum) {
                fail(format!("scores.sha256.{measure}"), format!("`{sum}` is not 64 digits of 0-9a-f"));
            }
            if !named().any(|name| name == measure) {
                fail(format!("scores.sha256.{measure}"), "there is no such file in `scores.files`".into());
            }
        }
        if let Some(sums) = &self.sha256 {
            for measure in named().filter(|name| !sums.contains_key(*name)) {
                fail("scores.sha256".into(), format!("does not name `{measure}`"));
            }
        }
        errors
    }

    /// Returns the files that have a checksum, by their names in `sha256`.
    pub fn sums(&self) -> impl Iterator<Item = (&str, &PathBuf)> {
        let matrices = self.files.iter().map(|(measure, file)| (measure.as_str(), file));
        matrices.chain(self.teams.iter().map(|table| ("teams", table)))
    }

    /// Returns true if teams are known: by the names of the runs, or by a table.
    pub fn knows_teams(&self) -> bool {
        self.team_before.is_some() || self.teams.is_some()
    }
}
