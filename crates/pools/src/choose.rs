//! Which runs are compared, whatever their teams: those that retrieved enough, the best, random ones.
//!
//! Every choice is in the stored order of the runs.

use rejudge_draws::Draw;

use crate::{Rate, RunIx, TestCollection, TopicIx};

/// The runs that retrieved at least `share` of the most documents that any run retrieved, over `topics`
/// and down to `max_rank` (Bompada et al., SIGIR 2007, section 3: "we discarded runs that retrieved less
/// than 95% of the maximum number of documents that could be retrieved"). Where no run retrieved
/// anything, all are complete.
///
/// ```
/// use rejudge_pools::{Run, Team, TestCollection, Topic, complete_runs};
///
/// let topic = |name: &str| Topic { name: name.into(), verdicts: vec![], documents: 4 };
/// let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
/// let runs = vec![run("long"), run("short"), run("one topic")];
/// let rankings = vec![
///     vec![vec![0, 1, 2, 3], vec![0, 1, 2, 3]],
///     vec![vec![0, 1, 2], vec![0, 1, 2]],
///     vec![vec![0, 1, 2, 3], vec![]],
/// ];
/// let teams = vec![Team { name: "a".into(), analysed: true }];
/// let collection = TestCollection::new(vec![topic("1"), topic("2")], runs, teams, rankings)?;
/// assert_eq!(complete_runs(&collection, &[0, 1], 1000, "0.75".parse()?), [0, 1]);
/// assert_eq!(complete_runs(&collection, &[0, 1], 1000, "0.76".parse()?), [0]);
/// assert_eq!(complete_runs(&collection, &[0, 1], 3, "1".parse()?), [0, 1]);
/// assert_eq!(complete_runs(&collection, &[0], 1000, "1".parse()?), [0, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// When there is no such topic.
#[must_use]
pub fn complete_runs(
    collection: &TestCollection,
    topics: &[TopicIx],
    max_rank: usize,
    share: Rate,
) -> Vec<RunIx> {
    let retrieved = |run: RunIx| -> usize {
        topics.iter().map(|&topic| collection.ranking(run, topic).len().min(max_rank)).sum()
    };
    let retrieved: Vec<usize> = (0..collection.runs().len()).map(retrieved).collect();
    let most = retrieved.iter().copied().max().unwrap_or(0);
    (0..retrieved.len()).filter(|&run| share.is_reached_by(retrieved[run], most)).collect()
}

/// The `count` best runs by `ranks` (one a run of the collection, 1 for the best; runs of equal score have
/// one rank), or all where there are no more; of tied runs those whose names come first.
///
/// ```
/// use rejudge_pools::{Run, Team, TestCollection, top_runs};
///
/// let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
/// let teams = vec![Team { name: "a".into(), analysed: true }];
/// let runs = vec![run("d"), run("c"), run("b"), run("a")];
/// let collection = TestCollection::new(vec![], runs, teams, vec![vec![]; 4])?;
/// assert_eq!(top_runs(&collection, &[2, 4, 1, 2], 2), [2, 3]);
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
///
/// # Panics
/// When there are not as many ranks as runs.
#[must_use]
pub fn top_runs(collection: &TestCollection, ranks: &[usize], count: usize) -> Vec<RunIx> {
    let mut runs = best_first(collection, ranks);
    runs.truncate(count);
    runs.sort_unstable();
    runs
}

/// `count` random runs without replacement, or all where there are no more, every set of them being as
/// likely. The draw is keyed by `seed` and `key`.
///
/// ```
/// use rejudge_pools::{Run, Team, TestCollection, random_runs};
///
/// let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
/// let teams = vec![Team { name: "a".into(), analysed: true }];
/// let runs = vec![run("a"), run("b"), run("c")];
/// let collection = TestCollection::new(vec![], runs, teams, vec![vec![]; 3])?;
/// assert_eq!(random_runs(&collection, 2, 1, &["draw 1"]).len(), 2);
/// assert_eq!(random_runs(&collection, 3, 1, &["draw 1"]), [0, 1, 2]);
/// # Ok::<(), rejudge_pools::CollectionError>(())
/// ```
#[must_use]
pub fn random_runs(collection: &TestCollection, count: usize, seed: u64, key: &[&str]) -> Vec<RunIx> {
    let mut parts = vec!["random-runs"];
    parts.extend(key);
    let mut runs: Vec<RunIx> = (0..collection.runs().len()).collect();
    Draw::new(seed, &parts).shuffle(&mut runs);
    runs.truncate(count);
    runs.sort_unstable();
    runs
}

/// All runs, best first; tied ones by name.
pub(crate) fn best_first(collection: &TestCollection, ranks: &[usize]) -> Vec<RunIx> {
    let runs = collection.runs();
    assert_eq!(ranks.len(), runs.len(), "a rank for each run");
    let mut order: Vec<RunIx> = (0..runs.len()).collect();
    order.sort_by(|&a, &b| ranks[a].cmp(&ranks[b]).then_with(|| runs[a].name.cmp(&runs[b].name)));
    order
}
