//! Facts from the files that the rankings of runs do not keep: groups of equal scores, and groups of runs.

use crate::{ByTopic, DocIx, RunGroups, RunIx, TestCollection, TopicIx};

/// Documents of a ranking that the files do not order: positions `start..end`, from 0. The rule for ties
/// chose their order. `end` is beyond the ranking if the ranking was cut within the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tied {
    /// Position of the first document.
    pub start: u32,
    /// Position after the last document.
    pub end: u32,
}

/// The contents of a collection's files beyond its judgments and rankings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AsRead {
    /// `tied[run][topic]`: groups of two documents or more, from the top; they do not overlap.
    pub tied: Vec<Vec<Vec<Tied>>>,
    /// By topic: the documents with a verdict in the order of their ids, compared as bytes. Empty: that of
    /// their numbers, which is that of the judgments' lines.
    pub by_id: ByTopic<DocIx>,
    /// The groups of its runs; `None` if no table gives them.
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

    /// Returns true if this is about the runs and topics of `collection`.
    pub(crate) fn fits(&self, collection: &TestCollection) -> bool {
        let (runs, topics) = (collection.runs().len(), collection.topics().len());
        let as_many = |(ids, topic): (&[DocIx], crate::TopicRef<'_>)| ids.len() == topic.verdicts.len();
        self.tied.len() == runs
            && self.tied.iter().all(|by_topic| by_topic.len() == topics)
            && [0, topics].contains(&self.by_id.topics())
            && self.by_id.iter().zip(collection.topics()).all(as_many)
    }
}
