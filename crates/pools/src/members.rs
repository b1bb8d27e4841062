//! The topics, runs and teams of a test collection, and how they are numbered.

use rejudge_metrics::Verdict;

/// The number of a document within its topic. Documents with a verdict come first.
pub type DocIx = u32;
/// The number of a topic. Readers and twins number topics in [`topic_order`](crate::topic_order).
pub type TopicIx = usize;
/// The number of a run.
pub type RunIx = usize;
/// The number of a team.
pub type TeamIx = usize;

/// The placeholder for each document that a loader did not number, because the document has no verdict and no
/// caller needs its number. These documents are unjudged, and a ranking may contain the placeholder many
/// times.
pub const UNINTERNED: DocIx = DocIx::MAX;

/// A topic and the verdicts of its documents. The data are owned when a collection is made, and borrowed when it is
/// read ([`TopicRef`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topic<N = String, V = Vec<Verdict>> {
    /// The topic's name in the qrels.
    pub name: N,
    /// The verdicts of documents `0..verdicts.len()`; documents beyond are unjudged.
    pub verdicts: V,
    /// The number of documents of the topic that have a number, judged or not.
    pub documents: u32,
}

/// A topic that borrows from its collection.
pub type TopicRef<'a> = Topic<&'a str, &'a [Verdict]>;

impl TopicRef<'_> {
    /// Copies the topic, to make another collection from it.
    pub fn into_owned(self) -> Topic {
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
    /// True if the run may represent its team. In the NTCIR collections, only monolingual runs may.
    pub eligible: bool,
}

/// A team that submitted runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// The name of the team.
    pub name: String,
    /// True if the team is analysed: it has a run that is both pooled and eligible, and in a twin the paper lists it. A
    /// team that is not analysed, for example because it has no monolingual run, still contributes to the pool.
    pub analysed: bool,
}
