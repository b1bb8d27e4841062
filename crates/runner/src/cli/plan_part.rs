//! What a plan computes, by kind: counts that add up.

use std::collections::BTreeSet;

use serde::Serialize;

use rejudge_grid::plan::Plan;
use rejudge_store::cache::Key;

/// Something that is computed and kept, counted: all of it is cached, to be computed, or the same as another.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PlanPart {
    /// What is counted.
    pub of: &'static str,
    all: usize,
    cached: usize,
    to_run: usize,
    /// What several draws have in common is kept once.
    in_common: usize,
}

impl PlanPart {
    /// The parts of a plan.
    pub fn of(plan: &Plan) -> [Self; 3] {
        let mut parts =
            ["cells", "score matrices", "choices of runs"].map(|of| Self { of, ..Self::default() });
        for group in &plan.groups {
            let keys: [Vec<Key>; 3] = [
                group.cells.iter().map(|task| task.key).collect(),
                group.scores.iter().map(|task| task.key).collect(),
                group.rosters.iter().map(|task| task.key).collect(),
            ];
            for (part, keys) in parts.iter_mut().zip(keys) {
                let own: BTreeSet<Key> = keys.iter().copied().collect();
                let to_run = own.iter().filter(|key| group.missing.contains(key)).count();
                part.all += keys.len();
                part.in_common += keys.len() - own.len();
                part.to_run += to_run;
                part.cached += own.len() - to_run;
            }
        }
        parts
    }

    /// `24 = 0 cached + 24 to compute`
    pub fn sum(&self) -> String {
        let Self { all, cached, to_run, in_common, .. } = self;
        let common = match in_common {
            0 => String::new(),
            more => format!(" + {more} that draws have in common"),
        };
        format!("{all} = {cached} cached + {to_run} to compute{common}")
    }
}
