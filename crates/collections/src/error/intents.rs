//! What can be wrong with files of intents and subtopics.

use std::path::PathBuf;

/// What is wrong with intents.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IntentFault {
    /// Two judgments of one document for one intent that differ.
    #[error(
        "topic `{}`, intent `{}`, document `{}`: judged {second} here and {first} on line {line}",
        topic.escape_debug(), intent.escape_debug(), doc.escape_debug()
    )]
    IntentConflict {
        /// The topic.
        topic: String,
        /// The intent.
        intent: String,
        /// The document.
        doc: String,
        /// The first judgment.
        first: String,
        /// The judgment that differs.
        second: String,
        /// Line of the first judgment.
        line: usize,
    },
    /// More intents than a topic has.
    #[error("topic `{}` has more than {most} intents, the limit", topic.escape_debug())]
    TooManyIntents {
        /// The topic.
        topic: String,
        /// The limit.
        most: usize,
    },
    /// A probability that is none.
    #[error("probability `{}` is not a number from 0 to 1", value.escape_debug())]
    Probability {
        /// The text found.
        value: String,
    },
    /// The probabilities of a topic's intents, which are all that can be wanted, do not sum to 1.
    #[error("topic `{}`: the probabilities of the intents sum to {sum}, not to 1", topic.escape_debug())]
    ProbabilitySum {
        /// The topic.
        topic: String,
        /// Their sum.
        sum: String,
    },
    /// A type of intent that there is not.
    #[error("type of intent `{}` is neither `nav` nor `inf`", value.escape_debug())]
    IntentKind {
        /// The text found.
        value: String,
    },
    /// A second line for what a topic has once.
    #[error("{what} `{}` is already in topic `{}` (line {first})", value.escape_debug(), topic.escape_debug())]
    Repeated {
        /// What it is.
        what: &'static str,
        /// The value.
        value: String,
        /// The topic.
        topic: String,
        /// Line of its first appearance.
        first: usize,
    },
    /// An intent that another file does not know of.
    #[error("intent `{}` of topic `{}` is not in {}", intent.escape_debug(), topic.escape_debug(), table.display())]
    UnknownIntent {
        /// The intent.
        intent: String,
        /// The topic.
        topic: String,
        /// The other file.
        table: PathBuf,
    },
    /// A topic that another file does not have.
    #[error("topic `{}` is not in {}", topic.escape_debug(), table.display())]
    MissingTopic {
        /// The topic.
        topic: String,
        /// The other file.
        table: PathBuf,
    },
    /// A first-level subtopic with two ranks.
    #[error("subtopic `{}` of topic `{}` has rank {second} here and rank {first} on line {line}", subtopic.escape_debug(), topic.escape_debug())]
    SubtopicRank {
        /// The subtopic.
        subtopic: String,
        /// The topic.
        topic: String,
        /// The first rank.
        first: i32,
        /// The rank that differs.
        second: i32,
        /// Line of the first rank.
        line: usize,
    },
}
