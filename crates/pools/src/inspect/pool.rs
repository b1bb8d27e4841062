//! The pool that judgments speak of: how deep it was, and which runs look as if they had formed it.
//!
//! The top K documents of a run that was pooled to depth K have a verdict for every topic, and below K it
//! is on other runs whether they have. So its topics stop being complete at one rank, K + 1, many at once:
//! a cliff. The topics of a run that was not pooled stop being complete one here and one there.
//!
//! Documents are not counted, topics are: a run that resembles pooled ones may have 98 % of its top documents
//! judged, but those missing are spread over many topics, whereas a pooled run may have lost whole topics
//! on the way into the pool. Which order of equal scores (or of the rank column) the pool was formed by is
//! not known, so that each run is read in the one, of those given, in which it is complete most often.
//!
//! A cliff alone is no pool. Where the tops that are complete hold a small part of what is judged, most of
//! it was chosen in another way, or for runs that are not stored: by a budget a topic, by move-to-front, by
//! a classifier. Such judgments are complete to a few ranks of a few runs too (CLEF eHealth 2016: 6 of 16
//! runs to depth 7, which hold 5% of the judgments). So a depth is named only where it explains the
//! judgments ([`EXPLAINS`]).
//!
//! What cannot be told apart: a run of which nine tenths of the tops are those of pooled runs looks pooled,
//! and so does each of several identical runs of which one was pooled. A pool that was deeper than the
//! stored rankings shows no cliff, and looks as if all was judged.

use super::cliff::{COMPLETE, Cliff, best_order, lost, mostly_all, steepest};
use super::judged::{covered_to, judged_at};
use super::tops::Tops;
use crate::{DocIx, Mask, RunIx, TestCollection};

/// The share of the judged documents that the tops of the runs that are complete must hold, for a pool of
/// that depth. Of CLEF eHealth 2015, where runs of the pool are not stored, they hold 0.85; of the TREC
/// Deep Learning track, whose assessors went on with a classifier below a pool of depth 10, 0.27 (2019) to
/// 0.69 (2021).
pub const EXPLAINS: f64 = 0.5;

/// From this share on nothing else is asked of the cliff: all but a few judged documents are the pool's. A
/// crowded pool breaks gently, since most of what a run has at the next rank other runs brought.
pub const EXPLAINS_ALL: f64 = 0.9;

/// The cliff of a pool that explains less than [`EXPLAINS_ALL`]: real ones have 0.11 to 0.49 (CLEF eHealth
/// 2015, TREC-COVID, TREC Deep Learning 2019 to 2021), judgments by a budget 0.03 and 0.07 (CLEF eHealth
/// 2018 and 2016).
pub const CLIFF_OF_SOME: f64 = 0.1;

/// The share of judged documents down to which [`ImpliedPool::covered_to`] goes.
const COVERED: f64 = 0.95;

/// The depth to which runs are described where none is implied: measures look there most often.
pub const USUAL_DEPTH: usize = 10;

/// What the judgments say about the pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PoolShape {
    /// Some runs are complete to one depth, and break there, and their tops explain the judgments.
    Depth {
        /// The depth.
        depth: usize,
        /// The share of topics that break at the next rank, as the mean of the runs that look pooled.
        cliff: f64,
        /// The judged documents in the tops of these runs, each run read as it is described.
        explained: usize,
    },
    /// Some runs are complete to one depth, and break there, but most of what is judged lies elsewhere.
    Part {
        /// The depth.
        depth: usize,
        /// The share of topics that break at the next rank.
        cliff: f64,
        /// The judged documents in the tops of these runs.
        explained: usize,
        /// How many runs there are of this kind.
        runs: usize,
    },
    /// Most runs are judged from the first document to the last: no pool, or one deeper than what is stored.
    All,
    /// No run looks pooled.
    NoRun,
}

/// A run, as seen from the pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunInPool {
    /// Whether it looks pooled; only with [`PoolShape::Depth`] any run does.
    pub looks_pooled: bool,
    /// In which of the given orders it is described: the one in which most topics are complete, the first
    /// of equals.
    pub order: usize,
    /// Topics that it answers.
    pub answered: u32,
    /// Of these, the topics that are complete to [`ImpliedPool::depth`].
    pub complete: u32,
    /// The topics that count as lost on the way into the pool.
    pub lost: u32,
    /// Judged@k at that depth, as [`judged_at`] has it.
    pub judged: Option<f64>,
    /// The share of judged documents among those of the ranks k + 1 to 2k; `None` where there are none.
    pub below: Option<f64>,
}

impl RunInPool {
    /// The share of topics, without the lost ones, that are complete.
    pub fn complete_share(&self) -> f64 {
        let topics = self.answered - self.lost;
        if topics == 0 { 0.0 } else { f64::from(self.complete) / f64::from(topics) }
    }
}

/// The pool that judgments imply, with the evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct ImpliedPool {
    /// What they say.
    pub shape: PoolShape,
    /// The depth to which runs are described: the implied one, or [`USUAL_DEPTH`].
    pub depth: usize,
    /// The depth to which at least 0.95 of the runs' tops are judged, in the first order ([`covered_to`]).
    pub covered_to: usize,
    /// By run.
    pub runs: Vec<RunInPool>,
}

impl ImpliedPool {
    /// The runs that look pooled.
    pub fn looking_pooled(&self) -> impl Iterator<Item = RunIx> + '_ {
        (0..self.runs.len()).filter(|&run| self.runs[run].looks_pooled)
    }
}

