//! How many printed cells were checked, and how.

use std::collections::{BTreeMap, BTreeSet};

use super::cell::{Address, CellKind, PrintedCell};
use super::expected::Expected;
use super::relations::RelationOutcome;
use super::total::Licensed;
use rejudge_eval::plural::{counted, of_number};

/// Cells of a table, or of all tables, each in its best class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Printed quantities.
    pub printed: usize,
    /// Computed again from what the paper prints, alone or as a worked example.
    pub recomputed: usize,
    /// Computed again as something else, where an erratum is known.
    pub recomputed_otherwise: usize,
    /// Bound by relations, all of which hold.
    pub consistent: usize,
    /// Bound by relations, one of which fails at a known erratum.
    pub at_errata: usize,
    /// Words, proof-read and locked, which relations may find in the experiment's data too: they reproduce
    /// nothing.
    pub transcribed: usize,
    /// Part of a relation that fails and no erratum explains, or worked out otherwise than printed.
    pub contradicted: usize,
    /// Bound by nothing.
    pub unchecked: usize,
    /// Numbers of the running text, which are no cells and so in none of the counts above.
    pub text: usize,
    /// Those of them that are computed again.
    pub text_recomputed: usize,
    /// Those of them that relations bind, all of which hold.
    pub text_consistent: usize,
    /// Those of them that stand in a relation which fails at a known erratum.
    pub text_at_errata: usize,
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
            Class::Consistent => &mut counts.consistent,
            Class::KnownErratum => &mut counts.at_errata,
            Class::Transcribed => &mut counts.transcribed,
            Class::Contradicted => &mut counts.contradicted,
            Class::Unchecked | Class::WorkedOut => &mut counts.unchecked,
        };
        *count = 1;
        counts
    }

    /// A number of the running text.
    fn of_text(class: Class) -> Self {
        let text_recomputed = usize::from(class == Class::Recomputed);
        let text_consistent = usize::from(class == Class::Consistent);
        let text_at_errata = usize::from(class == Class::KnownErratum);
        Self { text: 1, text_recomputed, text_consistent, text_at_errata, ..Self::default() }
    }

    /// One that was worked out instead; a relation may compute it too.
    fn of_worked_out(class: Class) -> Self {
        let agreeing = matches!(class, Class::WorkedOut | Class::Consistent);
        let agreeing = usize::from(agreeing);
        Self { worked_out: 1, worked_out_agreeing: agreeing, ..Self::default() }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.printed += other.printed;
        self.recomputed += other.recomputed;
        self.recomputed_otherwise += other.recomputed_otherwise;
        self.consistent += other.consistent;
        self.at_errata += other.at_errata;
        self.transcribed += other.transcribed;
        self.contradicted += other.contradicted;
        self.unchecked += other.unchecked;
        self.text += other.text;
        self.text_recomputed += other.text_recomputed;
        self.text_consistent += other.text_consistent;
        self.text_at_errata += other.text_at_errata;
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
    /// Places that show where no number is mistaken: they follow another rule than the text states.
    pub departures: usize,
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
    /// Words: proof-read, locked, perhaps held as data.
    Transcribed,
    /// Part of a relation that fails and no erratum explains, or worked out otherwise than printed.
    Contradicted,
    /// Bound by nothing, or by relations that would hold of any digits.
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
            let class = match (instance.is_consistent(), instance.erratum, outcome.relation.recomputes()) {
                (false, ..) => Class::Contradicted,
                (true, Some(_), true) => Class::RecomputedOtherwise,
                // The numbers are right by another rule than the text's: that they agree with it is another
                // relation's to say.
                (true, Some(erratum), _) if !erratum.misprint => continue,
                (true, Some(_), false) => Class::KnownErratum,
                (true, None, true) => Class::Recomputed,
                (true, None, false) => Class::Consistent,
            };
            for cell in &instance.bound {
                // Words that are found again are reproduced by nothing.
                let words = class == Class::Consistent && cell.kind == CellKind::Words;
                let class = if words { Class::Transcribed } else { class };
                let known = best.entry(&cell.address).or_insert(class);
                *known = stronger(*known, class);
            }
        }
    }
    let alone = |cell: &PrintedCell| match cell.kind {
        CellKind::Words => Class::Transcribed,
        _ => Class::Unchecked,
    };
    expected
        .cells
        .iter()
        .map(|cell| best.get(&cell.address).copied().unwrap_or_else(|| alone(cell)))
        .collect()
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

/// `6 known errata, 1 departure from the text`
pub(super) fn errata(known: usize, departures: usize) -> String {
    let departures = match departures {
        0 => String::new(),
        departures => format!(", {} from the text", counted(departures, "departure")),
    };
    format!("{known} known {}{departures}", of_number(known, "erratum", "errata"))
}

