//! How many printed cells were checked, and how.

use std::collections::{BTreeMap, BTreeSet};

use super::cell::Address;
use super::expected::Expected;
use super::relations::{Binding, RelationOutcome};

/// Cells of a table, or of all tables, each in its best class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Printed quantities.
    pub printed: usize,
    /// Computed again from what the paper prints, alone or as a worked example.
    pub recomputed: usize,
    /// Computed again as something else, where an erratum is known.
    pub recomputed_otherwise: usize,
    /// Bound by relations, all of which hold or fail where an erratum is known.
    pub consistent: usize,
    /// Those of them that stand in a relation which fails at a known erratum.
    pub at_errata: usize,
    /// Words that the experiment holds as data and no number is compared with: they reproduce nothing.
    pub transcribed: usize,
    /// Part of a relation that fails and no erratum explains, or worked out otherwise than printed.
    pub contradicted: usize,
    /// Bound by nothing.
    pub unchecked: usize,
    /// Not printed, and so in none of the other counts: worked out from what is.
    pub worked_out: usize,
    /// Those of them that the computed value agrees with.
    pub worked_out_agreeing: usize,
}

impl Counts {
    /// A printed cell.
    fn of_printed(class: Class) -> Self {
        let mut counts = Self { printed: 1, ..Self::default() };
        let count = match class {
            Class::Recomputed => &mut counts.recomputed,
            Class::RecomputedOtherwise => &mut counts.recomputed_otherwise,
            Class::Consistent | Class::KnownErratum => &mut counts.consistent,
            Class::Transcribed => &mut counts.transcribed,
            Class::Contradicted => &mut counts.contradicted,
            Class::Unchecked | Class::WorkedOut => &mut counts.unchecked,
        };
        *count = 1;
        counts.at_errata = usize::from(class == Class::KnownErratum);
        counts
    }

    /// One that was worked out instead.
    fn of_worked_out(class: Class) -> Self {
        let agreeing = usize::from(class == Class::WorkedOut);
        Self { worked_out: 1, worked_out_agreeing: agreeing, ..Self::default() }
    }

    fn add(&mut self, other: Self) {
        self.printed += other.printed;
        self.recomputed += other.recomputed;
        self.recomputed_otherwise += other.recomputed_otherwise;
        self.consistent += other.consistent;
        self.at_errata += other.at_errata;
        self.transcribed += other.transcribed;
        self.contradicted += other.contradicted;
        self.unchecked += other.unchecked;
        self.worked_out += other.worked_out;
        self.worked_out_agreeing += other.worked_out_agreeing;
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
    /// What numbers that the paper does not print were worked out from, each once.
    pub worked_out_from: Vec<String>,
}

/// What is known of a printed cell without any data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Computed again from what the paper prints, alone or as a worked example.
    Recomputed,
    /// Computed again as something else, where an erratum is known.
    RecomputedOtherwise,
    /// Bound by relations that hold.
    Consistent,
    /// Bound by relations, one of which fails at a known erratum.
    KnownErratum,
    /// Words that the experiment holds as data.
    Transcribed,
    /// Part of a relation that fails and no erratum explains, or worked out otherwise than printed.
    Contradicted,
    /// Bound by nothing.
    Unchecked,
    /// Not printed: worked out from what is, and computed alike.
    WorkedOut,
}

impl Class {
    /// The word in checks.parquet.
    pub fn word(self) -> &'static str {
        match self {
            Self::Recomputed => "recomputed",
            Self::RecomputedOtherwise => "recomputed-otherwise",
            Self::Consistent => "consistent",
            Self::KnownErratum => "known-erratum",
            Self::Transcribed => "transcribed",
            Self::Contradicted => "contradicted",
            Self::Unchecked => "unchecked",
            Self::WorkedOut => "worked-out",
        }
    }
}

/// The class of each of `expected.cells`, known errata already attached to `outcomes`.
pub fn classes(expected: &Expected, outcomes: &[RelationOutcome<'_>]) -> Vec<Class> {
    let mut best: BTreeMap<&Address, Class> = BTreeMap::new();
    for outcome in outcomes {
        for instance in &outcome.instances {
            let at_erratum = instance.erratum.is_some();
            let class = match (instance.is_consistent(), at_erratum, outcome.relation.holds.binding()) {
                (false, ..) => Class::Contradicted,
                (true, true, Binding::Recomputes) => Class::RecomputedOtherwise,
                (true, true, _) => Class::KnownErratum,
                (true, false, Binding::Recomputes) => Class::Recomputed,
                (true, false, Binding::Relates) => Class::Consistent,
                (true, false, Binding::Transcribes) => Class::Transcribed,
            };
            for cell in &instance.bound {
                let known = best.entry(&cell.address).or_insert(class);
                *known = stronger(*known, class);
            }
        }
    }
    expected.cells.iter().map(|cell| best.get(&cell.address).copied().unwrap_or(Class::Unchecked)).collect()
}

/// A contradiction outweighs all; recomputing outweighs being bound, and that being held as data.
fn stronger(a: Class, b: Class) -> Class {
    let weight = |class: Class| match class {
        Class::Contradicted => 6,
        Class::RecomputedOtherwise => 5,
        Class::Recomputed => 4,
        Class::KnownErratum => 3,
        Class::Consistent => 2,
        Class::Transcribed => 1,
        // Of no relation.
        Class::Unchecked | Class::WorkedOut => 0,
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
            worked_out_from: Vec::new(),
        };
        for (cell, &class) in expected.cells.iter().zip(classes) {
            if let Some(from) = cell.worked_out_from.as_ref().filter(|f| !tally.worked_out_from.contains(f)) {
                tally.worked_out_from.push(from.clone());
            }
            let counts = match &cell.worked_out_from {
                Some(_) => Counts::of_worked_out(class),
                None => Counts::of_printed(class),
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
    /// without them. What the paper does not print stands behind it.
    pub fn headline(&self, licensed: &str) -> String {
        let Counts { printed, recomputed, consistent, unchecked, .. } = self.total;
        let where_any = |count: usize, how: &str| match count {
            0 => String::new(),
            count => format!(", {count} {how}"),
        };
        let otherwise = where_any(self.total.recomputed_otherwise, "recomputed otherwise");
        let transcribed = where_any(self.total.transcribed, "transcribed as data");
        let against = where_any(self.total.contradicted, "contradicted");
        let besides = match self.total.worked_out {
            0 => String::new(),
            count => {
                let (from, agree) = (self.worked_out_from.join(", "), self.total.worked_out_agreeing);
                format!("; besides {count} worked out from {from}, not printed: {agree} agree")
            }
        };
        let errata = self.known_errata;
        format!(
            "{}: {printed} printed cells: {recomputed} recomputed{otherwise}, {consistent} consistent with one \
             another ({errata} known errata){transcribed}{against}, {unchecked} unchecked; with licensed data: \
             {licensed}{besides}",
            self.experiment
        )
    }
}
