//! This crate scores files without an experiment: it reads judgments and runs, and makes a table.
//!
//! [`PresetRules`] are the settings that affect scores, [`RequestedMeasures`] are the measures to compute,
//! and [`Input`] is the data. [`Scores`] has a score for each run, topic and measure. [`ScoreRows`] shows the
//! scores as a table, [`compare`] tests differences between runs, and [`gate`] decides whether a run is worse
//! than a baseline by more than a budget.

#![forbid(unsafe_code)]

mod agreement;
mod bounds;
pub mod compare;
pub mod estimate;
mod example;
pub mod expect;
mod format;
pub mod gate;
mod input;
pub mod intervals;
mod measure_names;
mod notes;
pub mod own_files;
pub mod pooling;
mod rank_correlation;
mod ready_scores;
mod reproduction;
mod rescoring;
mod rules;
mod run_filter;
mod samples;
mod score_by_rank;
mod scores;
mod spelling;
pub mod subtopics;
mod topic_choice;
mod topic_differences;

pub use agreement::{AgreementIntervals, AgreementTable, LabelAgreement};
pub use bounds::{BoundedScores, BoundsOf};
pub use example::worked_example;
pub use format::{OutputOptions, ScoreRows, Zscores, trec_eval_lines};
pub(crate) use format::{SUMMARY, check_summary_name};
pub use input::{Input, InputFiles};
pub use measure_names::{Item, RequestedMeasures};
pub use notes::{notes, notes_on_runs};
pub use rank_correlation::{tau_of_judges, tau_of_measures, tau_of_ready_scores};
pub use reproduction::reproduction;
pub use rescoring::{Rescored, Rescoring};
pub use rules::{Preset, PresetRules, evaluation_rules};
pub use run_filter::{ChosenRuns, RunFilter, left_out_remark};
pub use samples::{TypedChoice, with_samples};
pub use score_by_rank::ExplainedScores;
pub use scores::{Scores, TableMeasure};
pub use topic_choice::TopicChoice;
pub use topic_differences::TopicDifferences;

use rejudge_collections::LoadError;
use rejudge_names::located::Located;

/// An error that says why files could not be scored.
#[derive(Debug, thiserror::Error)]
pub enum EvalError {
    /// A wrong argument.
    #[error("{0}")]
    Usage(String),
    /// A wrong value of an option. The command shows the option and its value before the message. Python does
    /// not show the option, because its parameters have other names.
    #[error("{message}")]
    Argument { option: String, value: String, message: String },
    /// A file that cannot be read, or data that do not fit the request.
    #[error("{0}")]
    Data(String),
    /// A mistake in a file, with its place.
    #[error(transparent)]
    Located(Box<Located>),
}

impl EvalError {
    /// Makes an error about the value of an option.
    pub fn argument(option: &str, value: &str, message: impl Into<String>) -> Self {
        Self::Argument { option: option.to_owned(), value: value.to_owned(), message: message.into() }
    }
}

impl From<Located> for EvalError {
    fn from(error: Located) -> Self {
        Self::Located(Box::new(error))
    }
}

impl From<LoadError> for EvalError {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Topics { typed, why } => Self::argument("--topics", &typed, why),
            LoadError::Format(error) => error.into(),
            error => Self::Data(error.to_string()),
        }
    }
}

impl EvalError {
    pub(crate) fn samples(error: rejudge_stats::StatsError) -> Self {
        Self::Usage(format!("samples: {error}"))
    }
}
