//! How many printed cells were checked, and how.

use std::collections::{BTreeMap, BTreeSet};

use super::cell::Address;
use super::expected::Expected;
use super::relations::RelationOutcome;

/// Cells of a table, or of all tables, each in its best class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Printed quantities.
    pub printed: usize,
    /// Computed again from what the paper prints, alone or as a worked example.
    pub recomputed: usize,
    /// Bound by relations, all of which hold or fail where an erratum is known.
    pub consistent: usize,
    /// Those of them that stand in a relation which fails at a known erratum.
    pub at_errata: usize,
    /// Part of a relation that fails and no erratum explains, or worked out otherwise than printed.
    pub contradicted: usize,
    /// Bound by nothing.
    pub unchecked: usize,
}

impl Counts {
    fn add(&mut self, other: Self) {
        self.printed += other.printed;
        self.recomputed += other.recomputed;
        self.consistent += other.consistent;
        self.at_errata += other.at_errata;
        self.contradicted += other.contradicted;
        self.unchecked += other.unchecked;
    }
}

/// The counts of a paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The experiment.
    pub experiment: String,
    /// Each table, in the order of the file.
    pub tables: Vec<(String, Counts)>,
    /// All of them.
    pub total: Counts,
    /// Errata that show.
    pub known_errata: usize,
}

/// What is known of a printed cell without any data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Computed again from what the paper prints, alone or as a worked example.
    Recomputed,
    /// Bound by relations that hold.
    Consistent,
    /// Bound by relations, one of which fails at a known erratum.
    KnownErratum,
    /// Part of a relation that fails and no erratum explains, or worked out otherwise than printed.
    Contradicted,
    /// Bound by nothing.
    Unchecked,
}

impl Class {
    /// The word in checks.parquet.
    pub fn word(self) -> &'static str {
        match self {
            Self::Recomputed => "recomputed",
            Self::Consistent => "consistent",
            Self::KnownErratum => "known-erratum",
            Self::Contradicted => "contradicted",
            Self::Unchecked => "unchecked",
        }
    }
}

/// The class of each of `expected.cells`, known errata already attached to `outcomes`.
pub fn classes(expected: &Expected, outcomes: &[RelationOutcome<'_>]) -> Vec<Class> {
    let mut best: BTreeMap<&Address, Class> = BTreeMap::new();
    for outcome in outcomes {
        for instance in &outcome.instances {
            let class = match (instance.is_consistent(), instance.erratum.is_some(), outcome.recomputes()) {
                (false, ..) => Class::Contradicted,
                (true, true, _) => Class::KnownErratum,
                (true, false, true) => Class::Recomputed,
                (true, false, false) => Class::Consistent,
            };
            for cell in &instance.bound {
                let known = best.entry(&cell.address).or_insert(class);
                *known = stronger(*known, class);
            }
        }
    }
    expected.cells.iter().map(|cell| best.get(&cell.address).copied().unwrap_or(Class::Unchecked)).collect()
}

/// A contradiction outweighs all; recomputing outweighs being bound.
fn stronger(a: Class, b: Class) -> Class {
    let weight = |class: Class| match class {
        Class::Contradicted => 4,
        Class::Recomputed => 3,
        Class::KnownErratum => 2,
        Class::Consistent => 1,
        Class::Unchecked => 0,
    };
    if weight(b) > weight(a) { b } else { a }
}

impl Tally {
    /// Counts the cells of `expected`, known errata already attached to `outcomes`.
    pub fn of(expected: &Expected, outcomes: &[RelationOutcome<'_>]) -> Self {
        Self::of_classes(expected, outcomes, &classes(expected, outcomes))
    }

    /// Counts the cells of `expected` by their classes.
    pub fn of_classes(expected: &Expected, outcomes: &[RelationOutcome<'_>], classes: &[Class]) -> Self {
        let instances = outcomes.iter().flat_map(|outcome| &outcome.instances);
        let errata: BTreeSet<&str> =
            instances.filter_map(|i| i.erratum.map(|erratum| erratum.name.value.as_str())).collect();
        let mut tally = Self {
            experiment: expected.experiment.clone(),
            tables: Vec::new(),
            total: Counts::default(),
            known_errata: errata.len(),
        };
        for (cell, &class) in expected.cells.iter().zip(classes) {
            let one = |condition: bool| usize::from(condition);
            let counts = Counts {
                printed: 1,
                recomputed: one(class == Class::Recomputed),
                consistent: one(matches!(class, Class::Consistent | Class::KnownErratum)),
                at_errata: one(class == Class::KnownErratum),
                contradicted: one(class == Class::Contradicted),
                unchecked: one(class == Class::Unchecked),
            };
            tally.total.add(counts);
            match tally.tables.iter_mut().find(|(table, _)| *table == cell.address.table) {
                Some((_, of_table)) => of_table.add(counts),
                None => tally.tables.push((cell.address.table.clone(), counts)),
            }
        }
        tally
    }

    /// The one line of the paper; `licensed` says what became of the cells that need licensed data, `-`
    /// without them.
    pub fn headline(&self, licensed: &str) -> String {
        let Counts { printed, recomputed, consistent, contradicted, unchecked, .. } = self.total;
        let against =
            if contradicted == 0 { String::new() } else { format!(", {contradicted} contradicted") };
        let errata = self.known_errata;
        format!(
            "{}: {printed} printed cells: {recomputed} recomputed, {consistent} consistent with one another \
             ({errata} known errata){against}, {unchecked} unchecked; with licensed data: {licensed}",
            self.experiment
        )
    }
}
