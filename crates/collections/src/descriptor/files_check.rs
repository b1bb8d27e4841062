//! Checks the rules for a collection's files that the types cannot express.

use std::path::Path;

use crate::descriptor::contradictions::Faults;
use crate::descriptor::files::{Files, RunNames};
use crate::descriptor::judge::{JudgeFile, LabelKind};
use crate::descriptor::qrels_format::HIGHEST_LEVEL;

impl Files {
    pub(super) fn check(&self, faults: &mut Faults) {
        self.check_paths(faults);
        self.check_judges(faults);
        self.check_runs(faults);
        self.check_judgments(faults);
        self.check_verticals(faults);
        let roles: Vec<&str> = self.named_files().chain(self.run_patterns()).map(|(role, _)| role).collect();
        let required: Vec<&str> =
            roles.iter().copied().filter(|role| !["pooled", "eligible"].contains(role)).collect();
        faults.check_sums("files.sha256", self.sha256.as_ref(), &roles, &required);
    }

    /// Returns the patterns of run files, each with its role.
    fn run_patterns(&self) -> impl Iterator<Item = (&str, &Path)> + Clone {
        let patterns = [("runs", &self.runs), ("later-runs", &self.later_runs)];
        patterns.into_iter().filter_map(|(name, runs)| Some((name, runs.as_deref()?)))
    }

    fn check_paths(&self, faults: &mut Faults) {
        let folder = std::iter::once(("folder", self.folder.as_path()));
        let printed = self.printed_scores.as_ref().map(|printed| ("printed-scores", printed.file.as_path()));
        for (name, path) in folder.chain(self.run_patterns()).chain(self.named_files()).chain(printed) {
            faults.add_if_outside(&format!("files.{name}"), path);
        }
        for (name, runs) in self.run_patterns() {
            if runs.parent().is_some_and(|folder| folder.to_string_lossy().contains('*')) {
                let reason = format!("`{}`: `*` is allowed in the file name only", runs.display());
                faults.add(format!("files.{name}"), reason);
            }
        }
    }

    fn check_judges(&self, faults: &mut Faults) {
        for (name, judge) in &self.judges {
            let field = format!("files.judges.{name}");
            let reason = "a judge's name consists of letters, digits, `.`, `_` and `-`, and is not `all`";
            faults.add_if(!JudgeFile::is_name(name), &field, reason);
            faults.add_if_outside(&field, &judge.file);
            if let Some(reason) = judge.contradiction() {
                faults.add(field, reason);
            }
        }
        let has_judges = !self.judges.is_empty();
        let has_duplicates_or_groups = self.duplicates.is_some() || self.groups.is_some();
        let reason = "cannot be combined with `duplicates` or `groups`";
        faults.add_if(has_judges && has_duplicates_or_groups, "files.judges", reason);
        let reason = "need judgments by document, but these are by intent";
        faults.add_if(has_judges && self.intents.is_some(), "files.judges", reason);
        let reason = "`duplicates` and `groups` need judgments by document, but these are by intent";
        faults.add_if(has_duplicates_or_groups && self.intents.is_some(), "files", reason);
    }

    fn check_runs(&self, faults: &mut Faults) {
        for (name, is_present) in [
            ("pooled", self.pooled.is_some()),
            ("eligible", self.eligible.is_some()),
            ("printed-scores", self.printed_scores.is_some()),
            ("later-runs", self.later_runs.is_some()),
            ("run-groups", self.run_groups.is_some()),
            ("teams", self.teams.is_some()),
            ("team-before", self.team_before.is_some()),
        ] {
            let is_wrong = is_present && self.runs.is_none();
            faults.add_if(is_wrong, &format!("files.{name}"), "needs run files, but `files.runs` is missing");
        }
        let reason = "cannot be combined with `runs`; for runs with files, name their teams in `teams`";
        faults.add_if(self.roster.is_some() && self.runs.is_some(), "files.roster", reason);
        let (field, reason) = match &self.team_before {
            None if self.runs.is_some() && self.teams.is_none() => (
                "files.runs",
                "needs the teams of the runs: `teams`, a table with the columns run and team, as `rejudge new` writes it from the names of the files, or, with `run-names: files`, `team-before`, the text that follows the team in each name",
            ),
            Some(text) if text.is_empty() => {
                ("files.team-before", "is empty, expected the text that follows the team in a run's name")
            }
            Some(_) if self.teams.is_some() => {
                ("files.team-before", "cannot be combined with a table of `teams`")
            }
            Some(_) if self.run_names == RunNames::Tags => (
                "files.team-before",
                "needs runs that are named by their files (`run-names`): tags are known only after the runs are read",
            ),
            Some(_) if self.later_runs.is_some() => (
                "files.later-runs",
                "cannot be combined with `team-before`: use a table of `teams`, without the teams of later runs",
            ),
            _ => return,
        };
        faults.add(field, reason);
    }

    fn check_judgments(&self, faults: &mut Faults) {
        for (name, is_present) in [
            ("intents", self.intents.is_some()),
            ("judges", !self.judges.is_empty()),
            ("duplicates", self.duplicates.is_some()),
            ("groups", self.groups.is_some()),
            ("runs", self.runs.is_some()),
            ("grades", !self.grades.is_empty()),
            ("labels", self.labels != LabelKind::Levels),
        ] {
            let is_wrong = is_present && self.qrels.is_none();
            faults.add_if(
                is_wrong,
                &format!("files.{name}"),
                "needs judgments, but `files.qrels` is missing",
            );
        }
        let reason = "is missing: only a collection with a `roster` needs no judgments";
        faults.add_if(self.qrels.is_none() && self.roster.is_none(), "files.qrels", reason);
        for (name, is_present) in [
            ("grades", !self.grades.is_empty()),
            ("intents", self.intents.is_some()),
            ("groups", self.groups.is_some()),
        ] {
            let reason = "needs levels, but the grades are gains (`labels`)";
            let is_wrong = is_present && self.labels == LabelKind::Gains;
            faults.add_if(is_wrong, &format!("files.{name}"), reason);
        }
        if let Some((label, level)) = self.grades.iter().find(|&(_, &level)| level > HIGHEST_LEVEL) {
            faults
                .add("files.grades", format!("`{label}` is level {level}, expected {HIGHEST_LEVEL} at most"));
        }
    }

    fn check_verticals(&self, faults: &mut Faults) {
        let Some(verticals) = &self.verticals else { return };
        let reason = "needs judgments by intent (`intents`)";
        faults.add_if(self.intents.is_none(), "files.verticals", reason);
        if verticals.level.is_some_and(|level| level == 0 || level > HIGHEST_LEVEL) {
            faults.add("files.verticals.level", format!("expected a level from 1 to {HIGHEST_LEVEL}"));
        }
        let has_level_without_documents = verticals.level.is_some() && verticals.documents.is_none();
        faults.add_if(has_level_without_documents, "files.verticals.level", "requires `documents`");
    }
}
