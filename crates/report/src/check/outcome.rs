//! The outcomes of a printed cell, and how they are counted.

use rejudge_experiment::printed::{FailOn, Standing};
use serde::Serialize;

/// The outcome of a printed cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CellOutcome {
    /// Equal to the printed digits.
    Match,
    /// Not equal to them.
    Mismatch,
    /// Different from the printed digits, but equal to the correction of a known erratum.
    KnownDifference,
    /// Equal to the printed digits, although a known erratum gives another value.
    UnexpectedMatch,
    /// Within the central 99% of the draws.
    Inside,
    /// Outside of it.
    Outside,
    /// The data are not available.
    SkippedData,
    /// The data are available, but the number is missing.
    NotComputed,
    /// The data are available, but the run was not asked for it (`--only`).
    LeftOut,
    /// The data do not contain this number.
    NotInData,
    /// Words, or a number that is only transcribed.
    Transcribed,
}

impl CellOutcome {
    /// Returns the failure for which a gate may be set. A printed draw outside of the computed ones is not an error,
    /// and is only reported.
    pub(super) fn fails(self) -> Option<FailOn> {
        match self {
            Self::Mismatch => Some(FailOn::Mismatch),
            Self::UnexpectedMatch => Some(FailOn::UnexpectedMatch),
            Self::NotComputed => Some(FailOn::NotComputed),
            Self::Match | Self::KnownDifference | Self::Inside | Self::Outside => None,
            Self::SkippedData | Self::LeftOut | Self::NotInData | Self::Transcribed => None,
        }
    }

    /// Returns the standing of a cell with this outcome; `has_real_draws` if it is shown with draws of real runs.
    pub(super) fn standing(self, has_real_draws: bool) -> Standing {
        match self {
            Self::Match => Standing::Recomputed,
            Self::KnownDifference => Standing::RecomputedOtherwise,
            Self::Inside | Self::Outside => Standing::RealDrawn,
            Self::Mismatch | Self::UnexpectedMatch => Standing::Differs,
            Self::Transcribed | Self::NotInData => Standing::Transcribed,
            Self::SkippedData if has_real_draws => Standing::RealDrawn,
            Self::SkippedData => Standing::Waiting,
            Self::NotComputed => Standing::NotComputed,
            Self::LeftOut => Standing::LeftOut,
        }
    }
}
