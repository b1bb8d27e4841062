//! Errors in judgments by intent.

/// Judgments by intent that contradict themselves or their collection.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum IntentsError {
    /// There are not judgments by intent for every topic.
    #[error("judgments by intent of {found} topics, but there are {topics} topics")]
    Topics {
        /// Topics with judgments by intent.
        found: usize,
        /// Topics of the collection.
        topics: usize,
    },
    /// A topic without intents.
    #[error("topic `{topic}` has no intent")]
    NoIntent {
        /// The topic.
        topic: String,
    },
    /// The probabilities of a topic's intents are invalid.
    #[error(
        "topic `{topic}`: the probabilities of the intents sum to {sum}, expected numbers from 0 that sum to 1"
    )]
    Probabilities {
        /// The topic.
        topic: String,
        /// Their sum.
        sum: f64,
    },
    /// A table of a topic does not have an entry for each document or intent that it should.
    #[error("topic `{topic}`: {found} {table}, expected {expected}")]
    Size {
        /// The topic.
        topic: String,
        /// The table.
        table: &'static str,
        /// Its entries.
        found: usize,
        /// The expected number.
        expected: usize,
    },
    /// A factor that is no probability.
    #[error(
        "topic `{topic}`, document number {doc}: a gain's factor is {factor}, expected a number from 0 to 1"
    )]
    Factor {
        /// The topic.
        topic: String,
        /// The document.
        doc: u32,
        /// The factor.
        factor: f64,
    },
    /// A document's level for the topic is not the highest of those for the intents.
    #[error(
        "topic `{topic}`, document number {doc}: the highest level for an intent is {level}, but its verdict is {verdict}"
    )]
    Union {
        /// The topic.
        topic: String,
        /// The document.
        doc: u32,
        /// The highest level for an intent.
        level: u8,
        /// Its verdict for the topic.
        verdict: String,
    },
    /// The order of the ids does not place each document once.
    #[error("topic `{topic}`: the order of the ids does not place each document once")]
    IdOrder {
        /// The topic.
        topic: String,
    },
}
