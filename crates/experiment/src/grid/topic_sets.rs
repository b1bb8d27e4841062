//! Sets of topics as values of an axis: `random(draw=1,size=25)`, `disjoint-pairs(size=25)`.

use crate::spec::yaml::{Node, YamlError};
use rejudge_pools::TopicSets;

use super::rules::{Known, expand};
use super::{Collection, Statistic};
use crate::statistics::OfTopicSets;

/// Checks the axis; most experiments have none. If the axis has any sets of topics, it also has all topics,
/// because tables that do not mention sets of topics show those.
pub(super) fn resolve(
    wires: &[Node],
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
                errors.push(YamlError::here(
                    wire.typed_at(),
                    format!("`{sets}` is on the axis `topic-sets` already"),
                ));
            } else if let Some(topics) = topics.filter(|topics| *topics < needed) {
                let message =
                    format!("`{sets}` needs {needed} topics, and no collection here has more than {topics}");
                errors.push(YamlError::here(wire.typed_at(), message));
            } else {
                out.push(sets);
            }
        }
    }
    if out.iter().any(TopicSets::is_one) && !out.iter().any(TopicSets::is_all) {
        out.insert(0, TopicSets::all_topics());
    }
    out
}

/// Returns the number of topics of the largest collection, or `None` if one of them is unknown before its files are
/// read.
fn most_topics(collections: &[Collection]) -> Option<usize> {
    let topics = |collection: &Collection| {
        let descriptor = &collection.entry.descriptor;
        descriptor.as_twin().map(|twin| twin.parameters.topics).or(descriptor.counts.topics)
    };
    collections.iter().map(topics).collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// Reports a statistic that compares pairs of sets of topics if there are none.
pub(super) fn check_use(
    sets: &[TopicSets],
    statistics: &[Statistic],
    resolved: &Node,
    errors: &mut Vec<YamlError>,
) {
    // An error in the axis is reported there.
    let has_pairs = sets.iter().any(|sets| !sets.is_one());
    if has_pairs
        || sets.is_empty() && resolved.get("axes").is_some_and(|axes| axes.get("topic-sets").is_some())
    {
        return;
    }
    for statistic in statistics.iter().filter(|of| of.of_topic_sets() == OfTopicSets::Pairs) {
        let at = resolved.get("statistics").and_then(|written| written.get(&statistic.name));
        let message = format!(
            "`{}` needs pairs of topic sets, and the experiment has no axis `topic-sets` with `disjoint-pairs` or \
             `overlapping-pairs`",
            statistic.entry.name
        );
        errors.push(YamlError::placed(at.map(|node| node.at.clone()), message));
    }
}
