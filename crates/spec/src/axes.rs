//! The axes of an experiment as written: collections, runs, judgments, sets of topics, measures, and what
//! joins them.

use std::collections::BTreeMap;
use std::num::{NonZeroU8, NonZeroU32};

use schemars::JsonSchema;
use serde::Deserialize;

use super::measures::MeasureWire;
use super::rule::RuleWire;
use super::schema;
use crate::yaml::Spanned;

/// The axes as written; any field of `evaluation` may be one as well.
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
    pub min_rel: Vec<Spanned<NonZeroU8>>,
    /// `evaluation.max-rank`, swept.
    #[serde(default)]
    pub max_rank: Vec<Spanned<NonZeroU32>>,
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
