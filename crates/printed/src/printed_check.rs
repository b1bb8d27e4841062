//! What printed cells say of each other, all of it, and what of that a check fails on.

use super::binding::{Bound, bound};
use super::errata::{self, Stale};
use super::relations::{self, Instance, RelationOutcome};
use super::tally::classes;
use super::{CheckSubject, Class, Expected, FailOn, Tally};
use rejudge_spec::yaml::{Position, YamlError};

/// Everything that printed cells say of each other.
#[derive(Debug)]
pub struct PrintedCheck<'e> {
    /// Each relation, known errata attached.
    pub outcomes: Vec<RelationOutcome<'e>>,
    /// Errata that no longer show.
    pub stale: Vec<Stale>,
    /// The class of each printed cell.
    pub classes: Vec<Class>,
    /// What became of its changed digits.
    pub bound: Vec<Bound>,
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
        let mut classes = classes(expected, &outcomes);
        let holds = outcomes.iter().flat_map(|outcome| &outcome.instances).all(Instance::is_consistent);
        // Where a relation fails as it is, what fails besides says nothing of a changed digit.
        let bound = match holds {
            true => bound(expected, &outcomes, &classes)?,
            false => vec![Bound::Untried; classes.len()],
        };
        for (class, bound) in classes.iter_mut().zip(&bound) {
            if *bound == Bound::ByNothing {
                *class = Class::Unchecked;
            }
        }
        let tally = Tally::of_classes(expected, &outcomes, &classes);
        Ok(Self { outcomes, stale, classes, bound, tally })
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
