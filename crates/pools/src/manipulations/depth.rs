//! Makes shallow pools, and the pool that the stored runs form.

use super::judges::{BY, FILL, JUDGE};
use super::shallower::{self, FORMED_BY, SIZE};
use super::{FULL, Manipulation};
use crate::{DocIx, Domain, Mask, Parameter, RunIx, TestCollection, TopicIx, UNINTERNED, View, pooled_runs};

/// See [`pool_depth`].
pub static POOL_DEPTH: Manipulation = Manipulation {
    name: "pool-depth",
    summary: "Judged documents in the top ranks of at least one pooled run.",
    parameters: &[
        Parameter::required("depth", "Number of top documents of each run.", Domain::Positive),
        FORMED_BY,
        SIZE,
        JUDGE,
        FILL,
        BY,
    ],
    depends_on_runs: |_| true,
    is_drawn: shallower::draws_teams,
    check: shallower::check,
    apply: |arguments, material| {
        let depth = arguments.count("depth");
        Ok(pool_of(
            material.collection,
            material.base,
            depth,
            &shallower::forming_runs(arguments, material, depth)?,
        ))
    },
    ..FULL
};

/// Returns the documents that `run` contributes to a pool of this depth for `topic`. The ranking is in the order in
/// which the pool was formed.
pub(crate) fn top_documents(
    collection: &TestCollection,
    run: RunIx,
    topic: TopicIx,
    depth: usize,
) -> &[DocIx] {
    let ranking = collection.pool_ranking(run, topic);
    &ranking[..depth.min(ranking.len())]
}

/// Returns each run's top `depth` documents for `topic`, run after run.
fn top_documents_of_runs(
    collection: &TestCollection,
    topic: TopicIx,
    depth: usize,
    runs: &[RunIx],
) -> impl Iterator<Item = DocIx> {
    runs.iter().flat_map(move |&run| top_documents(collection, run, topic, depth)).copied()
}

/// Returns the pool that these runs form to `depth` among the documents `0..documents` of `topic`.
fn pool(collection: &TestCollection, topic: TopicIx, depth: usize, runs: &[RunIx], documents: usize) -> Mask {
    let mut pool = Mask::none(documents);
    pool.extend(top_documents_of_runs(collection, topic, depth, runs));
    pool
}

/// Keeps the judgments of documents in the top `depth` of any of these runs.
pub(super) fn pool_of(collection: &TestCollection, base: &View, depth: usize, runs: &[RunIx]) -> View {
    base.restricted(collection, |topic| {
        pool(collection, topic, depth, runs, collection.topic(topic).verdicts.len())
    })
}

/// Keeps the judgments of documents in the top `depth` of any pooled run (Sakai, IPSJ 2009, section 4: "the top pd
/// documents from every run"), whether its team is analysed or not. Depth 0 keeps nothing.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{Run, Team, TestCollection, Topic, View, pool_depth};
///
/// let topic = Topic {
///     name: "1".into(),
///     verdicts: vec![Level(1), Level(0), Level(2), Level(1)],
///     documents: 5,
/// };
/// let run = |name: &str, pooled| Run { name: name.into(), team: 0, pooled, eligible: true };
/// let collection = TestCollection::new(
///     vec![topic],
///     vec![run("a1", true), run("a2", true), run("late", false)],
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![vec![vec![0, 1]], vec![vec![4, 2]], vec![vec![3]]],
/// );
/// let kept = |depth| {
///     pool_depth(&collection, &View::full(&collection), depth).mask(0).iter().collect::<Vec<_>>()
/// };
/// // Document 4 has no judgment; only a run that was not pooled has document 3.
/// assert_eq!((kept(0), kept(1), kept(2), kept(9)), (vec![], vec![0], vec![0, 1, 2], vec![0, 1, 2]));
/// ```
///
/// # Panics
/// If `base` belongs to another collection.
pub fn pool_depth(collection: &TestCollection, base: &View, depth: usize) -> View {
    pool_of(collection, base, depth, &pooled_runs(collection, None))
}

/// Returns the judgments from which every judgment set is made if the stored runs did not form the
/// collection's pool. The view keeps the judgments of documents in the pool that the stored pooled runs form
/// to `depth`. The second value is the judged share of that pool, over all topics. If a document's judgment
/// is withheld, the document is in the pool, but not judged.
///
/// The share is `None` if the pool is empty, or if it contains documents without a number ([`UNINTERNED`]):
/// it is then unknown how many different documents it contains.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{Run, Team, TestCollection, Topic, repooled};
///
/// let topic = Topic { name: "1".into(), verdicts: vec![Level(1), Level(0), Level(2)], documents: 5 };
/// let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
/// let collection = TestCollection::new(
///     vec![topic],
///     vec![run("a1"), run("a2")],
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![vec![vec![0, 3, 2]], vec![vec![3, 1]]],
/// );
/// // The pool is {0, 1, 3}. Documents 0 and 1 are judged.
/// let (view, coverage) = repooled(&collection, 2);
/// assert_eq!(view.mask(0).iter().collect::<Vec<_>>(), [0, 1]);
/// assert_eq!(coverage, Some(2.0 / 3.0));
/// ```
pub fn repooled(collection: &TestCollection, depth: usize) -> (View, Option<f64>) {
    let runs = pooled_runs(collection, None);
    let view = pool_of(collection, &View::full(collection), depth, &runs);
    let (mut judged, mut in_pool, mut numbered) = (0_u64, 0_u64, true);
    for (topic_ix, topic) in collection.topics().enumerate() {
        judged += u64::from(view.mask(topic_ix).count());
        in_pool += u64::from(pool(collection, topic_ix, depth, &runs, topic.documents as usize).count());
        numbered &= top_documents_of_runs(collection, topic_ix, depth, &runs).all(|doc| doc != UNINTERNED);
    }
    (view, (in_pool > 0 && numbered).then(|| judged as f64 / in_pool as f64))
}
