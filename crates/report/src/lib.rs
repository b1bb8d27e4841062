//! Results as tables, and the comparison of these tables with a paper's values.
//!
//! | module | contents |
//! |---|---|
//! | [`table`] | makes tables and figures from computed cells, and the files of the results folder |
//! | [`check`] | compares computed numbers with the paper's values, golden values and claims; makes reports |
//!
//! `table` does not use `check`, and neither uses the command line. `table::results` writes a results folder, and
//! `check::verdict` has the outcome of `rejudge check`.

#![forbid(unsafe_code)]

pub mod check;
pub mod table;
