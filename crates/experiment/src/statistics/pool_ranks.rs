//! The documents that each rank added to a pool, the judged share of the pool, the share of the judgments
//! that the pool contains, and the relevant share at the last ranks.

use rejudge_metrics::Verdict;
use rejudge_pools::inspect::{RankCounts, count_by_rank};

use crate::statistics::{Inputs, JudgedCollection, Outcome, StatisticEntry, Subject};

/// The pool of the pooled runs down to the collection's depth, rank by rank (Zobel, SIGIR 1998).
pub(crate) static POOL_RANKS: StatisticEntry = StatisticEntry {
    summary: "Documents that each rank of the pooled runs added to the pool, and how many of them are judged \
              and relevant; the share of the pool that is judged, and the share of the judgments that the \
              pool contains; the relevant share of the judged documents that the last ranks added. The last \
              ranks are the last tenth, or more if these added fewer than 100 judged documents, but at most \
              the deeper half.",
    components: &[
        "explains",
        "filled",
        "documents",
        "last",
        "last-judged",
        "last-from",
        "new",
        "new-judged",
        "new-relevant",
    ],
    has_measure: false,
    has_judgments: false,
    uses_compared_runs: false,
    needs_collection: true,
    units: &[
        ("explains", "share of the judgments"),
        ("filled", "share of the pool"),
        ("last", "share of the judged documents"),
        ("last-from", "ranks"),
        ("", "documents"),
    ],
    ..StatisticEntry::plain("pool-ranks", compute)
};

/// The last ranks are extended until they have added this many judged documents, but at most to the deeper
/// half. The relevant share of fewer documents would mean little.
const MIN_JUDGED: usize = 100;

fn compute(inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
    let JudgedCollection { collection, depth, rules, .. } = inputs.judged_collection()?;
    let depth = depth.ok_or_else(|| Outcome::undefined("the depth of the pool is not known"))? as usize;
    let ranks = count_by_rank(collection, depth, rules.min_rel.get());
    let is_judged = |verdict: &&Verdict| matches!(verdict, Verdict::Level(_));
    let judgments: usize =
        collection.topics().map(|topic| topic.verdicts.iter().filter(is_judged).count()).sum();
    let pool = sum(&ranks);
    let first = last_ranks(&ranks);
    let last = sum(&ranks[first..]);
    let share = |part: usize, total: usize| (total > 0).then(|| part as f64 / total as f64);
    let mut outcome = Outcome::from_options(&[
        ("documents", Some(pool.new as f64)),
        ("explains", share(pool.judged, judgments)),
        ("filled", share(pool.judged, pool.new)),
        ("last-from", Some(first as f64 + 1.0)),
        ("last-judged", Some(last.judged as f64)),
        ("last", share(last.relevant, last.judged)),
    ]);
    for (rank, added) in (1..).zip(&ranks) {
        let counts = [("new", added.new), ("new-judged", added.judged), ("new-relevant", added.relevant)];
        outcome.add(&Subject::Rank(rank), counts.map(|(component, count)| (component, count as f64)));
    }
    Ok(outcome.over_all(collection.topics().len(), collection))
}

fn sum(ranks: &[RankCounts]) -> RankCounts {
    let mut sum = RankCounts::default();
    ranks.iter().for_each(|added| sum += *added);
    sum
}

/// Returns the index at which the last ranks begin. They are the last tenth of the ranks, or more if these added fewer
/// than [`MIN_JUDGED`] judged documents, but at most the deeper half.
fn last_ranks(ranks: &[RankCounts]) -> usize {
    let half = ranks.len() / 2;
    let tenth = ranks.len().saturating_sub((ranks.len() / 10).max(1));
    let has_enough = |first: &usize| sum(&ranks[*first..]).judged >= MIN_JUDGED;
    (half..=tenth).rev().find(has_enough).unwrap_or(half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ranks_have_enough_judged_documents() {
        let ranks =
            |count: usize, judged: usize| vec![RankCounts { new: judged, judged, relevant: 1 }; count];
        // The last tenth has enough judged documents.
        assert_eq!(
            [ranks(100, 900), ranks(10, 900), ranks(4, 120)].map(|ranks| last_ranks(&ranks)),
            [90, 9, 3]
        );
        // If there are too few judged documents, the last ranks are the deeper half.
        assert_eq!([ranks(8, 30), ranks(5, 3), ranks(1, 0)].map(|ranks| last_ranks(&ranks)), [4, 2, 0]);
    }
}
