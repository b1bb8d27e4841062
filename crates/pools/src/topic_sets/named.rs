//! The topics of a list.

use super::{SetsOf, TopicSetRule};
use crate::{Absent, Domain, Parameter};

/// The topics of these names.
pub(super) static NAMED_TOPICS: TopicSetRule = TopicSetRule {
    name: "named",
    summary: "The topics of a list: every statistic of scores is computed on them.",
    source: "",
    parameters: &[Parameter {
        name: "topics",
        meaning: "Their names.",
        domain: Domain::Topics,
        absent: Absent::Refused,
    }],
    of: SetsOf::One(|arguments, topics, _, _| {
        let place = |name: &str| {
            let found = topics.iter().position(|topic| topic == name);
            found.ok_or_else(|| {
                let near = rejudge_names::nearest(name, topics.iter().map(String::as_str));
                format!("there is no topic `{name}`{}", rejudge_names::meant(near))
            })
        };
        let mut places: Vec<usize> =
            arguments.text("topics").split('+').map(place).collect::<Result<_, _>>()?;
        places.sort_unstable();
        places.dedup();
        Ok(places)
    }),
};
