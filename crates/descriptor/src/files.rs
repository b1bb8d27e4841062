//! Where the files of a collection are, and how they are read.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use schemars::JsonSchema;
use serde::Deserialize;

use crate::checksums::{Sha256, is_sum};
use crate::descriptor::{DescriptorError, Kind};
use crate::judge::JudgeFile;
use crate::qrels_format::{HIGHEST_LEVEL, Labels, QrelsFormat};

/// Paths of a collection, under `folder` in the folder that [`DATA_VARIABLE`](crate::DATA_VARIABLE) names;
/// of one that comes with the project, in the folder of its description. A user's own files may lie
/// anywhere, seen from the folder of their description.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(extend("dependentRequired" = {
    "runs": ["teams"], "teams": ["runs"], "pooled": ["runs"], "eligible": ["runs"], "printed-scores": ["runs"]
}))]
pub struct Files {
    /// The collection's own folder.
    pub folder: PathBuf,
    /// The judgments.
    pub qrels: PathBuf,
    /// Intents with their probabilities and types; then the judgments are by intent (`topic intent document
    /// grade`). Absent: they are by document.
    pub intents: Option<PathBuf>,
    /// How they are written.
    #[serde(default)]
    pub format: Format,
    /// Grade or label as written -> level; empty: TREC grades are levels, NTCIR labels the usual ones.
    #[serde(default)]
    pub grades: Labels,
    /// The run files: `*` in the file name stands for any characters. Absent, with `teams`: judgments alone,
    /// which judges may be compared on.
    pub runs: Option<PathBuf>,
    /// What a run is called.
    #[serde(default)]
    pub run_names: RunNames,
    /// What becomes of text after the tag of a run's line.
    #[serde(default)]
    pub extra_columns: ExtraColumns,
    /// Table run -> team.
    pub teams: Option<PathBuf>,
    /// Table of the runs that were pooled; absent: all were.
    pub pooled: Option<PathBuf>,
    /// Table of the runs that may stand for their team (monolingual ones); absent: all may. A team
    /// without such a run is not analysed, but its runs still pool.
    pub eligible: Option<PathBuf>,
    /// Classes of documents of which one is enough (`topic class document`); of judgments by document alone.
    pub duplicates: Option<PathBuf>,
    /// Groups of documents relevant only together (`topic group document level`); of judgments by document
    /// alone.
    pub groups: Option<PathBuf>,
    /// Verticals, by which the gains for intents are weighted; of judgments by intent alone.
    pub verticals: Option<Verticals>,
    /// Other judges by their names, of letters, digits, `.`, `_` and `-`; of judgments by document alone.
    #[serde(default)]
    pub judges: BTreeMap<String, JudgeFile>,
    /// Scores of its runs that its makers printed.
    pub printed_scores: Option<PrintedScores>,
    /// Checksums.
    pub sha256: Option<Sha256>,
}

/// Which verticals suit an intent, and which documents are of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Verticals {
    /// Pr(v|i): `topic intent vertical probability`.
    pub probabilities: PathBuf,
    /// `topic document vertical`; documents that are not there are of the Web, and all are without it.
    pub documents: Option<PathBuf>,
    /// The level of all documents beside the Web, for every intent; absent: as judged.
    pub level: Option<u8>,
}

/// Scores of runs that somebody printed: a table with the columns `run`, `measure` and `value`, and tabs
/// between them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PrintedScores {
    /// The file.
    pub file: PathBuf,
    /// SHA-256 of its contents, in hexadecimal.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub sha256: String,
}

/// How judgments are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// `topic iteration document grade`.
    #[default]
    Trec,
    /// `topic document label`.
    Ntcir,
}

/// What a run is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RunNames {
    /// By the tag in its lines.
    #[default]
    Tags,
    /// By the name of its file, where tags do not tell runs apart.
    Files,
}

/// What becomes of text after the tag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExtraColumns {
    /// The line is an error: a blank in a document id shifts every column after it.
    #[default]
    Refused,
    /// It is not read (trec_eval).
    Ignored,
}

impl Files {
    /// How the judgments are to be read.
    pub fn qrels_format(&self) -> QrelsFormat {
        let grades = self.grades.clone();
        match self.format {
            Format::Trec => QrelsFormat::Trec { grades },
            Format::Ntcir => QrelsFormat::Ntcir { grades },
        }
    }

    /// The files on the judgments and runs that not every collection has, under their roles.
    pub fn further(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let verticals = self.verticals.as_ref();
        let all = [
            ("teams", self.teams.as_ref()),
            ("intents", self.intents.as_ref()),
            ("pooled", self.pooled.as_ref()),
            ("eligible", self.eligible.as_ref()),
            ("duplicates", self.duplicates.as_ref()),
            ("groups", self.groups.as_ref()),
            ("verticals", verticals.map(|v| &v.probabilities)),
            ("document-verticals", verticals.and_then(|v| v.documents.as_ref())),
        ];
        all.into_iter().filter_map(|(role, path)| Some((role, path?.as_path())))
    }

