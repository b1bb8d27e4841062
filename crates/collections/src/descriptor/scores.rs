//! The score matrices of a collection without judgments and runs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rejudge_metrics::Metric;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::descriptor::checksums::{Sums, check_sums};
use crate::descriptor::description::Kind;
use crate::descriptor::files_check::stays_inside;
use rejudge_twins::ConstantError;

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
    pub(crate) fn check(&self, kind: Kind) -> Vec<ConstantError> {
        let mut errors = Vec::new();
        let mut fail = |field: String, reason: String| errors.push(ConstantError { field, reason });
        let may_lie_there = |path: &Path| kind == Kind::Own || stays_inside(path);
        let folder = std::iter::once(("folder".to_owned(), self.folder.as_path()));
        let files = self.files.iter().map(|(measure, file)| (format!("files.{measure}"), file.as_path()));
        let teams = self.teams.iter().map(|table| ("teams".to_owned(), table.as_path()));
        for (field, path) in folder.chain(files).chain(teams).filter(|(_, path)| !may_lie_there(path)) {
            fail(format!("scores.{field}"), format!("`{}` does not stay inside its folder", path.display()));
        }
        if self.files.is_empty() {
            fail("scores.files".into(), "names no measure".into());
        }
        for measure in self.files.keys() {
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
        if self.teams.is_some() && self.team_before.is_some() {
            fail("scores.teams".into(), "cannot be combined with `scores.team-before`".into());
        }
        let named: Vec<&str> = self.named().map(|(name, _)| name).collect();
        errors.extend(check_sums("scores.sha256", self.sha256.as_ref(), &named, &named));
        errors
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
