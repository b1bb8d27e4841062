//! How many printed cells there are, and what is known of each.

use std::fmt;

use rejudge_names::plural::{counted, of_number};

use super::real_numbers::RealNumbers;

/// What is known of a printed cell: each is one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Computed again, and equal to the printed digits.
    Recomputed,
    /// Computed again as what a known erratum says that should be printed.
    RecomputedOtherwise,
    /// The authors drew at random: shown beside draws of real runs, and not reproduced.
    RealDrawn,
    /// Waits for data under licence.
    Waiting,
    /// Words, or a number that no runs and judgments tell: proof-read, and compared with nothing.
    Transcribed,
    /// Computed again, and not equal to the printed digits.
    Differs,
}

impl Standing {
    /// All, in the order in which they are counted.
    pub const ALL: [Self; 6] = [
        Self::Recomputed,
        Self::RecomputedOtherwise,
        Self::RealDrawn,
        Self::Waiting,
        Self::Transcribed,
        Self::Differs,
    ];

    /// The word in checks.parquet.
    pub fn word(self) -> &'static str {
        match self {
            Self::Recomputed => "recomputed",
            Self::RecomputedOtherwise => "recomputed-otherwise",
            Self::RealDrawn => "real-drawn",
            Self::Waiting => "waiting",
            Self::Transcribed => "transcribed",
            Self::Differs => "differs",
        }
    }

    /// The words behind a count of them.
    pub fn says(self) -> &'static str {
        match self {
            Self::Recomputed => "recomputed",
            Self::RecomputedOtherwise => "recomputed otherwise",
            Self::RealDrawn => "real, drawn",
            Self::Waiting => "wait for data",
            Self::Transcribed => "transcribed",
            Self::Differs => "not equal",
        }
    }
}

/// How many cells there are of each standing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts([usize; Standing::ALL.len()]);

impl Counts {
    /// Counts one more.
    pub fn count(&mut self, standing: Standing) {
        self.0[standing as usize] += 1;
    }

    /// How many there are of one standing.
    pub fn of(&self, standing: Standing) -> usize {
        self.0[standing as usize]
    }

    /// How many there are.
    pub fn total(&self) -> usize {
        self.0.iter().sum()
    }

    fn add(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, count)| *sum += count);
    }
}

impl fmt::Display for Counts {
    /// `31 recomputed + 8 real, drawn`: each standing that there is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let some = Standing::ALL.into_iter().filter(|standing| self.of(*standing) > 0);
        let each: Vec<String> =
            some.map(|standing| format!("{} {}", self.of(standing), standing.says())).collect();
        f.write_str(&each.join(" + "))
    }
}

/// The counts of a paper, or of several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The printed cells of its tables.
    pub cells: Counts,
    /// Numbers of the running text, which are no cells of a table.
    pub text: Counts,
    /// Numbers that are not printed but were worked out from what is.
    pub worked_out: Counts,
    /// What these were worked out from, each once.
    pub worked_out_from: Vec<String>,
    /// Known misprints.
    pub errata: usize,
    /// Places where no number is mistaken, but follows another rule than the text states.
    pub departures: usize,
    /// What became of the cells whose licensed data are here.
    pub licensed: Licensed,
    /// What became of numbers of real runs, labels and collections, which have counts of their own.
    pub real_numbers: RealNumbers,
}

impl Tally {
    /// Adds a paper.
    pub fn add(&mut self, other: &Self) {
        self.cells.add(other.cells);
        self.text.add(other.text);
        self.worked_out.add(other.worked_out);
        self.errata += other.errata;
        self.departures += other.departures;
        self.licensed.add(other.licensed);
        self.real_numbers.add(&other.real_numbers);
    }

    /// Whether the paper prints nothing that is counted here; numbers of real data have counts of their own.
    pub fn is_empty(&self) -> bool {
        [self.cells, self.text, self.worked_out].iter().all(|counts| counts.total() == 0)
    }

    /// The one line, without the counts of real data.
    fn papers(&self) -> String {
        let mut line = match self.cells.total() {
            0 => "no printed cells".to_owned(),
            cells => format!("{} = {}", counted(cells, "printed cell"), self.cells),
        };
        line += &format!("; {} known {}", self.errata, of_number(self.errata, "erratum", "errata"));
        if self.departures > 0 {
            line += &format!(", {} from the text", counted(self.departures, "departure"));
        }
        line += &format!("; with licensed data: {}", self.licensed);
        if self.text.total() > 0 {
            line += &format!("; numbers of the text: {} = {}", self.text.total(), self.text);
        }
        if self.worked_out.total() > 0 {
            let from = match self.worked_out_from.is_empty() {
                true => String::new(),
                false => format!(" from {}", self.worked_out_from.join(", ")),
            };
            line += &format!(
                "; not printed, worked out{from}: {} = {}",
                self.worked_out.total(),
                self.worked_out
            );
        }
        line
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.real_numbers.is_empty(), self.is_empty()) {
            (true, _) => f.write_str(&self.papers()),
            (false, true) => self.real_numbers.fmt(f),
            (false, false) => write!(f, "{}; {}", self.real_numbers, self.papers()),
        }
    }
}

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

impl Licensed {
    fn add(&mut self, other: Self) {
        self.matched += other.matched;
        self.differ += other.differ;
        self.inside += other.inside;
        self.outside += other.outside;
        self.known_differences += other.known_differences;
        self.unexpected += other.unexpected;
    }
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
