//! All but the worst runs.

use super::{BY, Needs, RunRule, top_runs};
use crate::{Absent, Domain, Parameter, Rate, Rounding, RunIx, TestCollection};

/// See [`without_worst_runs`].
pub(super) static WITHOUT_WORST: RunRule = RunRule {
    name: "without-worst",
    summary: "All but the worst runs.",
    source: "Voorhees and Buckley, SIGIR 2002",
    parameters: &[
        Parameter {
            name: "share",
            meaning: "Share of the runs that is left out, rounded down to whole runs.",
            domain: Domain::Rate,
            absent: Absent::Refused,
        },
        Parameter { meaning: "Name of the measure that says which are the worst.", ..BY },
    ],
    is_drawn: false,
    is_averaged: false,
    needs: Needs::Nothing,
    choose: |arguments, from| {
        let ranks = from.ranks(&arguments.measure(BY.name))?;
        Ok(without_worst_runs(from.collection(), &ranks, arguments.rate("share")))
    },
};

/// Returns the runs without the worst `share` of them by `ranks` (one a run of the collection, 1 for the
/// best); of tied runs those whose names come last are left out first, as in [`top_runs`]. A share that is no
/// whole number of runs is rounded down: a quarter of 129 runs is 32.
///
/// ```
/// use rejudge_pools::{Run, Team, TestCollection, without_worst_runs};
///
/// let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
/// let teams = vec![Team { name: "a".into(), analysed: true }];
/// let runs = vec![run("d"), run("c"), run("b"), run("a"), run("e")];
/// let collection = TestCollection::new(vec![], runs, teams, vec![vec![]; 5])?;
/// assert_eq!(without_worst_runs(&collection, &[2, 4, 1, 4, 3], "0.25".parse()?), [0, 2, 3, 4]);
/// assert_eq!(without_worst_runs(&collection, &[2, 4, 1, 4, 3], "0".parse()?).len(), 5);
/// assert_eq!(without_worst_runs(&collection, &[2, 4, 1, 4, 3], "1".parse()?), [0; 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If there are not as many ranks as runs.
#[must_use]
pub fn without_worst_runs(collection: &TestCollection, ranks: &[usize], share: Rate) -> Vec<RunIx> {
    top_runs(collection, ranks, ranks.len() - share.count(ranks.len(), Rounding::Floor))
}
