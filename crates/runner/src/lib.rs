//! Grids to tables: the YAML of an experiment becomes cells, parquet, checks and a report.

#![forbid(unsafe_code)]

pub mod cli;
pub mod schemas;
pub mod shipped;
