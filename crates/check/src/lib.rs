//! Printed values and accepted ones against computed ones, and the reports that tell of it.
//!
//! `computed` holds each printed cell against what was computed, `claims` a paper's claims against the
//! cells, `golden` accepted numbers against those of a run, `placed` numbers of other papers against the
//! draws; `verdict` puts them together, `github` shows its failures where they stand; `check_json` and
//! `checks_frame` are its files. `paper_tables` has printed tables as data, `fit` how
//! well twins fit them (`beside`: number by number). What printed cells say of each other is the crate of what is printed.

#![forbid(unsafe_code)]

pub mod beside;
mod check_json;
mod checks_frame;
pub mod claims;
pub mod computed;
mod differs;
pub mod fit;
pub mod github;
pub mod golden;
pub mod outcome;
pub mod paper_tables;
pub mod placed;
mod read;
pub mod real_draws;
mod real_numbers;
pub mod report;
mod schema;
pub mod verdict;

pub use read::{Computed, Elsewhere, stale};
pub use schema::expected_schema;
