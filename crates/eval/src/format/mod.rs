//! Scores written down.

mod columns;
mod csv;
mod decimals;
mod form;
mod html;
mod json;
mod latex;
mod long_rows;
mod markdown;
mod parquet;
mod sheet;
mod sheet_of_scores;
mod sheet_of_table;
mod trec_eval;
mod tsv;
mod wide;

use std::fmt;
use std::path::Path;

use clap::builder::PossibleValue;
use rejudge_frame::Frame;

use super::{EvalError, PresetRules, Scores, Summaries, Wanted};
pub use columns::Table;
pub(crate) use decimals::{Decimals, rounded};
use form::Form;
pub(crate) use long_rows::Spread;
pub use long_rows::{RunRows, ScoreRows, in_line};
pub(crate) use sheet::{Cell, Heading, best_of};
pub use sheet::{Screen, Sheet};
pub(crate) use sheet_of_table::p_value;
pub use trec_eval::Zscores;

/// How scores are written.
#[derive(Clone, Copy)]
pub struct Format(&'static dyn Form);

/// The registry of forms, in the order of help.
static FORMATS: [Format; 9] = [
    Format(&wide::Wide),
    Format(&tsv::Tsv),
    Format(&trec_eval::TrecEval),
    Format(&json::Json),
    Format(&csv::Csv),
    Format(&parquet::Parquet),
    Format(&markdown::Markdown),
    Format(&latex::Latex),
    Format(&html::Html),
];

/// The ending of any text, which is written in the form for programs.
const TEXT: &str = "txt";

impl Format {
    /// A table for people, on a terminal.
    pub const WIDE: Self = Self(&wide::Wide);
    /// The long form for programs.
    pub const TSV: Self = Self(&tsv::Tsv);
    /// Columns of a file.
    pub const PARQUET: Self = Self(&parquet::Parquet);

    /// The form that a file's name tells by its ending.
    pub fn of_file(path: &Path) -> Option<Self> {
        let ending = path.extension()?;
        let is_it = |known: &str| ending.eq_ignore_ascii_case(known);
        if is_it(TEXT) {
            return Some(Self::TSV);
        }
        FORMATS.into_iter().find(|format| format.0.ending().is_some_and(is_it))
    }

    /// The endings that [`Format::of_file`] knows, in the order of help.
    pub fn endings() -> impl Iterator<Item = &'static str> {
        FORMATS.iter().filter_map(|format| format.0.ending()).chain([TEXT])
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.0.name() == other.0.name()
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl clap::ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        &FORMATS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.about()))
    }
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
    /// Tables for people: how wide they may be knows who prints them.
    Sheets(Vec<Sheet>),
}

impl Content {
    /// The bytes of a file of text, or the columns that are none.
    ///
    /// # Errors
    /// With the columns and what is said of them.
    pub fn into_text(self) -> Result<Vec<u8>, (Frame, String)> {
        match self {
            Self::Text(bytes) => Ok(bytes),
            Self::Sheets(sheets) => Ok(Sheet::text_of(&sheets, None).into_bytes()),
            Self::Columns { frame, about } => Err((frame, about)),
        }
    }
}

/// How much of the scores is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Whether every topic is.
    pub per_topic: bool,
    /// Whether the summary over topics is.
    pub summary: bool,
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
    /// How much is written.
    pub shown: Shown,
    /// Means and deviations that scores are measured against, in trec_eval's form only.
    pub zscores: Option<&'a Zscores>,
}

/// Summaries to be written.
#[derive(Clone, Copy, Debug)]
pub struct SummaryOutput<'a> {
    /// The summaries.
    pub summaries: &'a Summaries,
    /// What was asked for, in order.
    pub wanted: &'a Wanted,
    /// The rules in force.
    pub rules: &'a PresetRules,
}

/// What stands in the place of a topic in the rows of a summary.
pub const SUMMARY: &str = "all";

/// What is wrong with a topic of that name.
pub const IS_SUMMARY: &str = "the topic `all` has the name of the summary over topics, and their rows \
                              would look \
                              alike: give it another name, leave out -q, or ask for --format json";

impl Format {
    /// Whether topics and summary are rows of one table, told apart by the name of the topic.
    pub fn has_rows(self) -> bool {
        self.0.has_rows()
    }

    /// Whether this is trec_eval's own form, in which `runid`, `num_q` and Z-scores are printed.
    pub fn is_trec_evals(self) -> bool {
        self.0.is_trec_evals()
    }

    /// Refuses a table that is none of scores where the form has none.
    ///
    /// # Errors
    /// When the form is trec_eval's.
    pub fn check_has(self, table: &str) -> Result<(), EvalError> {
        if self.is_trec_evals() { Err(trec_eval::no_table(table)) } else { Ok(()) }
    }

    /// What a file of this form holds.
    ///
    /// # Errors
    /// When a measure has no name in the form, or the form cannot be written.
    pub fn write(self, written: ScoreOutput<'_>) -> Result<Content, EvalError> {
        let names = written.scores.topics.iter().map(String::as_str);
        self.check_names(names, written.shown)?;
        self.0.scores(written)
    }

    /// As [`Format::write`], for summaries alone.
    ///
    /// # Errors
    /// When a measure has no name in the form, or the form cannot be written.
    pub fn write_summaries(self, written: SummaryOutput<'_>) -> Result<Content, EvalError> {
        self.0.summaries(written)
    }

    /// Whether summaries are rounded by how the scores of topics differ.
    pub(crate) fn rounds(self) -> bool {
        self.0.rounds()
    }

    /// Whether topics are summed up in the order of the bytes of their names.
    pub(crate) fn sums_by_bytes(self) -> bool {
        self.0.sums_by_bytes()
    }

    /// As [`Format::write`], for scores that need not be of measures that have a [`Metric`].
    ///
    /// [`Metric`]: rejudge_metrics::Metric
    ///
    /// # Errors
    /// When the form is trec_eval's, which has its own measures only, or the form cannot be written.
    pub fn write_rows(self, rows: &ScoreRows<'_>, shown: Shown) -> Result<Content, EvalError> {
        self.check_names(rows.runs.iter().flat_map(|run| &run.topics).map(|(topic, _)| *topic), shown)?;
        self.0.rows(rows, shown)
    }

    /// As [`Format::write`], for what is no table of scores.
    ///
    /// # Errors
    /// When the form is trec_eval's, which has scores only, or cannot be written.
    pub fn write_table(self, table: Table, rules: &PresetRules) -> Result<Content, EvalError> {
        self.0.table(table, rules)
    }

    fn check_names<'a>(
        self,
        mut topics: impl Iterator<Item = &'a str>,
        shown: Shown,
    ) -> Result<(), EvalError> {
        if shown.per_topic && self.has_rows() && topics.any(|topic| topic == SUMMARY) {
            return Err(EvalError::Data(IS_SUMMARY.to_owned()));
        }
        Ok(())
    }
}
