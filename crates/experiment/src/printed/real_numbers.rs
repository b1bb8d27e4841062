//! Counts of the numbers printed for real runs, labels and collections, by whether they were recomputed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::CheckOutcome;
use super::cell::CellKind;

/// The outcome of such numbers, each counted once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RealNumbers {
    /// The kind of the numbers, their collection, and the number of those that are equal, off, misprinted and waiting
    /// (as [`RealNumbers::counts`] returns them), by the hash of the file that prints the numbers, or by experiment,
    /// table, collection and kind.
    files: BTreeMap<String, (CellKind, String, [usize; 4])>,
}

impl RealNumbers {
    /// Returns a function that counts, by outcome, the numbers that a file or table prints for a collection.
    pub fn counter(
        &mut self,
        source: String,
        kind: CellKind,
        collection: &str,
    ) -> impl FnMut(CheckOutcome, usize) + use<'_> {
        let new = || (kind, collection.to_owned(), [0; 4]);
        let (.., counts) = self.files.entry(source).or_insert_with(new);
        |outcome, numbers| {
            let at = match outcome {
                CheckOutcome::Match => 0,
                CheckOutcome::KnownDifference => 2,
                CheckOutcome::SkippedData => 3,
                // The run was not asked for it.
                CheckOutcome::LeftOut => return,
                drawn if CheckOutcome::DRAWN.contains(&drawn) => 3,
                _ => 1,
            };
            counts[at] += numbers;
        }
    }

    /// Adds the numbers of another experiment. Those of a source that this one has counted are not counted again.
    pub fn add(&mut self, other: &Self) {
        for (source, (kind, collection, counts)) in &other.files {
            let file = self.files.entry(source.clone()).or_insert((*kind, String::new(), *counts));
            (file.0, file.1) = (*kind, collection.clone());
            let known = &mut file.2;
            let mut left = known.iter().sum::<usize>().max(counts.iter().sum());
            // A number that is off for one is off; a number that one has computed does not wait.
            for at in [1, 2, 0] {
                known[at] = known[at].max(counts[at]).min(left);
                left -= known[at];
            }
            known[3] = left;
        }
    }

    /// Returns the numbers of those equal to the printed digits; of those that differ, or were not computed although the
    /// data are available; of those that differ but equal the correction of a known erratum, or differ for a known
    /// reason; and of those whose collection is not available, or that are not computed yet.
    pub fn counts(&self, kind: CellKind) -> [usize; 4] {
        let files = self.files.values().filter(|(of, ..)| *of == kind);
        files.fold([0; 4], |sums, (.., counts)| std::array::from_fn(|at| sums[at] + counts[at]))
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

impl fmt::Display for RealNumbers {
    /// Writes `715 printed numbers of real runs recomputed, 0 off`, and how to get the data of others.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: BTreeSet<CellKind> = self.files.values().map(|(kind, ..)| *kind).collect();
        for (at, kind) in kinds.into_iter().enumerate() {
            let [equal, off, mistaken, waiting] = self.counts(kind);
            let (between, numbers) = (["", "; "][at.min(1)], if equal == 1 { "number" } else { "numbers" });
            let whose = kind.real_data().unwrap_or_default();
            write!(f, "{between}{equal} printed {numbers} of real {whose} recomputed, {off} off")?;
            if mistaken > 0 {
                write!(f, ", {mistaken} otherwise for a known reason")?;
            }
            if waiting > 0 {
                let wait = self.files.values().filter(|(of, _, counts)| *of == kind && counts[3] > 0);
                let names: BTreeSet<&str> = wait.map(|(_, collection, _)| collection.as_str()).collect();
                let names = names.into_iter().collect::<Vec<_>>().join(" ");
                write!(f, " ({waiting} more with data that `rejudge data verify {names}` says how to get)")?;
            }
        }
        Ok(())
    }
}
