//! Compares printed and accepted values with computed ones, and reports the results.
//!
//! | module | contents |
//! |---|---|
//! | `computed` | compares each printed cell with the computed one |
//! | `claims` | evaluates a paper's claims on the cells |
//! | `official` | compares scores that a collection's makers published; `trec_eval_output` compares numbers that are counted, but not listed |
//! | `golden` | compares accepted numbers with the numbers of a run |
//! | `real_draws`, `central_draws` | printed numbers among draws of real runs, and their distance from draws |
//! | `read` | reads the results of a run |
//! | `left_out` | the cells that `--only` excluded |
//! | `verdict` | combines all checks; `compared` sums up, and `github` shows failures at their lines |
//! | `check_row` | the check of one printed cell. check.json (`check_json`), checks.parquet (`columns`), the paper's tables (`paper_tables`) and the page are made from these rows |
//! | `report` | the page of an experiment, and the index of all pages |
//!
//! A test script checks relations between printed cells (`make transcription`).

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

pub use read::{Computed, Elsewhere, stale_reason, tables_of};
