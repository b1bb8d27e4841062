//! The counts of several papers together, and what became of the cells that need licensed data.

use std::fmt;

use rejudge_names::plural::{counted, of_number};

use super::real_numbers::RealNumbers;
use super::tally::{Counts, Tally, errata};

/// What became of the cells that need licensed data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Licensed {
    /// Equal to the printed digits.
    pub matched: usize,
    /// Not equal to them.
    pub differ: usize,
    /// A printed draw within the central draws.
    pub inside: usize,
    /// One beyond them.
    pub outside: usize,
    /// Equal to what a known erratum says that the printed digits should be.
    pub known_differences: usize,
    /// Equal to the printed digits, although a known erratum says that they should be others.
    pub unexpected: usize,
}

impl fmt::Display for Licensed {
    /// `-` where none of the data are here.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { matched, differ, inside, outside, known_differences, unexpected } = *self;
        if *self == Self::default() {
            return f.write_str("-");
        }
        write!(f, "{matched} match, {differ} differ, ")?;
        if known_differences > 0 {
            write!(f, "{}, ", counted(known_differences, "known difference"))?;
        }
        if unexpected > 0 {
            write!(f, "{unexpected} unexpected {}, ", of_number(unexpected, "match", "matches"))?;
        }
        write!(f, "{inside} inside and {outside} outside of the draws")
    }
}

/// The counts of several papers.
#[derive(Clone, Debug, Default)]
pub struct Total {
    counts: Counts,
    licensed: Licensed,
    real_numbers: RealNumbers,
    known_errata: usize,
    departures: usize,
}

impl Total {
    /// Adds a paper.
    pub fn add(&mut self, tally: &Tally, licensed: &Licensed, real_numbers: &RealNumbers) {
        self.real_numbers.add(real_numbers);
        self.counts.add(tally.total);
        self.licensed.matched += licensed.matched;
        self.licensed.differ += licensed.differ;
        self.licensed.inside += licensed.inside;
        self.licensed.outside += licensed.outside;
        self.licensed.known_differences += licensed.known_differences;
        self.licensed.unexpected += licensed.unexpected;
        self.known_errata += tally.known_errata;
        self.departures += tally.departures;
    }

    /// The one line of all papers.
    pub fn line(&self) -> String {
        let cells = self.counts.cells("");
        let (errata, licensed) = (errata(self.known_errata, self.departures), self.licensed);
        let besides = self.counts.besides("");
        let real =
            if self.real_numbers.is_empty() { String::new() } else { format!("{}; ", self.real_numbers) };
        format!("{real}{cells}; {errata}; with licensed data: {licensed}{besides}")
    }
}
