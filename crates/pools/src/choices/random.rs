//! Random runs.

use rejudge_stats::Draw;

use super::{Needs, RunRule};
use crate::{Absent, Domain, Parameter, RunIx, TestCollection};

/// See [`random_runs`].
pub static RANDOM: RunRule = RunRule {
    name: "random",
    summary: "Random runs.",
    source: "",
    parameters: &[
        Parameter {
            name: "runs",
            meaning: "Number of runs.",
            domain: Domain::Positive,
            absent: Absent::Refused,
        },
        Parameter {
            name: "draws",
            meaning: "Number of draws for a collection of files; that of the experiment by default.",
            domain: Domain::Positive,
            absent: Absent::None,
        },
    ],
    is_drawn: true,
    is_averaged: false,
    needs: Needs::Nothing,
    choose: |arguments, from| {
        let (seed, key) = from.draw();
        Ok(random_runs(from.collection(), arguments.count("runs"), seed, &key))
    },
};

/// Returns `count` random runs without replacement, or all if there are no more; every set of them is equally
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
