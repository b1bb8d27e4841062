//! Rankings that are shorter than the relevant documents of a topic: what recall and AP are possible at all.

use crate::{RunIx, TestCollection, TopicIx, View};

/// What a ranking of a topic could hold at best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The topic.
    pub topic: TopicIx,
    /// Its relevant documents: R.
    pub relevant: usize,
    /// The documents of the longest ranking, down to the rank to which runs are scored.
    pub longest: usize,
}

impl Reach {
    /// The highest recall of any ranking that is no longer, and so the highest AP: min(longest, R) / R.
    /// `None` for a topic without a relevant document.
    pub fn highest(&self) -> Option<f64> {
        (self.relevant > 0).then(|| self.longest.min(self.relevant) as f64 / self.relevant as f64)
    }
}

/// What the rankings of each topic could hold, of the documents of the level `min_rel` or above, down to
/// `max_rank`.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{Run, Team, TestCollection, Topic, inspect::reach};
///
/// let topic = Topic { name: "1".into(), verdicts: vec![Level(1); 4], documents: 6 };
/// let run = |name: &str| Run { name: name.into(), team: 0, pooled: false, eligible: true };
/// let collection = TestCollection::new(
///     vec![topic],
///     vec![run("a1"), run("a2")],
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![vec![vec![5]], vec![vec![0, 5, 1]]],
/// )?;
/// let highest = |min_rel, max_rank| reach(&collection, min_rel, max_rank)[0].highest();
/// assert_eq!([highest(1, 1000), highest(1, 2), highest(2, 1000)], [Some(0.75), Some(0.5), None]);
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
pub fn reach(collection: &TestCollection, min_rel: u8, max_rank: usize) -> Vec<Reach> {
    let full = View::full(collection);
    let of_topic = |topic: TopicIx| {
        let length = |run: RunIx| collection.ranking(run, topic).len();
        let longest = (0..collection.runs().len()).map(length).max().unwrap_or(0).min(max_rank);
        Reach { topic, relevant: full.relevant(topic, min_rel), longest }
    };
    (0..collection.topics().len()).map(of_topic).collect()
}
