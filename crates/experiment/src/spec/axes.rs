//! The axes of an experiment as written: collections, runs, judgments, sets of topics, measures, and the keys
//! that combine them.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU8;

use rejudge_names::Mistyped;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::experiment::Named;
use super::measures::{self, MeasureAxis};
use super::rules::LastRank;
use super::schema;
use crate::spec::yaml::{Node, OneOrMany, Spanned, YamlError, relayed};

/// An axis of the points of a grid: a list of values, each with the names by which selectors know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    Collection,
    Runs,
    Evaluation,
    Judgments,
    TopicSets,
    Measure,
}

/// The rules of `evaluation` that may be swept; the last one changes fastest. `ties` and `score-type` cannot be: a grid
/// reads each run once.
const SWEPT_RULES: [(&str, &str); 2] =
    [("min-rel", "Values of `evaluation.min-rel`"), ("max-rank", "Values of `evaluation.max-rank`")];

impl Axis {
    /// Every axis; the last one changes fastest.
    pub const ALL: [Self; 6] =
        [Self::Collection, Self::Runs, Self::Evaluation, Self::Judgments, Self::TopicSets, Self::Measure];

    /// Returns its names in selectors, each with a description of its values: one name, or one for each swept rule.
    pub fn names(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Collection => &[("collection", "Names of collections")],
            Self::Runs => &[("runs", "Runs to compare: `all`, `top(*)`")],
            Self::Evaluation => &SWEPT_RULES,
            Self::Judgments => &[("judgments", "Judgment sets: `full`, `pool-depth(depth=10)`")],
            Self::TopicSets => &[("topic-sets", "Sets of topics: `disjoint-pairs(size=25)`")],
            Self::Measure => &[("measure", "Labels or names of measures")],
        }
    }

    /// Returns its first name.
    pub fn name(self) -> &'static str {
        self.names()[0].0
    }

    /// Returns the names of all axes.
    pub fn all_names() -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().flat_map(Self::names).map(|(name, _)| *name)
    }
}

/// The axes as written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Axes {
    /// Names of collections (`rejudge data list`).
    #[serde(default)]
    pub collection: Vec<Spanned<String>>,
    /// The runs to compare.
    #[serde(default)]
    #[schemars(with = "Vec<schema::ByName<rejudge_pools::RunRule>>")]
    pub runs: Vec<Node>,
    /// The judgment sets.
    #[serde(default)]
    #[schemars(with = "Vec<schema::ByName<rejudge_pools::Manipulation>>")]
    pub judgments: Vec<Node>,
    /// Sets of the topics, for statistics that compare the results of different topics.
    #[serde(default)]
    #[schemars(with = "Vec<schema::ByName<rejudge_pools::TopicSetRule>>")]
    pub topic_sets: Vec<Node>,
    /// The measures.
    #[serde(default, deserialize_with = "measures::written")]
    #[schemars(with = "measures::Written")]
    pub measure: MeasureAxis,
    /// `evaluation.min-rel`, swept.
    #[serde(default)]
    #[schemars(with = "Vec<NonZeroU8>")]
    pub min_rel: Vec<Spanned<String>>,
    /// `evaluation.max-rank`, swept.
    #[serde(default)]
    #[schemars(with = "Vec<LastRank>")]
    pub max_rank: Vec<Spanned<String>>,
}

impl Axes {
    /// The values of the rules that may be swept, by name.
    pub fn rules(&mut self) -> [(&'static str, &mut Vec<Spanned<String>>); 2] {
        let [(min_rel, _), (max_rank, _)] = SWEPT_RULES;
        [(min_rel, &mut self.min_rel), (max_rank, &mut self.max_rank)]
    }
}

/// Axes that move together, crossed with the others.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Linked {
    /// Their names.
    pub axes: Vec<Spanned<String>>,
    /// Values, one a column.
    pub rows: Vec<Vec<Spanned<String>>>,
}

/// Values of a point to add; an axis that is not named takes all its values.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Included(pub BTreeMap<String, Spanned<String>>);

/// Patterns per axis (`*` stands for anything), all of which must match.
#[derive(Clone, Debug, Default)]
pub struct Selector {
    /// (axis, alternatives), in YAML and on the command line sorted by axis.
    pub parts: Vec<(String, Vec<String>)>,
}

impl Selector {
    /// Patterns by axis, as written.
    ///
    /// # Errors
    /// If there is no such axis.
    pub fn new(written: Vec<(Spanned<String>, Vec<String>)>) -> Result<Self, YamlError> {
        let axes: Vec<&str> = Axis::all_names().collect();
        if let Some((axis, _)) = written.iter().find(|(axis, _)| !axes.contains(&axis.value.as_str())) {
            return Err(axis.mistyped(Mistyped::unknown("axis", &axis.value, &axes)));
        }
        let mut parts: Vec<_> = written.into_iter().map(|(axis, patterns)| (axis.value, patterns)).collect();
        parts.sort();
        Ok(Self { parts })
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |(axis, patterns): &(String, Vec<String>)| format!("{axis}={}", patterns.join("|"));
        f.write_str(&self.parts.iter().map(part).collect::<Vec<_>>().join(", "))
    }
}

impl<'de> Deserialize<'de> for Selector {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Named(written) = Named::<OneOrMany<String>>::deserialize(deserializer)?;
        let patterns = written.into_iter().map(|(axis, OneOrMany(patterns))| (axis, patterns));
        Self::new(patterns.collect()).map_err(relayed)
    }
}

/// A selection of `exclude`, with the reason that the report gives.
#[derive(Clone, Debug)]
pub struct Excluded {
    /// The points that are left out.
    pub selector: Selector,
    /// The reason in words, if there is one.
    pub reason: Option<String>,
}

impl<'de> Deserialize<'de> for Excluded {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Named(written) = Named::<OneOrMany<String>>::deserialize(deserializer)?;
        let (reason, patterns): (Vec<_>, Vec<_>) = written
            .into_iter()
            .map(|(axis, OneOrMany(patterns))| (axis, patterns))
            .partition(|(axis, _)| axis.value == "reason");
        let reason = reason.into_iter().next().map(|(_, words)| words.join(" "));
        Ok(Self { selector: Selector::new(patterns).map_err(relayed)?, reason })
    }
}
