//! How many of the numbers that were printed of real runs were computed again.

use std::collections::{BTreeMap, BTreeSet};

/// What became of the numbers of real runs, each counted once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RealRuns {
    /// By the hash of the file that prints them, or by experiment, table and collection.
    files: BTreeMap<String, FileCounts>,
}

/// What became of the numbers of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct FileCounts {
    collection: String,
    equal: usize,
    off: usize,
    waiting: usize,
}

impl RealRuns {
    /// Adds the numbers of a file or table about `collection`: how many are equal to the printed digits, not
    /// equal or not computed although the data are here, and how many wait for data or for a run.
    pub fn count(&mut self, source: &str, collection: &str, equal: usize, off: usize, waiting: usize) {
        let collection = collection.to_owned();
        self.put(source.to_owned(), FileCounts { collection, equal, off, waiting });
    }

    /// Adds those of another experiment; a number that both speak of is one.
    pub fn add(&mut self, other: &Self) {
        other.files.iter().for_each(|(file, counts)| self.put(file.clone(), counts.clone()));
    }

    fn put(&mut self, file: String, new: FileCounts) {
        let known = self.files.entry(file).or_default();
        let all = |of: &FileCounts| of.equal + of.off + of.waiting;
        let numbers = all(known).max(all(&new));
        // What is off for one is off; what is computed by one does not wait.
        known.off = known.off.max(new.off);
        known.equal = known.equal.max(new.equal).min(numbers - known.off);
        known.waiting = numbers - known.off - known.equal;
        known.collection = new.collection;
    }

    /// How many are equal to the printed digits.
    pub fn equal(&self) -> usize {
        self.files.values().map(|of| of.equal).sum()
    }

    /// How many are not, or were not computed although the data are here.
    pub fn off(&self) -> usize {
        self.files.values().map(|of| of.off).sum()
    }

    /// How many are of collections that are not here, or not computed yet.
    pub fn waiting(&self) -> usize {
        self.files.values().map(|of| of.waiting).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// `715 printed numbers of real runs recomputed, 0 off`
    pub fn recomputed(&self) -> String {
        format!("{} printed numbers of real runs recomputed, {} off", self.equal(), self.off())
    }
}

impl std::fmt::Display for RealRuns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.recomputed())?;
        let waiting: BTreeSet<&str> =
            self.files.values().filter(|of| of.waiting > 0).map(|of| of.collection.as_str()).collect();
        if !waiting.is_empty() {
            let collections = waiting.into_iter().collect::<Vec<_>>().join(" ");
            write!(f, " ({} more with `rejudge data get {collections}`)", self.waiting())?;
        }
        Ok(())
    }
}
