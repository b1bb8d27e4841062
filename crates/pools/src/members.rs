//! The topics, runs and teams of a test collection, and the numbers they go by.

use rejudge_metrics::Verdict;

/// Number of a document within its topic. Documents with a verdict come first: `0..judged`.
pub type DocIx = u32;
/// Number of a topic. Readers and twins number topics by [`topic_order`](crate::topic_order).
pub type TopicIx = usize;
/// Number of a run.
pub type RunIx = usize;
/// Number of a team.
pub type TeamIx = usize;

/// A document that a loader did not number, because it has no verdict and no caller needs its number. It is
/// unjudged; a ranking may contain any number of them.
pub const UNINTERNED: DocIx = DocIx::MAX;

/// A topic and the verdicts of its documents: owned where a collection is made, borrowed where it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topic<N = String, V = Vec<Verdict>> {
    /// The topic's name in the qrels.
    pub name: N,
    /// Verdict of document `0..verdicts.len()`; documents beyond are unjudged.
    pub verdicts: V,
    /// The number of numbered documents of the topic, judged or not.
    pub documents: u32,
}

/// A topic of a collection.
pub type TopicRef<'a> = Topic<&'a str, &'a [Verdict]>;

impl TopicRef<'_> {
    /// Returns the topic with memory of its own, to make another collection of it.
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
    /// Name of the run.
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
    /// Name of the team.
    pub name: String,
    /// True if the paper analyses it; a team that is not (no monolingual run) still pools.
    pub analysed: bool,
}
