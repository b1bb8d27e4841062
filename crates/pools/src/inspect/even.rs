//! Judged documents that are as frequent far down as at the top: the sign of a random sample.
//!
//! A pool, a budget and move-to-front judge the tops of runs and ever less below. A sample that is drawn
//! from wider judgments, whoever retrieved what, leaves the same share of them at every rank, and of every
//! run, as far down as those judgments went.

use crate::TestCollection;

/// The ranks whose shares are compared: the first and the last of each band.
pub const EVEN_BANDS: [(usize, usize); 4] = [(1, 5), (6, 10), (11, 20), (21, 50)];

/// The share of each band may differ from that of all by so much of it. Where tops are judged it falls by
/// more (CLEF eHealth 2015: .82 to .30; TREC-COVID round 1: .83 to .32; a budget of 100 a topic: .96 to .77);
/// of a sample of 15% of TREC-8 it differs by a tenth.
pub const EVEN: f64 = 0.15;

/// No run has a smaller part of that share in the first two bands.
const LEAST_OF_A_RUN: f64 = 0.5;

/// Where more than this of a band is judged nothing tells a sample from judgments of nearly everything.
pub const NEARLY_ALL: f64 = 0.8;

/// So many judged places tell a share.
const TOLD_BY: usize = 1000;

/// The share of judged documents in the places of all runs, band by band ([`EVEN_BANDS`]), where it is about
/// the same in each, and of every run at the top; `None` where it is not, where nearly all is judged, and
/// where there is too little to tell.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::inspect::even_shares;
/// use rejudge_pools::{Run, Team, TestCollection, Topic};
///
/// // Two runs of 50 documents in 40 topics. Documents 0 to 19 are judged.
/// let with = |place: fn(u32) -> u32| {
///     let topic = |at: u32| Topic { name: at.to_string(), verdicts: vec![Level(0); 20], documents: 50 };
///     let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
///     let ranking: Vec<u32> = (0..50).map(place).collect();
///     TestCollection::new(
///         (0..40).map(topic).collect(),
///         vec![run("a1"), run("a2")],
///         vec![Team { name: "a".into(), analysed: true }],
///         vec![vec![ranking; 40]; 2],
///     )
/// };
/// // Every fifth place and the one behind it, against the first twenty.
/// let spread = with(|at| if at % 5 < 2 { at / 5 * 2 + at % 5 } else { 20 + at / 5 * 3 + at % 5 - 2 })?;
/// assert_eq!(even_shares(&spread), Some([0.4; 4]));
/// assert_eq!(even_shares(&with(|at| at)?), None);
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
pub fn even_shares(collection: &TestCollection) -> Option<[f64; EVEN_BANDS.len()]> {
    let by_run: Vec<[(usize, usize); EVEN_BANDS.len()]> = (0..collection.runs().len())
        .map(|run| EVEN_BANDS.map(|band| judged_of(collection, run, band)))
        .collect();
    let sum = |counts: &mut dyn Iterator<Item = (usize, usize)>| {
        counts.fold((0, 0), |all, of| (all.0 + of.0, all.1 + of.1))
    };
    let share = |(judged, places): (usize, usize)| judged as f64 / places.max(1) as f64;
    let bands: [(usize, usize); EVEN_BANDS.len()] =
        std::array::from_fn(|band| sum(&mut by_run.iter().map(|counts| counts[band])));
    let all = sum(&mut bands.iter().copied());
    let is_told = all.0 >= TOLD_BY
        && bands.iter().all(|(_, places)| *places > 0)
        && bands.iter().all(|band| share(*band) < NEARLY_ALL);
    let is_even = bands.iter().all(|band| (share(*band) - share(all)).abs() <= EVEN * share(all));
    let tops = by_run.iter().map(|counts| sum(&mut counts[..2].iter().copied()));
    let of_every_run =
        tops.filter(|(_, places)| *places > 0).all(|top| share(top) >= LEAST_OF_A_RUN * share(all));
    (is_told && is_even && of_every_run).then(|| bands.map(share))
}

/// The judged documents of a run at the ranks of a band, and all its documents there.
fn judged_of(collection: &TestCollection, run: usize, (first, last): (usize, usize)) -> (usize, usize) {
    let (mut judged, mut places) = (0, 0);
    for (at, topic) in collection.topics().iter().enumerate() {
        for &doc in collection.ranking(run, at).iter().take(last).skip(first - 1) {
            places += 1;
            judged += usize::from(topic.is_judged(doc));
        }
    }
    (judged, places)
}
