//! What may become of a printed cell, and what that counts as.

use rejudge_printed::Class;
use rejudge_printed::cell::{CellKind, PrintedCell};
use rejudge_printed::gate::FailOn;

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
    /// Nothing that the data hold tells this number.
    NotInData,
    /// No number at all.
    Words,
    /// A number that relations alone are about.
    Related,
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
            Self::Words => "words",
            Self::Related => "related",
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
            Self::SkippedData | Self::NotInData | Self::Words | Self::Related => None,
        }
    }

    /// Whether a computed value stands against the printed one, and whether it agrees with what the print is or
    /// should be; `None` where nothing was compared.
    pub(super) fn agrees(self) -> Option<bool> {
        match self {
            Self::Match | Self::KnownDifference | Self::Inside => Some(true),
            Self::Mismatch | Self::UnexpectedMatch | Self::Outside => Some(false),
            Self::SkippedData | Self::NotComputed | Self::NotInData | Self::Words | Self::Related => None,
        }
    }

    /// The class that it gives a cell that is compared digit by digit; `None` where it says nothing of it.
    pub(super) fn class(self, cell: &PrintedCell) -> Option<Class> {
        match (cell.kind, self) {
            (CellKind::Exact, Self::Match) if cell.worked_out_from.is_some() => Some(Class::WorkedOut),
            (CellKind::Exact | CellKind::Real(_), Self::Match) => Some(Class::Recomputed),
            (CellKind::Exact | CellKind::Real(_), Self::KnownDifference) => Some(Class::RecomputedOtherwise),
            (CellKind::Exact | CellKind::Real(_), Self::Mismatch) => Some(Class::Contradicted),
            _ => None,
        }
    }
}
