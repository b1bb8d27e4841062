//! The input of a diversity measure: a topic's intents and judged documents, and a ranking of these documents.

/// An intent: one thing that users with this topic may want.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intent {
    /// Pr(i|q), the probability that a user wants this intent. The probabilities of a topic sum to 1.
    pub probability: f64,
    /// True if one document is enough, for example because the user is looking for a site. Other intents are
    /// informational.
    pub navigational: bool,
}

/// A topic's judgments by intent. A row is a judged document; measures see no document ids.
#[derive(Clone, Copy, Debug)]
pub struct IntentTopic<'a> {
    /// The intents.
    pub intents: &'a [Intent],
    /// True if no probabilities were given; all `intents` then have the same probability. In this case the
    /// novelty measures and the intent-aware measures give equal weights to the intents with a relevant
    /// document, as ndeval does. We never rescale given probabilities.
    pub assumed: bool,
    /// Relevance levels, row after row; each row has a level for each intent. 0 means that the document is not relevant
    /// to the intent, or was not judged for it.
    pub levels: &'a [u8],
    /// Factors of the gains, in the order of `levels`, such as Pr(v|i) in vertical search. If empty, all factors are 1.
    pub factors: &'a [f64],
    /// The position of each row in the ascending order of document ids. In the greedy ideal list, the
    /// document with the greatest id comes first among equal documents, as in ndeval. If empty, the rows are
    /// already in the order of ids.
    pub id_order: &'a [u32],
}

/// A judged document in a ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The rank, from 1. On the raw list this is the rank in the run; on the condensed list it is the rank among
    /// the judged documents.
    pub rank: u32,
    /// The row in the judgments.
    pub row: u32,
}
