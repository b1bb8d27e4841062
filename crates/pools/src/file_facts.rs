//! Facts that files contain and rankings do not keep: which scores are equal, the order of the documents'
//! ids, and how runs are grouped. Judgments and runs from memory, such as data frames, have the same facts,
//! except the groups of runs.

use crate::{ByTopic, DocIx, RunGroups, RunIx, TestCollection, TopicIx};

/// A group of documents with equal scores in one ranking, at the positions `start..end` (from 0). The rule for ties
/// decided their order. If the ranking was cut within the group, `end` is beyond the end of the ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tied {
    /// Position of the first document.
    pub start: u32,
    /// Position after the last document.
    pub end: u32,
}

/// Facts from a collection's files beyond its judgments and rankings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileFacts {
    /// `tied[run][topic]`: groups of two documents or more, from the top, without overlap.
    pub tied: Vec<Vec<Vec<Tied>>>,
    /// For each topic, the documents with a verdict, ordered by the bytes of their ids. Empty if the ids are
    /// unknown. Random draws then take the documents in the order of their numbers.
    pub by_id: ByTopic<DocIx>,
    /// The groups of runs, or `None` if the collection has no table of groups.
    pub groups: Option<RunGroups>,
}

impl FileFacts {
    /// Returns the tied groups of a ranking, from the top.
    pub(crate) fn groups(&self, run: RunIx, topic: TopicIx) -> &[Tied] {
        &self.tied[run][topic]
    }

    /// Returns the documents of a topic in the order of their ids, or `None` if the ids are unknown.
    pub(crate) fn by_id(&self, topic: TopicIx) -> Option<&[DocIx]> {
        (self.by_id.topics() > 0).then(|| self.by_id.topic(topic))
    }

    /// Returns true if these facts fit the numbers of runs, topics and documents in `collection`.
    pub(crate) fn fits(&self, collection: &TestCollection) -> bool {
        let (runs, topics) = (collection.runs().len(), collection.topics().len());
        let mut by_id = self.by_id.iter().zip(collection.topics());
        self.tied.len() == runs
            && self.tied.iter().all(|by_topic| by_topic.len() == topics)
            && [0, topics].contains(&self.by_id.topics())
            && by_id.all(|(documents, topic)| documents.len() == topic.verdicts.len())
    }
}
