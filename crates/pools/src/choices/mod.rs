//! Choices of runs: which runs of a collection are compared. A file each, and a line of `RULES`. Every
//! choice is in the stored order of the runs.

mod all;
mod best_of_each_team;
mod complete;
mod mean_of_each_team;
mod one_per_team;
mod random;
mod top;
mod without_worst;

use std::error::Error;

use rejudge_metrics::Metric;

use crate::{
    Absent, Arguments, Described, Domain, Parameter, Rule, RunIx, TestCollection, TopicIx, WithArguments,
};

pub use best_of_each_team::best_run_per_team;
pub use complete::complete_runs;
pub use one_per_team::{ONE_PER_TEAM, one_run_per_team};
pub use random::{RANDOM, random_runs};
pub use top::top_runs;
pub use without_worst::without_worst_runs;

/// An error while runs are chosen: from computing scores, or from a file.
pub type ChoiceError = Box<dyn Error + Send + Sync>;

/// The measure by which runs are ranked.
const BY: Parameter = Parameter {
    name: "by",
    meaning: "Name of the measure that says so.",
    domain: Domain::Measure,
    absent: Absent::Refused,
};

/// A rule that chooses runs: an entry of the registry.
#[derive(Debug)]
pub struct RunRule {
    /// Its name.
    pub name: &'static str,
    /// A summary of the runs that it takes.
    pub summary: &'static str,
    /// The paper or tool that describes it.
    pub source: &'static str,
    /// The parameters, in the order in which sweeps change them, the last one fastest. A number of runs is
    /// called `runs`.
    pub parameters: &'static [Parameter],
    /// True if it draws, unless a file names the runs.
    pub is_drawn: bool,
    /// True if the runs that it takes of a team count as one, whose score on a topic is the mean of theirs.
    pub is_averaged: bool,
    /// The information that it needs beyond the names of runs.
    pub needs: Needs,
    /// Chooses.
    pub choose: fn(&Arguments, &dyn Candidates) -> Result<Vec<RunIx>, ChoiceError>,
}

/// The information about runs that a choice needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Only their names and scores.
    Nothing,
    /// The teams that submitted them.
    Teams,
    /// The documents that they retrieved.
    Rankings,
}

/// A choice of runs with its arguments: `top(by=AP,runs=30)`.
pub type RunChoice = WithArguments<RunRule>;

/// The runs that are chosen from.
pub trait Candidates {
    /// Topics, runs and teams.
    fn collection(&self) -> &TestCollection;

    /// Returns the topics that count if all runs are compared.
    fn topics(&self) -> Vec<TopicIx>;

    /// Returns the rank below which nothing is seen.
    fn max_rank(&self) -> usize;

    /// Returns the rank of each run by a measure and all judgments, 1 for the best.
    ///
    /// # Errors
    /// If they cannot be scored by it.
    fn ranks(&self, by: &Metric) -> Result<Vec<usize>, ChoiceError>;

    /// Returns the seed and key of the draws.
    fn draw(&self) -> (u64, [&str; 2]);

    /// Returns the runs that a file names.
    ///
    /// # Errors
    /// If it cannot be read, or names others.
    fn named_in(&self, file: &str) -> Result<Vec<RunIx>, ChoiceError>;
}

/// Every rule that chooses runs.
static RULES: &[&RunRule] = &[
    &all::ALL,
    &one_per_team::ONE_PER_TEAM,
    &complete::COMPLETE,
    &top::TOP,
    &best_of_each_team::BEST_OF_EACH_TEAM,
    &mean_of_each_team::MEAN_OF_EACH_TEAM,
    &random::RANDOM,
    &without_worst::WITHOUT_WORST,
];

impl Rule for RunRule {
    const KIND: &'static str = "RunChoice";

    fn all() -> &'static [&'static Self] {
        RULES
    }

    fn described(&self) -> Described {
        Described { name: self.name, summary: self.summary, parameters: self.parameters }
    }
}

impl RunChoice {
    /// Every run.
    pub fn every_run() -> Self {
        Self::without_arguments(&all::ALL)
    }

    /// Returns the runs that it takes.
    ///
    /// # Errors
    /// If they cannot be scored, or a file does not name them.
    pub fn choose(&self, candidates: &dyn Candidates) -> Result<Vec<RunIx>, ChoiceError> {
        (self.rule().choose)(self.arguments(), candidates)
    }

    /// Returns the file that names the runs.
    pub fn file(&self) -> Option<&str> {
        self.value_of(Domain::File)
    }

    /// Returns the measure that runs are chosen by.
    pub fn by(&self) -> Option<&str> {
        self.value_of(Domain::Measure)
    }

    /// Returns the number of runs, if it is an argument.
    pub fn count(&self) -> Option<u32> {
        self.argument("runs")?.parse().ok()
    }

    /// Returns the number of draws for a collection of files, if it is an argument.
    pub fn draws(&self) -> Option<u32> {
        self.argument("draws")?.parse().ok()
    }

    /// Returns true if every draw chooses other runs.
    pub fn is_drawn(&self) -> bool {
        self.rule().is_drawn && self.file().is_none()
    }

    /// Returns true if the scores of all runs are kept: if it takes all of them, if a file names them, or if
    /// other draws of the same files choose others.
    pub fn scores_all(&self, of_files: bool) -> bool {
        self.is(&all::ALL) || self.file().is_some() || (of_files && self.is_drawn())
    }

    /// Returns the same choice without the number of draws, because one draw does not depend on how many others there
    /// are.
    #[must_use]
    pub fn of_one_draw(&self) -> Self {
        self.without("draws")
    }
}
