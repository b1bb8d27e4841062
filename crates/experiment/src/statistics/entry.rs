//! The registry's entries for statistics, and the trait that every kind of statistic implements.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::spec::yaml::{Fraction, Node, Spanned, YamlError, from_node};
use rejudge_names::Mistyped;
use rejudge_stats::{ALPHA, Correction, Test};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::statistics::{Inputs, Outcome, STATISTICS, Versus};

/// A kind of statistic: an entry of the registry. Most kinds have a number for each measure and judgment set, and are
/// computed from the compared runs.
#[derive(Debug)]
pub struct StatisticEntry {
    /// The name of the kind.
    pub name: &'static str,
    /// The meaning, in a sentence.
    pub summary: &'static str,
    /// The page of `docs` with details, or "".
    pub page: &'static str,
    /// The version, which is part of the cells' keys. Raise it when the numbers change.
    pub version: u32,
    /// The quantities of a cell, with the main one first.
    pub components: &'static [&'static str],
    /// True if each measure has its own number, and false if no measure is used.
    pub has_measure: bool,
    /// True if each judgment set has its own number.
    pub has_judgments: bool,
    /// True if the numbers depend on the choice of runs. The numbers of `collection-facts`, for example, do not, because
    /// they describe all runs.
    pub uses_compared_runs: bool,
    /// True if the statistic needs judgments that are about one team, for example judgments that leave the team out.
    pub needs_team: bool,
    /// True if the statistic needs the collection itself, not only scores.
    pub needs_collection: bool,
    /// True if the statistic needs the scores that the makers of a collection printed.
    pub needs_printed_scores: bool,
    /// True if the statistic can be computed from scores over any topics, so verdicts may resample the
    /// topics. It is false for tests of pairs of runs, for example, because they take the variance of topics
    /// into account themselves.
    pub resamples_topics: bool,
    /// The values of the axis `topic-sets` on which the statistic is computed, if it has a measure.
    pub topic_set_use: TopicSetUse,
    /// The unit of each quantity whose name does not show it. The unit under "" applies to all other quantities.
    pub units: &'static [(&'static str, &'static str)],
    /// The quantities that are sums of other quantities. They can be computed if only the other quantities are known.
    pub sums: &'static [SumOf],
    pub(super) read: Reader,
    /// The JSON schema of the parameters.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
}

/// A function that computes the numbers of a statistic, or returns the reason why there are none.
type Compute = fn(&dyn Inputs) -> Result<Outcome, Outcome>;

#[derive(Clone, Copy, Debug)]
pub(super) enum Reader {
    Parameters(fn(&Node) -> Result<Arc<dyn StatisticKind>, YamlError>),
    Plain(Compute),
}

/// A statistic without parameters.
#[derive(Debug, Serialize)]
struct Plain {
    #[serde(skip)]
    compute: Compute,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoParameters {}

impl StatisticKind for Plain {
    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        (self.compute)(inputs)
    }
}

impl StatisticEntry {
    /// Creates an entry of a statistic without parameters.
    pub(crate) const fn plain(name: &'static str, compute: Compute) -> Self {
        Self {
            read: Reader::Plain(compute),
            schema: |generator| generator.subschema_for::<NoParameters>(),
            ..Self::with_name(name)
        }
    }

    /// Creates an entry of a statistic with parameters of the type `T`.
    pub(crate) const fn new<T: StatisticKind + DeserializeOwned + JsonSchema>(name: &'static str) -> Self {
        Self {
            read: Reader::Parameters(|node| Ok(Arc::new(from_node::<T>(node)?))),
            schema: |generator| generator.subschema_for::<T>(),
            ..Self::with_name(name)
        }
    }

    const fn with_name(name: &'static str) -> Self {
        Self {
            name,
            summary: "",
            page: "",
            version: 1,
            components: &[],
            has_measure: true,
            has_judgments: true,
            uses_compared_runs: true,
            needs_team: false,
            needs_collection: false,
            needs_printed_scores: false,
            resamples_topics: false,
            topic_set_use: TopicSetUse::One,
            units: &[],
            sums: &[],
            read: Reader::Plain(|_| unreachable!("every entry has a reader")),
            schema: |_| Schema::default(),
        }
    }

