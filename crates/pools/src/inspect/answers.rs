//! Which topics runs answer, and with how many documents.

use crate::{RunIx, TestCollection, TopicIx};

/// What a run has for the topics of a collection.
#[derive(Clone, Debug, PartialEq)]
pub struct Answers {
    /// The topics for which it has no document.
    pub lacks: Vec<TopicIx>,
    /// Documents per topic that it answers.
    pub mean: Option<f64>,
    /// Documents for the topic with the most; `None` when it answers none.
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
/// assert_eq!((found.lacks, found.mean, found.most), (vec![1], Some(2.0), Some(3)));
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
///
/// # Panics
/// When `run` is out of range.
pub fn answers(collection: &TestCollection, run: RunIx) -> Answers {
    let lengths: Vec<usize> = collection.lengths(run).collect();
    let lacks: Vec<_> = (0..lengths.len()).filter(|&topic| lengths[topic] == 0).collect();
    let answered = lengths.len() - lacks.len();
    let mean = (answered > 0).then(|| lengths.iter().sum::<usize>() as f64 / answered as f64);
    Answers { lacks, mean, most: lengths.into_iter().max().filter(|&most| most > 0) }
}
