//! The axes of an experiment as written: collections, runs, judgments, sets of topics, measures, and what
//! joins them.

use std::collections::BTreeMap;
use std::num::NonZeroU8;

use schemars::JsonSchema;
use serde::Deserialize;

use super::measures::MeasureWire;
use super::rule::RuleWire;
use super::rules::LastRank;
use super::schema;
use crate::yaml::Spanned;

/// The axes that a selection may name, each with what its values are.
pub const AXES: [(&str, &str); 7] = [
    ("collection", "Names of the catalogue"),
    ("judgments", "What is judged: `full`, `pool-depth(depth=10)`"),
    ("max-rank", "Values of `evaluation.max-rank`"),
    ("measure", "Labels or names of measures"),
    ("min-rel", "Values of `evaluation.min-rel`"),
    ("runs", "Which runs are compared: `all`, `top(*)`"),
    ("topic-sets", "Sets of topics: `disjoint-pairs(size=25)`"),
];

/// The rules of `evaluation` that may be swept, each on an axis of its own; the last one changes fastest. `ties` and
/// `score-type` cannot be: a grid reads each run once.
pub const SWEPT_RULES: [&str; 2] = ["min-rel", "max-rank"];

/// The axes as written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AxesWire {
    /// Names of the catalogue.
    #[serde(default)]
    pub collection: Vec<Spanned<String>>,
    /// Which runs are compared.
    #[serde(default)]
    #[schemars(with = "Vec<schema::ByName<rejudge_pools::RunRule>>")]
    pub runs: Vec<Spanned<RuleWire>>,
    /// What is judged.
    #[serde(default)]
    #[schemars(with = "Vec<schema::ByName<rejudge_pools::Manipulation>>")]
    pub judgments: Vec<Spanned<RuleWire>>,
    /// Sets of the topics, for statistics that compare what different topics say.
    #[serde(default)]
    #[schemars(with = "Vec<schema::ByName<rejudge_pools::TopicSetRule>>")]
    pub topic_sets: Vec<Spanned<RuleWire>>,
    /// How runs are scored.
    #[serde(default)]
    pub measure: MeasureWire,
    /// `evaluation.min-rel`, swept.
    #[serde(default)]
    #[schemars(with = "Vec<NonZeroU8>")]
    pub min_rel: Vec<Spanned<String>>,
    /// `evaluation.max-rank`, swept.
    #[serde(default)]
    #[schemars(with = "Vec<LastRank>")]
    pub max_rank: Vec<Spanned<String>>,
}

impl AxesWire {
    /// The values of [`SWEPT_RULES`], by name.
    pub fn rules(&mut self) -> [(&'static str, &mut Vec<Spanned<String>>); 2] {
        let [min_rel, max_rank] = SWEPT_RULES;
        [(min_rel, &mut self.min_rel), (max_rank, &mut self.max_rank)]
    }
}

/// Axes that move together, crossed with the others.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LinkedWire {
    /// Their names.
    pub axes: Vec<Spanned<String>>,
    /// Values, one a column.
    pub rows: Vec<Vec<Spanned<String>>>,
}

/// Values of a point to add; an axis that is not named takes all its values.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct IncludeWire(pub BTreeMap<String, Spanned<String>>);
