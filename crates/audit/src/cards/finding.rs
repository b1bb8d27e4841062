//! What may be found, typed: a question's verdict, with the values that its sentence names.
//!
//! A finding has the name of its texts in `words.yaml`, and its fields are what they may name. Longer than
//! other files: all findings of all questions stand here, so that a writer sees what there is to be said.

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
#[expect(missing_docs, reason = "the texts in words.yaml say what each is")]
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
        size: String,
        worst: String,
        measure: String,
    },
    Unfair {
        unfair: usize,
        teams: usize,
        size: String,
        worst: String,
        measure: String,
    },
    // Can judgments be cut?
    Cut {
        rate: f64,
        left: String,
        low: f64,
        high: f64,
        draws: u32,
        measure: String,
    },
    CutAtTimes {
        rate: f64,
        left: String,
        measure: String,
    },
    Uncut {
        tau: String,
        measure: String,
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
    },
    StandsInPartly {
        judges: usize,
        several: bool,
        whole: usize,
        kept: usize,
        best: String,
        tau: String,
    },
    StandsNotIn {
        judges: usize,
        several: bool,
        best: String,
        tau: String,
    },
}

/// What the same number of judgments would find on more topics, judged to a lesser depth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the texts in words.yaml say what each is")]
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
            | Self::CutAtTimes { .. }
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
            | Self::ForWhomUnknown { .. }
            | Self::NoneLeads { .. }
            | Self::BoundsSayNothing { .. } => Verdict::CannotSay,
            Self::AllJudged {} | Self::NobodysPool {} | Self::OneMeasure { .. } => Verdict::NotAsked,
        }
    }
}

/// Every finding, and those again whose sentences ask for something.
#[cfg(test)]
pub fn examples() -> Vec<Finding> {
    let text = |text: &str| text.to_owned();
    let (ap, size) = (|| text("AP"), || text("3.2%"));
    let in_part = |flags: [bool; 5], top_from| Finding::DeepInPart {
        from: 4,
        depth: 10,
        measure: text("AP"),
        deep_only: flags[0],
        top: !flags[1],
        top_from,
        unexhausted: flags[2],
        unfound: flags[3],
        own: flags[4],
    };
    let (unfair, teams) = (3, 11);
    let (best, share, worst, worst_share) =
        (|| text("nDCG"), || text("75.9%"), || text("RR"), || text("61.3%"));
    let mut out = vec![
        Finding::CannotSay { why: text("3 topics are too few (no verdict is given on fewer than 5)") },
        Finding::AllJudged {},
        Finding::NoPool { pool: text("the pool of depth 10 of all 37 runs"), depth: 10, tau: text("0.966") },
        Finding::Deep { from: 4, depth: 10, measure: ap() },
        in_part([true, false, false, true, false], Some(8)),
        in_part([false, true, true, false, true], None),
        Finding::Shallow { depth: 10, tau: text("0.812"), measure: ap(), by_itself: false },
        Finding::Shallow { depth: 9, tau: text("0.812"), measure: ap(), by_itself: true },
        Finding::NobodysPool {},
        Finding::ForWhomUnknown { size: size(), measure: ap() },
        Finding::Fair { size: text("0.3%"), measure: ap() },
        Finding::NearlyFair { size: size(), measure: ap() },
        Finding::UnfairToSome { unfair, teams, size: size(), worst: text("LIMSI"), measure: ap() },
        Finding::Unfair { unfair: 8, teams, size: size(), worst: text("LIMSI"), measure: ap() },
        Finding::CutAtTimes { rate: 0.5, left: text("49.7%"), measure: ap() },
        Finding::Uncut { tau: text("0.880"), measure: ap() },
        Finding::Separates { best: best(), share: share(), worst: worst(), worst_share: worst_share() },
        Finding::SeparateAlike {
            best: text("nDCG and Q"),
            share: share(),
            worst: worst(),
            worst_share: worst_share(),
        },
        Finding::NoneSeparates { best: best(), share: share() },
        Finding::OneMeasure { measure: ap(), share: share(), pairs: 2278 },
        Finding::Leads { measure: text("nDCG'"), rank: text("1.8"), criteria: 6, of: 11 },
        Finding::LeadTogether { measures: text("nDCG' and Q'"), rank: text("1.8"), criteria: 6, of: 11 },
        Finding::NoneLeads { measure: text("nDCG'"), rank: text("1.8"), criteria: 6 },
    ];
    let (width, pairs) = (|| text("0.120"), 2278);
    let (range, other_share) = (|| text("0.391"), || Some(text("98.2%")));
    out.extend([
        Finding::Holds { measure: ap(), pairs, width: width() },
        Finding::HoldsInPart { measure: ap(), pairs, ordered: text("61.0%"), flips: 12, width: width() },
        Finding::HoldsNot { measure: ap(), pairs, width: width() },
    ]);
    for (other, other_share) in [(None, None), (Some(text("P@10")), other_share())] {
        let width = text("0.482");
        out.push(Finding::BoundsSayNothing { measure: ap(), width, range: range(), other, other_share });
    }
    for shallower in [None, Some(Shallower { topics: 160, depth: 3, least: text("0.031") })] {
        let (topics, least, needed) = (66, || text("0.047"), || text("91 topics"));
        let others = || (least(), ap(), shallower.clone());
        let (least, measure, shallower) = others();
        out.push(Finding::EnoughTopics { topics, least, measure, shallower });
        let (least, measure, shallower) = others();
        out.push(Finding::TopicsForLarge { topics, needed: needed(), least, measure, shallower });
        let (least, measure, shallower) = others();
        out.push(Finding::TooFewTopics { topics, needed: needed(), least, measure, shallower });
    }
    for draws in [1, 10] {
        let (low, high) = (0.4, 0.6);
        out.push(Finding::Cut { rate: 0.5, left: text("49.7%"), low, high, draws, measure: ap() });
    }
    for (several, judges) in [(false, 1), (true, 27)] {
        let (best, tau) = (|| text("gpt-4o"), || text("0.931"));
        out.extend([
            Finding::StandsIn { judges, several, best: best(), tau: tau() },
            Finding::StandsInPartly { judges, several, whole: 12, kept: 2, best: best(), tau: tau() },
            Finding::StandsNotIn { judges, several, best: best(), tau: tau() },
        ]);
    }
    out
}
