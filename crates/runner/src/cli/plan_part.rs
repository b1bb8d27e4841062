//! The computations of a plan, by kind: counts that add up.

use rayon::prelude::*;
use serde::Serialize;

use rejudge_experiment::grid::plan::{Group, Plan};
use rejudge_store::cache::Key;

/// The count of one kind of cached computation: each is cached, to be computed, or the same as another.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PlanPart {
    /// The counted kind.
    pub of: &'static str,
    all: usize,
    cached: usize,
    to_run: usize,
    /// The number that several draws share, which is stored once.
    in_common: usize,
}

impl PlanPart {
    /// The parts of a plan.
    pub fn all(plan: &Plan) -> [Self; 3] {
        // All keys, those that differ, and those that are to be computed.
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
                [all, keys.len(), keys.iter().filter(|key| group.missing.contains(key)).count()]
            })
        };
        let groups: Vec<[[usize; 3]; 3]> = plan.groups.par_iter().map(of_group).collect();
        let kinds = ["cells", "score matrices", "choices of runs"];
        std::array::from_fn(|kind| {
            let sum = |count: usize| groups.iter().map(|group| group[kind][count]).sum::<usize>();
            let [all, own, to_run] = [0, 1, 2].map(sum);
            Self { of: kinds[kind], all, cached: own - to_run, to_run, in_common: all - own }
        })
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
