//! What a type cannot say of a collection's files.

use std::path::{Component, Path};

use crate::checksums::is_sum;
use crate::descriptor::{DescriptorError, Kind};
use crate::files::Files;
use crate::judge::JudgeFile;
use crate::qrels_format::HIGHEST_LEVEL;

impl Files {
    pub(crate) fn check(&self, kind: Kind) -> Vec<DescriptorError> {
        let mut errors = Vec::new();
        let mut fail =
            |field: &str, reason: String| errors.push(DescriptorError { field: field.to_owned(), reason });
        let patterns = [("runs", &self.runs), ("later-runs", &self.later_runs)];
        let patterns = patterns.into_iter().filter_map(|(name, runs)| Some((name, runs.as_deref()?)));
        let qrels = self.qrels.as_deref().map(|qrels| ("qrels", qrels));
        let always = std::iter::once(("folder", self.folder.as_path())).chain(qrels);
        for (name, path) in always.chain(patterns.clone()).chain(self.further()) {
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
        for (name, runs) in patterns.clone() {
            let stars = |path: &Path| path.to_string_lossy().matches('*').count();
            let in_name = runs.file_name().map_or(0, |name| stars(Path::new(name)));
            if stars(runs) != in_name {
                let field = format!("files.{name}");
                fail(&field, format!("`{}`: `*` may stand in the file name only", runs.display()));
            }
        }
        let of_runs = [("pooled", self.pooled.is_some()), ("eligible", self.eligible.is_some())];
        let of_runs = of_runs.into_iter().chain([("printed-scores", self.printed_scores.is_some())]);
        let of_runs = of_runs.chain([("later-runs", self.later_runs.is_some())]);
        let of_runs = of_runs.chain([("run-groups", self.run_groups.is_some())]);
        for (name, is_there) in of_runs.chain([("teams", self.teams.is_some())]) {
            if is_there && self.runs.is_none() {
                fail(&format!("files.{name}"), "is of runs, and there are no `runs`".into());
            }
        }
        if self.roster.is_some() && self.runs.is_some() {
            fail(
                "files.roster",
                "is of runs that are not here, and there are `runs`: their table is `teams`".into(),
            );
        }
        if self.qrels.is_none() {
            let of_judgments = [
                ("intents", self.intents.is_some()),
                ("judges", !self.judges.is_empty()),
                ("duplicates", self.duplicates.is_some()),
                ("groups", self.groups.is_some()),
                ("runs", self.runs.is_some()),
                ("grades", !self.grades.is_empty()),
            ];
            for (name, _) in of_judgments.into_iter().filter(|(_, is_there)| *is_there) {
                fail(&format!("files.{name}"), "needs judgments, and there are no `qrels`".into());
            }
            if self.roster.is_none() {
                fail("files.qrels", "is missing: the judgments; only a `roster` can do without".into());
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
            let patterns = patterns.map(|(role, _)| role);
            let is_there = |role: &str| {
                patterns.clone().any(|name| name == role)
                    || (role == "qrels" && self.qrels.is_some())
                    || self.further().any(|(name, _)| name == role)
            };
            let of_qrels = sums.qrels.as_ref().map(|sum| ("qrels", sum));
            if self.qrels.is_some() && of_qrels.is_none() {
                fail("files.sha256", "does not name `qrels`".into());
            }
            for (name, sum) in of_qrels.into_iter().chain(sums.further()) {
                if !is_sum(sum) {
                    fail(&format!("files.sha256.{name}"), format!("`{sum}` is not 64 digits of 0-9a-f"));
                }
                if !is_there(name) {
                    fail(&format!("files.sha256.{name}"), "there is no such file in `files`".into());
                }
            }
            let roles = self.further().map(|(role, _)| role).chain(patterns.clone());
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
