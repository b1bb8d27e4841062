//! A pool to be judged: which documents the runs bring to it, and which of them come first when there are judges for
//! fewer.

use std::cmp::{Ordering, Reverse};

use crate::depth::top;
use crate::{DocIx, TestCollection, TopicIx};

/// Which documents of a pool come first; of equals the one with the lower number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Preference {
    /// More runs with the document in their pools, then the lower sum of its ranks in them: the order of pools at
    /// NTCIR (Sakai, Tao and Zeng, TOIS 2022, "PRI").
    Frequency,
    /// The best rank in any run, then as by frequency: what a shallower pool has comes before what only a deeper one has.
    BestRank,
    /// The sum over runs of (1 - p) p^(rank - 1): how much the document may weigh in the runs' RBP of this p (Moffat,
    /// Webber and Zobel, SIGIR 2007: the weights that are summed before anything is judged).
    Rbp(f64),
}

/// A document of a pool, and what the runs say of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pooled {
    /// The document.
    pub doc: DocIx,
    /// How many pooled runs have it in their top documents.
    pub runs: u32,
    /// Sum of its ranks in these runs.
    pub rank_sum: u64,
    /// Its best rank.
    pub best_rank: u32,
    /// By [`Preference::Rbp`]: its weight; else 0.
    pub weight: f64,
}

/// The documents to be judged, topic by topic, the preferred ones first.
///
/// ```
/// use rejudge_pools::{Pool, Preference, Run, Team, TestCollection, Topic};
///
/// let topic = Topic { name: "1".into(), verdicts: vec![], documents: 5 };
/// let run = |name: &str, pooled| Run { name: name.into(), team: 0, pooled, eligible: true };
/// let collection = TestCollection::new(
///     vec![topic],
///     vec![run("a", true), run("b", true), run("c", true), run("late", false)],
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![vec![vec![4, 3, 0]], vec![vec![3, 2, 0]], vec![vec![1, 2]], vec![vec![0]]],
/// )?;
/// let documents = |pool: &Pool| pool.topic(0).iter().map(|pooled| pooled.doc).collect::<Vec<_>>();
/// let with = |preference| Pool::build(&collection, 2, preference);
/// // Two runs have 3 (ranks 2 and 1) and 2 (ranks 2 and 2), one has 1 and 4; 0 is below the depth.
/// assert_eq!(documents(&with(Preference::Frequency)), [3, 2, 1, 4]);
/// assert_eq!(documents(&with(Preference::BestRank)), [3, 1, 4, 2]);
/// // 3: .5 + .25; 1 and 4: .5; 2: .25 + .25.
/// assert_eq!(documents(&with(Preference::Rbp(0.5))), [3, 1, 2, 4]);
///
/// let mut pool = with(Preference::Frequency);
/// pool.leave_out(|_, doc| doc == 3); // judged already
/// pool.keep(2);
/// assert_eq!(documents(&pool), [2, 1]);
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
#[must_use]
#[derive(Clone, Debug, PartialEq)]
pub struct Pool {
    topics: Vec<Vec<Pooled>>,
    preference: Preference,
}

impl Pool {
    /// The top `depth` documents of every pooled run. A document without a number
    /// ([`UNINTERNED`](crate::UNINTERNED)) is in no pool.
    pub fn build(collection: &TestCollection, depth: usize, preference: Preference) -> Self {
        let topics = (0..collection.topics().len()).map(|topic| pool(collection, topic, depth, preference));
        Self { topics: topics.collect(), preference }
    }

    /// Its documents for `topic`.
    ///
    /// # Panics
    /// When there is no such topic.
    pub fn topic(&self, topic: TopicIx) -> &[Pooled] {
        &self.topics[topic]
    }

    /// Number of documents, over all topics.
    pub fn documents(&self) -> usize {
        self.topics.iter().map(Vec::len).sum()
    }

    /// Takes out the documents of which `is_out` is true.
    pub fn leave_out(&mut self, is_out: impl Fn(TopicIx, DocIx) -> bool) {
        for (topic, docs) in self.topics.iter_mut().enumerate() {
            docs.retain(|pooled| !is_out(topic, pooled.doc));
        }
    }

