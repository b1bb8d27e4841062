//! The best runs.

use super::{BY, Needs, RunRule};
use crate::{Absent, Domain, Parameter, RunIx, TestCollection};

/// See [`top_runs`].
pub(super) static TOP: RunRule = RunRule {
    name: "top",
    summary: "The best runs.",
    source: "",
    parameters: &[
        Parameter {
            name: "runs",
            meaning: "Number of runs.",
            domain: Domain::Positive,
            absent: Absent::Refused,
        },
        BY,
    ],
    is_drawn: false,
    is_averaged: false,
    needs: Needs::Nothing,
    choose: |arguments, from| {
        let ranks = from.ranks(&arguments.measure(BY.name))?;
        Ok(top_runs(from.collection(), &ranks, arguments.count("runs")))
    },
};

/// Returns the `count` best runs by `ranks` (one per run of the collection, 1 for the best; runs of equal
/// score share a rank), or all if there are no more; of tied runs those whose names come first.
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
/// If there are not as many ranks as runs.
#[must_use]
pub fn top_runs(collection: &TestCollection, ranks: &[usize], count: usize) -> Vec<RunIx> {
    let mut runs = best_first(collection, ranks);
    runs.truncate(count);
    runs.sort_unstable();
    runs
}

/// Returns all runs, best first; tied ones by name.
pub(super) fn best_first(collection: &TestCollection, ranks: &[usize]) -> Vec<RunIx> {
    let runs = collection.runs();
    assert_eq!(ranks.len(), runs.len(), "a rank for each run");
    let mut order: Vec<RunIx> = (0..runs.len()).collect();
    order.sort_by(|&a, &b| ranks[a].cmp(&ranks[b]).then_with(|| runs[a].name.cmp(&runs[b].name)));
    order
}
