//! The outcome of a cell, and the rosters by which score matrices are read.

use std::fmt;

use rejudge_pools::{ScoreMatrix, TestCollection};
use rejudge_stats::Matrix;
use serde::{Deserialize, Serialize};

/// The status of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// The cell has numbers.
    Ok,
    /// The numbers are not defined for this input. The note has the reason.
    Undefined,
    /// The computation failed. The note has the error.
    Failed,
}

impl Status {
    /// Returns the word for cells.parquet.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Undefined => "undefined",
            Self::Failed => "failed",
        }
    }
}

/// The subject that a number describes: the cell as a whole, or a team, run, rank or item.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Subject {
    /// The cell as a whole.
    #[default]
    Whole,
    /// A team.
    Team(String),
    /// A run.
    Run(String),
    /// A rank from 1, for example of a document in a run, or of a pair of runs by its significance level.
    Rank(u32),
    /// An item that assessors labelled.
    Item(String),
}

impl Subject {
    /// Returns the names of the team, the run and the item. At most one of the three is not empty: the name of the
    /// subject, if it is a team, a run or an item.
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

/// Writes ` NAME` or ` at rank 3`, to follow the name of a quantity.
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
    /// The name of the quantity.
    pub component: String,
    /// The subject of the number.
    pub of: Subject,
    pub value: f64,
}

/// The result of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    pub status: Status,
    /// The reason why the cell has no numbers; empty if it has numbers.
    pub note: String,
    /// The number of topics over which the cell is computed.
    pub topics: u32,
    /// The number of runs over which the cell is computed.
    pub runs: u32,
    pub numbers: Vec<Number>,
    /// The p value, or achieved significance level, of each pair of runs.
    pub pairs: Vec<f64>,
}

impl Outcome {
    /// Creates an outcome with numbers of the cell as a whole.
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
        let is_asked_for = |number: &&Number| number.component == component && number.of == Subject::Whole;
        self.numbers.iter().find(is_asked_for).map(|number| number.value)
    }

    /// Creates an outcome with numbers of the cell as a whole. Undefined numbers (`None`) are left out.
    pub(crate) fn from_options(numbers: &[(&str, Option<f64>)]) -> Self {
        let defined = numbers.iter().filter_map(|&(component, value)| Some((component, value?)));
        Self::new(&defined.collect::<Vec<_>>())
    }

    /// Adds numbers of a subject.
    pub(crate) fn add<'a>(&mut self, subject: &Subject, numbers: impl IntoIterator<Item = (&'a str, f64)>) {
        self.numbers.extend(numbers.into_iter().map(|(component, value)| Number {
            component: component.to_owned(),
            of: subject.clone(),
            value,
        }));
    }

    /// Returns the outcome with the number of topics of `scores`.
    #[must_use]
    pub fn over(self, scores: &Matrix) -> Self {
        Self { topics: scores.cols() as u32, ..self }
    }

    /// Returns the outcome with this number of topics, and with the number of all runs, even if only some are compared.
    #[must_use]
    pub(crate) fn over_all(self, topics: usize, collection: &TestCollection) -> Self {
        Self { topics: topics as u32, runs: collection.runs().len() as u32, ..self }
    }

    /// Returns the outcome without the values of pairs. Hundreds of runs have so many pairs that their values would
    /// fill the memory.
    #[must_use]
    pub fn without_pairs(self) -> Self {
        Self { pairs: Vec::new(), ..self }
    }

    /// Creates an outcome without numbers, because they are not defined for the input.
    pub fn undefined(note: impl Into<String>) -> Self {
        Self { status: Status::Undefined, note: note.into(), ..Self::new(&[]) }
    }

    /// Creates an outcome of a computation that failed.
    pub fn failed(note: impl Into<String>) -> Self {
        Self { status: Status::Failed, note: note.into(), ..Self::new(&[]) }
    }
}

/// The names of a score matrix's rows and columns, and the runs that a draw compares.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Roster {
    /// The scored runs, which are the rows of score matrices.
    pub runs: Vec<String>,
    /// The team of each scored run.
    pub teams: Vec<String>,
    /// The topics, which are the columns of score matrices.
    pub topics: Vec<String>,
    /// The number of topics that are left out because they have no relevant documents, or because a run lacks them.
    pub dropped: u32,
    /// The compared runs, as rows.
    pub chosen: Vec<u32>,
    /// The reason why there is no roster.
    pub error: Option<String>,
}

impl Roster {
    /// Creates an empty roster with the reason why the roster could not be computed.
    pub fn failed(reason: String) -> Self {
        Self { error: Some(reason), ..Self::default() }
    }

    /// Returns true if the roster has no error and its parts fit together. In a roster from a damaged cache they may
    /// not fit.
    pub(crate) fn is_sound(&self) -> bool {
        let has_row = |&row: &u32| (row as usize) < self.runs.len();
        self.error.is_none() && self.teams.len() == self.runs.len() && self.chosen.iter().all(has_row)
    }

    /// Returns true if the roster has as many runs and topics as `scores`.
    pub(crate) fn fits(&self, scores: &ScoreMatrix) -> bool {
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
