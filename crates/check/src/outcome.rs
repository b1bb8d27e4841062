//! What may become of a printed cell, and what that counts as.

use rejudge_printed::{FailOn, Standing};

/// What became of a printed cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellOutcome {
    /// Equal to the printed digits.
    Match,
    /// Not equal to them.
    Mismatch,
    /// Not equal to them, but to what a known erratum says that they should be.
    KnownDifference,
    /// Equal to them, although a known erratum says that they should be others.
    UnexpectedMatch,
    /// Within the central 99% of the draws.
    Inside,
    /// Outside of it.
    Outside,
    /// The data are not here.
    SkippedData,
    /// The data are here, but there is no such number.
    NotComputed,
    /// The data do not contain this number.
    NotInData,
    /// Words, or a number that is only transcribed.
    Transcribed,
}

impl CellOutcome {
    /// The word in checks.parquet and check.json.
    pub fn word(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Mismatch => "mismatch",
            Self::KnownDifference => "known-difference",
            Self::UnexpectedMatch => "unexpected-match",
            Self::Inside => "inside",
            Self::Outside => "outside",
            Self::SkippedData => "skipped-data",
            Self::NotComputed => "not-computed",
            Self::NotInData => "not-in-data",
            Self::Transcribed => "transcribed",
        }
    }

    /// What a gate may fail on where it comes out so. A printed draw outside of the computed ones is no error: a
    /// report says it.
    pub(super) fn fails(self) -> Option<FailOn> {
        match self {
            Self::Mismatch => Some(FailOn::Mismatch),
            Self::UnexpectedMatch => Some(FailOn::UnexpectedMatch),
            Self::NotComputed => Some(FailOn::NotComputed),
            Self::Match | Self::KnownDifference | Self::Inside | Self::Outside => None,
            Self::SkippedData | Self::NotInData | Self::Transcribed => None,
        }
    }

    /// The standing of a cell with this outcome; `has_real_draws` if draws of real runs are shown beside it.
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
        }
    }
}
