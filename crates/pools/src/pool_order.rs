//! The order in which runs were read for the pool, where it is not the one that they are scored in.
//!
//! Documents of equal scores have no order but that of a rule. Who made a pool had one, and who scores runs
//! has another: NIST pooled the TREC Deep Learning track by the smaller document id first, and trec_eval
//! scores by the greater. So who brought a document to a pool goes by the pool's own order.

use crate::{DocIx, RunIx, TestCollection, Topic, TopicIx, UNINTERNED};

impl TestCollection {
    /// This collection with the pool read as `read` has its runs: the same files by another rule. Scores go
    /// on going by the rankings. Documents without a verdict keep the numbers of `read`: alike in all runs as they
    /// were pooled, but not those that the rankings have, since the two readings need not number them alike.
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
    /// let scored = with([2, 1, 0])?;
    /// let pooled = scored.clone().with_pool_order(&with([1, 0, 2])?);
    /// let kept = |collection| pool_depth(collection, &View::full(collection), 1).mask(0).count();
    /// assert_eq!((kept(&scored), kept(&pooled)), (0, 1));
    /// assert_eq!(pooled.ranking(0, 0), scored.ranking(0, 0));
    /// # Ok::<(), rejudge_pools::CollectionError>(())
    /// ```
    ///
    /// # Panics
    /// When `read` has other numbers of runs or topics.
    #[must_use]
    pub fn with_pool_order(mut self, read: &Self) -> Self {
        let size = |of: &Self| (of.runs().len(), of.topics().len());
        assert_eq!(size(&self), size(read), "readings of different collections");
        let of_topic = |run: RunIx, (at, topic): (TopicIx, &Topic)| -> Vec<DocIx> {
            let number = |&doc: &DocIx| if doc < topic.documents { doc } else { UNINTERNED };
            read.pool_ranking(run, at).iter().map(number).collect()
        };
        let by_topic =
            |run: RunIx| self.topics().iter().enumerate().map(|topic| of_topic(run, topic)).collect();
        self.pool_rankings = Some((0..self.runs().len()).map(by_topic).collect());
        self
    }

    /// Documents of `topic` in `run` as they were read for the pool.
    ///
    /// # Panics
    /// When `run` or `topic` is out of range.
    pub fn pool_ranking(&self, run: RunIx, topic: TopicIx) -> &[DocIx] {
        self.pool_rankings.as_ref().map_or_else(|| self.ranking(run, topic), |read| &read[run][topic])
    }
}
