//! Which topics runs answer, and with how many documents.

use crate::{RunIx, TestCollection, TopicIx};

/// What a run has for the topics of a collection.
#[derive(Clone, Debug, PartialEq)]
pub struct Answers {
    /// The topics for which it has no document.
    pub lacks: Vec<TopicIx>,
    /// For how many topics without judgments it has documents; `None` for a collection that was not read from files.
    pub unjudged_topics: Option<usize>,
    /// Documents per topic that it answers.
    pub mean: Option<f64>,
    /// Documents for the topic with the fewest, of those that it answers.
    pub fewest: Option<usize>,
    /// Documents for the topic with the most.
    pub most: Option<usize>,
}

/// What `run` has for the topics, as far as it was read: no reading knows of what its `max_rank` cut off.
///
/// ```
/// use rejudge_pools::{Run, Team, TestCollection, Topic, inspect::answers};
///
/// let topic = |name: &str| Topic { name: name.into(), verdicts: vec![], documents: 9 };
/// let collection = TestCollection::new(
///     vec![topic("1"), topic("2"), topic("3")],
///     vec![Run { name: "a1".into(), team: 0, pooled: true, eligible: true }],
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![vec![vec![0, 7, 1], vec![], vec![4]]],
/// )?;
/// let found = answers(&collection, 0);
/// assert_eq!((found.lacks, found.mean), (vec![1], Some(2.0)));
/// assert_eq!((found.fewest, found.most), (Some(1), Some(3)));
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
///
/// # Panics
/// When `run` is out of range.
pub fn answers(collection: &TestCollection, run: RunIx) -> Answers {
    let lengths: Vec<usize> = collection.lengths(run).collect();
    let lacks: Vec<_> = (0..lengths.len()).filter(|&topic| lengths[topic] == 0).collect();
    let there = || lengths.iter().copied().filter(|&length| length > 0);
    let answered = lengths.len() - lacks.len();
    let mean = (answered > 0).then(|| there().sum::<usize>() as f64 / answered as f64);
    let unjudged_topics = collection.as_read().map(|as_read| as_read.unjudged_topics[run]);
    Answers { lacks, unjudged_topics, mean, fewest: there().min(), most: there().max() }
}
