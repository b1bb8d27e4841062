//! Compares statistics with other programs. The scripts in this folder make the tables.

mod certainty;
mod exponential_decay;
mod group_change;
mod judges;
mod paired_tests;
mod rankings;
mod reproduction;
mod tukey;

/// Returns the rows of a table, without its header.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().skip(1).map(|line| line.split('\t').collect())
}

fn number(field: &str) -> f64 {
    field.parse().expect("a number")
}

/// Reads the numbers of a field, which are separated by commas.
fn numbers(field: &str) -> Vec<f64> {
    field.split(',').filter(|text| !text.is_empty()).map(number).collect()
}

/// Counts compared values, and keeps their largest difference.
#[derive(Default)]
struct Compared {
    values: usize,
    undefined: usize,
    largest: f64,
}

impl Compared {
    fn compare(&mut self, found: Option<f64>, expected: &str, what: &str) {
        match (found, optional(expected)) {
            (None, None) => self.undefined += 1,
            (Some(found), Some(expected)) => {
                let off = (found - expected).abs();
                assert!(off <= 1e-13, "{what}: {found} against {expected}, off by {off:e}");
                (self.values, self.largest) = (self.values + 1, self.largest.max(off));
            }
            (found, _) => panic!("{what}: {found:?} against {expected}"),
        }
    }

    fn finish(&self, what: &str, min_values: usize) {
        let Self { values, undefined, largest } = self;
        println!("{what}: {values} values, {undefined} not defined by both, largest difference {largest:e}");
        assert!(*values >= min_values, "{what}: {values} values");
    }
}

/// Reads a number, or `-` for an undefined value.
fn optional(field: &str) -> Option<f64> {
    (field != "-").then(|| number(field))
}
