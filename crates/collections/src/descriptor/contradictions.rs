//! Checks a descriptor for contradictions, and for missing and wrong values.

use std::path::{Component, Path};

use super::base::Base;
use super::checksums::Sums;
use super::description::{Descriptor, Kind};
use rejudge_twins::FieldError;

/// The errors in a descriptor, each with its field.
pub(super) struct Faults {
    errors: Vec<FieldError>,
    kind: Kind,
}

impl Faults {
    pub fn add(&mut self, field: impl Into<String>, reason: impl Into<String>) {
        self.errors.push(FieldError::new(field, reason));
    }

    pub(crate) fn add_if(&mut self, is_wrong: bool, field: &str, reason: &str) {
        if is_wrong {
            self.add(field, reason);
        }
    }

    /// Adds an error if [`stays_inside`] returns false for the path. In the description of a user's own
    /// collection, any path is allowed, because this description is not shared.
    pub(crate) fn add_if_outside(&mut self, field: &str, path: &Path) {
        if self.kind != Kind::Own && !stays_inside(path) {
            self.add(field, format!("`{}` does not stay inside its folder", path.display()));
        }
    }

    /// Checks that the checksums at `field`, if there are any, name every file in `required`, and no file that is not in
    /// `files`.
    pub fn check_sums(&mut self, field: &str, sums: Option<&Sums>, files: &[&str], required: &[&str]) {
        let Some(sums) = sums else { return };
        for name in sums.keys().filter(|name| !files.contains(&name.as_str())) {
            self.add(format!("{field}.{name}"), "there is no such file");
        }
        for name in required.iter().filter(|name| !sums.contains_key(**name)) {
            self.add(field, format!("does not name `{name}`"));
        }
    }
}

/// Returns true if a path is not empty and consists only of names, so it leads to something below the
/// folder that it is joined to. `..`, a `/` at the start and a `.` at the start are not names.
pub(super) fn stays_inside(path: &Path) -> bool {
    !path.as_os_str().is_empty() && path.components().all(|part| matches!(part, Component::Normal(_)))
}

impl Descriptor {
    /// Returns all errors, each with its field. They are not in the order of the fields.
    pub fn check(&self) -> Vec<FieldError> {
        let mut faults = Faults { errors: Vec::new(), kind: self.kind };
        if self.schema != "collection/v1" {
            faults.add("schema", format!("`{}`, expected `collection/v1`", self.schema));
        }
        let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if self.id.is_empty() || !self.id.chars().all(is_allowed) {
            faults.add("id", format!("`{}` is not made of a-z, 0-9 and `-`", self.id));
        }
        match self.kind {
            Kind::Simulated => self.check_simulated(&mut faults),
            Kind::WorkedExample | Kind::MadeUp | Kind::Open | Kind::Licensed | Kind::Own => {
                self.check_with_files(&mut faults);
            }
        }
        self.refuse_keys_without_data(&mut faults);
        faults.add_if(self.pool_depth == Some(0), "pool-depth", "0, expected at least 1");
        let is_empty_pool = matches!(self.base, Base::Repooled { depth: 0, .. });
        faults.add_if(is_empty_pool, "base.repooled.depth", "0, expected at least 1");
        if let Some(files) = &self.files {
            files.check(&mut faults);
        }
        if let Some(scores) = &self.scores {
            scores.check(&mut faults);
        }
        if let Some(origin) = &self.origin {
            let may_have_origin = match self.kind {
                Kind::Open => origin.runs.is_none(),
                Kind::Licensed => origin.runs.is_some(),
                _ => false,
            };
            let reason =
                "only an open collection without `origin.runs`, or a licensed one with it, can be fetched";
            faults.add_if(!may_have_origin, "origin", reason);
            let has_no_place = origin.runs.is_some() && self.run_file("").is_none();
            let reason = "`files.runs` does not say where the runs go, expected a pattern such as `runs/*`";
            faults.add_if(has_no_place, "origin.runs", reason);
            origin.check(&mut faults);
        }
        if let Some(published) = &self.published {
            published.check(&self.counts, &mut faults);
        }
        for error in self.twin.iter().flat_map(|twin| twin.check()) {
            faults.add(format!("twin.{}", error.field), error.reason);
        }
        faults.errors
    }

    /// Checks the required and forbidden keys of a collection that is drawn from a model.
    fn check_simulated(&self, faults: &mut Faults) {
        let has_files = self.files.is_some() || self.scores.is_some();
        faults.add_if(has_files, "files", "a simulated collection has no files");
        faults.add_if(self.twin.is_none(), "twin", "a simulated collection needs the constants of its model");
        let reason = "must be `as-judged`: the judgments of a simulated collection are the pool of its runs";
        faults.add_if(self.base != Base::AsJudged, "base", reason);
    }

    /// Checks the required and forbidden keys of a collection of files.
    fn check_with_files(&self, faults: &mut Faults) {
        let has_no_files = self.files.is_none() && self.scores.is_none() && self.kind != Kind::WorkedExample;
        faults.add_if(has_no_files, "files", "a collection of files must say where they are");
        let reason = "only a simulated collection has the constants of a model";
        faults.add_if(self.twin.is_some(), "twin", reason);
        // Bundled files need not be obtained, and users know where their own files come from.
        if !self.kind.is_beside_description() {
            for (field, text) in [("licence", &self.licence), ("obtain", &self.obtain)] {
                let is_missing = text.as_ref().is_none_or(|text| text.trim().is_empty());
                faults.add_if(is_missing, field, "is required for an open or licensed collection");
            }
        }
    }

    /// Refuses keys about data that the collection lacks:
    ///
    /// - in a collection of score matrices: `files`, `published`, and keys about judgments or pools;
    /// - without `files.runs`: `pool-order`;
    /// - with `files`, but without `files.runs`: also `pool-depth` and `base`.
    fn refuse_keys_without_data(&self, faults: &mut Faults) {
        let pool = [("pool-depth", self.pool_depth.is_some()), ("base", self.base != Base::AsJudged)];
        if self.scores.is_some() {
            for (field, is_present) in [
                ("files", self.files.is_some()),
                pool[0],
                pool[1],
                ("counts.judgments", self.counts.judgments.is_some()),
                ("published", self.published.is_some()),
                ("min-rel", self.min_rel.is_some()),
            ] {
                let reason =
                    "must be absent, because a collection of `scores` has no judgments and no rankings";
                faults.add_if(is_present, field, reason);
            }
        }
        let has_run_files = self.files.as_ref().is_some_and(|files| files.runs.is_some());
        let reason = "needs run files, but `files.runs` is missing";
        faults.add_if(self.pool_order.is_some() && !has_run_files, "pool-order", reason);
        for (field, is_present) in pool {
            let reason = "describes a pool of runs, but `files.runs` is missing";
            faults.add_if(is_present && self.files.is_some() && !has_run_files, field, reason);
        }
    }
}
