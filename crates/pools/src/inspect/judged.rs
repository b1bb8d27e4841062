//! How much of the tops of runs is judged.

use crate::{RunIx, TestCollection};

/// The share of judged documents in the top k of `run` for each k of `depths`: the mean over the topics
/// that it answers of
///
/// Judged@k = J(k) / min(k, n)
///
/// as the measure [`Judged`](rejudge_metrics::adhoc::judged) has it; what is missing to 1 is unjudged. A
/// document that is pooled but unjudged does not count. `None` for a run that answers no topic; a depth of
/// 0 gives 0.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{Run, Team, TestCollection, Topic, inspect::judged_at};
///
/// let topic = |name: &str| Topic { name: name.into(), verdicts: vec![Level(1), Level(0)], documents: 9 };
/// let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
/// let collection = TestCollection::new(
///     vec![topic("1"), topic("2"), topic("3")],
///     vec![run("a1"), run("a2")],
///     vec![Team { name: "a".into(), analysed: true }],
///     // The first run has three documents for topic 1, one for topic 2, and does not answer topic 3.
///     vec![vec![vec![0, 7, 1], vec![1], vec![]], vec![vec![], vec![], vec![]]],
/// )?;
/// assert_eq!(judged_at(&collection, 0, &[1, 2, 10]), Some(vec![1.0, 0.75, (2.0 / 3.0 + 1.0) / 2.0]));
/// assert_eq!(judged_at(&collection, 1, &[10]), None);
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
///
/// # Panics
/// When `run` is out of range.
pub fn judged_at(collection: &TestCollection, run: RunIx, depths: &[usize]) -> Option<Vec<f64>> {
    let deepest = depths.iter().copied().max().unwrap_or(0);
    let to_all = judged_to(collection, run, deepest)?;
    Some(depths.iter().map(|&depth| to_all[depth]).collect())
}

/// Judged@k of `run` for every k of `0..=deepest`.
fn judged_to(collection: &TestCollection, run: RunIx, deepest: usize) -> Option<Vec<f64>> {
    let (mut sums, mut answered) = (vec![0.0; deepest + 1], 0_usize);
    for (at, topic) in collection.topics().iter().enumerate() {
        let ranking = collection.ranking(run, at);
        if ranking.is_empty() {
            continue;
        }
        answered += 1;
        let (mut judged, mut share) = (0_u32, 0.0);
        let mut documents = (1_u32..).zip(ranking);
        for sum in &mut sums[1..] {
            if let Some((rank, &doc)) = documents.next() {
                judged += u32::from(topic.is_judged(doc));
                share = f64::from(judged) / f64::from(rank);
            }
            *sum += share;
        }
    }
    (answered > 0).then(|| sums.into_iter().map(|sum| sum / answered as f64).collect())
}

/// The depth to which the runs' tops are judged: the greatest k for which [`judged_at`] j, as the mean over
/// the runs that answer a topic, is at least `share` for every j up to k. 0 where not even the first
/// documents are, or where no run answers anything; never more than the longest ranking.
///
/// ```
/// use rejudge_metrics::Verdict::Level;
/// use rejudge_pools::{Run, Team, TestCollection, Topic, inspect::covered_to};
///
/// let topic = Topic { name: "1".into(), verdicts: vec![Level(1), Level(0), Level(0)], documents: 9 };
/// let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
/// let collection = TestCollection::new(
///     vec![topic],
///     vec![run("a1"), run("a2")],
///     vec![Team { name: "a".into(), analysed: true }],
///     vec![vec![vec![0, 1, 7]], vec![vec![1, 2, 0, 8]]],
/// )?;
/// // Judged at 3: 2/3 and 1; at 4: 2/3 and 3/4.
/// assert_eq!([1.0, 0.8, 0.7, 1.1].map(|share| covered_to(&collection, share)), [2, 3, 4, 0]);
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
pub fn covered_to(collection: &TestCollection, share: f64) -> usize {
    let runs = 0..collection.runs().len();
    let lengths = runs.clone().flat_map(|run| collection.lengths(run));
    let deepest = lengths.max().unwrap_or(0);
    let by_run: Vec<_> = runs.filter_map(|run| judged_to(collection, run, deepest)).collect();
    let mean = |depth: usize| by_run.iter().map(|shares| shares[depth]).sum::<f64>() / by_run.len() as f64;
    (1..=deepest).take_while(|&depth| mean(depth) >= share).last().unwrap_or(0)
}
