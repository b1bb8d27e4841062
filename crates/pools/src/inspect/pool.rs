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
//! What cannot be told apart: a run of which nine tenths of the tops are those of pooled runs looks pooled,
//! and so does each of several identical runs of which one was pooled. A pool that was deeper than the
//! stored rankings shows no cliff, and looks as if all was judged.

use super::judged::{covered_to, judged_at};
use super::tops::Tops;
use crate::{RunIx, TestCollection};

/// A run looks pooled to k when this share of its topics is complete to k. Not all: judgments get lost,
/// equal scores were ordered by a rule that is not known, and a pooled run of CLEF eHealth 2015 has 0.91.
pub const COMPLETE: f64 = 0.9;

/// From this depth on a topic without any verdict in the run's top counts as lost on the way into the pool,
/// instead of as incomplete: runs of which the pool took nothing leave some verdicts there, by the
/// documents of others. In a shallower top to have none is usual.
pub const LOST_FROM: usize = 5;

/// More topics than this share are not lost, but show that the run was not pooled.
pub const LOST: f64 = 0.25;

/// The share of topics that must break at one rank, as the mean of the runs that are complete to it, for a
/// cliff. Runs that did not form their pool (TREC-8 judgments, later runs) lose at most 0.011 at a rank,
/// and 0.022 where only two or three are left; 119 of 124 runs of a twin that formed theirs, the most
/// crowded pool that was looked at, 0.057.
pub const CLIFF: f64 = 0.03;

/// How many times as many topics must break there as do at a rank above it on average. It tells shallow
/// pools from runs that resemble pooled ones: those lose topics from the first rank on.
pub const CLIFF_OVER_MEAN: f64 = 5.0;

/// By how many standard deviations, (O - E) / sqrt(E), the topics that break must exceed what breaks above
/// lets expect: so many that none of some hundred depths does by chance.
pub const CLIFF_EXCESS: f64 = 5.0;

/// Fewer runs than this are no sign of a pool: one may be complete by chance.
pub const FEWEST_RUNS: usize = 2;

/// The share of judged documents down to which [`ImpliedPool::covered_to`] goes.
const COVERED: f64 = 0.95;

/// The depth to which runs are described where none is implied: measures look there most often.
pub const USUAL_DEPTH: usize = 10;

/// What the judgments say about the pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PoolShape {
    /// Some runs are complete to one depth, and break there.
    Depth {
        /// The depth.
        depth: usize,
        /// The share of topics that break at the next rank, as the mean of the runs that look pooled.
        cliff: f64,
    },
    /// Most runs are judged from the first document to the last: no pool, or one deeper than what is stored.
    All,
    /// No run looks pooled.
    NoRun,
}

/// A run, as seen from the pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunInPool {
    /// Whether it looks pooled; with [`PoolShape::All`] and [`PoolShape::NoRun`] no run does.
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
/// compared with what breaks above it, among the depths with a cliff: [`CLIFF`], [`CLIFF_OVER_MEAN`],
/// [`CLIFF_EXCESS`], [`FEWEST_RUNS`].
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
/// assert_eq!(pool.shape, PoolShape::Depth { depth: 2, cliff: 2.0 / 3.0 });
/// assert_eq!(pool.looking_pooled().collect::<Vec<_>>(), [0, 1, 2]);
/// assert_eq!((pool.runs[3].complete, pool.runs[3].judged, pool.runs[0].below), (0, Some(0.5), Some(0.5)));
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
///
/// # Panics
/// When `orders` is empty, or holds different collections as far as the numbers of runs and topics tell.
#[expect(clippy::expect_used, reason = "a promise of the caller, said above")]
pub fn implied_pool(orders: &[&TestCollection]) -> ImpliedPool {
    let first = orders.first().expect("a collection in one order at least");
    let size = |collection: &TestCollection| (collection.runs().len(), collection.topics().len());
    assert!(orders.iter().all(|order| size(order) == size(first)), "orders of different collections");
    let tops: Vec<Vec<Tops>> = (0..first.runs().len())
        .map(|run| orders.iter().map(|order| Tops::new(order, run)).collect())
        .collect();
    let shape = if mostly_all(&tops) { PoolShape::All } else { steepest(&tops) };
    let depth = match shape {
        PoolShape::Depth { depth, .. } => depth,
        PoolShape::All | PoolShape::NoRun => USUAL_DEPTH,
    };
    let describe = |run: RunIx| {
        let order = best_order(&tops[run], depth);
        let (top, collection) = (&tops[run][order], orders[order]);
        let described = RunInPool {
            looks_pooled: false,
            order,
            answered: top.answered(),
            complete: top.complete(depth),
            lost: lost(top, depth),
            judged: judged_at(collection, run, &[depth]).map(|shares| shares[0]),
            below: judged_below(collection, run, depth),
        };
        let looks_pooled = matches!(shape, PoolShape::Depth { .. }) && described.complete_share() >= COMPLETE;
        RunInPool { looks_pooled, ..described }
    };
    let runs = (0..tops.len()).map(describe).collect();
    ImpliedPool { shape, depth, covered_to: covered_to(first, COVERED), runs }
}

