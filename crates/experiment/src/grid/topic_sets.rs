//! Sets of topics as values of an axis: `random(draw=1,size=25)`, `disjoint-pairs(size=25)`.

use crate::spec::yaml::{Node, YamlError};
use rejudge_pools::TopicSets;

use super::rules::{Known, expand};

/// Checks the axis; most experiments have none. If the axis has any sets of topics, it also has all topics,
/// because tables that do not mention sets of topics show those.
pub(super) fn resolve(wires: &[Node], most: u64, errors: &mut Vec<YamlError>) -> Vec<TopicSets> {
    let known = Known { collection: "", teams: &[], judges: &[], most };
    let mut out: Vec<TopicSets> = Vec::new();
    for wire in wires {
        for sets in expand(wire, &known, errors) {
            if out.contains(&sets) {
                errors.push(YamlError::here(
                    wire.typed_at(),
                    format!("`{sets}` is on the axis `topic-sets` already"),
                ));
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
