//! The statistics against other programs. `paired_tests.py`, `judges.py`, `group_change.py`,
//! `exponential_decay.py` and `tukey.R` make the tables.

mod exponential_decay;
mod group_change;
mod judges;
mod paired_tests;
mod tukey;

/// The rows of a table below its heading.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().skip(1).map(|line| line.split('\t').collect())
}

fn number(field: &str) -> f64 {
    field.parse().expect("a number")
}
