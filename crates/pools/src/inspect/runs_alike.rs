//! Runs that are nearly the same.

use crate::{DocIx, RunIx, TestCollection, TopicIx, UNINTERNED};

/// Runs that share this much ([`Alike::overlap`]) are alike. Between 0.85 and 0.90 lie no two runs of the
/// three open collections: above are copies of one system, below other settings of it.
pub const ALIKE: f64 = 0.9;

/// How far down a reader of a ranking goes: 0.9 puts 86 % of the weight on the top 10 (Webber et al.).
pub const ALIKE_PERSISTENCE: f64 = 0.9;

/// What is below this rank is not compared: it has less than 0.00003 of the weight.
pub const ALIKE_DEPTH: usize = 100;

/// The rank to which all pairs are compared before the few that may be alike are compared further.
const GLANCE: usize = 10;

/// Two runs that are alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alike {
    /// The runs, the lower number first.
    pub runs: [RunIx; 2],
    /// The mean overlap of their rankings, 1 for the same documents in the same order.
    pub overlap: f64,
    /// Topics with the same documents in the same order, from the top to the end.
    pub same: usize,
    /// Topics that at least one of them answers.
    pub topics: usize,
}

/// Pairs of runs that share at least `least` ([`ALIKE`]), most alike first, identical ones among them. The
/// overlap is the mean over the topics that at least one of them answers of the rank-biased overlap down to
/// rank D = [`ALIKE_DEPTH`] (Webber, Moffat and Zobel, TOIS 28(4), 2010, equation 4), over its value for
/// equal rankings:
///
/// sum of p^(d-1) |A_d & B_d| / d  over  sum of p^(d-1), d = 1..D
///
/// A_d and B_d are the top d documents, p is [`ALIKE_PERSISTENCE`], and D ends with the longer ranking. A
/// document without a number is like no other.
///
/// ```
/// use rejudge_pools::{Run, Team, TestCollection, Topic, inspect::alike_runs};
///
/// let topic = Topic { name: "1".into(), verdicts: vec![], documents: 5 };
/// let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
/// let collection = TestCollection::new(
///     vec![topic],
///     ["a1", "a2", "a3"].map(run).to_vec(),
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![vec![vec![0, 1, 2]], vec![vec![0, 2, 1]], vec![vec![3, 4]]],
/// )?;
/// let pairs = alike_runs(&collection, 0.5);
/// // One of one, one of two, three of three.
/// let expected = (1.0 + 0.9 / 2.0 + 0.81) / (1.0 + 0.9 + 0.81);
/// assert_eq!((pairs.len(), pairs[0].runs, pairs[0].same), (1, [0, 1], 0));
/// assert!((pairs[0].overlap - expected).abs() < 1e-15);
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
pub fn alike_runs(collection: &TestCollection, least: f64) -> Vec<Alike> {
    let (runs, topics) = (collection.runs().len(), collection.topics().len());
    let weights = weights();
    let mut pairs = Vec::new();
    let mut positions: Positions =
        collection.topics().iter().map(|topic| vec![None; topic.documents as usize]).collect();
    for first in 0..runs {
        let mark = |positions: &mut Positions, kept: &dyn Fn(u16) -> Option<u16>| {
            for (topic, positions) in positions.iter_mut().enumerate() {
                for (position, &doc) in (0..).zip(collection.ranking(first, topic).iter().take(ALIKE_DEPTH)) {
                    if doc != UNINTERNED {
                        positions[doc as usize] = kept(position);
                    }
                }
            }
        };
        mark(&mut positions, &Some);
        for second in first + 1..runs {
            let both = |topic: TopicIx| [first, second].map(|run| collection.ranking(run, topic));
            let answered = (0..topics).filter(|&topic| both(topic).iter().any(|ranking| !ranking.is_empty()));
            let count = answered.clone().count();
            let mean = |depth: usize| {
                let sum =
                    answered.clone().map(|topic| overlap(both(topic), &positions[topic], depth, &weights));
                sum.sum::<f64>() / count as f64
            };
            if count > 0 && mean(GLANCE) >= least {
                let overlap = mean(ALIKE_DEPTH);
                if overlap >= least {
                    let same = answered.clone().filter(|&topic| {
                        let [one, other] = both(topic);
                        one == other && !one.contains(&UNINTERNED)
                    });
                    pairs.push(Alike { runs: [first, second], overlap, same: same.count(), topics: count });
                }
            }
        }
        mark(&mut positions, &|_| None);
    }
    pairs.sort_by(|a, b| b.overlap.total_cmp(&a.overlap).then(a.runs.cmp(&b.runs)));
    pairs
}

/// By topic and document: where one ranking has it, from 0.
type Positions = Vec<Vec<Option<u16>>>;

/// p^(d-1) for d = 1..D.
fn weights() -> [f64; ALIKE_DEPTH] {
    let mut weight = 1.0;
    std::array::from_fn(|_| {
        let next = weight * ALIKE_PERSISTENCE;
        std::mem::replace(&mut weight, next)
    })
}

/// The overlap of two rankings if they agree in full below `depth`; `first` has the positions of documents
/// in the first of them.
fn overlap(both: [&[DocIx]; 2], first: &[Option<u16>], depth: usize, weights: &[f64; ALIKE_DEPTH]) -> f64 {
    let longer = both.map(<[DocIx]>::len).into_iter().max().unwrap_or(0).min(ALIKE_DEPTH);
    let looked_at = depth.min(longer);
    // By depth: documents that both have from there on.
    let mut shared = [0_u32; ALIKE_DEPTH];
    for (position, &doc) in both[1].iter().take(looked_at).enumerate() {
        if doc != UNINTERNED
            && let Some(other) = first[doc as usize]
        {
            let deeper = position.max(other.into());
            if deeper < looked_at {
                shared[deeper] += 1;
            }
        }
    }
    let (mut common, mut sum, mut of) = (0, 0.0, 0.0);
    for (position, (weight, shared)) in weights.iter().zip(shared).enumerate().take(longer) {
        common += shared;
        of += weight;
        let agreement = if position < looked_at { f64::from(common) / (position + 1) as f64 } else { 1.0 };
        sum += weight * agreement;
    }
    sum / of
}
