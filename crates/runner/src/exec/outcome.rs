//! What a cell yields.

use rejudge_stats::Matrix;
use serde::{Deserialize, Serialize};

/// How a cell ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// With numbers.
    Ok,
    /// Its number is not defined for this input; the note says why.
    Undefined,
    /// With an error; the note says which.
    Failed,
}

impl Status {
    /// The word in cells.parquet.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Undefined => "undefined",
            Self::Failed => "failed",
        }
    }
}

/// One number of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Number {
    /// Which quantity.
    pub component: String,
    /// Of which team; empty where it is not a team's.
    pub team: String,
    /// The number.
    pub value: f64,
}

/// What a cell yields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// Why, unless it ended well.
    pub note: String,
    /// Topics that it is over.
    pub topics: u32,
    /// Runs that it is over.
    pub runs: u32,
    /// Its numbers.
    pub numbers: Vec<Number>,
    /// Longer results by name: scores, achieved significance levels.
    pub vectors: Vec<(String, Vec<f64>)>,
}

impl Outcome {
    /// Numbers that are no team's.
    pub fn of(numbers: &[(&str, f64)]) -> Self {
        let number = |&(component, value): &(&str, f64)| Number {
            component: component.to_owned(),
            team: String::new(),
            value,
        };
        Self {
            status: Status::Ok,
            note: String::new(),
            topics: 0,
            runs: 0,
            numbers: numbers.iter().map(number).collect(),
            vectors: Vec::new(),
        }
    }

    /// The same, over the topics of `scores`.
    #[must_use]
    pub fn over(self, scores: &Matrix) -> Self {
        Self { topics: scores.cols() as u32, ..self }
    }

    /// A score matrix.
    pub fn of_scores(scores: Vec<f64>) -> Self {
        Self { vectors: vec![("scores".to_owned(), scores)], ..Self::of(&[]) }
    }

    /// No number, and why.
    pub fn undefined(note: impl Into<String>) -> Self {
        Self { status: Status::Undefined, note: note.into(), ..Self::of(&[]) }
    }

    /// An error.
    pub fn failed(note: impl Into<String>) -> Self {
        Self { status: Status::Failed, note: note.into(), ..Self::of(&[]) }
    }

    /// The vector called `name`.
    pub fn vector(&self, name: &str) -> Option<&[f64]> {
        self.vectors.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_slice())
    }
}

/// Names that score matrices go by, and the runs that a draw compares.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Roster {
    /// The scored runs: rows of the score matrices.
    pub runs: Vec<String>,
    /// Their teams.
    pub teams: Vec<String>,
    /// The topics: columns of the score matrices.
    pub topics: Vec<String>,
    /// Topics left out because they have no relevant document, or not every run has them.
    pub dropped: u32,
    /// The compared runs, as rows.
    pub chosen: Vec<u32>,
    /// Why there is none.
    pub error: Option<String>,
}

impl Roster {
    /// No roster, and why.
    pub fn failed(reason: String) -> Self {
        Self { error: Some(reason), ..Self::default() }
    }

    /// The rows of the compared runs.
    pub fn rows(&self) -> Vec<usize> {
        self.chosen.iter().map(|&row| row as usize).collect()
    }
}
