//! Builds a pool for judging: the documents that runs contribute, in an order for budgets that do not cover all of
//! them.

use std::cmp::{Ordering, Reverse};

use rejudge_stats::Draw;

use crate::manipulations::top_documents;
use crate::{DocIx, RunIx, TestCollection, TopicIx};

/// The order of a pool's documents. If it does not distinguish two documents, the one with the lower number comes
/// first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Preference {
    /// Documents that more runs have among their top documents come first. Documents with the same number of
    /// runs are ordered by the sum of their ranks in these runs, the smallest sum first. Pools at NTCIR have
    /// this order (Sakai, Tao and Zeng, TOIS 2022, "PRI").
    Frequency,
    /// Documents are ordered by their best rank over all runs. Documents with the same best rank are ordered by
    /// frequency. So the documents of a shallower pool come before documents that only a deeper pool contains.
    BestRank,
    /// Documents with a greater sum of (1 - p) p^(rank - 1) over runs come first. The sum is how much a document can
    /// add to the runs' RBP with this p (Moffat, Webber and Zobel, SIGIR 2007: the sum of weights before any
    /// document is judged).
    Rbp(f64),
}

/// A document of a pool, with its statistics over the runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pooled {
    /// The document.
    pub doc: DocIx,
    /// The number of runs that have it among their top documents.
    pub runs: u32,
    /// The sum of the document's ranks in these runs.
    pub rank_sum: u64,
    /// The document's best rank in any run.
    pub best_rank: u32,
    /// The document's weight by [`Preference::Rbp`]; 0 for other preferences.
    pub weight: f64,
}

/// The documents to judge for each topic, preferred ones first.
///
/// ```
/// use rejudge_pools::{Pool, Preference, Run, Team, TestCollection, Topic, pooled_runs};
///
/// let topic = Topic { name: "1".into(), verdicts: vec![], documents: 5 };
/// let run = |name: &str, pooled| Run { name: name.into(), team: 0, pooled, eligible: true };
/// let collection = TestCollection::new(
///     vec![topic],
///     vec![run("a", true), run("b", true), run("c", true), run("late", false)],
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![vec![vec![4, 3, 0]], vec![vec![3, 2, 0]], vec![vec![1, 2]], vec![vec![0]]],
/// );
/// let documents = |pool: &Pool| pool.topic(0).iter().map(|pooled| pooled.doc).collect::<Vec<_>>();
/// let with = |preference| Pool::build(&collection, &pooled_runs(&collection, None), 2, preference);
/// // Document 3 is in two runs, at ranks 2 and 1. Document 2 is in two runs, at rank 2 in both. Documents 1 and 4 are
/// // each in one run, at rank 1. Document 0 is below the depth.
/// assert_eq!(documents(&with(Preference::Frequency)), [3, 2, 1, 4]);
/// assert_eq!(documents(&with(Preference::BestRank)), [3, 1, 4, 2]);
/// // Document 3 has weight .5 + .25, documents 1 and 4 have .5, and document 2 has .25 + .25.
/// assert_eq!(documents(&with(Preference::Rbp(0.5))), [3, 1, 2, 4]);
///
/// let mut pool = with(Preference::Frequency);
/// pool.leave_out(|_, doc| doc == 3); // It is already judged.
/// pool.keep(2);
/// assert_eq!(documents(&pool), [2, 1]);
/// ```
#[must_use]
#[derive(Clone, Debug, PartialEq)]
pub struct Pool {
    topics: Vec<Vec<Pooled>>,
    preference: Preference,
}

impl Pool {
    /// Pools the top `depth` documents of each run in `runs`. A document without a number
    /// ([`UNINTERNED`](crate::UNINTERNED)) is in no pool.
    ///
    /// # Panics
    /// If a run is out of range.
    pub fn build(collection: &TestCollection, runs: &[RunIx], depth: usize, preference: Preference) -> Self {
        let topics =
            (0..collection.topics().len()).map(|topic| pool(collection, runs, topic, depth, preference));
        Self { topics: topics.collect(), preference }
    }

    /// Returns the documents to judge for `topic`, in order.
    ///
    /// # Panics
    /// If there is no such topic.
    pub fn topic(&self, topic: TopicIx) -> &[Pooled] {
        &self.topics[topic]
    }

    /// Returns how many documents there are over all topics.
    pub fn documents(&self) -> usize {
        self.topics.iter().map(Vec::len).sum()
    }

    /// Removes documents for which `is_left_out` returns true.
    pub fn leave_out(&mut self, is_left_out: impl Fn(TopicIx, DocIx) -> bool) {
        for (topic, docs) in self.topics.iter_mut().enumerate() {
            docs.retain(|pooled| !is_left_out(topic, pooled.doc));
        }
    }

    /// Keeps the first `budget` documents for each topic.
    pub fn keep(&mut self, budget: usize) {
        self.topics.iter_mut().for_each(|docs| docs.truncate(budget));
    }

    /// Orders the documents for each topic by number.
    pub fn order_by_number(&mut self) {
        self.topics.iter_mut().for_each(|docs| docs.sort_by_key(|pooled| pooled.doc));
    }

