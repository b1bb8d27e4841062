//! The holes of each topic: documents that stored runs retrieved and that are not judged. A filling gives
//! each hole a level.

use crate::{DocIx, Mask, TestCollection, TopicIx, UNINTERNED, View};

use crate::bounds::BoundsError;

/// The documents that stored runs retrieved, judged or not. [`Retrieved::holes`] counts those that a judgment
/// set leaves unjudged.
#[must_use]
#[derive(Clone, Debug)]
pub struct Retrieved {
    topics: Vec<RetrievedForTopic>,
    max_rank: Option<u32>,
}

#[derive(Clone, Debug)]
struct RetrievedForTopic {
    /// Documents with a verdict.
    with_verdict: Mask,
    /// Documents without a verdict, in the order of their numbers.
    without_verdict: Vec<DocIx>,
}

impl Retrieved {
    /// Collects the documents that the runs of `collection` retrieved down to `max_rank`.
    ///
    /// # Errors
    /// If a document without a verdict has no number, because then it is unknown whether two runs retrieved the
    /// same document.
    ///
    /// ```
    /// use rejudge_pools::bounds::Retrieved;
    /// use rejudge_metrics::Verdict::Level;
    /// use rejudge_pools::{Run, Team, TestCollection, Topic, View};
    /// let topic = Topic { name: "1".into(), verdicts: vec![Level(1), Level(0)], documents: 5 };
    /// let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
    /// let team = Team { name: "a".into(), analysed: true };
    /// let rankings = vec![vec![vec![0, 2, 3]], vec![vec![3, 4]]];
    /// let collection = TestCollection::new(vec![topic], vec![run("x"), run("y")], vec![team], rankings);
    /// let full = View::full(&collection);
    /// assert_eq!(Retrieved::new(&collection, None)?.holes(&full, 0), 3);
    /// // Down to rank 1 there are documents 0 and 3.
    /// assert_eq!(Retrieved::new(&collection, Some(1))?.holes(&full, 0), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(collection: &TestCollection, max_rank: Option<u32>) -> Result<Self, BoundsError> {
        let depth = max_rank.map_or(usize::MAX, |rank| rank as usize);
        let topics = (0..collection.topics().len())
            .map(|topic| RetrievedForTopic::new(collection, topic, depth))
            .collect::<Result<_, _>>()?;
        Ok(Self { topics, max_rank })
    }

    /// Returns the number of documents that runs retrieved for `topic` and that `view` does not judge.
    ///
    /// # Panics
    /// If `topic` is out of range, or `view` belongs to another collection.
    pub fn holes(&self, view: &View, topic: TopicIx) -> u32 {
        let RetrievedForTopic { with_verdict, without_verdict } = &self.topics[topic];
        with_verdict.without(view.mask(topic)).count() + without_verdict.len() as u32
    }

    /// Returns the `max_rank` that was given to [`new`](Self::new). `None` means that all ranks count.
    pub(crate) fn max_rank(&self) -> Option<u32> {
        self.max_rank
    }

    /// Returns the number of topics.
    pub(crate) fn topics(&self) -> usize {
        self.topics.len()
    }
}

impl RetrievedForTopic {
    fn new(collection: &TestCollection, topic_ix: TopicIx, depth: usize) -> Result<Self, BoundsError> {
        let topic = collection.topic(topic_ix);
        let mut with_verdict = Mask::none(topic.verdicts.len());
        let mut seen = vec![false; topic.documents as usize];
        for (run_ix, run) in collection.runs().iter().enumerate() {
            let ranking = collection.ranking(run_ix, topic_ix);
            let ranking = &ranking[..depth.min(ranking.len())];
            if ranking.contains(&UNINTERNED) {
                let fault = "unjudged documents have no numbers";
                let place = format!("run `{}`, topic `{}`", run.name, topic.name);
                return Err(BoundsError(format!("no bounds: {place}: {fault}")));
            }
            with_verdict.extend(ranking.iter().copied());
            for &doc in ranking {
                seen[doc as usize] = true;
            }
        }
        let unjudged = (0..topic.documents).skip(topic.verdicts.len()).filter(|&doc| seen[doc as usize]);
        Ok(Self { with_verdict, without_verdict: unjudged.collect() })
    }
}
