//! The outcome of a cell.

use std::fmt;

use rejudge_pools::{ScoreMatrix, TestCollection};
use rejudge_stats::Matrix;
use serde::{Deserialize, Serialize};

/// The status of a cell.
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
    /// Returns the word in cells.parquet.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Undefined => "undefined",
            Self::Failed => "failed",
        }
    }
}

/// The subject of a number.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Subject {
    /// The cell as a whole.
    #[default]
    Whole,
    /// A team.
    Team(String),
    /// A run.
    Run(String),
    /// A rank of the run, from 1.
    Rank(u32),
    /// An item that assessors labelled, by its labels.
    Item(String),
}

impl Subject {
    /// Returns the team, run and item; each is empty if the subject is of another kind.
    pub fn names(&self) -> [&str; 3] {
        match self {
            Self::Team(name) => [name, "", ""],
            Self::Run(name) => ["", name, ""],
            Self::Item(name) => ["", "", name],
            Self::Whole | Self::Rank(_) => ["", "", ""],
        }
    }

    /// Returns the rank, or `None` if the subject is not a rank.
    pub fn rank(&self) -> Option<u32> {
        match self {
            Self::Rank(rank) => Some(*rank),
            _ => None,
        }
    }
}

/// ` one`, ` at rank 3`: behind the name of a quantity.
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Team(name) | Self::Run(name) | Self::Item(name) => write!(f, " {name}"),
            Self::Rank(rank) => write!(f, " at rank {rank}"),
        }
    }
}

/// One number of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Number {
    /// The quantity.
    pub component: String,
    /// Of whom or of what.
    pub of: Subject,
    /// The number.
    pub value: f64,
}

/// The result of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Its status.
    pub status: Status,
    /// The reason, unless it succeeded.
    pub note: String,
    /// Topics that it is over.
    pub topics: u32,
    /// Runs that it is over.
    pub runs: u32,
    /// Its numbers.
    pub numbers: Vec<Number>,
    /// The p value, or achieved significance level, of each pair of runs.
    pub pairs: Vec<f64>,
}

impl Outcome {
    /// Numbers of the cell as a whole.
    pub fn new(numbers: &[(&str, f64)]) -> Self {
        let mut outcome = Self {
            status: Status::Ok,
            note: String::new(),
            topics: 0,
            runs: 0,
            numbers: Vec::with_capacity(numbers.len()),
            pairs: Vec::new(),
        };
        outcome.add(&Subject::Whole, numbers.iter().copied());
        outcome
    }

    /// Returns a number of the cell as a whole.
    pub fn number(&self, component: &str) -> Option<f64> {
        let meant = |number: &&Number| number.component == component && number.of == Subject::Whole;
        self.numbers.iter().find(meant).map(|number| number.value)
    }

    /// The numbers of the cell as a whole that are defined.
    pub(crate) fn of_defined(numbers: &[(&str, Option<f64>)]) -> Self {
        let defined = numbers.iter().filter_map(|&(component, value)| Some((component, value?)));
        Self::new(&defined.collect::<Vec<_>>())
    }

    /// Adds numbers of a subject.
    pub(crate) fn add<'a>(&mut self, of: &Subject, numbers: impl IntoIterator<Item = (&'a str, f64)>) {
        let number = |(component, value): (&str, f64)| Number {
            component: component.to_owned(),
            of: of.clone(),
            value,
        };
        self.numbers.extend(numbers.into_iter().map(number));
    }

    /// The same, over the topics of `scores`.
    #[must_use]
    pub fn over(self, scores: &Matrix) -> Self {
        Self { topics: scores.cols() as u32, ..self }
    }

    /// The same, over `topics` topics and all runs: facts are over these, whichever are compared.
    #[must_use]
    pub(crate) fn over_all(self, topics: usize, collection: &TestCollection) -> Self {
        Self { topics: topics as u32, runs: collection.runs().len() as u32, ..self }
    }

    /// Returns the same without the pairs, because those of hundreds of runs fill the memory.
    #[must_use]
    pub fn without_pairs(self) -> Self {
        Self { pairs: Vec::new(), ..self }
    }

    /// No number, and why.
    pub fn undefined(note: impl Into<String>) -> Self {
        Self { status: Status::Undefined, note: note.into(), ..Self::new(&[]) }
    }

    /// An error.
    pub fn failed(note: impl Into<String>) -> Self {
        Self { status: Status::Failed, note: note.into(), ..Self::new(&[]) }
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
    /// The reason why there is none.
    pub error: Option<String>,
}

impl Roster {
    /// No roster, and why.
    pub fn failed(reason: String) -> Self {
        Self { error: Some(reason), ..Self::default() }
    }

    /// Returns true if its parts fit together, which those of other bytes in a cache may not.
    pub(crate) fn is_sound(&self) -> bool {
        let has_row = |&row: &u32| (row as usize) < self.runs.len();
        self.error.is_none() && self.teams.len() == self.runs.len() && self.chosen.iter().all(has_row)
    }

    /// Returns true if it names the runs and topics of `scores`.
    pub(crate) fn names(&self, scores: &ScoreMatrix) -> bool {
        let (runs, topics) = (self.runs.len(), self.topics.len());
        scores.values().len() == runs * topics && (runs == 0 || scores.topics() == topics)
    }

    /// Returns the names of the compared runs.
    pub(crate) fn compared_runs(&self) -> impl Iterator<Item = &str> {
        self.chosen.iter().map(|&row| self.runs[row as usize].as_str())
    }

    /// Returns the rows of the compared runs.
    pub fn rows(&self) -> Vec<usize> {
        self.chosen.iter().map(|&row| row as usize).collect()
    }
}
