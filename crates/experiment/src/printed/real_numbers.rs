//! Counts of the numbers that are printed for real runs, labels and collections: how many were recomputed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::CheckOutcome;
use super::cell::CellKind;

/// The outcomes of the numbers that are printed for real data, where each number is counted once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RealNumbers {
    /// For each source, the kind of the numbers, their collection, and the four counts of [`RealNumbers::counts`]. A source
    /// is the hash of the file that prints the numbers, or an experiment, table, collection and kind.
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
            let place = match outcome {
                CheckOutcome::Match => 0,
                CheckOutcome::KnownDifference => 2,
                CheckOutcome::SkippedData => 3,
                // `run --only` left it out.
                CheckOutcome::LeftOut => return,
                drawn if CheckOutcome::DRAWN.contains(&drawn) => 3,
                _ => 1,
            };
            counts[place] += numbers;
        }
    }

    /// Adds the numbers of another experiment. Numbers of a source that is counted already are not counted again.
    pub fn add(&mut self, other: &Self) {
        for (source, (kind, collection, counts)) in &other.files {
            let file = self.files.entry(source.clone()).or_insert((*kind, String::new(), *counts));
            (file.0, file.1) = (*kind, collection.clone());
            let merged = &mut file.2;
            let mut rest = merged.iter().sum::<usize>().max(counts.iter().sum());
            // A number is off if it is off for either experiment, and waits only if neither has computed it.
            for place in [1, 2, 0] {
                merged[place] = merged[place].max(counts[place]).min(rest);
                rest -= merged[place];
            }
            merged[3] = rest;
        }
    }

    /// Returns four counts:
    ///
    /// 1. *equal*: the computed value has the printed digits;
    /// 2. *off*: it differs, or was not computed although the data are available;
    /// 3. *mistaken*: it equals the correct value of a known erratum, or differs for a known reason;
    /// 4. *waiting*: the collection is not available, or the value is not computed yet.
    pub fn counts(&self, kind: CellKind) -> [usize; 4] {
        let files = self.files.values().filter(|(file_kind, ..)| *file_kind == kind);
        files.fold([0; 4], |sums, (.., counts)| std::array::from_fn(|place| sums[place] + counts[place]))
    }

    /// Returns true if no numbers were counted.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

impl fmt::Display for RealNumbers {
    /// Writes `715 printed numbers of real runs recomputed, 0 off`, and how to get the data of others.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: BTreeSet<CellKind> = self.files.values().map(|(kind, ..)| *kind).collect();
        for (index, kind) in kinds.into_iter().enumerate() {
            let [equal, off, mistaken, waiting] = self.counts(kind);
            let (between, numbers) =
                (["", "; "][index.min(1)], if equal == 1 { "number" } else { "numbers" });
            let data = kind.real_data().unwrap_or_default();
            write!(f, "{between}{equal} printed {numbers} of real {data} recomputed, {off} off")?;
            if mistaken > 0 {
                write!(f, ", {mistaken} otherwise for a known reason")?;
            }
            if waiting > 0 {
                let files = self.files.values();
                let files = files.filter(|(file_kind, _, counts)| *file_kind == kind && counts[3] > 0);
                let names: BTreeSet<&str> = files.map(|(_, collection, _)| collection.as_str()).collect();
                let names = names.into_iter().collect::<Vec<_>>().join(" ");
                write!(f, " ({waiting} more with data that `rejudge data verify {names}` says how to get)")?;
            }
        }
        Ok(())
    }
}
