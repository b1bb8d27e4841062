//! The topics, runs and teams of a test collection, and how they are numbered.

use rejudge_metrics::Verdict;

/// Numbers the documents of a topic. Documents with a verdict come first: `0..judged`.
pub type DocIx = u32;
/// Numbers topics. Readers and twins put them in [`topic_order`](crate::topic_order).
pub type TopicIx = usize;
/// Numbers runs.
pub type RunIx = usize;
/// Numbers teams.
pub type TeamIx = usize;

/// Stands for a document that a loader did not number, because it has no verdict and no caller needs its number. It is
/// unjudged, and a ranking may contain it any number of times.
pub const UNINTERNED: DocIx = DocIx::MAX;

/// A topic and the verdicts of its documents: owned where a collection is made, borrowed where it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topic<N = String, V = Vec<Verdict>> {
    /// The topic's name in the qrels.
    pub name: N,
    /// The verdicts of documents `0..verdicts.len()`; documents beyond are unjudged.
    pub verdicts: V,
    /// The number of documents that the topic numbers, judged or not.
    pub documents: u32,
}

/// A topic of a collection.
pub type TopicRef<'a> = Topic<&'a str, &'a [Verdict]>;

impl TopicRef<'_> {
    /// Copies the topic, to make another collection from it.
    pub fn owned(self) -> Topic {
        let Self { name, verdicts, documents } = self;
        Topic { name: name.to_owned(), verdicts: verdicts.to_vec(), documents }
    }

    /// Returns true if `doc` has a level; a document that is pooled but unjudged has none.
    pub fn is_judged(&self, doc: DocIx) -> bool {
        matches!(self.verdicts.get(doc as usize), Some(Verdict::Level(_)))
    }
}

/// A run: its name, its team, and its part in the pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The name of the run.
    pub name: String,
    /// The team that submitted it.
    pub team: TeamIx,
    /// True if its top documents went into the pool.
    pub pooled: bool,
    /// True if it may represent its team (the papers take monolingual runs only).
    pub eligible: bool,
}

/// A team that submitted runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// The name of the team.
    pub name: String,
    /// True if the paper analyses it; a team that is not (no monolingual run) still pools.
    pub analysed: bool,
}
