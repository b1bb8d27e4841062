//! Claims from YAML, with their names resolved.

use rejudge_experiment::grid::{Axis, Grid, Selector, selector_of};
use rejudge_experiment::spec::yaml::{Spanned, YamlError};
use rejudge_experiment::spec::{ConditionWire, OperandWire, Where};
use rejudge_experiment::statistics::TEAM_FACTS;
use rejudge_pools::{Manipulation, Rule};

use super::condition::Condition;
use super::operand::Operand;
use super::{Claim, Claims, Untested};

/// Resolves the claims against the statistics of the experiment.
///
/// # Errors
/// If a claim of the experiment itself is wrong. An inherited claim that needs something missing is listed as not
/// asked.
pub fn claims(grid: &Grid) -> Result<Claims, Vec<YamlError>> {
    let (mut claims, mut wrong) = (Claims::default(), Vec::new());
    for (name, wire) in &grid.claims.0 {
        let mut errors = Vec::new();
        let common = selector_of(&wire.r#where, &mut errors);
        let condition = condition(name, &wire.holds, &common, grid, &mut errors);
        let untested = |why: &str| Untested { name: name.value.clone(), why: why.to_owned() };
        let no_value = condition.as_ref().and_then(|condition| no_value(condition, grid));
        match (condition, errors.first()) {
            (Some(condition), None) if is_inherited(name, grid) && takes_none(&condition, grid) => {
                claims.untested.push(untested("its `where` takes other collections"));
            }
            (Some(_), None) if no_value.is_some() && is_inherited(name, grid) => {
                claims.untested.extend(no_value.map(|why| untested(&why)));
            }
            (Some(_), None) if no_value.is_some() && grid.is_own(name.at.as_ref()) => {
                let error = |why| name.error(format!("`{}` cannot be evaluated: {why}", name.value));
                wrong.extend(no_value.map(error));
            }
            (Some(condition), None) => claims.tested.push(Claim {
                name: name.clone(),
                claim: wire.claim.clone(),
                section: wire.section.clone(),
                condition,
                differs: wire.differs.clone(),
            }),
            (_, Some(error)) if is_inherited(name, grid) => {
                claims.untested.push(untested(&error.message));
            }
            _ => wrong.append(&mut errors),
        }
    }
    if wrong.is_empty() { Ok(claims) } else { Err(wrong) }
}

/// Returns true if a claim comes from an experiment that this one extends.
pub(super) fn is_inherited(name: &Spanned<String>, grid: &Grid) -> bool {
    let id = grid.resolved.get("id").map(|id| id.at.source.name.as_str());
    name.at.as_ref().map(|at| at.source.name.as_str()) != id
}

/// Returns true if a claim does not apply to any of the collections.
fn takes_none(condition: &Condition<Operand>, grid: &Grid) -> bool {
    let takes =
        |at: usize| condition.operands().iter().all(|operand| operand.fit.takes(Axis::Collection, at as u32));
    !(0..grid.collections.len()).any(takes)
}

/// Returns the reason why a number of a condition does not exist on the axes.
fn no_value(condition: &Condition<Operand>, grid: &Grid) -> Option<String> {
    condition.operands().into_iter().find_map(|operand| crate::table::no_value(grid, &operand.selector))
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
    let components = grid.statistics[statistic].entry.components;
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
    let mut selector = common.and(&selector_of(&own, errors));
    if !selector.names("topic-sets") {
        selector = selector.and(&grid.without_topic_subsets());
    }
    let relevant_for = wire.only.as_ref().map(|only| only.relevant_for);
    if let Some(share) = relevant_for {
        if !(0.0..=1.0).contains(&share) {
            errors.push(wire.of.error(format!("relevant-for: {share} is no share from 0 to 1")));
        }
        if !grid.statistics.iter().any(|s| s.is(&TEAM_FACTS)) {
            let message = "`only: {relevant-for: ..}` needs a statistic `team-facts: {}` to know the teams";
            errors.push(wire.of.error(message));
        }
    }
    let fit = selector.on(grid);
    Some(Operand { statistic, component, take: wire.take, selector, fit, relevant_for })
}
