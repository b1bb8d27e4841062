//! Grids to tables: the YAML of an experiment becomes cells, parquet, checks and a report.

#![forbid(unsafe_code)]

pub mod audit;
pub mod base;
pub mod cache;
pub mod check;
pub mod cli;
pub mod cost;
pub mod counted;
mod defect;
pub mod eval;
pub mod exec;
pub mod figures;
pub mod frame;
pub mod grid;
pub mod key;
pub mod like;
mod ordinary;
pub mod own;
pub mod part;
pub mod plan;
pub mod pooling;
pub mod report;
pub mod results;
mod sampled;
pub mod schemas;
pub mod shard;
mod shell;
pub mod slurm;
pub mod spec;
pub mod subtopics;
pub mod table;
pub mod timings;
mod visible;
pub mod yaml;
