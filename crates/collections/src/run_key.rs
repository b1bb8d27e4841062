//! What a line of a run is ordered by.

use crate::reading::{Reading, ScoreType, Ties};
use crate::text::parse_double;

/// Why a line has no place in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrongKey {
    /// The score is no number.
    Score,
    /// The score is NaN or infinite.
    NotFinite,
    /// The score is a finite number, beyond the largest one of the precision.
    TooLarge,
    /// The rank, by which lines are ordered, is no integer.
    Rank,
}

/// What orders a line with this score and this rank, the highest first. Scores must be good even where they
/// order nothing.
#[inline]
pub(crate) fn key(score: &[u8], rank: &[u8], reading: &Reading) -> Result<f64, WrongKey> {
    let text = score;
    let score = parse_double(score).ok_or(WrongKey::Score)?;
    let score = match reading.score_type {
        ScoreType::F64 => score,
        ScoreType::F32 => f64::from(score as f32),
    };
    if !score.is_finite() {
        // `inf` and `nan` have no digit.
        let is_number = text.iter().any(u8::is_ascii_digit);
        return Err(if is_number { WrongKey::TooLarge } else { WrongKey::NotFinite });
    }
    match reading.ties {
        // Adding 0 turns -0 into 0: the two are equal scores.
        Ties::DocnoDescending | Ties::DocnoAscending => Ok(score + 0.0),
        Ties::FileOrder => Ok(0.0),
        Ties::Rank => integer(rank).map(|rank| 0.0 - f64::from(rank)).ok_or(WrongKey::Rank),
    }
}

fn integer(text: &[u8]) -> Option<i32> {
    std::str::from_utf8(text).ok()?.parse().ok()
}
