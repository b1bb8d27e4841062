//! Of which plan a shard is: everything that two shards of one plan have in common.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::settings::{Settings, differences, settings};
use rejudge_grid::Grid;
use rejudge_grid::plan::Plan;

/// A plan, as its shards know it. Two are the same whatever their tables are called: settings and content
/// stand here to say what differs where something does.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
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
    /// A hash over the version and every key of the plan, in order.
    pub identity: String,
    /// What the experiment says that may change numbers: none of a shard of an earlier version.
    #[serde(default)]
    pub settings: Settings,
    /// Collection -> hash of its files.
    #[serde(default)]
    pub content: BTreeMap<String, String>,
}

impl PartialEq for Origin {
    fn eq(&self, other: &Self) -> bool {
        let parts = |of: &Self| {
            let Self { experiment, version, seed, overrides, only, without_data, identity, .. } = of.clone();
            (experiment, version, seed, overrides, only, without_data, identity)
        };
        parts(self) == parts(other)
    }
}

impl Eq for Origin {}

impl Origin {
    /// That of a plan.
    pub fn of(grid: &Grid, plan: &Plan, only: &[String]) -> Self {
        let name = |(collection, _): &(u32, usize)| grid.collections[*collection as usize].name.clone();
        let version = env!("CARGO_PKG_VERSION");
        Self {
            experiment: grid.id.clone(),
            version: version.to_owned(),
            seed: grid.seed,
            overrides: grid.overrides.clone(),
            only: only.to_vec(),
            without_data: plan.no_data.iter().map(name).collect(),
            identity: identity(version, plan),
            settings: settings(grid),
            content: plan.ingredients.content.clone(),
        }
    }

    /// Whether the experiment was changed in the same way.
    pub fn has_changes_of(&self, other: &Self) -> bool {
        self.overrides == other.overrides && self.only == other.only
    }

    /// What was changed of the experiment, as words of a command line.
    pub fn changes(&self) -> String {
        let set = self.overrides.iter().flat_map(|set| ["-s", set]);
        let only = self.only.iter().flat_map(|only| ["--only", only]);
        let words: Vec<Cow<'_, str>> = set.chain(only).map(word).collect();
        if words.is_empty() { "no -s and no --only".to_owned() } else { format!("`{}`", words.join(" ")) }
    }

    /// What is other than `expected`, behind the name of what this is of: `has draws 20, expected 100`. The
    /// most telling difference goes before the others, and of settings several are named.
    pub fn differs(&self, expected: &Self) -> Option<String> {
        if self == expected {
            return None;
        }
        let list = |words: &[String]| if words.is_empty() { "none".to_owned() } else { words.join(" ") };
        let parts = [
            ("is of the experiment", format!("`{}`", self.experiment), format!("`{}`", expected.experiment)),
            ("is made by rejudge", self.version.clone(), expected.version.clone()),
            ("is made with --only", list(&self.only), list(&expected.only)),
        ];
        let first = parts.into_iter().find(|(_, found, expected)| found != expected);
        if let Some((what, found, expected)) = first {
            return Some(format!("{what} {found}, expected {expected}"));
        }
        let lacks = |this: &Self, other: &Self| {
            let names = this.without_data.iter().filter(|name| !other.without_data.contains(name));
            names.map(String::as_str).collect::<Vec<_>>().join(", ")
        };
        for (names, found, wanted) in
            [(lacks(self, expected), "without", "with"), (lacks(expected, self), "with", "without")]
        {
            if !names.is_empty() {
                return Some(format!("is made {found} the data of {names}, expected {wanted} them"));
            }
        }
        let named = differences(&self.settings, &expected.settings);
        if !named.is_empty() {
            return Some(named.join("; "));
        }
        if self.overrides != expected.overrides {
            let (found, expected) = (list(&self.overrides), list(&expected.overrides));
            return Some(format!("is made with the changes {found}, expected {expected}"));
        }
        let is_other = |name: &&String| self.content.get(*name) != expected.content.get(*name);
        let others: Vec<&str> = self.content.keys().filter(is_other).map(String::as_str).collect();
        if !others.is_empty() {
            return Some(format!("was computed from other files of {} than are here", others.join(", ")));
        }
        // The same words, and another file that a description or a set of measures names.
        Some(format!("is of the plan {}, expected {}", self.identity, expected.identity))
    }
}

/// A word of a command line as people type it: quoted where the shell would take it for something else.
fn word(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "=.,:/@+_-".contains(c);
    match shlex::try_quote(text) {
        Ok(quoted) if !text.chars().all(is_plain) => quoted,
        _ => Cow::Borrowed(text),
    }
}

/// What makes two plans the same: who computes them, and every key of them, in order.
fn identity(version: &str, plan: &Plan) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(version.as_bytes());
    for group in &plan.groups {
        let rosters = group.rosters.iter().map(|task| task.key);
        let scores = group.scores.iter().map(|task| task.key);
        for key in rosters.chain(scores).chain(group.cells.iter().map(|task| task.key)) {
            hasher.update(key.bytes());
        }
    }
    hasher.finalize().to_hex()[..32].to_owned()
}
