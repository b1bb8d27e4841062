//! What may be found, typed: a question's verdict, with the values that its sentence names.
//!
//! A finding has the name of its texts in `words.yaml`, and its fields are what they may name. All findings of
//! all questions stand here, so that a writer sees what there is to be said.

use serde::Serialize;

/// The verdict on a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Without reserve.
    Yes,
    /// In part, or not for all.
    Partly,
    /// Not so.
    No,
    /// These files cannot tell.
    CannotSay,
    /// The question does not arise.
    NotAsked,
}

/// What was found. Numbers are texts as they are shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    // Of any question.
    CannotSay {
        why: String,
    },
    // Is the pool deep enough?
    AllJudged {},
    NoPool {
        pool: String,
        depth: u32,
        tau: String,
    },
    DepthNotBorneOut {
        depth: u32,
        pool: String,
        tau: String,
    },
    Deep {
        from: u32,
        depth: u32,
        measure: String,
    },
    DeepInPart {
        from: u32,
        depth: u32,
        measure: String,
        /// Only from a depth in the lower half on.
        deep_only: bool,
        /// Whether the best runs are in their places, too; where only from a depth in the lower half on,
        /// which.
        top: bool,
        top_from: Option<u32>,
        /// Whether the last ranks still bring relevant documents, or that is not known.
        unexhausted: bool,
        unfound: bool,
        /// Whether most of the judgments are the pool's own.
        own: bool,
    },
    Shallow {
        depth: u32,
        tau: String,
        measure: String,
        by_itself: bool,
    },
    // Would a new team be treated fairly?
    NobodysPool {},
    ForWhomUnknown {
        size: String,
        measure: String,
    },
    Fair {
        size: String,
        measure: String,
    },
    NearlyFair {
        size: String,
        measure: String,
    },
    UnfairToSome {
        unfair: usize,
        teams: usize,
        /// How far scores may change, and by how many places a run may move, for its team to be counted as treated
        /// nearly fairly.
        change: String,
        places: String,
        size: String,
        worst: String,
        measure: String,
    },
    Unfair {
        unfair: usize,
        teams: usize,
        /// How far scores may change, and by how many places a run may move, for its team to be counted as treated
        /// nearly fairly.
        change: String,
        places: String,
        size: String,
        worst: String,
        measure: String,
    },
    // Can judgments be cut?
    Cut {
        rate: f64,
        left: String,
        /// The measure, or how many.
        by: String,
        samples: String,
    },
    CutInPart {
        rate: f64,
        left: String,
        /// Measures by which all samples agree from some rate on, and the others.
        holds: String,
        fails: String,
        samples: String,
        /// The highest rate that was tried.
        most: f64,
    },
    Uncut {
        tau: String,
        by: String,
        /// The main one, which the number is of.
        measure: String,
        most: f64,
    },
    // Does one measure separate the runs best?
    Separates {
        best: String,
        share: String,
        worst: String,
        worst_share: String,
    },
    SeparateAlike {
        best: String,
        share: String,
        worst: String,
        worst_share: String,
    },
    NoneSeparates {
        best: String,
        share: String,
    },
    OneMeasure {
        measure: String,
        share: String,
        pairs: usize,
    },
    // Is there one measure to report?
    Leads {
        measure: String,
        rank: String,
        criteria: usize,
        of: usize,
    },
    LeadTogether {
        measures: String,
        rank: String,
        criteria: usize,
        of: usize,
    },
    NoneLeads {
        measure: String,
        rank: String,
        criteria: usize,
    },
    // Does the ranking hold, whatever is unjudged?
    BoundsSayNothing {
        measure: String,
        width: String,
        range: String,
        /// Another measure, of which the bounds say something.
        other: Option<String>,
        other_share: Option<String>,
    },
    Holds {
        measure: String,
        pairs: usize,
        width: String,
    },
    HoldsInPart {
        measure: String,
        pairs: usize,
        ordered: String,
        flips: usize,
        width: String,
    },
    HoldsNot {
        measure: String,
        pairs: usize,
        width: String,
    },
    // Are there enough topics?
    EnoughTopics {
        topics: usize,
        least: String,
        measure: String,
        shallower: Option<Shallower>,
    },
    TopicsForLarge {
        topics: usize,
        needed: String,
        least: String,
        measure: String,
        shallower: Option<Shallower>,
    },
    TooFewTopics {
        topics: usize,
        needed: String,
        least: String,
        measure: String,
        shallower: Option<Shallower>,
    },
    // May another judge stand in for people?
    StandsIn {
        judges: usize,
        several: bool,
        best: String,
        tau: String,
        /// On how many topics it is compared, if these are not all.
        of_topics: Option<String>,
    },
    StandsInPartly {
        judges: usize,
        several: bool,
        whole: usize,
        kept: usize,
        best: String,
        tau: String,
        /// On how many topics it is compared, if these are not all.
        of_topics: Option<String>,
    },
    StandsNotIn {
        judges: usize,
        several: bool,
        best: String,
        tau: String,
        /// On how many topics it is compared, if these are not all.
        of_topics: Option<String>,
    },
}

/// What the same number of judgments would find on more topics, judged to a lesser depth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shallower {
    pub topics: usize,
    pub depth: u32,
    pub least: String,
}

impl Finding {
    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Deep { .. }
            | Self::Fair { .. }
            | Self::Cut { .. }
            | Self::Separates { .. }
            | Self::Leads { .. }
            | Self::Holds { .. }
            | Self::EnoughTopics { .. }
            | Self::StandsIn { .. } => Verdict::Yes,
            Self::DeepInPart { .. }
            | Self::NearlyFair { .. }
            | Self::UnfairToSome { .. }
            | Self::CutInPart { .. }
            | Self::SeparateAlike { .. }
            | Self::LeadTogether { .. }
            | Self::HoldsInPart { .. }
            | Self::TopicsForLarge { .. }
            | Self::StandsInPartly { .. } => Verdict::Partly,
            Self::Shallow { .. }
            | Self::Unfair { .. }
            | Self::Uncut { .. }
            | Self::NoneSeparates { .. }
            | Self::HoldsNot { .. }
            | Self::TooFewTopics { .. }
            | Self::StandsNotIn { .. } => Verdict::No,
            Self::CannotSay { .. }
            | Self::NoPool { .. }
            | Self::DepthNotBorneOut { .. }
            | Self::ForWhomUnknown { .. }
            | Self::NoneLeads { .. }
            | Self::BoundsSayNothing { .. } => Verdict::CannotSay,
            Self::AllJudged {} | Self::NobodysPool {} | Self::OneMeasure { .. } => Verdict::NotAsked,
        }
    }
}
