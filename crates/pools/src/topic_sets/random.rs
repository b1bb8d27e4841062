//! Some of the topics, drawn at random.

use rejudge_stats::Draw;

use super::{SetsOf, TopicSetRule, size_of};
use crate::{Absent, Domain, Parameter};

/// See [`random_topics`].
pub(super) static RANDOM_TOPICS: TopicSetRule = TopicSetRule {
    name: "random",
    summary: "Some of the topics, drawn at random: every statistic of scores is computed on them.",
    source: "",
    parameters: &[
        Parameter {
            name: "size",
            meaning: "Number of topics.",
            domain: Domain::Positive,
            absent: Absent::Refused,
        },
        Parameter {
            name: "draw",
            meaning: "Draws of the topics.",
            domain: Domain::Draw,
            absent: Absent::Default("1"),
        },
    ],
    of: SetsOf::One(|arguments, topics, seed, key| {
        let size = size_of(arguments);
        if topics.len() < size {
            return Err(format!("a set of {size} topics needs as many, and there are {}", topics.len()));
        }
        let mut parts = vec!["topic-set", arguments.text("draw")];
        parts.extend(key);
        Ok(random_topics(&mut Draw::new(seed, &parts), topics.len(), size))
    }),
};

/// Draws `size` of `topics` topics without replacement, each set being equally likely, in the order of the
/// topics. The set of a smaller size is part of that of a larger one if the draw is the same, so that a curve
/// over sizes shows the effect of more topics.
///
/// ```
/// use rejudge_stats::Draw;
/// use rejudge_pools::random_topics;
///
/// let of = |size| random_topics(&mut Draw::new(1, &["x"]), 9, size);
/// assert_eq!(of(9), (0..9).collect::<Vec<_>>());
/// assert!(of(3).iter().all(|topic| of(5).contains(topic)));
/// ```
///
/// # Panics
/// If there are fewer topics.
pub fn random_topics(draw: &mut Draw, topics: usize, size: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..topics).collect();
    draw.shuffle(&mut order);
    let mut set = order[..size].to_vec();
    set.sort_unstable();
    set
}
