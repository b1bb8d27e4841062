//! What printed cells say of each other.
//!
//! A relation needs no data: it shows that cells agree, it does not reproduce them. Each kind has
//! its own file and works in whole numbers and exact fractions; rounding is the only slack, and it
//! is as wide as the last printed digit allows.
//!
//! A relation *binds* the cells it constrains and takes others as *given*: a cell counts as bound
//! only where it is part of what the relation says, not where it merely supplies a number of topics
//! or teams.

mod arrows;
mod beats;
mod below;
mod cell_arithmetic;
mod confusion;
mod confusion_names;
mod equal;
mod fewest;
mod fraction;
mod heading;
mod inside;
mod itself;
mod largest;
mod members;
mod multiples;
mod named;
mod permutation;
mod recomputed;
mod roster;
mod rounds;
mod scheme_levels;
mod select;
mod significant;
mod sorted;
mod spoken;
mod sum;
mod tasks;
mod tau_grid;
mod tau_threshold;
mod text_equations;
mod used_teams;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::cell::{PrintedCell, Site};
use super::errata::Erratum;
use super::expected::Expected;
use rejudge_spec::yaml::{Position, Spanned, YamlError};

/// A relation between printed cells.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Relation {
    /// Its name, by which errata refer to it.
    pub name: Spanned<String>,
    /// What it says, in words.
    pub says: String,
    /// Whether the cells that it constrains count as bound. Not where it leaves them too free (one number
    /// is below another), or where the running text repeats what a table prints.
    #[serde(default = "yes")]
    pub binds: bool,
    /// Its kind and parameters.
    pub holds: Holds,
}

fn yes() -> bool {
    true
}

/// The kinds of relation.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Holds {
    /// The same number is printed in two tables.
    Equal(equal::Equal),
    /// A row is the sum of others.
    Sum(sum::Sum),
    /// A summary counts the rows of a roster and sums its runs.
    Roster(roster::RosterTotals),
    /// An average over so many topics.
    Multiples(multiples::Multiples),
    /// Marked rows are those with the smallest values.
    Fewest(fewest::Fewest),
    /// So many teams are left for an experiment.
    UsedTeams(used_teams::UsedTeams),
    /// Ranks before the change are 1 to n, each once.
    Permutation(permutation::Permutation),
    /// Arrows agree with the ranks beside them.
    Arrows(arrows::Arrows),
    /// Values of Kendall's tau, or their mean.
    TauGrid(tau_grid::TauGrid),
    /// Percentages follow from their fractions.
    Fractions(fraction::Fractions),
    /// significant = full - misses + false alarms.
    Significant(significant::Significant),
    /// A percentage that the running text's scores give again.
    Recomputed(recomputed::Recomputed),
    /// Numbers in headings equal those of a table.
    Heading(heading::Headings),
    /// Cells quoted in the running text.
    Spoken(spoken::Spoken),
    /// Printed numbers of levels follow from schemes of label consolidation.
    SchemeLevels(scheme_levels::SchemeLevels),
    /// A file holds, as data, what a table prints in words.
    Tasks(tasks::TasksFile),
    /// Sums, products and quotients of printed numbers.
    Statements(cell_arithmetic::Statements),
    /// Accuracy and g-mean of printed confusion matrices.
    Confusion(confusion::Confusion),
    /// The names of a confusion matrix.
    ConfusionNames(confusion_names::ConfusionNames),
    /// Values that must be among others.
    Members(members::Members),
    /// Rounds of an evaluation campaign have one year each.
    Rounds(rounds::Rounds),
    /// An average lies in the range printed beside it.
    Inside(inside::Inside),
    /// The rank correlation of a measure with itself.
    Itself(itself::Itself),
    /// The cells of one table are below those of another.
    Below(below::Below),
    /// A cell that the running text calls the largest.
    Largest(largest::Largest),
    /// Rows are sorted.
    Sorted(sorted::Sorted),
    /// The rows in bold are those above a reference in every table.
    Beats(beats::Beats),
    /// What the running text calls a row is the label of one.
    Named(named::Named),
    /// Equations of the running text.
    Arithmetic(text_equations::Arithmetic),
    /// From what size on Kendall's tau is significant.
    TauThreshold(tau_threshold::TauThreshold),
}

/// What it means for a cell that a relation which binds it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// Printed cells agree with each other.
    Relates,
    /// The cell is computed again.
    Recomputes,
    /// Its words are the experiment's: data of it, or names that its functions know.
    Transcribes,
}

impl Holds {
    /// What holding means.
    pub fn binding(&self) -> Binding {
        match self {
            Self::Recomputed(_)
            | Self::SchemeLevels(_)
            | Self::Itself(_)
            | Self::Arithmetic(_)
            | Self::TauThreshold(_) => Binding::Recomputes,
            Self::Tasks(_) | Self::ConfusionNames(_) => Binding::Transcribes,
            _ => Binding::Relates,
        }
    }

    fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        match self {
            Self::Equal(kind) => kind.instances(expected),
            Self::Sum(kind) => kind.instances(expected),
            Self::Roster(kind) => kind.instances(expected),
            Self::Multiples(kind) => kind.instances(expected),
            Self::Fewest(kind) => kind.instances(expected),
            Self::UsedTeams(kind) => kind.instances(expected),
            Self::Permutation(kind) => kind.instances(expected),
            Self::Arrows(kind) => kind.instances(expected),
            Self::TauGrid(kind) => kind.instances(expected),
            Self::Fractions(kind) => kind.instances(expected),
            Self::Significant(kind) => kind.instances(expected),
            Self::Recomputed(kind) => kind.instances(expected),
            Self::Heading(kind) => kind.instances(expected),
            Self::Spoken(kind) => kind.instances(expected),
            Self::SchemeLevels(kind) => kind.instances(expected),
            Self::Tasks(kind) => kind.instances(expected),
            Self::Statements(kind) => kind.instances(expected),
            Self::Confusion(kind) => kind.instances(expected),
            Self::ConfusionNames(kind) => kind.instances(expected),
            Self::Members(kind) => kind.instances(expected),
            Self::Rounds(kind) => kind.instances(expected),
            Self::Inside(kind) => kind.instances(expected),
            Self::Itself(kind) => kind.instances(expected),
            Self::Below(kind) => kind.instances(expected),
            Self::Largest(kind) => kind.instances(expected),
            Self::Sorted(kind) => kind.instances(expected),
            Self::Beats(kind) => kind.instances(expected),
            Self::Named(kind) => kind.instances(expected),
            Self::Arithmetic(kind) => kind.instances(expected),
            Self::TauThreshold(kind) => kind.instances(expected),
        }
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

fn outcome<'e>(expected: &'e Expected, relation: &'e Relation) -> Result<RelationOutcome<'e>, YamlError> {
    let mut instances = relation.holds.instances(expected)?;
    if !relation.binds {
        for instance in &mut instances {
            instance.given.append(&mut instance.bound);
        }
    }
    if instances.is_empty() {
        return Err(relation
            .name
            .error(format!("the relation `{}` applies to nothing", relation.name.value)));
    }
    Ok(RelationOutcome { relation, instances })
}
