//! A number of an experiment: its value first, then its derivation.
//!
//! A question (`question`) names an experiment, one of its tables, a cell of a table by its labels, or an
//! address of cells.parquet. A cell of a table is computed from cells of the run (`table_cell`); each of these has an
//! address (`run_cell`), an `origin`, and a key that explains why it would be computed again (`key`).

mod key;
mod origin;
mod question;
mod run_cell;
mod source;
mod table_cell;

use std::fmt::Write;

use rejudge_report::table::number;

use crate::cli::Failure;
use crate::cli::args::Global;
use crate::cli::explain::Explain;
use question::Question;
use source::Source;

impl Global {
    /// Returns the explanation of a number as text; for an experiment or a table, a list of its numbers.
    ///
    /// # Errors
    /// If there is no such number, or its source cannot be read.
    pub fn explain(&self, request: &Explain) -> Result<String, Failure> {
        let question = Question::read(self, &request.what)?;
        let source = Source::open(self, &question.experiment, request)?;
        let Some(number) = question.number else { return Ok(table_cell::tables(&source)) };
        let (name, labels) = question::parts(&number)?;
        if labels.as_ref().is_some_and(|labels| labels.iter().any(|label| label.starts_with("collection="))) {
            return run_cell::explain(&source, &number);
        }
        let Some(table) = source.grid.tables.iter().find(|table| table.name == name) else {
            return Err(question::no_table(&source, name, labels.is_some()));
        };
        match labels {
            None => table_cell::lines(&source, table),
            Some(labels) => table_cell::explain(&source, table, &labels),
        }
    }
}

/// A number with the digits that tell people something.
fn short(value: f64) -> String {
    let large = value.abs() >= 1000.0;
    match value.fract() == 0.0 {
        true => number(value, 0, false),
        false => number(value, if large { 1 } else { 4 }, false),
    }
}

/// Summarises the draws of a number, and gives the requested draw.
fn over_draws(draws: &[(u32, f64)], draw: u32, shown: &dyn Fn(f64) -> String) -> String {
    let values: Vec<f64> = draws.iter().map(|&(_, value)| value).collect();
    let Some(mean) = rejudge_stats::mean(&values) else { return "no number".to_owned() };
    let mut text = shown(mean);
    let of_draw = draws.iter().find(|&&(number, _)| number == draw).map(|&(_, value)| value);
    if let (Some(deviation), true) = (rejudge_stats::standard_deviation(&values), draws.len() > 1) {
        let _ = write!(text, " ±{}", shown(deviation).trim_start_matches('+'));
        let _ = write!(text, "  mean and standard deviation of {} draws", draws.len());
        match of_draw {
            Some(value) => drop(write!(text, "; draw {draw}: {}", shown(value))),
            None => drop(write!(text, "; draw {draw} has none")),
        }
    }
    text
}
