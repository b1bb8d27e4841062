//! All topics, as a choice next to sets of some of them.

use super::{SetsOf, TopicSetRule};

/// All topics: statistics are as without the axis.
pub(super) static ALL_TOPICS: TopicSetRule = TopicSetRule {
    name: "all",
    summary: "All topics; it is on the axis wherever sets of some topics are.",
    source: "",
    parameters: &[],
    of: SetsOf::One(|_, topics, _, _| Ok((0..topics.len()).collect())),
};