/// Whether more than half of the runs with answers are complete to their ends.
fn mostly_all(tops: &[Vec<Tops>]) -> bool {
    let mut answering = tops.iter().filter(|orders| orders[0].answered() > 0);
    let whole = answering
        .clone()
        .filter(|orders| orders.iter().any(|top| complete_share(top, top.end()) >= COMPLETE));
    whole.count() * 2 > answering.by_ref().count()
}

/// Of the depths with a cliff, the one at which the topics that break exceed most what breaks above it lets
/// expect, in standard deviations: (O - E) / sqrt(E). Their number alone would prefer a shallow depth that
/// many runs share to the pool of a few; half a topic is added to E, since above a pool nothing may break
/// at all.
fn steepest(tops: &[Vec<Tops>]) -> PoolShape {
    let end = tops.iter().flatten().map(Tops::end).max().unwrap_or(0);
    let (mut shape, mut most) = (PoolShape::NoRun, CLIFF_EXCESS);
    for depth in 1..end {
        let (mut runs, mut observed, mut expected) = (0_usize, 0.0, 0.0);
        let (mut breaks, mut above) = (0.0, 0.0);
        for orders in tops {
            let top = &orders[best_order(orders, depth)];
            let share = complete_share(top, depth);
            if top.answered() > 0 && share >= COMPLETE {
                let (at_risk, broken) = top.breaks(depth);
                let usual = usual(top, depth);
                runs += 1;
                observed += f64::from(broken);
                expected += f64::from(at_risk) * usual;
                breaks += f64::from(broken) / f64::from(at_risk.max(1));
                above += usual;
            }
        }
        let cliff = breaks / runs.max(1) as f64;
        let steep = cliff >= CLIFF && breaks >= CLIFF_OVER_MEAN * above;
        let expected = expected + 0.5;
        let excess = (observed - expected) / expected.sqrt();
        if runs >= FEWEST_RUNS && steep && excess > most {
            (shape, most) = (PoolShape::Depth { depth, cliff }, excess);
        }
    }
    shape
}

/// What share of the topics that are complete so far breaks at a rank above the cliff: of those of the
/// ranks to `depth`, as if one more had. Runs are looked at because they are complete there, which their
/// true rate exceeds.
fn usual(top: &Tops, depth: usize) -> f64 {
    let topics = top.answered() - lost(top, depth);
    f64::from(topics - top.complete(depth) + 1) / (f64::from(topics) * depth as f64)
}

/// The order in which most topics are complete to `depth`; the first of equals.
fn best_order(orders: &[Tops], depth: usize) -> usize {
    let more = |best: usize, order: usize| {
        let share = |order: usize| complete_share(&orders[order], depth);
        if share(order) > share(best) { order } else { best }
    };
    (1..orders.len()).fold(0, more)
}

fn complete_share(top: &Tops, depth: usize) -> f64 {
    let topics = top.answered() - lost(top, depth);
    if topics == 0 { 0.0 } else { f64::from(top.complete(depth)) / f64::from(topics) }
}

/// The topics that count as lost; none where there are too many.
fn lost(top: &Tops, depth: usize) -> u32 {
    let blank = if depth < LOST_FROM { 0 } else { top.blank(depth) };
    if f64::from(blank) > LOST * f64::from(top.answered()) { 0 } else { blank }
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
