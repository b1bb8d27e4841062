//! Checks of a collection's files that types cannot express.

use std::path::{Component, Path};

use crate::descriptor::checksums::check_sums;
use crate::descriptor::description::Kind;
use crate::descriptor::files::{Files, RunNames};
use crate::descriptor::judge::JudgeFile;
use crate::descriptor::qrels_format::HIGHEST_LEVEL;
use rejudge_twins::ConstantError;

/// Errors by field.
#[derive(Default)]
struct Faults(Vec<ConstantError>);

impl Faults {
    fn add(&mut self, field: &str, reason: impl Into<String>) {
        self.0.push(ConstantError { field: field.to_owned(), reason: reason.into() });
    }

    /// A collection of ours, or one whose description is passed on, names files in its folder only.
    fn add_outside(&mut self, field: &str, path: &Path, kind: Kind) {
        if kind != Kind::Own && !stays_inside(path) {
            self.add(field, format!("`{}` does not stay inside its folder", path.display()));
        }
    }
}

impl Files {
    pub(crate) fn check(&self, kind: Kind) -> Vec<ConstantError> {
        let mut faults = Faults::default();
        self.check_paths(kind, &mut faults);
        self.check_judges(kind, &mut faults);
        self.check_runs(&mut faults);
        self.check_judgments(&mut faults);
        self.check_intents(&mut faults);
        let known: Vec<&str> = self.named().chain(self.patterns()).map(|(role, _)| role).collect();
        let required: Vec<&str> =
            known.iter().copied().filter(|r| !["pooled", "eligible"].contains(r)).collect();
        faults.0.extend(check_sums("files.sha256", self.sha256.as_ref(), &known, &required));
        faults.0
    }

    /// Returns the patterns of run files, by role.
    fn patterns(&self) -> impl Iterator<Item = (&str, &Path)> + Clone {
        let patterns = [("runs", &self.runs), ("later-runs", &self.later_runs)];
        patterns.into_iter().filter_map(|(name, runs)| Some((name, runs.as_deref()?)))
    }

    fn check_paths(&self, kind: Kind, faults: &mut Faults) {
        let folder = std::iter::once(("folder", self.folder.as_path()));
        let printed = self.printed_scores.as_ref().map(|of| ("printed-scores", of.file.as_path()));
        for (name, path) in folder.chain(self.patterns()).chain(self.named()).chain(printed) {
            faults.add_outside(&format!("files.{name}"), path, kind);
        }
        for (name, runs) in self.patterns() {
            let stars = |path: &Path| path.to_string_lossy().matches('*').count();
            let in_name = runs.file_name().map_or(0, |name| stars(Path::new(name)));
            if stars(runs) != in_name {
                let reason = format!("`{}`: `*` is allowed in the file name only", runs.display());
                faults.add(&format!("files.{name}"), reason);
            }
        }
    }

    fn check_judges(&self, kind: Kind, faults: &mut Faults) {
        for (name, judge) in &self.judges {
            let field = format!("files.judges.{name}");
            if !JudgeFile::is_name(name) {
                faults.add(&field, "a judge is named by letters, digits, `.`, `_` and `-`, and not `all`");
            }
            faults.add_outside(&field, &judge.file, kind);
            if let Some(reason) = judge.fault() {
                faults.add(&field, reason);
            }
        }
        if !self.judges.is_empty() && (self.duplicates.is_some() || self.groups.is_some()) {
            faults.add("files.judges", "other judges label documents, and these have duplicates or groups");
        }
        if !self.judges.is_empty() && self.intents.is_some() {
            faults.add("files.judges", "other judges label documents, and these judgments are by intent");
        }
    }

    fn check_runs(&self, faults: &mut Faults) {
        let of_runs = [
            ("pooled", self.pooled.is_some()),
            ("eligible", self.eligible.is_some()),
            ("printed-scores", self.printed_scores.is_some()),
            ("later-runs", self.later_runs.is_some()),
            ("run-groups", self.run_groups.is_some()),
            ("teams", self.teams.is_some()),
            ("team-before", self.team_before.is_some()),
        ];
        for (name, is_there) in of_runs {
            if is_there && self.runs.is_none() {
                faults.add(&format!("files.{name}"), "is of runs, and there are no `runs`");
            }
        }
        if self.roster.is_some() && self.runs.is_some() {
            let reason = "is for runs without files, but there are `runs`: their table is `teams`";
            faults.add("files.roster", reason);
        }
        match &self.team_before {
            None if self.runs.is_some() && self.teams.is_none() => {
                faults.add("files.teams", "is missing: the table of the teams of `runs`");
            }
            Some(mark) if mark.is_empty() => {
                faults.add("files.team-before", "is empty, expected what follows a team in a run's name");
            }
            Some(_) if self.teams.is_some() => {
                faults.add("files.team-before", "there is a table of `teams` already");
            }
            Some(_) if self.run_names == RunNames::Tags => {
                let reason = "needs runs that are named by their files (`run-names`): tags are known only after the runs are read";
                faults.add("files.team-before", reason);
            }
            Some(_) if self.later_runs.is_some() => {
                faults.add("files.later-runs", "needs a table of `teams`, which identifies later runs");
            }
            _ => {}
        }
    }

    fn check_judgments(&self, faults: &mut Faults) {
        let of_judgments = [
            ("intents", self.intents.is_some()),
            ("judges", !self.judges.is_empty()),
            ("duplicates", self.duplicates.is_some()),
            ("groups", self.groups.is_some()),
            ("runs", self.runs.is_some()),
            ("grades", !self.grades.is_empty()),
        ];
        for (name, _) in of_judgments.into_iter().filter(|(_, is_there)| *is_there && self.qrels.is_none()) {
            faults.add(&format!("files.{name}"), "needs judgments, and there are no `qrels`");
        }
        if self.qrels.is_none() && self.roster.is_none() {
            faults.add("files.qrels", "is missing: the judgments; only a `roster` can do without");
        }
        if let Some((label, level)) = self.grades.iter().find(|&(_, &level)| level > HIGHEST_LEVEL) {
            faults.add("files.grades", format!("`{label}` is level {level}, above {HIGHEST_LEVEL}"));
        }
    }

    fn check_intents(&self, faults: &mut Faults) {
        let by_intent = self.intents.is_some();
        if by_intent && (self.duplicates.is_some() || self.groups.is_some()) {
            faults.add("files", "`duplicates` and `groups` are of judgments by document, not by intent");
        }
        let Some(verticals) = &self.verticals else { return };
        if !by_intent {
            faults.add("files.verticals", "needs judgments by intent (`intents`)");
        }
        if verticals.level.is_some_and(|level| level == 0 || level > HIGHEST_LEVEL) {
            faults.add("files.verticals.level", format!("expected a level from 1 to {HIGHEST_LEVEL}"));
        }
        if verticals.level.is_some() && verticals.documents.is_none() {
            faults.add("files.verticals.level", "requires `documents`");
        }
    }
}

/// Returns true if a path names something below the folder that it is joined to.
pub(crate) fn stays_inside(path: &Path) -> bool {
    !path.as_os_str().is_empty() && path.components().all(|part| matches!(part, Component::Normal(_)))
}
