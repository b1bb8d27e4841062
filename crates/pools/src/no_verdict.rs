//! Refuses a verdict about runs if there is too little evidence for it. These checks are used by `eval` (for
//! example with `--compare` or `--intervals`), by audits, and by claims on a user's own collection. A
//! verdict about two runs needs judged documents of both runs, and topics in common. A verdict about the
//! order of runs needs enough topics and runs.

use rejudge_metrics::{Metric, Verdict};
use rejudge_names::plural::{counted, of_number};

use crate::{JoinedRun, RunIx, TestCollection, TopicIx, View};

/// The smallest number of topics on which a verdict is given.
pub const MIN_TOPICS: usize = 5;

/// The smallest number of runs for which a verdict about their order is given.
pub const MIN_RUNS: usize = 4;

/// The reason why no verdict is given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoVerdict {
    /// There are too few topics: only this many.
    #[error("{} too few: no verdict is given on fewer than {MIN_TOPICS}", count_with_verb(*.0, "topic"))]
    Topics(usize),
    /// There are too few runs: only this many.
    #[error("{} too few: no verdict is given on fewer than {MIN_RUNS}", count_with_verb(*.0, "run"))]
    Runs(usize),
    /// No document that the run retrieved down to `rank` is judged.
    #[error(
        "none of the documents that `{run}` retrieved{} is judged: their ids may belong to another collection, or be \
         written in another way", rank.map_or_else(String::new, |rank| format!(" down to rank {rank}"))
    )]
    NothingJudged {
        /// The name of the run.
        run: String,
        /// The measure's cutoff, or `None` if the measure has none or uses the condensed list.
        rank: Option<u32>,
    },
    /// Two runs have only this many topics in common.
    #[error("`{}` and `{}` have {}", runs[0], runs[1], in_common(*topics))]
    InCommon {
        /// The names of the runs.
        runs: [String; 2],
        /// The number of topics that both have.
        topics: usize,
    },
}

fn count_with_verb(count: usize, what: &str) -> String {
    format!("{} {}", counted(count, what), of_number(count, "is", "are"))
}

fn in_common(topics: usize) -> String {
    match topics {
        0 => "no topic in common".to_owned(),
        topics => format!(
            "only {} in common: no verdict is given on fewer than {MIN_TOPICS}",
            counted(topics, "topic")
        ),
    }
}

/// Refuses a verdict, or an interval, on too few topics.
///
/// # Errors
/// If there are fewer than [`MIN_TOPICS`].
pub fn check_topics(topics: usize) -> Result<(), NoVerdict> {
    match topics {
        MIN_TOPICS.. => Ok(()),
        topics => Err(NoVerdict::Topics(topics)),
    }
}

/// Refuses a verdict on too few topics or runs.
///
/// ```
/// use rejudge_pools::{NoVerdict, check_enough};
/// assert_eq!((check_enough(5, 4), check_enough(4, 4)), (Ok(()), Err(NoVerdict::Topics(4))));
/// let three = check_enough(50, 3).unwrap_err();
/// assert_eq!(three.to_string(), "3 runs are too few: no verdict is given on fewer than 4");
/// ```
///
/// # Errors
/// If there are fewer than [`MIN_TOPICS`] topics or [`MIN_RUNS`] runs.
pub fn check_enough(topics: usize, runs: usize) -> Result<(), NoVerdict> {
    check_topics(topics)?;
    match runs {
        MIN_RUNS.. => Ok(()),
        runs => Err(NoVerdict::Runs(runs)),
    }
}

/// Returns the last rank at which a judged document can change a run's score: the measure's cutoff, or `None` if it
/// has no cutoff. Also returns `None` if the measure uses the condensed list: that list is cut after unjudged documents
/// are removed, so a judged document at any rank may count.
fn last_rank(metric: &Metric) -> Option<u32> {
    metric.cutoff().filter(|_| !metric.is_condensed())
}

/// Refuses a verdict by a measure on a run that retrieved no judged document for any of the topics, down to the cutoff.
///
/// # Errors
/// If no document that the run retrieved for these topics, down to the cutoff, is judged.
pub fn check_judged(
    (name, run): (&str, &JoinedRun),
    view: &View,
    topics: &[TopicIx],
    metric: &Metric,
) -> Result<(), NoVerdict> {
    let rank = last_rank(metric);
    let is_judged = |&topic: &TopicIx| {
        let (ranks, documents) = run.seen(topic);
        let mut seen = ranks
            .iter()
            .zip(documents)
            .take_while(|(seen_rank, _)| rank.is_none_or(|rank| **seen_rank <= rank));
        let is_level = |document: u32| matches!(view.verdicts(topic)[document as usize], Verdict::Level(_));
        seen.any(|(_, &document)| view.keeps(topic, document) && is_level(document))
    };
    if topics.iter().any(is_judged) {
        Ok(())
    } else {
        Err(NoVerdict::NothingJudged { run: name.to_owned(), rank })
    }
}

/// Refuses a verdict on two runs that have too few of the topics in common.
///
/// # Errors
/// If fewer than [`MIN_TOPICS`] of `topics` are in both runs.
pub fn check_common_topics(
    [(first_name, first), (second_name, second)]: [(&str, &JoinedRun); 2],
    topics: &[TopicIx],
) -> Result<(), NoVerdict> {
    match topics.iter().filter(|&&topic| first.has(topic) && second.has(topic)).count() {
        MIN_TOPICS.. => Ok(()),
        topics => Err(NoVerdict::InCommon { runs: [first_name, second_name].map(str::to_owned), topics }),
    }
}

/// Refuses a verdict by these measures on the runs of a collection, as [`check_judged`] does. Runs without documents are
/// skipped.
///
/// # Errors
/// If a run retrieved no judged document, down to the cutoff of a measure. The error is about the first measure
/// for which there is such a run, and names the first such run.
pub fn check_runs_judged(collection: &TestCollection, metrics: &[Metric]) -> Result<(), NoVerdict> {
    let has_documents = |run: RunIx| collection.lengths(run).any(|length| length > 0);
    let is_judged = |run: RunIx, rank: usize| {
        (0..collection.topics().len()).any(|topic| {
            let verdicts = collection.topic(topic).verdicts;
            let verdict = |document: &u32| verdicts.get(*document as usize);
            let mut judged = collection.ranking(run, topic).iter().take(rank).filter_map(verdict);
            judged.any(|verdict| matches!(verdict, Verdict::Level(_)))
        })
    };
    for rank in metrics.iter().map(last_rank) {
        let last = rank.map_or(usize::MAX, |rank| rank as usize);
        let mut runs = (0..collection.runs().len()).filter(|&run| has_documents(run));
        if let Some(run) = runs.find(|&run| !is_judged(run, last)) {
            let run = collection.runs()[run].name.clone();
            return Err(NoVerdict::NothingJudged { run, rank });
        }
    }
    Ok(())
}