/// The pool that the judgments imply. `orders` hold one collection, read by different rules for ties: by
/// score and by rank will do. One order suffices where no two documents of a run have one score.
///
/// The depth is the one at which more topics of the runs that are complete to it break than at any other,
/// compared with what breaks above it, among the depths with a cliff ([`CLIFF`](super::CLIFF)).
/// It is the pool's where it explains the judgments: [`EXPLAINS`], [`EXPLAINS_ALL`], [`CLIFF_OF_SOME`].
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{Run, Team, TestCollection, Topic, inspect::{PoolShape, implied_pool}};
///
/// // Documents 0 to 4 are judged: the top 2 of the first three runs. The last run has other documents.
/// let topic = |name: &str| Topic { name: name.into(), verdicts: vec![Level(1); 5], documents: 20 };
/// let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
/// let rankings = [[0, 1, 2, 9], [2, 3, 10, 0], [4, 0, 11, 12], [0, 13, 14, 15]];
/// let collection = TestCollection::new(
///     (1..=8).map(|number| topic(&number.to_string())).collect(),
///     ["a1", "a2", "a3", "late"].map(run).to_vec(),
///     vec![Team { name: "a".into(), analysed: true }],
///     rankings.iter().map(|ranking| vec![ranking.to_vec(); 8]).collect(),
/// )?;
/// let pool = implied_pool(&[&collection]);
/// assert_eq!(pool.shape, PoolShape::Depth { depth: 2, cliff: 2.0 / 3.0, explained: 40 });
/// assert_eq!(pool.looking_pooled().collect::<Vec<_>>(), [0, 1, 2]);
/// assert_eq!((pool.runs[3].complete, pool.runs[3].judged, pool.runs[0].below), (0, Some(0.5), Some(0.5)));
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
///
/// # Panics
/// When `orders` is empty, or holds different collections as far as the numbers of runs and topics tell.
pub fn implied_pool(orders: &[&TestCollection]) -> ImpliedPool {
    let first = orders.first().expect("a collection in one order at least");
    let size = |collection: &TestCollection| (collection.runs().len(), collection.topics().len());
    assert!(orders.iter().all(|order| size(order) == size(first)), "orders of different collections");
    let tops: Vec<Vec<Tops>> = (0..first.runs().len())
        .map(|run| orders.iter().map(|order| Tops::new(order, run)).collect())
        .collect();
    let all = mostly_all(&tops);
    let cliff = if all { None } else { steepest(&tops) };
    let depth = cliff.map_or(USUAL_DEPTH, |cliff| cliff.depth);
    let describe = |run: RunIx| {
        let order = best_order(&tops[run], depth);
        let (top, collection) = (&tops[run][order], orders[order]);
        RunInPool {
            looks_pooled: false,
            order,
            answered: top.answered(),
            complete: top.complete(depth),
            lost: lost(top, depth),
            judged: judged_at(collection, run, &[depth]).map(|shares| shares[0]),
            below: judged_below(collection, run, depth),
        }
    };
    let mut runs: Vec<RunInPool> = (0..tops.len()).map(describe).collect();
    let shape = match cliff {
        None => {
            if all {
                PoolShape::All
            } else {
                PoolShape::NoRun
            }
        }
        Some(Cliff { depth, cliff }) => {
            let is_complete = |run: &RunInPool| run.complete_share() >= COMPLETE;
            let (explained, judged) = explained(orders, &runs, depth, is_complete);
            let share = explained as f64 / judged.max(1) as f64;
            if share >= EXPLAINS_ALL || (share >= EXPLAINS && cliff >= CLIFF_OF_SOME) {
                runs.iter_mut().for_each(|run| run.looks_pooled = is_complete(run));
                PoolShape::Depth { depth, cliff, explained }
            } else {
                PoolShape::Part {
                    depth,
                    cliff,
                    explained,
                    runs: runs.iter().filter(|run| is_complete(run)).count(),
                }
            }
        }
    };
    ImpliedPool { shape, depth, covered_to: covered_to(first, COVERED), runs }
}

/// How many of the judged documents stand in the top `depth` of those of the `runs` that are in the pool,
/// each run in the order in which it is described; and how many are judged at all.
fn explained(
    orders: &[&TestCollection],
    runs: &[RunInPool],
    depth: usize,
    is_in_pool: impl Fn(&RunInPool) -> bool,
) -> (usize, usize) {
    let (mut found, mut judged) = (0, 0);
    for (at, topic) in orders[0].topics().iter().enumerate() {
        let mut pool = Mask::none(topic.verdicts.len());
        for (run, described) in runs.iter().enumerate().filter(|(_, run)| is_in_pool(run)) {
            pool.extend(orders[described.order].ranking(run, at).iter().take(depth).copied());
        }
        found += pool.iter().filter(|&doc| topic.is_judged(doc)).count();
        judged += (0..topic.verdicts.len() as DocIx).filter(|&doc| topic.is_judged(doc)).count();
    }
    (found, judged)
}

/// The share of documents with a level among those of the ranks `depth + 1` to `2 depth`, over all topics.
fn judged_below(collection: &TestCollection, run: RunIx, depth: usize) -> Option<f64> {
    let (mut judged, mut documents) = (0_usize, 0_usize);
    for (at, topic) in collection.topics().iter().enumerate() {
        for &doc in collection.ranking(run, at).iter().skip(depth).take(depth) {
            documents += 1;
            judged += usize::from(topic.is_judged(doc));
        }
    }
    (documents > 0).then(|| judged as f64 / documents as f64)
}
