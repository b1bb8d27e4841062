//! `rejudge check`: printed values against each other and against computed ones.
//!
//! What needs no computed value: the transcription of a paper's tables ([`expected`]), the grammar
//! of a printed value ([`printed`]), the relations between printed cells ([`relations`]) with the
//! paper's known mistakes ([`errata`]), the fingerprint of the proof-read transcription ([`lock`]) and the
//! counts that head every report ([`tally`]), of one paper or of all.

mod agree;
mod block;
pub mod cell;
pub mod computed;
pub mod errata;
pub mod exact;
pub mod expected;
pub mod findings;
mod formula;
pub mod gate;
pub mod golden;
pub mod lock;
mod output;
pub mod placed;
pub mod printed;
pub mod printed_decimal;
mod read;
pub mod relations;
mod schema;
mod table;
pub mod tally;
mod total;
pub mod verdict;
mod working;

pub use agree::Scale;
pub use cell::{Address, Kind, PrintedCell, PrintedRow, Site, Then};
pub use expected::Expected;
pub use gate::{FailOn, Gate};
pub use printed::Printed;
pub use read::Computed;
pub use schema::expected_schema;
pub use tally::{Class, Counts, Tally, classes};
pub use total::{Licensed, Total};

use crate::yaml::{Position, YamlError};
use errata::Stale;
use relations::RelationOutcome;

/// Everything that printed cells say of each other.
#[derive(Debug)]
pub struct PrintedCheck<'e> {
    /// Each relation, known errata attached.
    pub outcomes: Vec<RelationOutcome<'e>>,
    /// Errata that no longer show.
    pub stale: Vec<Stale>,
    /// The counts.
    pub tally: Tally,
}

/// Something that the gate may fail on.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Its kind.
    pub kind: FailOn,
    /// Where it stands in expected.yaml.
    pub at: Option<Position>,
    /// The message, naming file and line where there is one.
    pub message: String,
}

impl<'e> PrintedCheck<'e> {
    /// Evaluates every relation and attaches the known errata.
    pub fn of(expected: &'e Expected) -> Result<Self, YamlError> {
        let mut outcomes = relations::evaluate(expected)?;
        let stale = errata::attach(expected, &mut outcomes)?;
        let tally = Tally::of(expected, &outcomes);
        Ok(Self { outcomes, stale, tally })
    }

    /// Every relation that fails without a known erratum, every erratum that does not show.
    pub fn failures(&self) -> Vec<Failure> {
        let mut failures = Vec::new();
        for outcome in &self.outcomes {
            for instance in outcome.instances.iter().filter(|instance| !instance.is_consistent()) {
                let message = outcome.message(instance).unwrap_or_default();
                failures.push(Failure {
                    kind: FailOn::RelationFails,
                    at: Some(instance.at.clone()),
                    message,
                });
            }
        }
        for stale in &self.stale {
            let place = stale.at.as_ref().map_or_else(String::new, |at| format!("{at}: "));
            let message = format!("{place}{}", stale.message);
            failures.push(Failure { kind: FailOn::StaleExpectation, at: stale.at.clone(), message });
        }
        failures
    }
}