    pub(crate) fn check(&self, kind: Kind) -> Vec<DescriptorError> {
        let mut errors = Vec::new();
        let mut fail =
            |field: &str, reason: String| errors.push(DescriptorError { field: field.to_owned(), reason });
        let runs = self.runs.as_ref().map(|runs| ("runs", runs.as_path()));
        let always = [("folder", self.folder.as_path()), ("qrels", &self.qrels)];
        for (name, path) in always.into_iter().chain(runs).chain(self.further()) {
            if kind != Kind::Own && !stays_inside(path) {
                fail(
                    &format!("files.{name}"),
                    format!("`{}` does not stay inside its folder", path.display()),
                );
            }
        }
        for (name, judge) in &self.judges {
            let field = format!("files.judges.{name}");
            if !JudgeFile::is_name(name) {
                fail(&field, "a judge is named by letters, digits, `.`, `_` and `-`, and not `all`".into());
            }
            if kind != Kind::Own && !stays_inside(&judge.file) {
                fail(&field, format!("`{}` does not stay inside its folder", judge.file.display()));
            }
            if let Some(reason) = judge.fault() {
                fail(&field, reason.into());
            }
        }
        if let Some(printed) =
            self.printed_scores.as_ref().filter(|of| kind != Kind::Own && !stays_inside(&of.file))
        {
            fail(
                "files.printed-scores",
                format!("`{}` does not stay inside its folder", printed.file.display()),
            );
        }
        if !self.judges.is_empty() && (self.duplicates.is_some() || self.groups.is_some()) {
            fail("files.judges", "other judges label documents, and these have duplicates or groups".into());
        }
        if !self.judges.is_empty() && self.intents.is_some() {
            fail("files.judges", "other judges label documents, and these judgments are by intent".into());
        }
        if let Some(runs) = &self.runs {
            let stars = |path: &Path| path.to_string_lossy().matches('*').count();
            let in_name = runs.file_name().map_or(0, |name| stars(Path::new(name)));
            if stars(runs) != in_name {
                fail("files.runs", format!("`{}`: `*` may stand in the file name only", runs.display()));
            }
        }
        let of_runs = [("pooled", self.pooled.is_some()), ("eligible", self.eligible.is_some())];
        let of_runs = of_runs.into_iter().chain([("printed-scores", self.printed_scores.is_some())]);
        for (name, is_there) in of_runs.chain([("teams", self.teams.is_some())]) {
            if is_there && self.runs.is_none() {
                fail(&format!("files.{name}"), "is of runs, and there are no `runs`".into());
            }
        }
        if self.runs.is_some() && self.teams.is_none() {
            fail("files.teams", "is missing: the table of the teams of `runs`".into());
        }
        if let Some((label, level)) = self.grades.iter().find(|&(_, &level)| level > HIGHEST_LEVEL) {
            fail("files.grades", format!("`{label}` is level {level}, above {HIGHEST_LEVEL}"));
        }
        let by_intent = self.intents.is_some();
        if by_intent && (self.duplicates.is_some() || self.groups.is_some()) {
            fail("files", "`duplicates` and `groups` are of judgments by document, not by intent".into());
        }
        if let Some(verticals) = &self.verticals {
            if !by_intent {
                fail("files.verticals", "needs judgments by intent (`intents`)".into());
            }
            if verticals.level.is_some_and(|level| level == 0 || level > HIGHEST_LEVEL) {
                fail("files.verticals.level", format!("expected a level from 1 to {HIGHEST_LEVEL}"));
            }
            if verticals.level.is_some() && verticals.documents.is_none() {
                fail("files.verticals.level", "is that of `documents` beside the Web".into());
            }
        }
        if let Some(sums) = &self.sha256 {
            let has_runs = self.runs.as_ref().map(|_| "runs");
            let is_there = |role: &str| {
                role == "qrels" || has_runs == Some(role) || self.further().any(|(name, _)| name == role)
            };
            for (name, sum) in [("qrels", &sums.qrels)].into_iter().chain(sums.further()) {
                if !is_sum(sum) {
                    fail(&format!("files.sha256.{name}"), format!("`{sum}` is not 64 digits of 0-9a-f"));
                }
                if !is_there(name) {
                    fail(&format!("files.sha256.{name}"), "there is no such file in `files`".into());
                }
            }
            let roles = self.further().map(|(role, _)| role).chain(has_runs);
            for role in roles.filter(|role| !["pooled", "eligible"].contains(role)) {
                if sums.further().all(|(name, _)| name != role) {
                    fail("files.sha256", format!("does not name `{role}`"));
                }
            }
        }
        errors
    }
}

/// Whether a path names something below the folder that it is joined to.
pub(crate) fn stays_inside(path: &Path) -> bool {
    !path.as_os_str().is_empty() && path.components().all(|part| matches!(part, Component::Normal(_)))
}
