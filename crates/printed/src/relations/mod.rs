//! What printed cells say of each other.
//!
//! A relation needs no data: it shows that cells agree, it does not reproduce them. Nearly all are
//! equations that stand in expected.yaml (`equations`); a kind that no equation says is a file and a line of
//! `kinds!`. All work in whole numbers and exact fractions; rounding is the only slack, and it is as wide as
//! the last printed digit allows.
//!
//! A relation *binds* the cells it constrains and takes others as *given*: a cell counts as bound
//! only where it is part of what the relation says, not where it merely supplies a number of topics
//! or teams.

mod equations;
mod label;
mod place;
mod reader;
mod rounds;
mod scheme_levels;
mod tasks;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::cell::{PrintedCell, Site};
use super::errata::Erratum;
use super::expected::Expected;
use equations::Equations;
use rejudge_spec::yaml::{OneOrMany, Position, Spanned, YamlError};

/// A field that is one with the field above it.
const DITTO: &str = "〃";

/// A relation between printed cells: equations, or one of the kinds that no equation says.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(extend("oneOf" = [{"required": ["equations"]}, {"required": ["holds"]}]))]
pub struct Relation {
    /// Its name, by which errata refer to it.
    pub name: Spanned<String>,
    /// What it says, in words.
    pub says: String,
    /// Whether its equations compute each bound cell again, from what the paper's text says.
    #[serde(default)]
    recomputes: bool,
    /// What holds, as equations.
    #[serde(default)]
    equations: Option<OneOrMany<Equations>>,
    /// What holds, where no equation says it.
    #[serde(default)]
    holds: Option<RelationKind>,
}

/// A kind of relation that no equation says.
trait Holds {
    /// Whether it computes the cells that it binds again.
    const RECOMPUTES: bool = false;

    /// Its applications.
    fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError>;
}

/// Writes the closed set of kinds down: the name in YAML, and the type that reads it and holds it.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident => $type:ty,)+) => {
        /// The kinds of relation that no equation says.
        #[derive(Clone, Debug, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        enum RelationKind { $($(#[$doc])* $kind($type),)+ }

        impl RelationKind {
            fn recomputes(&self) -> bool {
                match self { $(Self::$kind(_) => <$type as Holds>::RECOMPUTES,)+ }
            }

            fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
                match self { $(Self::$kind(kind) => kind.instances(expected),)+ }
            }
        }
    };
}

kinds! {
    /// Printed numbers of levels follow from schemes of label consolidation.
    SchemeLevels => scheme_levels::SchemeLevels,
    /// A file holds, as data, what a table prints in words.
    Tasks => tasks::TasksFile,
    /// Rounds of an evaluation campaign have one year each.
    Rounds => rounds::Rounds,
}

impl Relation {
    /// Whether what it binds is computed again, not only related.
    pub fn recomputes(&self) -> bool {
        self.recomputes || self.holds.as_ref().is_some_and(RelationKind::recomputes)
    }

    /// What is wrong with its keys, whatever is printed.
    pub(super) fn fault(&self) -> Option<YamlError> {
        let fault = match (&self.equations, &self.holds) {
            (Some(_), None) => return None,
            (None, Some(_)) if !self.recomputes => return None,
            (None, Some(_)) => "`recomputes` belongs to `equations`".to_owned(),
            _ => format!("the relation `{}` has either `equations` or `holds`", self.name.value),
        };
        Some(self.name.error(fault))
    }

    fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let equations = self.equations.iter().flat_map(|equations| &equations.0);
        let equations = equations.map(|equations| equations.instances(expected, &self.name, self.recomputes));
        let kind = self.holds.iter().map(|kind| kind.instances(expected));
        Ok(equations.chain(kind).collect::<Result<Vec<_>, _>>()?.concat())
    }
}

