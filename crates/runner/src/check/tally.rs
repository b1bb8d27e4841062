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
    /// Computed again from what the paper prints.
    pub recomputed: usize,
    /// Bound by relations, all of which hold or fail where an erratum is known.
    pub consistent: usize,
    /// Part of a relation that fails and no erratum explains.
    pub contradicted: usize,
    /// Bound by nothing.
    pub unchecked: usize,
}

impl Counts {
    fn add(&mut self, other: Self) {
        self.printed += other.printed;
        self.recomputed += other.recomputed;
        self.consistent += other.consistent;
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

impl Tally {
    /// Counts the cells of `expected`, known errata already attached to `outcomes`.
    pub fn of(expected: &Expected, outcomes: &[RelationOutcome<'_>]) -> Self {
        let mut recomputed: BTreeSet<&Address> = BTreeSet::new();
        let mut bound: BTreeSet<&Address> = BTreeSet::new();
        let mut contradicted: BTreeSet<&Address> = BTreeSet::new();
        let mut errata: BTreeMap<&str, ()> = BTreeMap::new();
        for outcome in outcomes {
            for instance in &outcome.instances {
                let addresses = instance.bound.iter().map(|cell| &cell.address);
                match (instance.is_consistent(), outcome.recomputes()) {
                    (false, _) => contradicted.extend(addresses),
                    (true, true) => recomputed.extend(addresses),
                    (true, false) => bound.extend(addresses),
                }
                errata.extend(instance.erratum.map(|erratum| (erratum.name.value.as_str(), ())));
            }
        }
        let mut tally = Self {
            experiment: expected.experiment.clone(),
            tables: Vec::new(),
            total: Counts::default(),
            known_errata: errata.len(),
        };
        for cell in &expected.cells {
            let address = &cell.address;
            let one = |condition: bool| usize::from(condition);
            let against = contradicted.contains(address);
            let again = !against && recomputed.contains(address);
            let related = !against && !again && bound.contains(address);
            let counts = Counts {
                printed: 1,
                recomputed: one(again),
                consistent: one(related),
                contradicted: one(against),
                unchecked: one(!against && !again && !related),
            };
            tally.total.add(counts);
            match tally.tables.iter_mut().find(|(table, _)| *table == address.table) {
                Some((_, of_table)) => of_table.add(counts),
                None => tally.tables.push((address.table.clone(), counts)),
            }
        }
        tally
    }

    /// The one line of the paper; `licensed` says what became of the cells that need licensed data, `-`
    /// without them.
    pub fn headline(&self, licensed: &str) -> String {
        let Counts { printed, recomputed, consistent, contradicted, unchecked } = self.total;
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
