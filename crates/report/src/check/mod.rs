//! Printed and accepted values against computed ones, and the reports about them.
//!
//! `computed` compares each printed cell with the computed one, `claims` evaluates a paper's claims on the cells,
//! `official` compares the numbers of files that the makers of collections printed (`trec_eval_output`: those that are only counted), `golden` accepted numbers with those of
//! a run, and `real_draws` places printed numbers among draws of real runs;
//! `left_out` knows what `--only` excluded, `central_draws` how far a printed number is from draws, and `compared` sums up.
//! `verdict` combines them, `github` shows its failures at their lines; `check_json` and `checks_frame` are its files.
//! `paper_tables` exports printed tables as data. All but `golden` and `github` read rows of one type, `checked_cell`.
//! Relations between printed cells are in a script of the tests (`make transcription`).

pub mod central_draws;
mod check_json;
pub mod checked_cell;
mod checks_frame;
pub mod claims;
mod compared;
pub mod computed;
pub mod github;
pub mod golden;
mod left_out;
mod official;
pub mod outcome;
pub mod paper_tables;
mod read;
pub mod real_draws;
pub mod report;
mod trec_eval_output;
pub mod verdict;

pub use read::{Computed, Elsewhere, stale, tables_of};
