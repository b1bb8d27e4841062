//! The runs that retrieved enough.

use super::{Needs, RunRule};
use crate::{Absent, Domain, Parameter, Rate, RunIx, TestCollection, TopicIx};

/// See [`complete_runs`].
pub(super) static COMPLETE: RunRule = RunRule {
    name: "complete",
    summary: "The runs that retrieved enough.",
    source: "Bompada et al., SIGIR 2007, section 3",
    parameters: &[Parameter {
        name: "share",
        meaning: "Share of the most documents that any run retrieved.",
        domain: Domain::Rate,
        absent: Absent::Refused,
    }],
    is_drawn: false,
    is_averaged: false,
    needs: Needs::Rankings,
    choose: |arguments, from| {
        let share = arguments.rate("share");
        Ok(complete_runs(from.collection(), &from.topics(), from.max_rank(), share))
    },
};

/// Returns the runs that retrieved at least `share` of the most documents that any run retrieved, over
/// `topics` and down to `max_rank` (Bompada et al., SIGIR 2007, section 3: "we discarded runs that retrieved
/// less than 95% of the maximum number of documents that could be retrieved"). If no run retrieved anything,
/// all are complete.
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
/// If there is no such topic.
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
