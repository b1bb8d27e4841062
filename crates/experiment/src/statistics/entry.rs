//! Entries of the registry, and the trait of statistics.

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

/// A kind of statistic: an entry of the registry. Most are of a measure, of a judgment set, and of the compared runs.
#[derive(Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Its meaning, in a sentence.
    pub summary: &'static str,
    /// A page of `docs` with details, or "".
    pub page: &'static str,
    /// Raised when its numbers change: a part of the keys of its cells.
    pub version: u32,
    /// The quantities that it yields, the main one first.
    pub components: &'static [&'static str],
    /// True if it has a number for each measure, false if the number is the same for all measures.
    pub has_measure: bool,
    /// True if it is of certain judgments.
    pub has_judgments: bool,
    /// True if it is of the compared runs; facts are over all.
    pub is_of_compared_runs: bool,
    /// True if it is of judgments that are about a team.
    pub is_of_a_team: bool,
    /// True if it looks at the collection itself, not only at scores.
    pub needs_collection: bool,
    /// True if it looks at the scores that the makers of a collection printed.
    pub needs_printed_scores: bool,
    /// True if it follows from the scores of the runs over any topics, so that verdicts may resample the topics. Tests
    /// of pairs of runs take the variance of topics into account themselves.
    pub resamples_topics: bool,
    /// The values of the axis `topic-sets` that are part of its cells, if it has a measure.
    pub of_topic_sets: OfTopicSets,
    /// Units of quantities, if these are not their names; that under "" is the unit of the others.
    pub units: &'static [(&'static str, &'static str)],
    /// Its quantities that are sums of others, for who knows those alone.
    pub sums: &'static [SumOf],
    pub(super) read: Reader,
    /// The schema of its parameters.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
}

/// The numbers of a statistic, or the reason why there are none.
type Compute = fn(&dyn Inputs) -> Result<Outcome, Outcome>;

#[derive(Clone, Copy, Debug)]
pub(super) enum Reader {
    Parameters(fn(&Node) -> Result<Arc<dyn Statistic>, YamlError>),
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

impl Statistic for Plain {
    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        (self.compute)(inputs)
    }
}

impl Entry {
    /// An entry of the statistic without parameters that `compute` computes.
    pub(crate) const fn plain(name: &'static str, compute: Compute) -> Self {
        Self {
            read: Reader::Plain(compute),
            schema: |generator| generator.subschema_for::<NoParameters>(),
            ..Self::of(name)
        }
    }

    /// An entry of the statistic whose parameters are a `T`.
    pub(crate) const fn new<T: Statistic + DeserializeOwned + JsonSchema>(name: &'static str) -> Self {
        Self {
            read: Reader::Parameters(|node| Ok(Arc::new(from_node::<T>(node)?))),
            schema: |generator| generator.subschema_for::<T>(),
            ..Self::of(name)
        }
    }

    const fn of(name: &'static str) -> Self {
        Self {
            name,
            summary: "",
            page: "",
            version: 1,
            components: &[],
            has_measure: true,
            has_judgments: true,
            is_of_compared_runs: true,
            is_of_a_team: false,
            needs_collection: false,
            needs_printed_scores: false,
            resamples_topics: false,
            of_topic_sets: OfTopicSets::One,
            units: &[],
            sums: &[],
            read: Reader::Plain(|_| unreachable!("every entry has a reader")),
            schema: |_| Schema::default(),
        }
    }

    /// Reads its parameters.
    ///
    /// # Errors
    /// If there are others, or their values are wrong.
    pub fn read(&self, node: &Node) -> Result<Arc<dyn Statistic>, YamlError> {
        match self.read {
            Reader::Parameters(read) => read(node),
            Reader::Plain(compute) => from_node::<NoParameters>(node).map(|_| {
                let plain: Arc<dyn Statistic> = Arc::new(Plain { compute });
                plain
            }),
        }
    }

    /// Returns the entry called `name`.
    ///
    /// # Errors
    /// If there is none, with the nearest name.
    pub fn find(name: &Spanned<String>) -> Result<&'static Self, YamlError> {
        let found = STATISTICS.iter().copied().find(|entry| entry.name == name.value);
        found.ok_or_else(|| {
            let known: Vec<&str> = STATISTICS.iter().map(|entry| entry.name).collect();
            name.mistyped(Mistyped::unknown("name", &name.value, &known))
        })
    }
}

/// Returns the level of significance, or the rate of errors, if none is given.
pub(crate) fn alpha() -> Fraction<true> {
    const { Fraction::new(ALPHA) }
}

/// A quantity that is a sum of others, each with its factor.
pub type SumOf = (&'static str, &'static [(&'static str, f64)]);

/// The values of the axis `topic-sets` on which a statistic is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfTopicSets {
    /// None: it is not of scores, or of all topics alone.
    Never,
    /// One set, all topics among them.
    One,
    /// Pairs of sets, which it compares.
    Pairs,
}

/// Another statistic, whose tests of pairs of runs a statistic looks at.
#[derive(Clone, Copy, Debug)]
pub struct Of<'a> {
    /// Its name in the experiment.
    pub name: &'a Spanned<String>,
    /// The kind that it must be.
    pub kind: &'static Entry,
}

/// Parameters as keys hold them, defaults filled in.
pub trait Parameters {
    /// Returns the value of each.
    fn parameters(&self) -> Value;
}

impl<T: Serialize> Parameters for T {
    fn parameters(&self) -> Value {
        serde_json::to_value(self).expect("parameters are plain values")
    }
}

/// A statistic: its parameters, and how it is computed.
pub trait Statistic: Parameters + fmt::Debug + Any + Send + Sync {
    /// Reports parameters that are incompatible with each other, or with the statistic `of` whose pairs of runs it
    /// uses, and takes the missing ones from that statistic.
    fn check(&mut self, _of: Option<&dyn Statistic>, _errors: &mut Vec<YamlError>) {}

    /// Returns true if it looks at the collection because of its parameters.
    fn needs_collection(&self) -> bool {
        false
    }

    /// Returns true if it is computed from score matrices, for a statistic that has a measure.
    fn needs_scores(&self) -> bool {
        true
    }

    /// Returns the reference that it compares with.
    fn versus(&self) -> Option<&Versus> {
        None
    }

    /// Returns the full name of another measure whose scores it looks at, under its own judgments and those of `versus`.
    fn other_measure(&self, _measure: &str) -> Option<&Spanned<String>> {
        None
    }

    /// Returns the statistic whose pairs of runs it looks at; that one is computed first.
    fn base_statistic(&self) -> Option<Of<'_>> {
        None
    }

    /// Returns true if a cell looks at the scores and pairs of every draw, so that it has the same outcome in each.
    fn is_over_all_draws(&self) -> bool {
        false
    }

    /// Returns a description of its own draws, for reports.
    fn draws(&self) -> Option<&'static str> {
        None
    }

    /// Returns the name of the rank correlation coefficient that it is, as shown next to its numbers.
    fn coefficient(&self) -> Option<&'static str> {
        None
    }

    /// Returns the significance test that it is, and its correction for many tests.
    fn test(&self) -> Option<(Test, Correction)> {
        None
    }

    /// Returns its numbers.
    ///
    /// # Errors
    /// The reason why there are none.
    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome>;
}

impl dyn Statistic {
    /// Returns this statistic as one of the kind `T`.
    pub(crate) fn as_kind<T: Statistic>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }
}
