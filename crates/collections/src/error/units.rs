//! What can be wrong with classes of duplicates and groups of documents that are relevant together.

/// What is wrong with duplicates or groups.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnitFault {
    /// A topic that the judgments lack.
    #[error("topic `{}` is not in the judgments", topic.escape_debug())]
    UnknownTopic {
        /// The topic.
        topic: String,
    },
    /// A document that the judgments of its topic lack.
    #[error(
        "document `{}` is not in the judgments of topic `{}`{}", doc.escape_debug(), topic.escape_debug(),
        elsewhere.as_ref().map(|other| format!(", but in those of topic `{}`", other.escape_debug())).unwrap_or_default()
    )]
    NotJudged {
        /// The topic.
        topic: String,
        /// The document.
        doc: String,
        /// A topic whose judgments have it.
        elsewhere: Option<String>,
    },
    /// A document twice among the classes of duplicates of its topic.
    #[error("document `{}` is already in class `{}` of topic `{}` (line {first})", doc.escape_debug(), class.escape_debug(), topic.escape_debug())]
    RepeatedDuplicate {
        /// The topic.
        topic: String,
        /// The document.
        doc: String,
        /// Its class.
        class: String,
        /// Line that put it there.
        first: usize,
    },
    /// A document twice in a group, or with one that it duplicates.
    #[error(
        "group `{}` of topic `{}` has document `{}` already as `{}` (line {first})", group.escape_debug(),
        topic.escape_debug(), doc.escape_debug(), other.escape_debug()
    )]
    RepeatedMember {
        /// The topic.
        topic: String,
        /// The group.
        group: String,
        /// The document.
        doc: String,
        /// The same document, or one of the same class.
        other: String,
        /// Line of the other.
        first: usize,
    },
    /// Two levels of one group.
    #[error(
        "group `{}` of topic `{}`: level {second} here and {first} on line {line}", group.escape_debug(), topic.escape_debug()
    )]
    GroupConflict {
        /// The topic.
        topic: String,
        /// The group.
        group: String,
        /// The first level.
        first: u8,
        /// The level that differs.
        second: u8,
        /// Line of the first level.
        line: usize,
    },
    /// A group that is not relevant.
    #[error("a group of grade `{}`: what is relevant together has level 1 or above", value.escape_debug())]
    NonrelevantGroup {
        /// The text found.
        value: String,
    },
}
