//! The judgments of the documents that certain runs retrieved.

use crate::{Mask, RunIx, TestCollection, Topic, View};

/// The documents with a verdict that one run retrieved, for each topic.
#[must_use]
#[derive(Clone, Debug)]
pub struct Retrieved {
    topics: Vec<Mask>,
}

impl Retrieved {
    /// Collects the documents that `run` retrieved at any rank.
    ///
    /// # Panics
    /// If `run` is out of range.
    pub fn new(collection: &TestCollection, run: RunIx) -> Self {
        let of_topic = |(at, topic): (usize, &Topic)| {
            let mut mask = Mask::none(topic.verdicts.len());
            mask.extend(collection.ranking(run, at).iter().copied());
            mask
        };
        Self { topics: collection.topics().iter().enumerate().map(of_topic).collect() }
    }

    /// Returns the judgments of `base` that any of `runs` retrieved at any rank, pooled or not: the pool of a
    /// pair of runs (Bompada et al., SIGIR 2007, section 4.3: "the judgment pool from both runs"). No run
    /// keeps nothing.
    ///
    /// ```
    /// use rejudge_metrics::Verdict::Level;
    /// use rejudge_pools::{Retrieved, Run, Team, TestCollection, Topic, View};
    ///
    /// let topic = Topic {
    ///     name: "1".into(),
    ///     verdicts: vec![Level(1), Level(0), Level(2), Level(1)],
    ///     documents: 5,
    /// };
    /// let run = |name: &str| Run { name: name.into(), team: 0, pooled: false, eligible: true };
    /// let collection = TestCollection::new(
    ///     vec![topic],
    ///     vec![run("a"), run("b"), run("c")],
    ///     vec![Team { name: "a".into(), analysed: true }],
    ///     vec![vec![vec![0, 4, 1]], vec![vec![1, 2]], vec![vec![3]]],
    /// )?;
    /// let runs = [0, 1, 2].map(|run| Retrieved::new(&collection, run));
    /// let of = |runs: &[Retrieved]| {
    ///     let view = Retrieved::by_any(&collection, &View::full(&collection), runs.iter());
    ///     view.mask(0).iter().collect::<Vec<_>>()
    /// };
    /// // Document 4 has no judgment.
    /// assert_eq!(of(&[]), [0; 0]);
    /// assert_eq!(of(&runs[..1]), [0, 1]);
    /// assert_eq!(of(&runs[..2]), [0, 1, 2]);
    /// assert_eq!(of(&runs[1..]), [1, 2, 3]);
    /// # Ok::<(), rejudge_pools::CollectionError>(())
    /// ```
    ///
    /// # Panics
    /// If `base` or a run is of another collection.
    pub fn by_any<'a>(
        collection: &TestCollection,
        base: &View,
        runs: impl Iterator<Item = &'a Self> + Clone,
    ) -> View {
        base.restricted(collection, |topic| {
            let none = Mask::none(collection.topics()[topic].verdicts.len());
            runs.clone().fold(none, |pool, run| pool.or(&run.topics[topic]))
        })
    }
}
