//! Shallow pools, and the pool of the stored runs.

use crate::contributions::insert_top;
use crate::{Mask, TestCollection, View};

/// The judgments of the documents in the top `depth` of any pooled run (Sakai, IPSJ 2009, section 4:
/// "the top pd documents from every run").
pub fn pool_depth(collection: &TestCollection, base: &View, depth: usize) -> View {
    let of_topic = |topic: usize| {
        let mut pool = Mask::none(collection.topics()[topic].verdicts.len());
        for (run, _) in collection.runs().iter().enumerate().filter(|(_, r)| r.pooled) {
            insert_top(&mut pool, collection, run, topic, depth);
        }
        base.mask(topic).and(&pool)
    };
    View::of_masks(collection, (0..base.topics()).map(of_topic).collect())
}

/// The base for a collection whose stored runs did not form its pool: the judgments restricted to
/// the pool of depth `depth` of the stored pooled runs, with the share of that pool that is judged.
/// `None` when the pool is empty.
pub fn repooled(collection: &TestCollection, depth: usize) -> (View, Option<f64>) {
    let view = pool_depth(collection, &View::full(collection), depth);
    let (mut judged, mut pooled) = (0_u64, 0_u64);
    for (at, topic) in collection.topics().iter().enumerate() {
        let mut pool = Mask::none(topic.documents as usize);
        for (run, _) in collection.runs().iter().enumerate().filter(|(_, r)| r.pooled) {
            insert_top(&mut pool, collection, run, at, depth);
        }
        judged += u64::from(view.mask(at).count());
        pooled += u64::from(pool.count());
    }
    (view, (pooled > 0).then(|| judged as f64 / pooled as f64))
}
