//! Findings as they are written, and their names resolved.

use rejudge_pools::Manipulation;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::Finding;
use super::condition::Condition;
use super::operand::Operand;
use rejudge_grid::{Grid, Selector, selector_of};
use rejudge_spec::yaml::{Node, OneOrMany, Spanned, YamlError, from_node};
use rejudge_spec::{Named, OnlyWire, Take, Where};
use rejudge_statistics::TEAM_FACTS;

/// A finding as written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct FindingWire {
    /// What the paper says.
    claim: String,
    /// Where it says so.
    section: Option<String>,
    /// What all its cells have in common.
    #[serde(default)]
    r#where: Where,
    /// The same as a condition on cells.
    holds: ConditionWire,
    /// By collection, in how many of the draws it was found to hold: `7/8`, or `not-evaluable`.
    #[serde(default)]
    on: BTreeMap<String, Spanned<String>>,
    /// Why the paper's own cells, the twins and other data do not say the same: a sentence.
    differs: Option<String>,
}

/// A condition as written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum ConditionWire {
    /// The number is above 0.
    Positive(OperandWire),
    /// The number is below 0.
    Negative(OperandWire),
    /// The left number is above the right one.
    Greater {
        /// The number that is to be above.
        left: OperandWire,
        /// The number that is to be below.
        right: OperandWire,
    },
    /// The left number is not below the right one.
    AtLeast {
        /// The number that is not to be below.
        left: OperandWire,
        /// The other.
        right: OperandWire,
    },
    /// The number is from `low` to `high`; the margin is the distance from the nearer end. A claim of a
    /// threshold has one end alone: another that no number can pass would be nearer to the safest numbers.
    Between {
        /// The number.
        of: OperandWire,
        /// Its least value; absent: there is none.
        low: Option<f64>,
        /// Its largest value; absent: there is none.
        high: Option<f64>,
    },
    /// The numbers differ by no more than `by`.
    Within {
        /// A number.
        left: OperandWire,
        /// Another.
        right: OperandWire,
        /// Their largest difference.
        by: f64,
    },
    /// Each number is above the next one.
    Falling(Vec<OperandWire>),
    /// At more than this share of the judgment sets (`over: judgments.rate`) the left number is above the
    /// right one; the margin is the share less `more-than`.
    Majority {
        /// The number that is to be above.
        left: OperandWire,
        /// The number that is to be below.
        right: OperandWire,
        /// The parameter of the judgment sets: `judgments.rate`.
        over: Spanned<String>,
        /// The share.
        #[serde(rename = "more-than")]
        more_than: f64,
    },
    /// It holds at each of the judgment sets; the margin is the smallest one.
    AtEach {
        /// The parameter of the judgment sets: `judgments.rate`.
        over: Spanned<String>,
        /// What is to hold at each.
        holds: Box<ConditionWire>,
    },
    /// All of them hold; the margin is the smallest one.
    All(Vec<ConditionWire>),
}

/// A number as written: what is taken (the mean unless said otherwise) of the cells that are selected.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct OperandWire {
    /// The statistic, or a part of it: `tau`, `dp.power`.
    of: Spanned<String>,
    /// What is taken of its cells; absent: their mean.
    #[serde(default)]
    take: Take,
    /// Their measures; `*` stands for anything.
    measure: Option<OneOrMany<Spanned<String>>>,
    /// Their judgments.
    judgments: Option<OneOrMany<Spanned<String>>>,
    /// Their sets of topics.
    topic_sets: Option<OneOrMany<Spanned<String>>>,
    /// Their runs.
    runs: Option<OneOrMany<Spanned<String>>>,
    /// Which teams they are of.
    only: Option<OnlyWire>,
}

