//! Counts, by outcome, of the numbers that papers print for real runs, labels and collections.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use rejudge_names::plural::of_number;

use super::CheckOutcome;
use super::cell::CellKind;

/// The outcomes of the numbers that are printed for real data. Each number is counted once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RealNumbers {
    /// The counts of each source. The key of a source is the hash of the file that prints the numbers, or the
    /// experiment, table, collection and kind.
    sources: BTreeMap<String, Source>,
}

/// The numbers of a file or table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Source {
    kind: CellKind,
    collection: String,
    /// True if the collection's data are available, so that `rejudge run` would compute the waiting numbers.
    has_data: bool,
    /// The counts of equal, off, mistaken and waiting numbers, as [`RealNumbers::counts`] returns them.
    counts: [usize; 4],
}

impl RealNumbers {
    /// Returns a function that counts, by outcome, the numbers that a file or table prints for a collection.
    /// `has_data` is true if the collection's data are available.
    pub fn counter(
        &mut self,
        source: String,
        kind: CellKind,
        (collection, has_data): (&str, bool),
    ) -> impl FnMut(CheckOutcome, usize) + use<'_> {
        let new = || Source { kind, collection: collection.to_owned(), has_data, counts: [0; 4] };
        let counts = &mut self.sources.entry(source).or_insert_with(new).counts;
        |outcome, numbers| {
            let index = match outcome {
                CheckOutcome::Match => 0,
                CheckOutcome::KnownDifference => 2,
                CheckOutcome::SkippedData => 3,
                // Numbers that `run --only` left out are not counted.
                CheckOutcome::LeftOut => return,
                drawn if CheckOutcome::DRAWN.contains(&drawn) => 3,
                _ => 1,
            };
            counts[index] += numbers;
        }
    }

    /// Adds the numbers of another experiment. If both experiments have the same source, its numbers are counted once.
    pub fn add(&mut self, other: &Self) {
        for (name, Source { kind, collection, has_data, counts }) in &other.sources {
            let source = self.sources.entry(name.clone()).or_insert_with(|| other.sources[name].clone());
            (source.kind, source.collection) = (*kind, collection.clone());
            source.has_data |= *has_data;
            let merged = &mut source.counts;
            let mut unassigned = merged.iter().sum::<usize>().max(counts.iter().sum());
            // A number is off if it is off in either experiment. It waits only if neither experiment has computed it.
            for outcome in [1, 2, 0] {
                merged[outcome] = merged[outcome].max(counts[outcome]).min(unassigned);
                unassigned -= merged[outcome];
            }
            merged[3] = unassigned;
        }
    }

    /// Returns four counts:
    ///
    /// 1. *equal*: the computed value has the printed digits;
    /// 2. *off*: it differs, or is missing although there are results for the collection;
    /// 3. *mistaken*: it equals the correct value of a known erratum, or differs for a known reason;
    /// 4. *waiting*: the collection's data are not available, there are no results for the collection yet, or
    ///    the number is only compared with random draws.
    pub fn counts(&self, kind: CellKind) -> [usize; 4] {
        let sources = self.sources.values().filter(|source| source.kind == kind);
        sources.fold([0; 4], |sums, source| {
            std::array::from_fn(|outcome| sums[outcome] + source.counts[outcome])
        })
    }

    /// Returns true if no numbers were counted.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }
}

impl fmt::Display for RealNumbers {
    /// Writes `715 printed numbers of real runs recomputed, 0 off`, and how to compute the waiting numbers or
    /// get their data.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: BTreeSet<CellKind> = self.sources.values().map(|source| source.kind).collect();
        for (index, kind) in kinds.into_iter().enumerate() {
            let [equal, off, mistaken, _] = self.counts(kind);
            let (separator, numbers) =
                (["", "; "][index.min(1)], if equal == 1 { "number" } else { "numbers" });
            let whose = kind.real_data().unwrap_or_default();
            write!(f, "{separator}{equal} printed {numbers} of real {whose} recomputed, {off} off")?;
            if mistaken > 0 {
                write!(f, ", {mistaken} different for a known reason")?;
            }
            let waiting = |has_data: bool| {
                let sources = self.sources.values().filter(move |source| source.kind == kind);
                sources.filter(move |source| source.has_data == has_data && source.counts[3] > 0)
            };
            let numbers = |has_data: bool| waiting(has_data).map(|source| source.counts[3]).sum::<usize>();
            let uncomputed = match numbers(true) {
                0 => String::new(),
                1 => "1 awaits `rejudge run`".to_owned(),
                several => format!("{several} await `rejudge run`"),
            };
            let without_data = match numbers(false) {
                0 => String::new(),
                count => {
                    let names: BTreeSet<&str> =
                        waiting(false).map(|source| source.collection.as_str()).collect();
                    let names = names.into_iter().collect::<Vec<_>>().join(" ");
                    let need = of_number(count, "needs", "need");
                    format!("{count} more {need} data: `rejudge data verify {names}` says how to get them")
                }
            };
            let next_steps = [uncomputed, without_data].into_iter().filter(|words| !words.is_empty());
            let next_steps = next_steps.collect::<Vec<_>>().join("; ");
            if !next_steps.is_empty() {
                write!(f, " ({next_steps})")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_wait_for_a_run_or_for_data() {
        let mut numbers = RealNumbers::default();
        let kind = CellKind::RealRuns;
        let mut count = |file: &str, data, outcome, count| {
            numbers.counter(file.to_owned(), kind, data)(outcome, count);
        };
        count("a", ("trec-a", true), CheckOutcome::Match, 2);
        count("b", ("trec-b", true), CheckOutcome::SkippedData, 39);
        count("c", ("trec-c", false), CheckOutcome::SkippedData, 7);
        let whose = kind.real_data().unwrap_or_default();
        assert_eq!(
            numbers.to_string(),
            format!(
                "2 printed numbers of real {whose} recomputed, 0 off (39 await `rejudge run`; 7 more need data: \
                 `rejudge data verify trec-c` says how to get them)"
            )
        );
        let mut all = RealNumbers::default();
        all.add(&numbers);
        assert_eq!(all, numbers);
    }
}
