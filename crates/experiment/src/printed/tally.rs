//! The counts at the head of every report.

use std::fmt;

use rejudge_names::plural::{counted, of_number};

use super::Counts;
use super::real_numbers::RealNumbers;

impl fmt::Display for Counts {
    /// Writes `31 recomputed + 8 real, drawn`: each group of outcomes that occurs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let groups = self.by_group().filter(|(_, count)| *count > 0);
        let counts: Vec<String> =
            groups.map(|(group, count)| format!("{count} {}", group.words(count))).collect();
        f.write_str(&counts.join(" + "))
    }
}

/// The counts of a paper, or of several papers together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The printed cells of tables.
    pub cells: Counts,
    /// Numbers of the running text, which are not cells of a table.
    pub text: Counts,
    /// Numbers that are not printed, but were worked out from the paper.
    pub worked_out: Counts,
    /// The sources of the worked-out numbers, each once.
    pub worked_out_from: Vec<String>,
    /// The number of known misprints.
    pub errata: usize,
    /// The number of places where the numbers are right but follow a rule other than the one in the text.
    pub departures: usize,
    /// The number of printed values from random draws that are inside of the central 99% of our draws, and the number
    /// of values that are outside.
    pub draws: [usize; 2],
    /// The outcomes of numbers that are printed for real data, which are counted separately.
    pub real_numbers: RealNumbers,
}

impl Tally {
    /// Adds the counts of a paper, without the sources of its worked-out numbers.
    pub fn add(&mut self, other: &Self) {
        let Self { cells, text, worked_out, worked_out_from: _, errata, departures, draws, real_numbers } =
            other;
        self.cells.extend(cells.iter());
        self.text.extend(text.iter());
        self.worked_out.extend(worked_out.iter());
        self.errata += errata;
        self.departures += departures;
        self.draws = [self.draws[0] + draws[0], self.draws[1] + draws[1]];
        self.real_numbers.add(real_numbers);
    }

    /// Returns true if no number is counted besides numbers of real data.
    pub fn is_empty(&self) -> bool {
        [&self.cells, &self.text, &self.worked_out].into_iter().all(|counts| counts.total() == 0)
    }

    /// Returns the counts in one line, without the numbers of real data.
    fn paper_counts(&self) -> String {
        let mut line = match self.cells.total() {
            0 => "no printed cells".to_owned(),
            cells => format!("{} = {}", counted(cells, "printed cell"), self.cells),
        };
        line += &format!("; {} known {}", self.errata, of_number(self.errata, "erratum", "errata"));
        if self.departures > 0 {
            line += &format!(", {} from the text", counted(self.departures, "departure"));
        }
        if let [inside, outside] = self.draws
            && inside + outside > 0
        {
            let inside = counted(inside, "printed value");
            line += &format!("; {inside} inside and {outside} outside of the central 99% of the draws");
        }
        if self.text.total() > 0 {
            line += &format!("; numbers of the text: {} = {}", self.text.total(), self.text);
        }
        if self.worked_out.total() > 0 {
            let mut sources = self.worked_out_from.join(", ");
            if !sources.is_empty() {
                sources.insert_str(0, " from ");
            }
            line += &format!(
                "; not printed, worked out{sources}: {} = {}",
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
            (true, _) => f.write_str(&self.paper_counts()),
            (false, true) => self.real_numbers.fmt(f),
            (false, false) => write!(f, "{}; {}", self.real_numbers, self.paper_counts()),
        }
    }
}
