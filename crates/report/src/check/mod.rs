//! Compares printed and accepted values with computed ones, and reports the results.
//!
//! | module | contents |
//! |---|---|
//! | `computed` | compares each printed cell with the computed one |
//! | `claims` | evaluates a paper's claims on the cells |
//! | `official` | compares scores that a collection's makers published |
//! | `trec_eval_output` | compares published output of `trec_eval -q`; the outcomes are only counted, without a row for each |
//! | `golden` | compares accepted numbers with the numbers of a run |
//! | `real_draws` | places printed numbers among draws of real runs |
//! | `central_draws` | the place of a printed number among any draws, and its distance from them |
//! | `read` | reads the results of a run |
//! | `left_out` | the cells that `--only` excluded |
//! | `verdict` | combines all checks |
//! | `compared` | makes the line that counts the outcomes |
//! | `github` | writes failures and summaries for GitHub |
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
