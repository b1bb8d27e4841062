//! What printed cells say of each other, all of it, and what of that a check fails on.

use super::errata::{self, Stale};
use super::relations::{self, RelationOutcome};
use super::{CheckSubject, Expected, FailOn, Tally};
use rejudge_spec::yaml::{Position, YamlError};

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
    /// What it is about.
    pub about: CheckSubject,
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
                    about: CheckSubject::Relation(outcome.relation.name.value.clone()),
                    at: Some(instance.at.clone()),
                    message,
                });
            }
        }
        for stale in &self.stale {
            let place = stale.at.as_ref().map_or_else(String::new, |at| format!("{at}: "));
            let message = format!("{place}{}", stale.message);
            let (kind, at) = (FailOn::StaleExpectation, stale.at.clone());
            failures.push(Failure { kind, about: CheckSubject::Errata, at, message });
        }
        failures
    }
}
