//! Printed and accepted values against computed ones, and the reports about them.
//!
//! `computed` compares each printed cell with the computed one, `claims` evaluates a paper's claims on the cells,
//! `official` compares the numbers of files that the makers of collections printed (`trec_eval_output`: those that are only counted), `golden` accepted numbers with those of
//! a run, and `real_draws` places printed numbers among draws of real runs;
//! `left_out` knows what `--only` excluded, `central_draws` how far a printed number is from draws, and `compared` sums up.
//! `verdict` combines them, `github` shows its failures at their lines. `check_row` is the one row of a printed cell; check.json
//! (`check_json`), checks.parquet and the printed tables as data (`columns`, `paper_tables`), the claims and the page are views
//! of it.
//! Relations between printed cells are in a script of the tests (`make transcription`).

pub mod central_draws;
mod check_json;
pub mod check_row;
pub mod claims;
mod columns;
mod compared;
pub mod computed;
pub mod github;
pub mod golden;
mod left_out;
mod official;
pub mod paper_tables;
mod read;
pub mod real_draws;
pub mod report;
mod trec_eval_output;
pub mod verdict;

pub use read::{Computed, Elsewhere, stale, tables_of};
