//! The rules by which the lines of a run become rankings: they move numbers, so they are arguments.

use rejudge_descriptor::{ExtraColumns, PoolOrder};

/// What decides the order of documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// Score descending, equal scores by document id descending, compared as bytes; the rank column
    /// is ignored (trec_eval).
    #[default]
    DocnoDescending,
    /// Score descending, equal scores by document id ascending.
    DocnoAscending,
    /// The order of the lines; scores and ranks are ignored (NTCIREVAL).
    FileOrder,
    /// The rank column, equal ranks in the order of the lines; scores are ignored.
    Rank,
}

impl From<PoolOrder> for Ties {
    fn from(order: PoolOrder) -> Self {
        match order {
            PoolOrder::DocnoDescending => Self::DocnoDescending,
            PoolOrder::DocnoAscending => Self::DocnoAscending,
            PoolOrder::Rank => Self::Rank,
        }
    }
}

/// The precision in which scores are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ScoreType {
    /// Double (trec_eval 10).
    #[default]
    F64,
    /// Single: scores that differ by less tie (trec_eval 9, pytrec_eval).
    F32,
}

impl ScoreType {
    /// As a word of messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::F64 => "double",
            Self::F32 => "single",
        }
    }
}

/// The rules by which the lines of a run become rankings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// What decides the order.
    pub ties: Ties,
    /// Precision of scores.
    pub score_type: ScoreType,
    /// Documents of a topic beyond this rank are cut off.
    pub max_rank: usize,
    /// What becomes of text after the tag.
    pub extra_columns: ExtraColumns,
}

impl Default for Reading {
    /// trec_eval's order, double precision, 1000 documents.
    fn default() -> Self {
        Self {
            ties: Ties::default(),
            score_type: ScoreType::default(),
            max_rank: 1000,
            extra_columns: ExtraColumns::default(),
        }
    }
}
