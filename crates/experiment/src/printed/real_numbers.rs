//! Counts of the numbers printed for real runs and real labels, by whether they were recomputed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The origin of printed numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// Runs of real systems.
    #[default]
    Runs,
    /// Labels that judges, people or models, gave to documents.
    Labels,
    /// The judgments of a collection, and its participants.
    Collections,
}

impl Evidence {
    /// All, in the order in which they are counted.
    pub const ALL: [Self; 3] = [Self::Runs, Self::Labels, Self::Collections];

    /// Returns the origin as a word that follows `real `.
    pub fn whose(self) -> &'static str {
        match self {
            Self::Runs => "runs",
            Self::Labels => "labels",
            Self::Collections => "judgments and rosters",
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "real {}", self.whose())
    }
}

/// The outcome of such numbers, each counted once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RealNumbers {
    /// Counts by the hash of the file that prints the numbers, or by experiment, table and collection.
    files: BTreeMap<String, FileCounts>,
}

/// The outcome of the numbers of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct FileCounts {
    evidence: Evidence,
    collection: String,
    /// Numbers that are equal, off, misprinted, and waiting, as [`RealNumbers::counts`] returns them.
    counts: [usize; 4],
}

impl RealNumbers {
    /// Adds the numbers of a file or table, printed for the runs or labels of `collection`: those equal to the printed
    /// digits; those different, or not computed although the data are available; those misprinted and equal to the
    /// correction of a known erratum; and those that wait for data or for a run.
    pub fn count(&mut self, source: &str, (evidence, collection): (Evidence, &str), counts: [usize; 4]) {
        let collection = collection.to_owned();
        self.put(source.to_owned(), FileCounts { evidence, collection, counts });
    }

    /// Adds the numbers of another experiment; a number that both have counts once.
    pub fn add(&mut self, other: &Self) {
        other.files.iter().for_each(|(file, counts)| self.put(file.clone(), counts.clone()));
    }

    fn put(&mut self, file: String, new: FileCounts) {
        let known = self.files.entry(file).or_default();
        let numbers = [&*known, &new].map(|of| of.counts.iter().sum::<usize>()).into_iter().max();
        // A number that is off for one is off; a number that one has computed does not wait.
        let mut left = numbers.unwrap_or_default();
        for at in [1, 2, 0] {
            known.counts[at] = known.counts[at].max(new.counts[at]).min(left);
            left -= known.counts[at];
        }
        known.counts[3] = left;
        (known.evidence, known.collection) = (new.evidence, new.collection);
    }

    fn files(&self, evidence: Evidence) -> impl Iterator<Item = &FileCounts> {
        self.files.values().filter(move |of| of.evidence == evidence)
    }

    /// Returns the numbers of those equal to the printed digits; of those that differ, or were not computed although the
    /// data are available; of those that differ but equal the correction of a known erratum, or differ for a known
    /// reason; and of those whose collection is not available, or that are not computed yet.
    pub fn counts(&self, evidence: Evidence) -> [usize; 4] {
        self.files(evidence).fold([0; 4], |sums, of| std::array::from_fn(|at| sums[at] + of.counts[at]))
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// `715 printed numbers of real runs recomputed, 0 off`
    fn recomputed_of(&self, evidence: Evidence) -> String {
        let [equal, off, mistaken, _] = self.counts(evidence);
        let numbers = if equal == 1 { "number" } else { "numbers" };
        let known = match mistaken {
            0 => String::new(),
            mistaken => format!(", {mistaken} otherwise for a known reason"),
        };
        format!("{equal} printed {numbers} of {evidence} recomputed, {off} off{known}")
    }
}

impl fmt::Display for RealNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        for evidence in Evidence::ALL {
            if self.files(evidence).next().is_none() {
                continue;
            }
            write!(f, "{between}{}", self.recomputed_of(evidence))?;
            between = "; ";
            let waiting: BTreeSet<&str> =
                self.files(evidence).filter(|of| of.counts[3] > 0).map(|of| of.collection.as_str()).collect();
            if !waiting.is_empty() {
                let collections = waiting.into_iter().collect::<Vec<_>>().join(" ");
                let [.., more] = self.counts(evidence);
                write!(
                    f,
                    " ({more} more with data that `rejudge data verify {collections}` says how to get)"
                )?;
            }
        }
        Ok(())
    }
}
