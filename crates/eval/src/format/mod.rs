//! Scores written down.

mod columns;
mod csv;
mod json;
mod long_rows;
mod parquet;
mod trec_eval;
mod tsv;

use rejudge_frame::Frame;

use super::{EvalError, PresetRules, Scores, Wanted};
pub use columns::Table;
pub use long_rows::{RunRows, ScoreRows, in_line};
pub use trec_eval::Zscores;

/// How scores are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// run, topic, measure, value; topic `all` is the summary; full precision
    Tsv,
    /// As trec_eval prints it: its names, four decimals, one block a run
    #[value(name = "trec_eval")]
    TrecEval,
    /// One object: the rules, and the scores of each run
    Json,
    /// As tsv, with a header and quotes
    Csv,
    /// As tsv, in a parquet file (needs -o)
    Parquet,
}

/// What a form makes of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// The bytes of a file of text.
    Text(Vec<u8>),
    /// Columns for a parquet file, and what its metadata say of them.
    Columns {
        /// The columns.
        frame: Frame,
        /// The rules in force, in one line.
        about: String,
    },
}

/// Scores and how much of them is written.
#[derive(Clone, Copy, Debug)]
pub struct ScoreOutput<'a> {
    /// The scores.
    pub scores: &'a Scores,
    /// What was asked for, in order.
    pub wanted: &'a Wanted,
    /// The rules in force.
    pub rules: &'a PresetRules,
    /// Whether every topic is written, not only the summary.
    pub per_topic: bool,
    /// Means and deviations that scores are measured against, in trec_eval's form only.
    pub zscores: Option<&'a Zscores>,
}

/// What stands in the place of a topic in the rows of a summary.
pub const SUMMARY: &str = "all";

/// What is wrong with a topic of that name.
pub const IS_SUMMARY: &str = "the topic `all` is called as the summary over topics is, and no row could tell the two \
                              apart: give it another name, leave out -q, or ask for --format json";

impl Format {
    /// Whether topics and summary are rows of one table, told apart by the name of the topic.
    pub fn has_rows(self) -> bool {
        self != Self::Json
    }

    /// What a file of this form holds.
    ///
    /// # Errors
    /// When a measure has no name in the form, or the form cannot be written.
    pub fn write(self, written: ScoreOutput<'_>) -> Result<Content, EvalError> {
        match self {
            Self::TrecEval => trec_eval::write(written).map(Content::Text),
            _ => self.write_table(&ScoreRows::of(written.scores, written.rules), written.per_topic),
        }
    }

    /// As [`Format::write`], for scores that need not be of measures that have a [`Metric`].
    ///
    /// [`Metric`]: rejudge_metrics::Metric
    ///
    /// # Errors
    /// When the form is trec_eval's, which has its own measures only, or the form cannot be written.
    pub fn write_table(self, table: &ScoreRows<'_>, per_topic: bool) -> Result<Content, EvalError> {
        let mut topics = table.runs.iter().flat_map(|run| &run.topics);
        if per_topic && self.has_rows() && topics.any(|(topic, _)| *topic == SUMMARY) {
            return Err(EvalError::Data(IS_SUMMARY.to_owned()));
        }
        match self {
            Self::Tsv => Ok(Content::Text(tsv::write(table, per_topic))),
            Self::TrecEval => Err(trec_eval::no_name(&table.measures.join(", "))),
            Self::Json => json::write(table, per_topic).map(Content::Text),
            Self::Csv => csv::write(table, per_topic).map(Content::Text),
            Self::Parquet => Ok(parquet::write(table, per_topic)),
        }
    }
}