/// Resolves the `findings` of expected.yaml against the statistics of the experiment.
pub fn resolve(node: &Node, grid: &Grid) -> Result<Vec<Finding>, Vec<YamlError>> {
    let wires: Named<FindingWire> = from_node(node).map_err(|e| vec![e])?;
    let mut errors = Vec::new();
    let mut findings = Vec::new();
    for (name, wire) in wires.0 {
        let common = selector_of(&wire.r#where, &mut errors);
        let condition = condition(&name, &wire.holds, &common, grid, &mut errors);
        // A run with other collections on the axis is still a run of the experiment.
        for (collection, on) in wire.on.iter().filter(|_| grid.overrides.is_empty()) {
            if !grid.collections.iter().any(|c| c.name == *collection) {
                let error = on.error(format!("`{collection}` is not on the axis of collections"));
                errors.push(error.suggesting(collection, grid.collections.iter().map(|c| c.name.as_str())));
            }
        }
        let FindingWire { claim, section, on, differs, .. } = wire;
        findings.extend(condition.map(|condition| Finding { name, claim, section, condition, on, differs }));
    }
    if errors.is_empty() { Ok(findings) } else { Err(errors) }
}

fn condition(
    name: &Spanned<String>,
    wire: &ConditionWire,
    common: &Selector,
    grid: &Grid,
    errors: &mut Vec<YamlError>,
) -> Option<Condition<Operand>> {
    let mut operand = |wire: &OperandWire| operand(wire, common, grid, errors);
    Some(match wire {
        ConditionWire::Positive(of) => Condition::Positive(operand(of)?),
        ConditionWire::Negative(of) => Condition::Negative(operand(of)?),
        ConditionWire::Greater { left, right } => Condition::Greater(operand(left)?, operand(right)?),
        ConditionWire::AtLeast { left, right } => Condition::AtLeast(operand(left)?, operand(right)?),
        ConditionWire::Between { of, low, high } => {
            let found = operand(of)?;
            let (least, most) = (low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY));
            if low.or(*high).is_none() || least > most {
                errors.push(of.of.error("`between` needs `low` or `high`, and `low` not above `high`"));
                return None;
            }
            Condition::Between(found, least, most)
        }
        ConditionWire::Within { left, right, by } => Condition::Within(operand(left)?, operand(right)?, *by),
        ConditionWire::Falling(list) => {
            if list.len() < 2 {
                errors.push(name.error("`falling` needs two numbers or more"));
                return None;
            }
            Condition::Falling(list.iter().map(operand).collect::<Option<Vec<_>>>()?)
        }
        ConditionWire::Majority { left, right, over, more_than } => {
            let (left, right) = (operand(left)?, operand(right)?);
            Condition::Majority { left, right, over: parameter(over, errors)?, more_than: *more_than }
        }
        ConditionWire::AtEach { over, holds } => {
            let holds = Box::new(condition(name, holds, common, grid, errors)?);
            Condition::AtEach { over: parameter(over, errors)?, holds }
        }
        ConditionWire::All(list) => {
            if list.is_empty() {
                errors.push(name.error("`all` needs a condition or more"));
                return None;
            }
            let all: Vec<Option<Condition<Operand>>> =
                list.iter().map(|c| condition(name, c, common, grid, errors)).collect();
            Condition::All(all.into_iter().collect::<Option<Vec<_>>>()?)
        }
    })
}

/// The parameter of the judgment sets that `over` names.
fn parameter(over: &Spanned<String>, errors: &mut Vec<YamlError>) -> Option<&'static str> {
    let known = Manipulation::parameter_names();
    let found =
        over.value.strip_prefix("judgments.").and_then(|name| known.iter().copied().find(|p| *p == name));
    if found.is_none() {
        let expected = known.join(", judgments.");
        errors.push(over.error(format!("found `{}`, expected one of judgments.{expected}", over.value)));
    }
    found
}

fn operand(
    wire: &OperandWire,
    common: &Selector,
    grid: &Grid,
    errors: &mut Vec<YamlError>,
) -> Option<Operand> {
    let (name, component) = wire.of.value.split_once('.').unwrap_or((&wire.of.value, ""));
    let Some(statistic) = grid.statistics.iter().position(|s| s.name == name) else {
        let error = wire.of.error(format!("there is no statistic `{name}`"));
        errors.push(error.suggesting(name, grid.statistics.iter().map(|s| s.name.as_str())));
        return None;
    };
    let components = grid.statistics[statistic].kind.entry().components;
    let found =
        if component.is_empty() { components.first() } else { components.iter().find(|c| **c == component) };
    let Some(component) = found else {
        errors.push(wire.of.error(format!("`{name}` has no `{component}`, only {}", components.join(", "))));
        return None;
    };
    let mut own = Where::default();
    own.0.extend(wire.measure.clone().map(|m| ("measure".to_owned(), m)));
    own.0.extend(wire.judgments.clone().map(|j| ("judgments".to_owned(), j)));
    own.0.extend(wire.topic_sets.clone().map(|s| ("topic-sets".to_owned(), s)));
    own.0.extend(wire.runs.clone().map(|r| ("runs".to_owned(), r)));
    let selector = common.and(&selector_of(&own, errors));
    let relevant_for = wire.only.as_ref().map(|only| only.relevant_for);
    if let Some(share) = relevant_for {
        if !(0.0..=1.0).contains(&share) {
            errors.push(wire.of.error(format!("relevant-for: {share} is no share from 0 to 1")));
        }
        if !grid.statistics.iter().any(|s| s.kind.is(&TEAM_FACTS)) {
            let message = "`only: {relevant-for: ..}` needs a statistic `team-facts: {}` to know the teams";
            errors.push(wire.of.error(message));
        }
    }
    let fit = selector.on(grid);
    Some(Operand { statistic, component, take: wire.take, selector, fit, relevant_for })
}