    /// Shuffles the documents for each topic. The order depends on `seed`, the topic's name and the documents. NTCIR
    /// gave this order, "RND", to assessors (Sakai, Tao and Zeng, TOIS 2022).
    ///
    /// # Panics
    /// If the pool belongs to another collection.
    pub fn order_randomly(&mut self, collection: &TestCollection, seed: u64) {
        assert_eq!(self.topics.len(), collection.topics().len(), "the pool belongs to another collection");
        self.order_by_number();
        for (docs, topic) in self.topics.iter_mut().zip(collection.topics()) {
            Draw::new(seed, &["pool order", topic.name]).shuffle(docs);
        }
    }

    /// Keeps the first `budget` documents over all topics. The pool's preference also compares documents of
    /// different topics; documents that it does not distinguish are in the order of their topics. A topic may
    /// end up without documents.
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
    /// );
    /// let mut pool = Pool::build(&collection, &[0, 1], 2, Preference::Frequency);
    /// pool.keep_in_total(3);
    /// // Both runs have document 1 for topic 1 and document 0 for topic 2. Next is document 0 for topic 1.
    /// assert_eq!(pool.topic(0).iter().map(|pooled| pooled.doc).collect::<Vec<_>>(), [1, 0]);
    /// assert_eq!(pool.topic(1).len(), 1);
    /// ```
    pub fn keep_in_total(&mut self, budget: usize) {
        let mut documents: Vec<(Pooled, TopicIx)> = Vec::with_capacity(self.documents());
        for (topic, docs) in self.topics.iter_mut().enumerate() {
            documents.extend(docs.drain(..).map(|pooled| (pooled, topic)));
        }
        documents.sort_by(|(a, topic_a), (b, topic_b)| {
            self.preference.compare(a, b).then(topic_a.cmp(topic_b)).then(a.doc.cmp(&b.doc))
        });
        for (pooled, topic) in documents.into_iter().take(budget) {
            self.topics[topic].push(pooled);
        }
    }
}

/// Returns the runs that form the pool, or only each team's first `per_team`, in the stored order.
///
/// ```
/// use rejudge_pools::{Run, Team, TestCollection, pooled_runs};
///
/// let run = |name: &str, team, pooled| Run { name: name.into(), team, pooled, eligible: true };
/// let runs = vec![run("a1", 0, false), run("b1", 1, true), run("a2", 0, true), run("a3", 0, true)];
/// let teams = ["a", "b"].map(|name| Team { name: name.into(), analysed: true }).to_vec();
/// let collection = TestCollection::new(vec![], runs, teams, vec![vec![]; 4]);
/// assert_eq!(
///     (pooled_runs(&collection, None), pooled_runs(&collection, Some(1))),
///     (vec![1, 2, 3], vec![1, 2])
/// );
/// ```
#[must_use]
pub fn pooled_runs(collection: &TestCollection, per_team: Option<usize>) -> Vec<RunIx> {
    let mut counts = vec![0; collection.teams().len()];
    let mut pooled = Vec::new();
    for (run_ix, run) in collection.runs().iter().enumerate() {
        if run.pooled && per_team.is_none_or(|limit| counts[run.team] < limit) {
            counts[run.team] += 1;
            pooled.push(run_ix);
        }
    }
    pooled
}

impl Preference {
    /// Returns [`Ordering::Less`] if `a` is preferred.
    fn compare(self, a: &Pooled, b: &Pooled) -> Ordering {
        let by_frequency = |pooled: &Pooled| (Reverse(pooled.runs), pooled.rank_sum);
        match self {
            Self::Frequency => by_frequency(a).cmp(&by_frequency(b)),
            Self::BestRank => {
                a.best_rank.cmp(&b.best_rank).then_with(|| by_frequency(a).cmp(&by_frequency(b)))
            }
            Self::Rbp(_) => rounded_weight(b.weight).total_cmp(&rounded_weight(a.weight)),
        }
    }
}

/// Rounds a weight to steps of 10^-12. With p = 0.8, a document that five runs have at one rank weighs as much as one
/// that four runs have at the rank before, and the last bit of a sum must not decide between them.
fn rounded_weight(weight: f64) -> f64 {
    (weight * 1e12).round()
}

fn pool(
    collection: &TestCollection,
    runs: &[RunIx],
    topic: TopicIx,
    depth: usize,
    preference: Preference,
) -> Vec<Pooled> {
    let unranked = |doc| Pooled { doc, runs: 0, rank_sum: 0, best_rank: u32::MAX, weight: 0.0 };
    let mut docs: Vec<Pooled> = (0..collection.topic(topic).documents).map(unranked).collect();
    let tops: Vec<&[DocIx]> = runs.iter().map(|&run| top_documents(collection, run, topic, depth)).collect();
    let deepest = tops.iter().map(|top| top.len()).max().unwrap_or(0);
    let (p, mut weight) = match preference {
        Preference::Rbp(p) => (p, 1.0 - p),
        Preference::Frequency | Preference::BestRank => (0.0, 0.0),
    };
    // We go rank by rank, not run by run, so that documents with the same ranks have weights that are equal to the last
    // bit.
    for (index, rank) in (0..deepest).zip(1_u32..) {
        for &doc in tops.iter().filter_map(|top| top.get(index)) {
            // There is no entry for `UNINTERNED`.
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
    // The sort is stable: equal documents stay in the order of their numbers.
    docs.sort_by(|a, b| preference.compare(a, b));
    docs
}
