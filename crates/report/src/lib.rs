//! Results as tables, and the comparison of these tables with the values of a paper.
//!
//! | module | contents |
//! |---|---|
//! | [`table`] | cells to tables and figures, and the files of the results folder |
//! | [`check`] | the paper's values, golden values and claims against computed numbers; reports |
//!
//! `table` does not use `check`, and neither uses the command line. `table::write` writes a results folder, and
//! `check::verdict` is the outcome of `rejudge check`.

#![forbid(unsafe_code)]

pub mod check;
pub mod table;
