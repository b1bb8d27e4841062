//! Facts from the files that rankings do not keep: which scores are equal, and how runs are grouped.

use crate::{ByTopic, DocIx, RunGroups, RunIx, TestCollection, TopicIx};

/// Documents of a ranking with equal scores: positions `start..end`, from 0. The rule for ties chose their order. If
/// the ranking was cut within the group, `end` is beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tied {
    /// Position of the first document.
    pub start: u32,
    /// Position after the last document.
    pub end: u32,
}

/// Facts from a collection's files beyond its judgments and rankings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AsRead {
    /// `tied[run][topic]`: groups of two documents or more, from the top, without overlap.
    pub tied: Vec<Vec<Vec<Tied>>>,
    /// For each topic, the documents with a verdict, ordered by the bytes of their ids. Empty if the ids are unknown; the
    /// order is then the order of lines in the file of the judgments.
    pub by_id: ByTopic<DocIx>,
    /// The groups of runs; `None` if there is no table of them.
    pub groups: Option<RunGroups>,
}

impl AsRead {
    /// Returns the tied groups of a ranking, from the top.
    pub(crate) fn groups(&self, run: RunIx, topic: TopicIx) -> &[Tied] {
        &self.tied[run][topic]
    }

    /// Returns the documents of a topic in the order of their ids, or `None` if the ids are unknown.
    pub(crate) fn by_id(&self, topic: TopicIx) -> Option<&[DocIx]> {
        (self.by_id.topics() > 0).then(|| self.by_id.topic(topic))
    }

    /// Returns true if there is an entry for each run and topic of `collection`.
    pub(crate) fn fits(&self, collection: &TestCollection) -> bool {
        let (runs, topics) = (collection.runs().len(), collection.topics().len());
        let mut by_id = self.by_id.iter().zip(collection.topics());
        self.tied.len() == runs
            && self.tied.iter().all(|by_topic| by_topic.len() == topics)
            && [0, topics].contains(&self.by_id.topics())
            && by_id.all(|(documents, topic)| documents.len() == topic.verdicts.len())
    }
}
