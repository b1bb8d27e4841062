//! Claims from YAML, with their names resolved.

use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::{Grid, Selector, find_component, mistakes_in_only};
use rejudge_experiment::spec::yaml::{Node, Spanned, YamlError};
use rejudge_experiment::spec::{Condition, JUDGMENTS, OperandWire};
use rejudge_pools::{Manipulation, Rule};

use super::operand::Operand;
use super::{Claim, Claims, Untested};
use crate::check::computed::original;
use crate::table::distinct;

/// Resolves the claims against the statistics of the experiment.
///
/// # Errors
/// If one of the experiment's own claims has a mistake or cannot be evaluated. An inherited claim that cannot be
/// evaluated here is listed as untested instead.
pub fn claims(grid: &Grid) -> Result<Claims, Vec<YamlError>> {
    let (mut claims, mut wrong) = (Claims::default(), Vec::new());
    for (name, wire) in &grid.claims.0 {
        let mut errors: Vec<YamlError> = mistake(name, &wire.holds).into_iter().collect();
        // An inherited claim may be about collections that this experiment does not have.
        let own_names = wire.of.0.iter().filter(|name| grid.is_own(name.at.as_ref()));
        errors.extend(own_names.filter_map(|name| unknown_collection(name, grid)));
        let condition =
            wire.holds.on(&mut |wire_operand| operand(wire_operand, &wire.r#where, grid, &mut errors));
        let claim = condition.filter(|_| errors.is_empty()).map(|condition| Claim {
            name: name.clone(),
            claim: wire.claim.clone(),
            section: wire.section.clone(),
            text: text(grid, &name.value),
            of: wire.of.0.iter().map(|name| name.value.clone()).collect(),
            is_counted: wire.counted,
            condition,
            differs: wire.differs.clone(),
        });
        let is_inherited = is_inherited(name, grid);
        let is_meant_for_any =
            |claim: &Claim| (0..grid.collections.len()).any(|index| claim.is_meant_for(index as u32));
        let why_not = match &claim {
            Some(claim) if is_inherited && !is_meant_for_any(claim) => {
                Some("its `where` selects no collection of this experiment".to_owned())
            }
            // The claim may ask for a number that the axes do not have.
            Some(claim) => {
                let operands = claim.condition.operands();
                operands.into_iter().find_map(|operand| crate::table::no_value(grid, &operand.selector))
            }
            None => errors.first().map(|error| error.message.clone()),
        };
        match (claim, why_not) {
            (_, Some(why)) if is_inherited => {
                claims.untested.push(Untested { name: name.value.clone(), why });
            }
            (Some(_), Some(why)) if grid.is_own(name.at.as_ref()) => {
                wrong.push(name.error(format!("`{}` cannot be evaluated: {why}", name.value)));
            }
            (Some(claim), _) => claims.tested.push(claim),
            (None, _) => wrong.append(&mut errors),
        }
    }
    if wrong.is_empty() { Ok(claims) } else { Err(wrong) }
}

/// Returns the error if `name` is neither a collection on the axis nor a collection of the paper. The
/// name of a twin is an error too: a claim about the original is counted on the twin anyway, so the claim must
/// name the original.
fn unknown_collection(name: &Spanned<String>, grid: &Grid) -> Option<YamlError> {
    let on_axis = grid.collections.iter().filter(|c| c.entry.descriptor.kind != Kind::Simulated);
    let paper = grid.collections.iter().filter_map(|c| Some(c.paper.as_ref()?.name.as_str()));
    let originals = grid.collections.iter().filter_map(original);
    let names = distinct(on_axis.map(|c| c.name.as_str()).chain(paper).chain(originals));
    if names.contains(&name.value.as_str()) {
        return None;
    }
    if let Some(twin) = grid.collections.iter().find(|collection| collection.name == name.value) {
        let name_of_twin = &twin.name;
        let message = format!("`{name_of_twin}` is simulated, expected a collection of the paper");
        let only_there = format!("`where: {{collection: {name_of_twin}}}` evaluates the claim only on it");
        let help = match original(twin) {
            Some(original) => format!("write `{original}`, which it simulates; {only_there}"),
            None => only_there,
        };
        return Some(YamlError { help: Some(help), ..name.error(message) });
    }
    let message = format!("`{}` is not a collection of this experiment or its paper", name.value);
    Some(name.error(message).suggesting(&name.value, names))
}

/// Returns the claim's condition and the selection that its cells share, after `extends` is resolved.
fn text(grid: &Grid, name: &str) -> String {
    let claim = grid.resolved.get("claims").and_then(|claims| claims.get(name));
    let parts = ["where", "holds"].map(|key| claim.and_then(|claim| claim.get(key)));
    parts.into_iter().flatten().map(Node::in_one_line).collect::<Vec<_>>().join(" ")
}

/// Returns true if a claim comes from an experiment that this one extends.
pub(super) fn is_inherited(name: &Spanned<String>, grid: &Grid) -> bool {
    let id = grid.resolved.get("id").map(|id| id.at.source.name.as_str());
    name.at.as_ref().map(|at| at.source.name.as_str()) != id
}

/// Returns the error of the condition itself, if it has one. `operand` checks the operands.
fn mistake(name: &Spanned<String>, condition: &Condition<OperandWire>) -> Option<YamlError> {
    match condition {
        Condition::Between { of, low, high }
            if low.zip(*high).map_or(low.or(*high).is_none(), |(low, high)| low > high) =>
        {
            Some(of.of.error("`between` needs `low` or `high`, and `low` not above `high`"))
        }
        Condition::Falling(list) if list.len() < 2 => Some(name.error("`falling` needs two numbers or more")),
        Condition::SumAtLeast { left, right } if left.is_empty() || right.is_empty() => {
            Some(name.error("`sum-at-least` needs numbers on both sides"))
        }
        Condition::Majority { over, .. } => unknown_parameter(over),
        Condition::AtEach { over, holds } => mistake(name, holds).or_else(|| unknown_parameter(over)),
        Condition::All(list) if list.is_empty() => Some(name.error("`all` needs at least one condition")),
        Condition::All(list) => list.iter().find_map(|condition| mistake(name, condition)),
        _ => None,
    }
}

/// Returns an error if `over` does not name a parameter of judgment sets.
fn unknown_parameter(over: &Spanned<String>) -> Option<YamlError> {
    let parameters = Manipulation::parameter_names();
    let is_known = over.value.strip_prefix(JUDGMENTS).is_some_and(|name| parameters.contains(&name));
    (!is_known).then(|| {
        let expected = parameters.join(", judgments.");
        over.error(format!("found `{}`, expected one of judgments.{expected}", over.value))
    })
}

fn operand(
    wire: &OperandWire,
    common: &Selector,
    grid: &Grid,
    errors: &mut Vec<YamlError>,
) -> Option<Operand> {
    let quantity = find_component(&grid.statistics, &wire.of).map_err(|error| errors.push(error));
    let (statistic, component) = quantity.ok()?;
    let selected = [
        ("judgments", &wire.judgments),
        ("measure", &wire.measure),
        ("runs", &wire.runs),
        ("topic-sets", &wire.topic_sets),
        ("min-rel", &wire.min_rel),
    ];
    let parts = selected
        .into_iter()
        .filter_map(|(axis, patterns)| Some((axis.to_owned(), patterns.as_ref()?.0.clone())));
    let mut selector = common.and(&Selector { parts: parts.collect() });
    if !selector.names("topic-sets") {
        selector = selector.and(&grid.default_topic_sets());
    }
    let relevant_for = wire.only.map(|only| only.relevant_for);
    let mistakes = mistakes_in_only(&grid.statistics, wire.only);
    errors.extend(mistakes.into_iter().map(|message| wire.of.error(message)));
    let fit = selector.on(grid);
    Some(Operand { statistic, component, take: wire.take, selector, fit, relevant_for })
}
