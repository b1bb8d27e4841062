//! Grids to tables: the YAML of an experiment becomes cells, parquet, checks and a report.

pub mod check;
pub mod yaml;