    /// Reads the parameters of a statistic.
    ///
    /// # Errors
    /// If a parameter is unknown or missing, or its value is wrong.
    pub fn read(&self, node: &Node) -> Result<Arc<dyn StatisticKind>, YamlError> {
        match self.read {
            Reader::Parameters(read) => read(node),
            Reader::Plain(compute) => from_node::<NoParameters>(node).map(|_| {
                let plain: Arc<dyn StatisticKind> = Arc::new(Plain { compute });
                plain
            }),
        }
    }

    /// Returns the entry called `name`.
    ///
    /// # Errors
    /// If there is no such kind. The error suggests the most similar name.
    pub fn find(name: &Spanned<String>) -> Result<&'static Self, YamlError> {
        let entry = STATISTICS.iter().copied().find(|entry| entry.name == name.value);
        entry.ok_or_else(|| {
            let names: Vec<&str> = STATISTICS.iter().map(|entry| entry.name).collect();
            name.mistyped(Mistyped::unknown("name", &name.value, &names))
        })
    }
}

/// Returns the default significance level, which is also the default of the error rate in `swap-rates`.
pub(crate) fn alpha() -> Fraction<true> {
    const { Fraction::new(ALPHA) }
}

/// A quantity that is a sum of other quantities, each with a factor.
pub type SumOf = (&'static str, &'static [(&'static str, f64)]);

/// The values of the axis `topic-sets` on which a statistic is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TopicSetUse {
    /// The statistic does not use scores, or uses all topics only.
    Never,
    /// One set of topics, which may be all topics.
    One,
    /// Pairs of sets, which the statistic compares.
    Pairs,
}

/// A reference to the statistic that tests pairs of runs for another statistic.
#[derive(Clone, Copy, Debug)]
pub struct BaseStatistic<'a> {
    /// The name in the experiment.
    pub name: &'a Spanned<String>,
    /// The kind that the referenced statistic must have.
    pub kind: &'static StatisticEntry,
}

/// The parameters of a statistic as they are in cache keys, including defaults.
pub trait Parameters {
    /// Returns the value of each parameter.
    fn parameters(&self) -> Value;
}

impl<T: Serialize> Parameters for T {
    fn parameters(&self) -> Value {
        serde_json::to_value(self).expect("parameters are plain values")
    }
}

/// A kind of statistic with its parameters, which can compute a cell.
pub trait StatisticKind: Parameters + fmt::Debug + Any + Send + Sync {
    /// Reports parameters that are incompatible with each other, or with `base`, the statistic that tests
    /// pairs of runs for this one. Missing parameters may be taken from `base`.
    fn check(&mut self, _base: Option<&dyn StatisticKind>, _errors: &mut Vec<YamlError>) {}

    /// Returns true if the statistic needs the collection because of its parameters.
    fn needs_collection(&self) -> bool {
        false
    }

    /// Returns true if a statistic with a measure is computed from score matrices.
    fn needs_scores(&self) -> bool {
        true
    }

    /// Returns the reference with which the statistic compares.
    fn versus(&self) -> Option<&Versus> {
        None
    }

    /// Returns the full name of another measure, if cells of `measure` also need that measure's scores, under
    /// the cell's judgments and under `versus`.
    fn other_measure(&self, _measure: &str) -> Option<&Spanned<String>> {
        None
    }

    /// Returns the statistic that tests pairs of runs for this one. It is computed first.
    fn base_statistic(&self) -> Option<BaseStatistic<'_>> {
        None
    }

    /// Returns true if a cell uses the scores and pairs of all draws, so it has the same outcome in each.
    fn is_over_all_draws(&self) -> bool {
        false
    }

    /// Returns a description of the statistic's own random draws, for reports, or `None` if the statistic
    /// draws nothing. Cache keys contain the seed only if something is drawn.
    fn draws(&self) -> Option<&'static str> {
        None
    }

    /// Returns the name of the coefficient, if the statistic is a rank correlation. It is shown next to the numbers.
    fn coefficient(&self) -> Option<&'static str> {
        None
    }

    /// Returns the test and its correction for many tests, if the statistic is a significance test.
    fn test(&self) -> Option<(Test, Correction)> {
        None
    }

    /// Computes a cell.
    ///
    /// # Errors
    /// If the cell has no numbers. The outcome contains the reason.
    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome>;
}

impl dyn StatisticKind {
    /// Returns the parameters as a `T`, if the statistic is of that kind.
    pub(crate) fn as_kind<T: StatisticKind>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }
}
