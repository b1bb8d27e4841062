//! The depth of the pool, where nobody says it.

use rejudge_pools::TestCollection;

/// Depth that is taken where the judgments do not show one, and the most where they show it vaguely.
const USUAL: u32 = 100;
/// All documents of a rank are judged when no more than one in a thousand is not.
const ALL: f64 = 0.999;
/// Nearly all are: below the edge of a pool of which some runs are missing the share falls at once, but in a collection
/// that others pooled it falls slowly, and has no edge.
const NEARLY_ALL: f64 = 0.85;
/// All documents are judged to a lesser depth by chance.
const LEAST: u32 = 10;

/// What the judgments show of the pool's depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownDepth {
    /// The pooled runs are all judged to it, and not below.
    All(u32),
    /// They are nearly all judged to it, or it is 100 and they may be farther.
    NearlyAll(u32),
    /// Not even at the top; a depth of 100, or the longest ranking, is as good as another.
    Unknown(u32),
}

impl ShownDepth {
    /// The depth, at least 1.
    pub fn depth(self) -> u32 {
        let (Self::All(depth) | Self::NearlyAll(depth) | Self::Unknown(depth)) = self;
        depth.max(1)
    }
}

/// The depth to which the pooled runs are judged, by a plain rule: the deepest rank to which all their documents are
/// judged, if it is 10 or more and not where the rankings end; else the deepest one, up to 100, to which at least 85% are
/// judged at each rank.
///
/// ```
/// use rejudge_collections::twin::fit::{ShownDepth, shown_pool_depth};
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{Run, Team, TestCollection, Topic};
///
/// let topic = Topic { name: "1".into(), verdicts: vec![Level(0); 12], documents: 40 };
/// let run = Run { name: "a1".into(), team: 0, pooled: true, eligible: true };
/// let of = |ranking: Vec<u32>| {
///     let team = Team { name: "a".into(), analysed: true };
///     TestCollection::new(vec![topic.clone()], vec![run.clone()], vec![team], vec![vec![ranking]])
/// };
/// assert_eq!(shown_pool_depth(&of((0..40).collect())?), ShownDepth::All(12));
/// assert_eq!(shown_pool_depth(&of((5..40).collect())?), ShownDepth::NearlyAll(7));
/// assert_eq!(shown_pool_depth(&of((0..11).collect())?), ShownDepth::NearlyAll(11));
/// assert_eq!(shown_pool_depth(&of((12..40).collect())?), ShownDepth::Unknown(28));
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
pub fn shown_pool_depth(collection: &TestCollection) -> ShownDepth {
    let (mut judged, mut shown) = (Vec::<u32>::new(), Vec::<u32>::new());
    for run in (0..collection.runs().len()).filter(|&run| collection.runs()[run].pooled) {
        for (at, topic) in collection.topics().iter().enumerate() {
            let ranking = collection.ranking(run, at);
            let longest = ranking.len().max(shown.len());
            judged.resize(longest, 0);
            shown.resize(longest, 0);
            for ((judged, shown), &document) in judged.iter_mut().zip(&mut shown).zip(ranking) {
                *shown += 1;
                *judged += u32::from((document as usize) < topic.verdicts.len());
            }
        }
    }
    let deepest = |share: f64| {
        let enough = |&(judged, shown): &(&u32, &u32)| f64::from(*judged) >= share * f64::from(*shown);
        judged.iter().zip(&shown).take_while(enough).count() as u32
    };
    let longest = shown.len() as u32;
    match (deepest(ALL), deepest(NEARLY_ALL).min(USUAL)) {
        (all, _) if all >= LEAST && all < longest => ShownDepth::All(all),
        (_, 0) => ShownDepth::Unknown(USUAL.min(longest)),
        (_, nearly) => ShownDepth::NearlyAll(nearly),
    }
}
