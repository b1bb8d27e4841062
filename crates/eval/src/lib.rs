//! Scores of files without an experiment: from judgments and runs to a table.
//!
//! [`PresetRules`] are the settings that affect scores, [`Wanted`] the measures to compute, [`Input`] the data;
//! [`Scores`] are runs by topics by measures, which [`ScoreRows`] show as a table, [`compare`] tests and [`gate`] judges.

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
pub mod own;
pub mod pooling;
mod ready_scores;
mod reproduction;
mod rules;
mod scores;
mod spelling;
pub mod subtopics;
mod topic_choice;

pub use agreement::{LabelAgreement, agreement_rows};
pub use bounds::{BoundedScores, BoundsOf};
pub use example::worked;
pub(crate) use format::SUMMARY;
pub use format::{ScoreRows, Shown, Zscores, trec_eval_lines};
pub use input::{Files, Input};
pub use measure_names::{Item, Wanted};
pub use notes::{notes, notes_on_runs};
pub use reproduction::reproduction;
pub use rules::{Preset, PresetRules, evaluation_rules};
pub use scores::{Measure, Scores};
pub use topic_choice::TopicChoice;

use rejudge_collections::LoadError;
use rejudge_names::located::Located;

/// The reason why files could not be scored.
#[derive(Debug, thiserror::Error)]
pub enum EvalError {
    /// A wrong argument: usage.
    #[error("{0}")]
    Usage(String),
    /// A wrong value of an option: usage. The command shows the option and its value before the message. Python shows only
    /// the message, because its parameters have other names.
    #[error("{message}")]
    Argument { option: String, value: String, message: String },
    /// Files that cannot be read, or that lack requested content.
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
