//! Keeps the order of tied documents in which a pool was formed, if scores are computed in another order.
//!
//! Documents with equal scores are ordered by a rule. A pool may be formed with one rule, and runs scored
//! with another: NIST pooled the TREC Deep Learning track with the smaller document id first, and trec_eval
//! scores with the greater id first. So contributions to a pool follow the pool's own order.

use crate::{DocIx, RunIx, TestCollection, TopicIx, UNINTERNED};

impl TestCollection {
    /// Returns this collection, with its pool formed from the rankings of `read`: the same files, read with
    /// another rule for ties. Scores still use this collection's rankings. In the rankings of the pool,
    /// documents without a verdict keep the numbers that they have in `read`. All runs of `read` share these
    /// numbers, but this collection's rankings may number the same documents differently. A number that this
    /// collection does not have becomes [`UNINTERNED`].
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
    /// let in_pool = |collection| pool_depth(collection, &View::full(collection), 1).mask(0).count();
    /// assert_eq!((in_pool(&scored), in_pool(&pooled)), (0, 1));
    /// assert_eq!(pooled.ranking(0, 0), scored.ranking(0, 0));
    /// ```
    ///
    /// # Panics
    /// If `read` has a different number of runs or topics.
    #[must_use]
    pub fn with_pool_order(mut self, read: &Self) -> Self {
        let size = |collection: &Self| (collection.runs().len(), collection.topics().len());
        assert_eq!(size(&self), size(read), "the readings have different numbers of runs or topics");
        let by_topic = |run: RunIx| {
            let topics = self.topics().enumerate();
            topics
                .map(|(topic_ix, topic)| renumbered(read.pool_ranking(run, topic_ix), topic.documents))
                .collect()
        };
        self.pool_rankings = Some((0..self.runs().len()).map(by_topic).collect());
        self
    }

    /// Returns the documents of `run` for `topic`, in the order in which the pool was formed.
    ///
    /// # Panics
    /// If `run` or `topic` is out of range.
    pub fn pool_ranking(&self, run: RunIx, topic: TopicIx) -> &[DocIx] {
        self.pool_rankings.as_ref().map_or_else(|| self.ranking(run, topic), |read| &read[run][topic])
    }
}

/// Returns the ranking with [`UNINTERNED`] in place of each number that is not below `documents`.
fn renumbered(ranking: &[DocIx], documents: DocIx) -> Vec<DocIx> {
    ranking.iter().map(|&doc| if doc < documents { doc } else { UNINTERNED }).collect()
}
