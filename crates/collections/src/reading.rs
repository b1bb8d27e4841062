//! The rules by which the lines of a run become rankings: they move numbers, so they are arguments.

use crate::descriptor::{ExtraColumns, RepeatedDocuments, RunNames};

/// Order of equal scores.
// Ids are compared as bytes. The rank column counts where documents go by rank alone, equal ranks then in the
// order of the lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[derive(schemars::JsonSchema, clap::ValueEnum)]
pub enum Ties {
    /// Greater docno first (trec_eval).
    #[default]
    DocnoDescending,
    /// Smaller docno first.
    DocnoAscending,
    /// As in the file; scores do not affect the order.
    FileOrder,
    /// By the rank column (NTCIR).
    Rank,
    /// By score; documents of equal scores as in the file.
    ScoreThenFile,
}

/// Width of scores.
// Scores that differ by less than it tells tie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[derive(schemars::JsonSchema, clap::ValueEnum)]
pub enum ScoreType {
    /// Double precision (trec_eval 10).
    #[default]
    F64,
    /// Single precision (trec_eval 9).
    F32,
}

/// The rules by which the lines of a run become rankings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The order of documents with equal scores.
    pub ties: Ties,
    /// Precision of scores.
    pub score_type: ScoreType,
    /// Documents of a topic beyond this rank are cut off.
    pub max_rank: usize,
    /// The treatment of text after the tag.
    pub extra_columns: ExtraColumns,
    /// The treatment of a document that a topic has twice.
    pub repeated: RepeatedDocuments,
    /// Several runs may have one tag, without a warning.
    pub may_share_tags: bool,
    /// The names of runs. Runs of one tag are named by their files in any case.
    pub run_names: RunNames,
}

impl Reading {
    /// Returns a score in the precision in which scores are compared.
    #[inline]
    pub(crate) fn rounded(&self, score: f64) -> f64 {
        match self.score_type {
            ScoreType::F64 => score,
            ScoreType::F32 => f64::from(score as f32),
        }
    }

    /// Returns the key by which a document is ordered, the highest first: of its score, or of its rank if documents are
    /// ordered by rank. Scores of rows in memory may be infinite, unlike those of a file.
    #[inline]
    pub fn order_key(&self, number: f64) -> f64 {
        match self.ties {
            Ties::FileOrder => 0.0,
            Ties::Rank => 0.0 - number,
            // Adding 0 turns -0 into 0: the two are equal scores.
            Ties::DocnoDescending | Ties::DocnoAscending | Ties::ScoreThenFile => self.rounded(number) + 0.0,
        }
    }
}

impl Default for Reading {
    /// trec_eval's order, double precision, 1000 documents.
    fn default() -> Self {
        Self {
            ties: Ties::default(),
            score_type: ScoreType::default(),
            max_rank: 1000,
            extra_columns: ExtraColumns::default(),
            repeated: RepeatedDocuments::default(),
            may_share_tags: false,
            run_names: RunNames::default(),
        }
    }
}
