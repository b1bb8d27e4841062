//! Of which plan a shard is: everything that two shards of one plan have in common.

use serde::{Deserialize, Serialize};

use rejudge_grid::Grid;
use rejudge_grid::plan::Plan;

/// A plan, as its shards know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Origin {
    /// Name of the experiment.
    pub experiment: String,
    /// Version of rejudge.
    pub version: String,
    /// Root seed.
    pub seed: u64,
    /// The overrides of the experiment.
    pub overrides: Vec<String>,
    /// The selectors of `--only`.
    pub only: Vec<String>,
    /// Collections whose data are not there.
    pub without_data: Vec<String>,
    /// A hash over every key of the plan, in order.
    pub identity: String,
}

impl Origin {
    /// That of a plan.
    pub fn of(grid: &Grid, plan: &Plan, only: &[String]) -> Self {
        let name = |(collection, _): &(u32, usize)| grid.collections[*collection as usize].name.clone();
        Self {
            experiment: grid.id.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: grid.seed,
            overrides: grid.overrides.clone(),
            only: only.to_vec(),
            without_data: plan.no_data.iter().map(name).collect(),
            identity: identity(plan),
        }
    }

    /// What is other than `expected`, the most telling of it: `of the experiment `toy`, expected `small``.
    pub fn differs(&self, expected: &Self) -> Option<String> {
        let list = |words: &[String]| if words.is_empty() { "none".to_owned() } else { words.join(" ") };
        let parts = [
            ("of the experiment", format!("`{}`", self.experiment), format!("`{}`", expected.experiment)),
            ("made by rejudge", self.version.clone(), expected.version.clone()),
            ("drawn from the seed", self.seed.to_string(), expected.seed.to_string()),
            ("made with the changes", list(&self.overrides), list(&expected.overrides)),
            ("made with --only", list(&self.only), list(&expected.only)),
            ("made without the data of", list(&self.without_data), list(&expected.without_data)),
            // The same words, and other files or another experiment.yaml.
            ("of the plan", self.identity.clone(), expected.identity.clone()),
        ];
        let other = parts.into_iter().find(|(_, found, expected)| found != expected);
        other.map(|(what, found, expected)| format!("{what} {found}, expected {expected}"))
    }
}

/// What makes two plans the same: every key of them, in order.
fn identity(plan: &Plan) -> String {
    let mut hasher = blake3::Hasher::new();
    for group in &plan.groups {
        let rosters = group.rosters.iter().map(|task| task.key);
        let scores = group.scores.iter().map(|task| task.key);
        for key in rosters.chain(scores).chain(group.cells.iter().map(|task| task.key)) {
            hasher.update(key.bytes());
        }
    }
    hasher.finalize().to_hex()[..32].to_owned()
}