    /// Keeps the first `budget` documents of each topic.
    pub fn keep(&mut self, budget: usize) {
        self.topics.iter_mut().for_each(|docs| docs.truncate(budget));
    }

    /// Keeps the first `budget` documents of all topics together: what is preferred within a topic is preferred to the
    /// documents of other topics by the same measure, and equals in the order of topics. A topic may be left with none.
    ///
    /// ```
    /// use rejudge_pools::{Pool, Preference, Run, Team, TestCollection, Topic};
    ///
    /// let topic = |name: &str| Topic { name: name.into(), verdicts: vec![], documents: 3 };
    /// let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
    /// let collection = TestCollection::new(
    ///     vec![topic("1"), topic("2")],
    ///     vec![run("a"), run("b")],
    ///     vec![Team { name: "a".into(), analysed: true }],
    ///     vec![vec![vec![0, 1], vec![0]], vec![vec![2, 1], vec![0]]],
    /// )?;
    /// let mut pool = Pool::build(&collection, 2, Preference::Frequency);
    /// pool.keep_in_all(3);
    /// // Both runs have document 1 of topic 1, and 0 of topic 2; of the others 0 is the first.
    /// assert_eq!(pool.topic(0).iter().map(|pooled| pooled.doc).collect::<Vec<_>>(), [1, 0]);
    /// assert_eq!(pool.topic(1).len(), 1);
    /// # Ok::<(), rejudge_pools::CollectionError>(())
    /// ```
    pub fn keep_in_all(&mut self, budget: usize) {
        let mut all: Vec<(Pooled, TopicIx)> = Vec::with_capacity(self.documents());
        for (topic, docs) in self.topics.iter_mut().enumerate() {
            all.extend(docs.drain(..).map(|pooled| (pooled, topic)));
        }
        let preference = self.preference;
        all.sort_by(|(a, in_a), (b, in_b)| {
            preference.compare(a, b).then(in_a.cmp(in_b)).then(a.doc.cmp(&b.doc))
        });
        for (pooled, topic) in all.into_iter().take(budget) {
            self.topics[topic].push(pooled);
        }
    }
}

impl Preference {
    /// The preferred one first.
    fn compare(self, a: &Pooled, b: &Pooled) -> Ordering {
        let by_frequency = |pooled: &Pooled| (Reverse(pooled.runs), pooled.rank_sum);
        match self {
            Self::Frequency => by_frequency(a).cmp(&by_frequency(b)),
            Self::BestRank => {
                a.best_rank.cmp(&b.best_rank).then_with(|| by_frequency(a).cmp(&by_frequency(b)))
            }
            Self::Rbp(_) => b.weight.total_cmp(&a.weight),
        }
    }
}

fn pool(collection: &TestCollection, topic: TopicIx, depth: usize, preference: Preference) -> Vec<Pooled> {
    let none = |doc| Pooled { doc, runs: 0, rank_sum: 0, best_rank: u32::MAX, weight: 0.0 };
    let mut docs: Vec<Pooled> = (0..collection.topics()[topic].documents).map(none).collect();
    let pooled = collection.runs().iter().enumerate().filter(|(_, run)| run.pooled);
    let tops: Vec<&[DocIx]> = pooled.map(|(run, _)| top(collection, run, topic, depth)).collect();
    let deepest = tops.iter().map(|top| top.len()).max().unwrap_or(0);
    let (p, mut weight) = match preference {
        Preference::Rbp(p) => (p, 1.0 - p),
        Preference::Frequency | Preference::BestRank => (0.0, 0.0),
    };
    // Rank by rank and not run by run: documents with the same ranks then have the same weight to the last bit.
    for (above, rank) in (0..deepest).zip(1_u32..) {
        for &doc in tops.iter().filter_map(|top| top.get(above)) {
            // Documents without a number are beyond all others.
            if let Some(pooled) = docs.get_mut(doc as usize) {
                pooled.runs += 1;
                pooled.rank_sum += u64::from(rank);
                pooled.best_rank = pooled.best_rank.min(rank);
                pooled.weight += weight;
            }
        }
        weight *= p;
    }
    docs.retain(|pooled| pooled.runs > 0);
    // Stable: equals stay in the order of their numbers.
    docs.sort_by(|a, b| preference.compare(a, b));
    docs
}