/// One application of a relation: to a cell, a column, a panel.
#[derive(Clone, Debug)]
pub struct Instance<'e> {
    /// What it is applied to.
    pub site: Site,
    /// The cells it constrains, quoted ones and headings included.
    pub bound: Vec<&'e PrintedCell>,
    /// Cells it takes as given.
    pub given: Vec<&'e PrintedCell>,
    /// Where to look first.
    pub at: Position,
    /// Nothing, or why it fails.
    pub verdict: Result<(), String>,
    /// The known erratum that explains the failure.
    pub erratum: Option<&'e Erratum>,
}

impl<'e> Instance<'e> {
    fn new(
        site: Site,
        at: &Position,
        bound: Vec<&'e PrintedCell>,
        given: Vec<&'e PrintedCell>,
        verdict: Result<(), String>,
    ) -> Self {
        Self { site, at: at.clone(), bound, given, verdict, erratum: None }
    }

    /// Whether it is about a number that stands in the running text alone.
    pub fn is_of_text(&self) -> bool {
        self.site.table == Site::TEXT && self.bound.is_empty()
    }

    /// Whether it holds, or fails where an erratum is known.
    pub fn is_consistent(&self) -> bool {
        self.verdict.is_ok() || self.erratum.is_some()
    }

    /// The lines of expected.yaml on which its cells stand, in order.
    pub fn lines(&self) -> Vec<usize> {
        let cells = self.bound.iter().chain(&self.given);
        let mut lines: Vec<usize> = cells.map(|cell| cell.at.line).chain([self.at.line]).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }
}

/// What became of a relation.
#[derive(Clone, Debug)]
pub struct RelationOutcome<'e> {
    /// The relation.
    pub relation: &'e Relation,
    /// Each of its applications, in the order of the cells.
    pub instances: Vec<Instance<'e>>,
}

impl RelationOutcome<'_> {
    /// A message for every application that fails without a known erratum:
    /// `file:line: relation at site: why (lines ..)`.
    pub fn failures(&self) -> Vec<String> {
        let failing = self.instances.iter().filter(|instance| !instance.is_consistent());
        failing.filter_map(|instance| self.message(instance)).collect()
    }

    /// The message of a failing application, known erratum or not.
    pub fn message(&self, instance: &Instance<'_>) -> Option<String> {
        let why = instance.verdict.as_ref().err()?;
        let lines: Vec<String> = instance.lines().iter().map(usize::to_string).collect();
        let label = if lines.len() == 1 { "line" } else { "lines" };
        let (at, name, site) = (&instance.at, &self.relation.name.value, &instance.site);
        Some(format!("{at}: relation `{name}` fails at {site}: {why} ({label} {})", lines.join(", ")))
    }
}

/// Applies every relation. An error is a relation that asks for cells that are not there; a relation
/// that does not hold is an outcome. Known errata are attached by [`super::errata::attach`].
pub fn evaluate(expected: &Expected) -> Result<Vec<RelationOutcome<'_>>, YamlError> {
    let mut names = BTreeMap::new();
    for relation in &expected.relations {
        if names.insert(&relation.name.value, ()).is_some() {
            return Err(relation.name.error(format!("two relations are named `{}`", relation.name.value)));
        }
    }
    expected.relations.iter().map(|relation| outcome(expected, relation)).collect()
}

/// Whether each application of a relation of `expected` holds, known errata or not.
pub(super) fn verdicts(expected: &Expected, relation: &Relation) -> Result<Vec<bool>, YamlError> {
    Ok(relation.instances(expected)?.iter().map(|instance| instance.verdict.is_ok()).collect())
}

fn outcome<'e>(expected: &'e Expected, relation: &'e Relation) -> Result<RelationOutcome<'e>, YamlError> {
    let instances = relation.instances(expected)?;
    if instances.is_empty() {
        return Err(relation
            .name
            .error(format!("the relation `{}` applies to nothing", relation.name.value)));
    }
    Ok(RelationOutcome { relation, instances })
}
