//! What there is to say of a statistic before it is computed.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use rejudge_pools::RunGroups;
use rejudge_spec::yaml::{Node, Spanned, YamlError, from_node};
use schemars::{Schema, SchemaGenerator};
use serde::de::DeserializeOwned;

use crate::{Inputs, Names, Outcome, STATISTICS, Versus};

/// Reads the parameters of a statistic.
pub type Read = fn(&Node, &Names<'_>, &mut Vec<YamlError>) -> Result<Arc<dyn Statistic>, YamlError>;

/// A kind of statistic: an entry of the registry.
#[derive(Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub summary: &'static str,
    /// Raised when its numbers change: a part of the keys of its cells.
    pub version: u32,
    /// The quantities that it yields, the main one first.
    pub components: &'static [&'static str],
    /// Whether it is one number a measure, or the same for all measures.
    pub has_measure: bool,
    /// Whether it is of certain judgments.
    pub has_judgments: bool,
    /// Whether it is of the compared runs; facts are over all.
    pub is_of_compared_runs: bool,
    /// Whether it is of judgments that are about a team.
    pub is_of_a_team: bool,
    /// Reads what stands behind its name.
    pub read: Read,
    /// What editors know of it.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
}

/// A quantity that is a sum of others, each with its factor.
pub type SumOf = (&'static str, &'static [(&'static str, f64)]);

/// Which values of the axis `topic-sets` a statistic is computed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfTopicSets {
    /// None: it is not of scores, or of all topics alone.
    Never,
    /// One set, all topics among them.
    One,
    /// Pairs of sets, which it compares.
    Pairs,
}

/// A statistic with its parameters.
pub trait Statistic: fmt::Debug + Any + Send + Sync {
    /// Its kind.
    fn entry(&self) -> &'static Entry;

    /// Its parameters as keys hold them, defaults filled in. `versus` is the text of what it compares with,
    /// `of` what the statistic that it is of is in a key: name, version and parameters.
    fn parameters(&self, _versus: Option<&str>, _of: Option<&str>) -> String {
        String::new()
    }

    /// Whether it looks at the collection itself, not only at scores.
    fn needs_collection(&self) -> bool {
        false
    }

    /// Whether it is computed from score matrices.
    fn needs_scores(&self) -> bool {
        self.entry().has_measure
    }

    /// Whether it looks at the scores that the makers of a collection printed.
    fn needs_printed_scores(&self) -> bool {
        false
    }

    /// Which values of the axis `topic-sets` are part of its cells.
    fn of_topic_sets(&self) -> OfTopicSets {
        if self.entry().has_measure { OfTopicSets::One } else { OfTopicSets::Never }
    }

    /// What it compares with.
    fn versus(&self) -> Option<&Versus> {
        None
    }

    /// The place of the statistic whose pairs of runs it looks at; that one is computed first.
    fn of(&self) -> Option<usize> {
        None
    }

    /// Why it cannot be computed of a collection whose runs are of these groups, or of none.
    fn fault_of_groups(&self, _groups: Option<&RunGroups>) -> Option<String> {
        None
    }

    /// What it draws itself, in words for reports.
    fn draws(&self) -> Option<&'static str> {
        None
    }

    /// The rank correlation coefficient that it is, by the name that stands wherever its numbers do.
    fn coefficient(&self) -> Option<&'static str> {
        None
    }

    /// What one of its quantities is counted in, where that is not the quantity's name.
    fn unit(&self, _component: &str) -> Option<&'static str> {
        self.coefficient()
    }

    /// The significance test that it is, and its correction for many tests, by their names.
    fn test(&self) -> Option<(&'static str, Option<&'static str>)> {
        None
    }

    /// Its quantities that are sums of others, for who knows those alone.
    fn sums(&self) -> &'static [SumOf] {
        &[]
    }

    /// Its numbers.
    ///
    /// # Errors
    /// Why there are none.
    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome>;
}

impl dyn Statistic {
    /// This statistic as one of the kind `T`.
    pub fn as_kind<T: Statistic>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }

    /// Whether it is of this kind.
    pub fn is(&self, entry: &Entry) -> bool {
        self.entry().name == entry.name
    }
}

/// Reads a statistic: a map from its name to its parameters.
///
/// # Errors
/// When there is no statistic of that name, or its parameters are not what it takes. What is wrong with
/// values goes to `errors`.
pub fn read(
    name: &Spanned<String>,
    arguments: &Node,
    names: &Names<'_>,
    errors: &mut Vec<YamlError>,
) -> Result<Arc<dyn Statistic>, YamlError> {
    let Some(entry) = STATISTICS.iter().find(|entry| entry.name == name.value) else {
        let known: Vec<String> = STATISTICS.iter().map(|entry| format!("`{}`", entry.name)).collect();
        let message = format!("unknown name `{}`, expected one of {}", name.value, known.join(", "));
        return Err(name.error(message).suggesting(&name.value, STATISTICS.iter().map(|entry| entry.name)));
    };
    (entry.read)(arguments, names, errors)
}

/// What a statistic without parameters takes: `{}`.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// Reads a statistic without parameters.
pub(crate) fn read_nothing<S: Statistic + Default>(
    node: &Node,
    _names: &Names<'_>,
    _errors: &mut Vec<YamlError>,
) -> Result<Arc<dyn Statistic>, YamlError> {
    written::<Nothing>(node).map(|Nothing {}| Arc::new(S::default()) as Arc<dyn Statistic>)
}

/// What editors know of a statistic without parameters.
pub(crate) fn nothing(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<Nothing>()
}

/// The parameters of a statistic as written.
pub(crate) fn written<T: DeserializeOwned>(node: &Node) -> Result<T, YamlError> {
    from_node(node)
}