impl Tally {
    /// Counts the cells of `expected` by their classes.
    pub fn of_classes(expected: &Expected, outcomes: &[RelationOutcome<'_>], classes: &[Class]) -> Self {
        let showing = || outcomes.iter().flat_map(|outcome| &outcome.instances).filter_map(|i| i.erratum);
        let named = |misprint: bool| {
            let of_kind = showing().filter(|erratum| erratum.misprint == misprint);
            of_kind.map(|erratum| erratum.name.value.as_str()).collect::<BTreeSet<_>>().len()
        };
        let mut tally = Self {
            experiment: expected.experiment.clone(),
            tables: Vec::new(),
            total: Counts::default(),
            known_errata: named(true),
            departures: named(false),
            worked_out_from: Vec::new(),
        };
        // What the text works out stands in relations.
        let recomputing = outcomes.iter().filter(|outcome| outcome.relation.recomputes());
        for instance in recomputing.flat_map(|o| &o.instances).filter(|i| i.is_of_text()) {
            tally.total.add(Counts::of_text(match (&instance.verdict, instance.erratum) {
                (Ok(()), _) => Class::Recomputed,
                (Err(_), Some(_)) => Class::KnownErratum,
                (Err(_), None) => Class::Contradicted,
            }));
        }
        // Numbers of real runs and labels are a count of their own.
        let of_paper =
            expected.cells.iter().zip(classes).filter(|(cell, _)| !matches!(cell.kind, CellKind::Real(_)));
        for (cell, &class) in of_paper {
            if let Some(from) = cell.worked_out_from.as_ref().filter(|f| !tally.worked_out_from.contains(f)) {
                tally.worked_out_from.push(from.clone());
            }
            let counts = match &cell.worked_out_from {
                Some(_) => Counts::of_worked_out(class),
                None if cell.in_text => Counts::of_text(class),
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

    /// Whether there is nothing to count.
    pub fn is_empty(&self) -> bool {
        self.total == Counts::default()
    }

    /// The one line of the paper; `licensed` says what became of the cells that need licensed data. What is
    /// no cell of a table stands behind it.
    pub fn headline(&self, licensed: &Licensed) -> String {
        let errata = errata(self.known_errata, self.departures);
        let cells = self.total.cells(&format!(" ({errata})"));
        let besides = self.total.besides(&format!(" from {}", self.worked_out_from.join(", ")));
        format!("{}: {cells}; with licensed data: {licensed}{besides}", self.experiment)
    }
}

impl Counts {
    /// `61 printed cells: 4 recomputed, .., 40 unchecked`; `errata` stands behind those that agree.
    pub(super) fn cells(&self, errata: &str) -> String {
        let where_any = |count: usize, how: &str| match count {
            0 => String::new(),
            count => format!(", {count} {how}"),
        };
        let otherwise = where_any(self.recomputed_otherwise, "recomputed otherwise");
        let at_errata = where_any(self.at_errata, "beside a known erratum");
        let transcribed = where_any(self.transcribed, "transcribed");
        let against = where_any(self.contradicted, "contradicted");
        let Self { printed, recomputed, consistent, unchecked, .. } = self;
        format!(
            "{}: {recomputed} recomputed{otherwise}, {consistent} consistent with one \
             another{at_errata}{errata}{transcribed}{against}, {unchecked} unchecked",
            counted(*printed, "printed cell")
        )
    }

    /// Numbers of the text that are none of these.
    fn text_unbound(&self) -> usize {
        self.text.saturating_sub(self.text_recomputed + self.text_consistent + self.text_at_errata)
    }

    /// What is no cell of a table: numbers of the text, and those that are not printed.
    pub(super) fn besides(&self, from: &str) -> String {
        let mut parts = Vec::new();
        if self.text > 0 {
            let of_class = [
                (self.text_recomputed, "recomputed"),
                (self.text_consistent, "consistent"),
                (self.text_at_errata, "beside a known erratum"),
                (self.text_unbound(), "unchecked"),
            ];
            let of_class = of_class.into_iter().filter(|(count, _)| *count > 0);
            let of_class: Vec<String> = of_class.map(|(count, how)| format!("{count} {how}")).collect();
            let numbers = format!("{} of the text: {}", counted(self.text, "number"), of_class.join(", "));
            parts.push(numbers.trim_end_matches(": ").to_owned());
        }
        if self.worked_out > 0 {
            let agree = self.worked_out_agreeing;
            let agrees = of_number(agree, "agrees", "agree");
            parts.push(format!("{} worked out{from}, not printed: {agree} {agrees}", self.worked_out));
        }
        if parts.is_empty() { String::new() } else { format!("; besides {}", parts.join("; ")) }
    }
}
