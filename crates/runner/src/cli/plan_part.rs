//! What a plan computes, by kind: counts that add up.

use rayon::prelude::*;
use serde::Serialize;

use rejudge_grid::plan::{Group, Plan};
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
        let of_group = |group: &Group| {
            let keys: [Vec<Key>; 3] = [
                group.cells.iter().map(|task| task.key).collect(),
                group.scores.iter().map(|task| task.key).collect(),
                group.rosters.iter().map(|task| task.key).collect(),
            ];
            keys.map(|mut keys| {
                let all = keys.len();
                keys.sort_unstable();
                keys.dedup();
                let to_run = keys.iter().filter(|key| group.missing.contains(key)).count();
                let (cached, in_common) = (keys.len() - to_run, all - keys.len());
                Self { of: "", all, cached, to_run, in_common }
            })
        };
        let groups: Vec<[Self; 3]> = plan.groups.par_iter().map(of_group).collect();
        let mut parts =
            ["cells", "score matrices", "choices of runs"].map(|of| Self { of, ..Self::default() });
        for group in groups {
            for (part, more) in parts.iter_mut().zip(group) {
                part.all += more.all;
                part.cached += more.cached;
                part.to_run += more.to_run;
                part.in_common += more.in_common;
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
