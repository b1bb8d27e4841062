//! The rules by which runs become rankings and get their names. Functions that read runs take these rules as
//! an argument, because the rules change scores.

use crate::descriptor::{ExtraColumns, RepeatedDocuments, RunNames};

/// Order of equal scores.
// Ids are compared as bytes. `Rank` is the only rule that uses the rank column. It keeps documents with equal
// ranks in the order of their lines.
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
// Two scores tie if they are equal in this width.
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

/// The rules by which the lines of a run become rankings, and the run gets its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The order of documents with equal scores. [`Ties::FileOrder`] and [`Ties::Rank`] order all documents,
    /// whatever their scores.
    pub ties: Ties,
    /// The precision in which scores are compared.
    pub score_type: ScoreType,
    /// Documents of a topic beyond this rank are cut off.
    pub max_rank: usize,
    /// The treatment of text after the tag.
    pub extra_columns: ExtraColumns,
    /// The treatment of a document that a run has twice for a topic.
    pub repeated: RepeatedDocuments,
    /// True if several runs may have the same tag without a warning.
    pub may_share_tags: bool,
    /// The source of the runs' names. Even with [`RunNames::Tags`], runs that share a tag are named by their
    /// files, their own folders or their paths.
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

    /// Returns the key of a document with this score, or with this rank if documents are ordered by rank. The document
    /// with the highest key comes first. In the order of the file, all keys are 0. A score may be infinite only in rows
    /// in memory, because files with infinite scores are refused.
    #[inline]
    pub fn order_key(&self, number: f64) -> f64 {
        match self.ties {
            Ties::FileOrder => 0.0,
            Ties::Rank => 0.0 - number,
            // Adding 0.0 turns -0.0 into 0.0. The two are equal scores, but `total_cmp` would order them.
            Ties::DocnoDescending | Ties::DocnoAscending | Ties::ScoreThenFile => self.rounded(number) + 0.0,
        }
    }
}

impl Default for Reading {
    /// Returns trec_eval's order of equal scores, double precision, and at most 1000 documents for each topic. Extra columns
    /// and repeated documents are errors. Runs are named by their tags, and runs that share a tag cause a warning.
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
