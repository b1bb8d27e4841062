//! Choices of runs as values of an axis: `top(by=AP,runs=30)`.

use std::fmt;

use rejudge_metrics::Metric;
use rejudge_pools::Rate;

use rejudge_spec::yaml::{Spanned, YamlError};
use rejudge_spec::{OnePerTeamWire, RunsWire};
use rejudge_store::ordinary_file;

/// Which runs are compared, every parameter checked.
#[derive(Clone, Debug, PartialEq)]
pub enum Runs {
    /// Every run.
    All,
    /// One random run a team.
    OnePerTeam,
    /// The runs that a file names.
    Pinned {
        /// The file.
        file: Spanned<String>,
        /// What it held when the experiment was read, or why it could not be read.
        content: Result<Vec<u8>, String>,
    },
    /// Runs that retrieved at least this share of the most documents that any run retrieved.
    Complete {
        /// The share, as typed.
        text: String,
        /// The share.
        share: Rate,
    },
    /// The best runs by a measure.
    Top {
        /// How many.
        runs: u32,
        /// The measure.
        by: Metric,
    },
    /// The best run of each analysed team by a measure.
    BestOfEachTeam {
        /// The measure.
        by: Metric,
    },
    /// Random runs.
    Random {
        /// How many.
        runs: u32,
        /// How often they are drawn from a collection of files, where not as often as the experiment says.
        draws: Option<u32>,
    },
}

impl Runs {
    /// Whether every draw chooses other runs.
    pub fn is_drawn(&self) -> bool {
        matches!(self, Self::OnePerTeam | Self::Random { .. })
    }

    /// The same choice, however often it is drawn: one draw does not depend on how many others there are.
    #[must_use]
    pub fn of_one_draw(&self) -> Self {
        match self {
            Self::Random { runs, .. } => Self::Random { runs: *runs, draws: None },
            other => other.clone(),
        }
    }
}

/// The name of the choice in addresses, keys and tables.
impl fmt::Display for Runs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::OnePerTeam => f.write_str("one-per-team"),
            Self::Pinned { file, .. } => write!(f, "one-per-team(file={})", file.value),
            Self::Complete { text, .. } => write!(f, "complete(share={text})"),
            Self::Top { runs, by } => write!(f, "top(by={by},runs={runs})"),
            Self::BestOfEachTeam { by } => write!(f, "best-of-each-team(by={by})"),
            Self::Random { runs, draws: None } => write!(f, "random(runs={runs})"),
            Self::Random { runs, draws: Some(draws) } => write!(f, "random(draws={draws},runs={runs})"),
        }
    }
}

/// Checks the axis; an empty one compares all runs.
pub(super) fn resolve(wires: &[Spanned<RunsWire>], errors: &mut Vec<YamlError>) -> Vec<Runs> {
    let mut out: Vec<Runs> = Vec::new();
    for wire in wires {
        match choice(&wire.value) {
            Ok(runs) if out.iter().any(|known| known.to_string() == runs.to_string()) => {
                errors.push(wire.error(format!("`{runs}` is on the axis `runs` already")));
            }
            Ok(runs) => out.push(runs),
            Err(error) => errors.push(error),
        }
    }
    if wires.is_empty() {
        out.push(Runs::All);
    }
    out
}

fn choice(wire: &RunsWire) -> Result<Runs, YamlError> {
    Ok(match wire {
        RunsWire::All => Runs::All,
        RunsWire::OnePerTeam(OnePerTeamWire { file: None }) => Runs::OnePerTeam,
        RunsWire::OnePerTeam(OnePerTeamWire { file: Some(file) }) => {
            let content = ordinary_file::read(&file.path()).map_err(|error| error.to_string());
            Runs::Pinned { file: file.clone(), content }
        }
        RunsWire::Complete { share } => {
            let rate = share.value.parse().map_err(|e| share.error(format!("share {e}")))?;
            Runs::Complete { text: share.value.clone(), share: rate }
        }
        RunsWire::Top { runs, by } => Runs::Top { runs: runs.get(), by: measure(by)? },
        RunsWire::BestOfEachTeam { by } => Runs::BestOfEachTeam { by: measure(by)? },
        RunsWire::Random { runs, draws } => {
            Runs::Random { runs: runs.get(), draws: draws.map(|draws| draws.get()) }
        }
    })
}

/// The measure that runs are chosen by.
fn measure(by: &Spanned<String>) -> Result<Metric, YamlError> {
    let metric: Metric =
        by.value.parse().map_err(|error: rejudge_metrics::NameError| by.error(error.to_string()))?;
    if metric.family().is_by_intent() {
        let message = format!("`{metric}` scores by intent: runs are chosen by a measure of documents");
        return Err(by.error(message));
    }
    Ok(metric)
}
