//! Choices of runs: which runs of a collection are compared. A file each, and a line of `RULES`. Every
//! choice is in the stored order of the runs.

mod all;
mod best_of_each_team;
mod complete;
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

/// What goes wrong while runs are chosen: scores that are asked for, or a file.
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
    /// Which runs it takes.
    pub summary: &'static str,
    /// Who describes it.
    pub source: &'static str,
    /// What it takes, in the order in which sweeps change, the last one fastest. A number of runs is
    /// called `runs`.
    pub parameters: &'static [Parameter],
    /// True if it draws, unless a file names the runs.
    pub is_drawn: bool,
    /// True if it takes one run of each team.
    pub is_per_team: bool,
    /// What it must know beside the names of runs.
    pub needs: Needs,
    /// Chooses.
    pub choose: fn(&Arguments, &dyn Candidates) -> Result<Vec<RunIx>, ChoiceError>,
}

/// What a choice must know of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing but their names and scores.
    Nothing,
    /// Who submitted them.
    Teams,
    /// What they retrieved.
    Rankings,
}

/// A choice of runs with its arguments: `top(by=AP,runs=30)`.
pub type RunChoice = WithArguments<RunRule>;

/// The runs that are chosen from.
pub trait Candidates {
    /// Topics, runs and teams.
    fn collection(&self) -> &TestCollection;

    /// The topics that count where all runs are compared.
    fn topics(&self) -> Vec<TopicIx>;

    /// The rank below which nothing is seen.
    fn max_rank(&self) -> usize;

    /// The rank of each run by a measure and all judgments, 1 for the best.
    ///
    /// # Errors
    /// When they cannot be scored by it.
    fn ranks(&self, by: &Metric) -> Result<Vec<usize>, ChoiceError>;

    /// Seed and key of what is drawn.
    fn draw(&self) -> (u64, [&str; 2]);

    /// The runs that a file names.
    ///
    /// # Errors
    /// When it cannot be read, or names others.
    fn named_in(&self, file: &str) -> Result<Vec<RunIx>, ChoiceError>;
}

/// Every rule that chooses runs.
static RULES: &[&RunRule] = &[
    &all::ALL,
    &one_per_team::ONE_PER_TEAM,
    &complete::COMPLETE,
    &top::TOP,
    &best_of_each_team::BEST_OF_EACH_TEAM,
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

    /// The runs that it takes.
    ///
    /// # Errors
    /// When they cannot be scored, or a file does not name them.
    pub fn of(&self, candidates: &dyn Candidates) -> Result<Vec<RunIx>, ChoiceError> {
        (self.rule().choose)(self.arguments(), candidates)
    }

    /// The file that names the runs.
    pub fn file(&self) -> Option<&str> {
        self.value_of(Domain::File)
    }

    /// The measure that runs are chosen by.
    pub fn by(&self) -> Option<&str> {
        self.value_of(Domain::Measure)
    }

    /// How many runs, where that is an argument.
    pub fn count(&self) -> Option<u32> {
        self.argument("runs")?.parse().ok()
    }

    /// How often it is drawn of a collection of files, where it says so itself.
    pub fn draws(&self) -> Option<u32> {
        self.argument("draws")?.parse().ok()
    }

    /// Returns true if every draw chooses other runs.
    pub fn is_drawn(&self) -> bool {
        self.rule().is_drawn && self.file().is_none()
    }

    /// Returns true if the scores of all runs are kept: where it takes all of them, where a file names them, and
    /// where other draws of the same files choose others.
    pub fn scores_all(&self, of_files: bool) -> bool {
        self.is(&all::ALL) || self.file().is_some() || (of_files && self.is_drawn())
    }

    /// The same choice, however often it is drawn: one draw does not depend on how many others there are.
    #[must_use]
    pub fn of_one_draw(&self) -> Self {
        self.without("draws")
    }

    fn value_of(&self, domain: Domain) -> Option<&str> {
        let parameter = self.rule().parameters.iter().find(|parameter| parameter.domain == domain)?;
        self.argument(parameter.name)
    }
}
