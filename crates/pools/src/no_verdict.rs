//! The least that a verdict about runs needs. `eval --compare`, Python's `compare` and audits refuse runs without a judged
//! document; audits, and claims on a user's own collection, need enough topics and runs.

use rejudge_metrics::Verdict;
use rejudge_names::plural::{counted, of_number};

use crate::{JoinedRun, RunIx, TestCollection, TopicIx, View};

/// The fewest topics that a verdict is given on.
pub const LEAST_TOPICS: usize = 5;

/// The fewest runs that a verdict about their ranking is given on.
pub const LEAST_RUNS: usize = 4;

/// The reason why no verdict is given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoVerdict {
    /// There are so few topics.
    #[error("{} too few: no verdict is given on fewer than {LEAST_TOPICS}", are(*.0, "topic"))]
    Topics(usize),
    /// There are so few runs.
    #[error("{} too few: no verdict is given on fewer than {LEAST_RUNS}", are(*.0, "run"))]
    Runs(usize),
    /// No document is judged among those that a run retrieved, down to a rank if the measure ends there.
    #[error(
        "none of the documents that `{run}` retrieved{} is judged: their ids may be of another collection, or written in \
         another way", rank.map_or_else(String::new, |rank| format!(" down to rank {rank}"))
    )]
    NothingJudged {
        /// The name of the run.
        run: String,
        /// The last rank.
        rank: Option<u32>,
    },
    /// Two runs have no topic in common.
    #[error("`{0}` and `{1}` have no topic in common")]
    NoTopicInCommon(String, String),
}

fn are(count: usize, what: &str) -> String {
    format!("{} {}", counted(count, what), of_number(count, "is", "are"))
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
/// If there are too few.
pub fn check_enough(topics: usize, runs: usize) -> Result<(), NoVerdict> {
    match (topics, runs) {
        (..LEAST_TOPICS, _) => Err(NoVerdict::Topics(topics)),
        (_, ..LEAST_RUNS) => Err(NoVerdict::Runs(runs)),
        _ => Ok(()),
    }
}

/// Refuses a verdict on a run that retrieved no judged document for any of the topics, down to a rank.
///
/// # Errors
/// If no document is judged.
pub fn check_judged(
    (name, run): (&str, &JoinedRun),
    view: &View,
    topics: &[TopicIx],
    rank: Option<u32>,
) -> Result<(), NoVerdict> {
    let is_judged = |&topic: &TopicIx| {
        let (ranks, documents) = run.seen(topic);
        let mut seen = ranks.iter().zip(documents).take_while(|(at, _)| rank.is_none_or(|rank| **at <= rank));
        let is_level = |document: u32| matches!(view.verdicts(topic)[document as usize], Verdict::Level(_));
        seen.any(|(_, &document)| view.keeps(topic, document) && is_level(document))
    };
    match topics.iter().any(is_judged) {
        true => Ok(()),
        false => Err(NoVerdict::NothingJudged { run: name.to_owned(), rank }),
    }
}

/// Refuses a verdict on two runs that have none of the topics in common.
///
/// # Errors
/// If there is no topic that both have.
pub fn check_common_topic(
    [(one, of_one), (other, of_other)]: [(&str, &JoinedRun); 2],
    topics: &[TopicIx],
) -> Result<(), NoVerdict> {
    match topics.iter().any(|&topic| of_one.has(topic) && of_other.has(topic)) {
        true => Ok(()),
        false => Err(NoVerdict::NoTopicInCommon(one.to_owned(), other.to_owned())),
    }
}

/// Returns the runs that retrieved documents and have no judged one.
pub fn runs_without_judgments(collection: &TestCollection) -> Vec<RunIx> {
    let has_documents = |run: RunIx| collection.lengths(run).any(|length| length > 0);
    let is_judged = |run: RunIx| {
        (0..collection.topics().len()).any(|topic| {
            let verdicts = collection.topic(topic).verdicts;
            let verdict = |document: &u32| verdicts.get(*document as usize);
            let mut found = collection.ranking(run, topic).iter().filter_map(verdict);
            found.any(|verdict| matches!(verdict, Verdict::Level(_)))
        })
    };
    (0..collection.runs().len()).filter(|&run| has_documents(run) && !is_judged(run)).collect()
}
