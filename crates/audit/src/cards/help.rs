//! What would help where a question cannot be answered.

use serde::Serialize;

/// What a user can give or do; words.yaml says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Help {
    Topics,
    Runs,
    RunsToCompareMeasures,
    Level,
    Depth,
    AnotherDepth,
    Pooled,
    Teams,
    JudgeThePool,
    JudgeTheRuns,
    FirstRanks,
    BoundedMeasure,
    EveryTopic,
    Draws,
    Measures,
    FewerMeasures,
    Share,
    Nonrelevant,
    OtherLabels,
}

impl Help {
    /// All of them.
    #[cfg(test)]
    pub const ALL: [Self; 19] = [
        Self::Topics,
        Self::Runs,
        Self::RunsToCompareMeasures,
        Self::Level,
        Self::Depth,
        Self::AnotherDepth,
        Self::Pooled,
        Self::Teams,
        Self::JudgeThePool,
        Self::JudgeTheRuns,
        Self::FirstRanks,
        Self::BoundedMeasure,
        Self::EveryTopic,
        Self::Draws,
        Self::Measures,
        Self::FewerMeasures,
        Self::Share,
        Self::Nonrelevant,
        Self::OtherLabels,
    ];
}
