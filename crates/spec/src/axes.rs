//! The axes of an experiment as written: collections, runs, judgments, measures, and what joins them.

use std::collections::BTreeMap;
use std::num::{NonZeroU8, NonZeroU32};

use rejudge_pools::{Rounding, SampledPool};
use schemars::JsonSchema;
use serde::Deserialize;

use super::measures::MeasureWire;
use super::shape::Sweep;
use crate::yaml::Spanned;

/// The axes as written; any field of `evaluation` may be one as well.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AxesWire {
    /// Names of the catalogue.
    #[serde(default)]
    pub collection: Vec<Spanned<String>>,
    /// Which runs are compared.
    #[serde(default)]
    pub runs: Vec<Spanned<RunsWire>>,
    /// What is judged.
    #[serde(default)]
    pub judgments: Vec<Spanned<JudgmentsWire>>,
    /// How runs are scored.
    #[serde(default)]
    pub measure: MeasureWire,
    /// `evaluation.min-rel`, swept.
    #[serde(default)]
    pub min_rel: Vec<Spanned<NonZeroU8>>,
    /// `evaluation.max-rank`, swept.
    #[serde(default)]
    pub max_rank: Vec<Spanned<NonZeroU32>>,
}

/// Which runs are compared.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum RunsWire {
    /// Every run.
    All,
    /// One random run a team, or the known choice of a file (run, tab, team).
    OnePerTeam(OnePerTeamWire),
    /// The runs that retrieved enough.
    Complete {
        /// Share of the most documents that any run retrieved.
        share: Spanned<String>,
    },
    /// The best runs.
    Top {
        /// How many.
        runs: NonZeroU32,
        /// Name of the measure that says so.
        by: Spanned<String>,
    },
    /// The best run of each analysed team.
    BestOfEachTeam {
        /// Name of the measure that says so.
        by: Spanned<String>,
    },
    /// Random runs.
    Random {
        /// How many.
        runs: NonZeroU32,
        /// How often, of a collection of files; as often as the experiment says without it.
        draws: Option<NonZeroU32>,
    },
}

/// Parameters of `one-per-team`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct OnePerTeamWire {
    /// A file that pins the choice.
    pub file: Option<Spanned<String>>,
}

/// What is judged.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum JudgmentsWire {
    /// Everything.
    Full,
    /// All but the unique contributions of a team.
    LeaveOneTeamOut {
        /// The team; `all` sweeps over every analysed team.
        team: Sweep,
    },
    /// What one team contributed.
    TakeOneTeam {
        /// The team; `all` sweeps over every analysed team.
        team: Sweep,
    },
    /// What a few teams contributed.
    #[serde(rename_all = "kebab-case")]
    TakeTeams {
        /// Named teams.
        #[serde(default)]
        teams: Vec<Spanned<String>>,
        /// Or the so many teams with the fewest unique contributions.
        fewest_unique: Option<u32>,
    },
    /// The top documents of every run.
    PoolDepth {
        /// How many.
        depth: Sweep,
    },
    /// A random sample.
    #[serde(rename_all = "kebab-case")]
    Sample {
        /// Share of the judgments.
        rate: Sweep,
        /// Draws of the sample.
        #[serde(default = "one")]
        draws: NonZeroU32,
        /// Least number of relevant documents a topic.
        #[serde(default = "one_document")]
        min_relevant: usize,
        /// Least number of nonrelevant documents a topic.
        #[serde(default = "ten_documents")]
        min_nonrelevant: usize,
        /// How a share of documents becomes a number of them.
        #[serde(default)]
        rounding: RoundingWire,
        /// Whether what is left out stays in the pool.
        #[serde(default)]
        pool: SampledPoolWire,
    },
}

/// Rounding of a share of documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum RoundingWire {
    /// Down.
    #[default]
    Floor,
    /// Up.
    Ceil,
    /// To the nearest, a half up.
    HalfUp,
    /// To the nearest, a half to the even number.
    HalfEven,
}

impl From<RoundingWire> for Rounding {
    fn from(wire: RoundingWire) -> Self {
        match wire {
            RoundingWire::Floor => Self::Floor,
            RoundingWire::Ceil => Self::Ceil,
            RoundingWire::HalfUp => Self::HalfUp,
            RoundingWire::HalfEven => Self::HalfEven,
        }
    }
}

/// The pool of a sample.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SampledPoolWire {
    /// That of the full judgments.
    #[default]
    Kept,
    /// The sample alone.
    Dropped,
}

impl From<SampledPoolWire> for SampledPool {
    fn from(wire: SampledPoolWire) -> Self {
        match wire {
            SampledPoolWire::Kept => Self::Kept,
            SampledPoolWire::Dropped => Self::Dropped,
        }
    }
}

fn one() -> NonZeroU32 {
    NonZeroU32::MIN
}

fn one_document() -> usize {
    1
}

fn ten_documents() -> usize {
    10
}

/// Axes that move together, crossed with the others.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LinkedWire {
    /// Their names.
    pub axes: Vec<Spanned<String>>,
    /// Values, one a column.
    pub rows: Vec<Vec<Spanned<String>>>,
}

/// Values of a point to add; an axis that is not named takes all its values.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct IncludeWire(pub BTreeMap<String, Spanned<String>>);
