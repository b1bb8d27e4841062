//! The axes of an experiment as they are written (collections, runs, swept rules, judgments, sets of topics,
//! measures), and the keys that combine them.

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

/// An axis of a grid: a list of values that selectors refer to by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    Collection,
    Runs,
    Evaluation,
    Judgments,
    TopicSets,
    Measure,
}

/// The rules of `evaluation` that may be swept, each with a description of its values. The last rule changes fastest.
/// `ties` and `score-type` cannot be swept, because a grid reads each run only once.
const SWEPT_RULES: [(&str, &str); 2] =
    [("min-rel", "Values of `evaluation.min-rel`"), ("max-rank", "Values of `evaluation.max-rank`")];

impl Axis {
    /// All axes. The last axis changes fastest.
    pub const ALL: [Self; 6] =
        [Self::Collection, Self::Runs, Self::Evaluation, Self::Judgments, Self::TopicSets, Self::Measure];

    /// Returns the names of the axis in selectors, each with a description of its values. The axis of evaluations has a
    /// name for each rule that may be swept, and every other axis has one name.
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

    /// Returns the first name of the axis.
    pub fn name(self) -> &'static str {
        self.names()[0].0
    }

    /// Returns the names of all axes.
    pub fn all_names() -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().flat_map(Self::names).map(|(name, _)| *name)
    }
}

/// The axes as they are written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Axes {
    /// Names of collections (`rejudge data list` lists them), or paths of descriptions (`mine.yaml`).
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
    /// Sets of topics, for statistics that compare results on different topics.
    #[serde(default)]
    #[schemars(with = "Vec<schema::ByName<rejudge_pools::TopicSetRule>>")]
    pub topic_sets: Vec<Node>,
    /// The measures.
    #[serde(default, deserialize_with = "measures::read_axis")]
    #[schemars(with = "measures::Written")]
    pub measure: MeasureAxis,
    /// The values of `evaluation.min-rel` to sweep over.
    #[serde(default)]
    #[schemars(with = "Vec<NonZeroU8>")]
    pub min_rel: Vec<Spanned<String>>,
    /// The values of `evaluation.max-rank` to sweep over.
    #[serde(default)]
    #[schemars(with = "Vec<LastRank>")]
    pub max_rank: Vec<Spanned<String>>,
}

impl Axes {
    /// Returns the values of each rule that may be swept, with the rule's name.
    pub fn rules(&mut self) -> [(&'static str, &mut Vec<Spanned<String>>); 2] {
        let [(min_rel, _), (max_rank, _)] = SWEPT_RULES;
        [(min_rel, &mut self.min_rel), (max_rank, &mut self.max_rank)]
    }
}

/// Axes that change together, crossed with the others.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Linked {
    /// The names of the axes.
    pub axes: Vec<Spanned<String>>,
    /// The combinations of values. Each has one value for each of these axes, in the same order.
    pub rows: Vec<Vec<Spanned<String>>>,
}

/// Points to add. An axis that is not named takes all values.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Included(pub BTreeMap<String, Spanned<String>>);

/// Patterns for axes (`*` matches any text). A point is selected if it matches the patterns of every axis that the
/// selector names.
#[derive(Clone, Debug, Default)]
pub struct Selector {
    /// The alternative patterns of each axis. In a selector from YAML or from the command line, the axes are sorted.
    pub parts: Vec<(String, Vec<String>)>,
}

impl Selector {
    /// Creates a selector from the patterns of each axis, sorted by axis.
    ///
    /// # Errors
    /// If a name is not the name of an axis.
    pub fn new(by_axis: Vec<(Spanned<String>, Vec<String>)>) -> Result<Self, YamlError> {
        let axes: Vec<&str> = Axis::all_names().collect();
        if let Some((axis, _)) = by_axis.iter().find(|(axis, _)| !axes.contains(&axis.value.as_str())) {
            return Err(axis.mistyped(Mistyped::unknown("axis", &axis.value, &axes)));
        }
        let mut parts: Vec<_> = by_axis.into_iter().map(|(axis, patterns)| (axis.value, patterns)).collect();
        parts.sort();
        Ok(Self { parts })
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts.iter().map(|(axis, patterns)| format!("{axis}={}", patterns.join("|")));
        f.write_str(&parts.collect::<Vec<_>>().join(", "))
    }
}

impl<'de> Deserialize<'de> for Selector {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Named(by_axis) = Named::<OneOrMany<String>>::deserialize(deserializer)?;
        let patterns = by_axis.into_iter().map(|(axis, OneOrMany(patterns))| (axis, patterns));
        Self::new(patterns.collect()).map_err(relayed)
    }
}

/// An entry of `exclude`. Reports give the reason.
#[derive(Clone, Debug)]
pub struct Excluded {
    /// The points that are left out.
    pub selector: Selector,
    /// The reason, if there is one.
    pub reason: Option<String>,
}

impl<'de> Deserialize<'de> for Excluded {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Named(entries) = Named::<OneOrMany<String>>::deserialize(deserializer)?;
        let (reason, patterns): (Vec<_>, Vec<_>) = entries
            .into_iter()
            .map(|(axis, OneOrMany(patterns))| (axis, patterns))
            .partition(|(axis, _)| axis.value == "reason");
        let reason = reason.into_iter().next().map(|(_, words)| words.join(" "));
        Ok(Self { selector: Selector::new(patterns).map_err(relayed)?, reason })
    }
}
