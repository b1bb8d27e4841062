//! The documents at each rank of a pool, the judged share of the pool, and the share of the judgments in it.

use rejudge_metrics::Verdict;
use rejudge_pools::inspect::{AtRank, by_rank};

use crate::statistics::{Entry, Inputs, JudgedCollection, Outcome, Subject};

/// The pool of the pooled runs to the collection's depth, rank by rank (Zobel, SIGIR 1998).
pub(crate) static POOL_RANKS: Entry = Entry {
    summary: "Documents that each rank of the pooled runs added to the pool, and how many of them are judged and \
              relevant; the share of the pool that is judged, and of the judgments that the pool holds; the relevant \
              share of the judged documents that the last ranks added: the last tenth, or as many of the deeper half \
              as added 100 judged documents.",
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
    is_of_compared_runs: false,
    needs_collection: true,
    units: &[
        ("explains", "share of the judgments"),
        ("filled", "share of the pool"),
        ("last", "share of the judged documents"),
        ("last-from", "ranks"),
        ("", "documents"),
    ],
    ..Entry::plain("pool-ranks", compute)
};

/// The fewest judged documents of the last ranks whose relevant share is reported.
const FEWEST_JUDGED: usize = 100;

fn compute(inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
    let JudgedCollection { collection, depth, rules, .. } = inputs.judged()?;
    let depth = depth.ok_or_else(|| Outcome::undefined("the depth of the pool is not known"))? as usize;
    let ranks = by_rank(collection, depth, rules.min_rel.get());
    let is_judged = |verdict: &&Verdict| matches!(verdict, Verdict::Level(_));
    let all: usize = collection.topics().map(|topic| topic.verdicts.iter().filter(is_judged).count()).sum();
    let whole = sum(&ranks);
    let first = last_ranks(&ranks);
    let last = sum(&ranks[first..]);
    let share = |part: usize, whole: usize| (whole > 0).then(|| part as f64 / whole as f64);
    let mut outcome = Outcome::of_defined(&[
        ("documents", Some(whole.new as f64)),
        ("explains", share(whole.judged, all)),
        ("filled", share(whole.judged, whole.new)),
        ("last-from", Some(first as f64 + 1.0)),
        ("last-judged", Some(last.judged as f64)),
        ("last", share(last.relevant, last.judged)),
    ]);
    for (rank, at) in (1..).zip(&ranks) {
        let counts = [("new", at.new), ("new-judged", at.judged), ("new-relevant", at.relevant)];
        outcome.add(&Subject::Rank(rank), counts.map(|(component, count)| (component, count as f64)));
    }
    Ok(outcome.over_all(collection.topics().len(), collection))
}

fn sum(ranks: &[AtRank]) -> AtRank {
    let mut all = AtRank::default();
    ranks.iter().for_each(|at| all += *at);
    all
}

/// Returns the index of the first of the last ranks.
fn last_ranks(ranks: &[AtRank]) -> usize {
    let half = ranks.len() / 2;
    let tenth = ranks.len().saturating_sub((ranks.len() / 10).max(1));
    let enough = |first: &usize| sum(&ranks[*first..]).judged >= FEWEST_JUDGED;
    (half..=tenth).rev().find(enough).unwrap_or(half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ranks_are_as_many_as_tell_something() {
        let ranks = |count: usize, judged: usize| vec![AtRank { new: judged, judged, relevant: 1 }; count];
        // A tenth, however many documents the last rank has.
        assert_eq!([ranks(100, 900), ranks(10, 900), ranks(4, 120)].map(|of| last_ranks(&of)), [90, 9, 3]);
        // Never more than the deeper half.
        assert_eq!([ranks(8, 30), ranks(5, 3), ranks(1, 0)].map(|of| last_ranks(&of)), [4, 2, 0]);
    }
}
