//! Sets of topics as values of an axis: `disjoint-pairs(size=25)`.

use rejudge_pools::TopicSets;
use rejudge_spec::RuleWire;
use rejudge_spec::yaml::{Node, Spanned, YamlError};

use super::rules::{Known, expand};
use super::{Collection, Statistic};

/// Checks the axis; most experiments have none.
pub(super) fn resolve(
    wires: &[Spanned<RuleWire>],
    most: u64,
    collections: &[Collection],
    errors: &mut Vec<YamlError>,
) -> Vec<TopicSets> {
    let topics = most_topics(collections);
    let known = Known { collection: "", teams: &[], judges: &[], most };
    let mut out: Vec<TopicSets> = Vec::new();
    for wire in wires {
        for sets in expand(wire, &known, errors) {
            let needed = sets.needed();
            if out.contains(&sets) {
                errors.push(wire.error(format!("`{sets}` is on the axis `topic-sets` already")));
            } else if let Some(topics) = topics.filter(|topics| *topics < needed) {
                errors.push(wire.error(format!(
                    "`{sets}` needs {needed} topics, and no collection here has more than {topics}"
                )));
            } else {
                out.push(sets);
            }
        }
    }
    out
}

/// How many topics the largest collection has; `None` where one does not say before its files are read.
fn most_topics(collections: &[Collection]) -> Option<usize> {
    let topics = |collection: &Collection| {
        let descriptor = &collection.entry.descriptor;
        descriptor.as_twin().map(|twin| twin.parameters.topics).or(descriptor.counts.topics)
    };
    collections.iter().map(topics).collect::<Option<Vec<_>>>()?.into_iter().max()
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
        errors.push(YamlError::placed(at.map(|node| node.at.clone()), message));
    }
}
