//! Printed and accepted values against computed ones, and the reports about them.
//!
//! `computed` compares each printed cell with the computed one, `claims` evaluates a paper's claims on the cells,
//! `golden` compares accepted numbers with those of a run, and `real_draws` places printed numbers among draws of real runs;
//! `verdict` combines them, `github` shows its failures at their lines; `check_json` and `checks_frame` are its files.
//! `paper_tables` exports printed tables as data, and `beside` places their numbers among the draws of simulated collections. Relations between printed cells are in a script of the tests (`make transcription`).

pub mod beside;
mod check_json;
mod checks_frame;
pub mod claims;
pub mod computed;
mod differs;
pub mod github;
pub mod golden;
pub mod outcome;
pub mod paper_tables;
mod read;
pub mod real_draws;
mod real_numbers;
pub mod report;
pub mod verdict;

pub use read::{Computed, Elsewhere, stale};
