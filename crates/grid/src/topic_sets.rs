//! Sets of topics as values of an axis: `disjoint-pairs(size=25)`.

use rejudge_pools::TopicSets;
use rejudge_spec::RuleWire;
use rejudge_spec::yaml::{Node, Spanned, YamlError};

use super::Statistic;
use super::rules::{Known, expand};

/// Checks the axis; most experiments have none.
pub(super) fn resolve(wires: &[Spanned<RuleWire>], most: u64, errors: &mut Vec<YamlError>) -> Vec<TopicSets> {
    let known = Known { collection: "", teams: &[], judges: &[], most };
    let mut out: Vec<TopicSets> = Vec::new();
    for wire in wires {
        for sets in expand(wire, &known, errors) {
            if out.contains(&sets) {
                errors.push(wire.error(format!("`{sets}` is on the axis `topic-sets` already")));
            } else {
                out.push(sets);
            }
        }
    }
    out
}

/// Says where a statistic compares sets of topics, and there are none.
pub(super) fn check_use(
    sets: &[TopicSets],
    statistics: &[Statistic],
    resolved: &Node,
    errors: &mut Vec<YamlError>,
) {
    // A mistake in the axis is told there.
    if !sets.is_empty() || resolved.get("axes").is_some_and(|axes| axes.get("topic-sets").is_some()) {
        return;
    }
    for statistic in statistics.iter().filter(|statistic| statistic.kind.is_of_topic_sets()) {
        let at = resolved.get("statistics").and_then(|written| written.get(&statistic.name));
        let message = format!(
            "`{}` is of sets of topics, and the experiment has no axis `topic-sets`",
            statistic.kind.entry().name
        );
        errors.push(YamlError { at: at.map(|node| node.at.clone()), message, help: None });
    }
}
