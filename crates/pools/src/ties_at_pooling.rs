//! The order in which runs were read for the pool, if it differs from the one in which they are scored.
//!
//! Documents of equal scores are ordered only by a rule. The makers of a pool used one rule, and evaluators
//! may use another: NIST pooled the TREC Deep Learning track by the smaller document id first, and trec_eval
//! scores by the greater. The contributions to a pool therefore follow the pool's own order.

use crate::{DocIx, RunIx, TestCollection, TopicIx, TopicRef, UNINTERNED};

impl TestCollection {
    /// Returns this collection with its pool read like the runs of `read`: the same files by another rule. Scores
    /// still follow the rankings. Documents without a verdict keep the numbers of `read`: these are consistent
    /// among all pooled runs, but differ from those in the rankings, because the two readings need not number them
    /// in the same way.
    ///
    /// ```
    /// use rejudge_metrics::Verdict::Level;
    /// use rejudge_pools::{Run, Team, TestCollection, Topic, View, pool_depth};
    ///
    /// let with = |ranking: [u32; 3]| {
    ///     TestCollection::new(
    ///         vec![Topic { name: "1".into(), verdicts: vec![Level(1), Level(0)], documents: 3 }],
    ///         vec![Run { name: "a1".into(), team: 0, pooled: true, eligible: true }],
    ///         vec![Team { name: "a".into(), analysed: true }],
    ///         vec![vec![ranking.to_vec()]],
    ///     )
    /// };
    /// let scored = with([2, 1, 0]);
    /// let pooled = scored.clone().with_pool_order(&with([1, 0, 2]));
    /// let kept = |collection| pool_depth(collection, &View::full(collection), 1).mask(0).count();
    /// assert_eq!((kept(&scored), kept(&pooled)), (0, 1));
    /// assert_eq!(pooled.ranking(0, 0), scored.ranking(0, 0));
    /// ```
    ///
    /// # Panics
    /// If `read` has other numbers of runs or topics.
    #[must_use]
    pub fn with_pool_order(mut self, read: &Self) -> Self {
        let size = |of: &Self| (of.runs().len(), of.topics().len());
        assert_eq!(size(&self), size(read), "readings of different collections");
        let of_topic = |run: RunIx, (at, topic): (TopicIx, TopicRef<'_>)| -> Vec<DocIx> {
            let number = |&doc: &DocIx| if doc < topic.documents { doc } else { UNINTERNED };
            read.pool_ranking(run, at).iter().map(number).collect()
        };
        let by_topic = |run: RunIx| self.topics().enumerate().map(|topic| of_topic(run, topic)).collect();
        self.pool_rankings = Some((0..self.runs().len()).map(by_topic).collect());
        self
    }

    /// Documents of `topic` in `run` as they were read for the pool.
    ///
    /// # Panics
    /// If `run` or `topic` is out of range.
    pub fn pool_ranking(&self, run: RunIx, topic: TopicIx) -> &[DocIx] {
        self.pool_rankings.as_ref().map_or_else(|| self.ranking(run, topic), |read| &read[run][topic])
    }
}
