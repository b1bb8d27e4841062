//! Checks a descriptor for contradictions.

use super::base::Base;
use super::description::{Descriptor, Kind};
use rejudge_twins::ConstantError;

impl Descriptor {
    /// Everything that contradicts itself, in the order of the fields; empty for a good descriptor.
    pub fn check(&self) -> Vec<ConstantError> {
        let mut errors = Vec::new();
        if self.schema != "collection/v1" {
            let reason = format!("`{}`, expected `collection/v1`", self.schema);
            errors.push(ConstantError::new("schema", reason));
        }
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if self.id.is_empty() || !self.id.chars().all(plain) {
            let reason = format!("`{}` is not made of a-z, 0-9 and `-`", self.id);
            errors.push(ConstantError::new("id", reason));
        }
        errors.extend(match self.kind {
            Kind::Simulated => self.of_simulated(),
            Kind::WorkedExample | Kind::MadeUp | Kind::Open | Kind::Licensed | Kind::Own => self.of_files(),
        });
        errors.extend(self.of_absent_files());
        if self.pool_depth == Some(0) {
            errors.push(ConstantError::new("pool-depth", "0, expected at least 1"));
        }
        if self.base == (Base::Repooled { depth: 0 }) {
            errors.push(ConstantError::new("base.repooled.depth", "0, expected at least 1"));
        }
        errors.extend(self.files.iter().flat_map(|files| files.check(self.kind)));
        errors.extend(self.scores.iter().flat_map(|scores| scores.check(self.kind)));
        if let Some(origin) = &self.origin {
            if self.kind != Kind::Open {
                errors.push(ConstantError::new("origin", "only an open collection is fetched"));
            }
            errors.extend(origin.check());
        }
        errors.extend(self.published.iter().flat_map(|published| published.check(&self.counts)));
        let of_twin =
            |error: ConstantError| ConstantError::new(format!("twin.{}", error.field), error.reason);
        errors.extend(self.twin.iter().flat_map(|twin| twin.check()).map(of_twin));
        errors
    }

    /// Checks the required and forbidden keys of a collection that is drawn from a model.
    fn of_simulated(&self) -> Vec<ConstantError> {
        let mut errors = Vec::new();
        if self.files.is_some() || self.scores.is_some() {
            errors.push(ConstantError::new("files", "a simulated collection has no files"));
        }
        if self.twin.is_none() {
            let reason = "a simulated collection needs the constants of its model";
            errors.push(ConstantError::new("twin", reason));
        }
        if self.base != Base::AsJudged {
            let reason = "a simulated collection is used `as-judged`: its runs are its pool";
            errors.push(ConstantError::new("base", reason));
        }
        errors
    }

    /// Checks the required and forbidden keys of a collection of files.
    fn of_files(&self) -> Vec<ConstantError> {
        let mut errors = Vec::new();
        if self.files.is_none() && self.scores.is_none() && self.kind != Kind::WorkedExample {
            errors.push(ConstantError::new("files", "a collection of files must say where they are"));
        }
        if self.twin.is_some() {
            let reason = "only a simulated collection has the constants of a model";
            errors.push(ConstantError::new("twin", reason));
        }
        // Bundled collections need neither, and users know their own.
        if !self.kind.lies_beside() {
            for (field, text) in [("licence", &self.licence), ("obtain", &self.obtain)] {
                if text.as_ref().is_none_or(|text| text.trim().is_empty()) {
                    errors.push(ConstantError::new(field, "is required for a collection of files"));
                }
            }
        }
        errors
    }

    /// Checks for keys about judgments or runs that are not among the files.
    fn of_absent_files(&self) -> Vec<ConstantError> {
        let mut errors = Vec::new();
        let pool = [("pool-depth", self.pool_depth.is_some()), ("base", self.base != Base::AsJudged)];
        if self.scores.is_some() {
            let said = [
                ("files", self.files.is_some()),
                pool[0],
                pool[1],
                ("counts.judgments", self.counts.judgments.is_some()),
                ("published", self.published.is_some()),
            ];
            let reason = "is of judgments and runs, but `scores` says that there are none";
            let said = said.into_iter().filter(|(_, is_said)| *is_said);
            errors.extend(said.map(|(field, _)| ConstantError::new(field, reason)));
        }
        let has_run_files = self.files.as_ref().is_some_and(|files| files.runs.is_some());
        if self.pool_order.is_some() && !has_run_files {
            let reason = "is of the lines of run files, and there are none";
            errors.push(ConstantError::new("pool-order", reason));
        }
        if self.files.is_some() && !has_run_files {
            let reason = "is of the pool of runs, and there are no `files.runs`";
            let said = pool.into_iter().filter(|(_, is_said)| *is_said);
            errors.extend(said.map(|(field, _)| ConstantError::new(field, reason)));
        }
        errors
    }
}
