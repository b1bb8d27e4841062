//! The input of a diversity measure: the intents of a topic, its judged documents, and a ranking of them.

/// An intent of the topic: one thing that its users may want.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intent {
    /// Pr(i|q): how likely it is that this is wanted. Those of a topic sum to 1.
    pub probability: f64,
    /// One document is enough (a site is looked for); else the intent is informational.
    pub navigational: bool,
}

/// The judgments of a topic by intent. A row is a judged document; document ids end before this point.
#[derive(Clone, Copy, Debug)]
pub struct IntentTopic<'a> {
    /// The intents.
    pub intents: &'a [Intent],
    /// True if no probabilities were given: they are then equal. The families of ndeval, which has no
    /// probabilities, then take the mean over the intents with a relevant document; given probabilities are
    /// never rescaled.
    pub assumed: bool,
    /// Relevance levels, row after row, a level for each intent (0: nonrelevant to it, or not judged for it).
    pub levels: &'a [u8],
    /// Factors of the gains, in the form of `levels`: the Pr(v|i) of vertical search. If empty, all factors
    /// are 1.
    pub factors: &'a [f64],
    /// The place of each row in the ascending order of the document ids, by which the greedy ideal list parts
    /// equal documents: the greatest id first, as ndeval does. Empty: that of the rows.
    pub id_order: &'a [u32],
}

/// A judged document in a ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Rank from 1. On the raw list the rank in the run; on the condensed list the rank among the judged
    /// documents.
    pub rank: u32,
    /// Its row in the judgments.
    pub row: u32,
}
