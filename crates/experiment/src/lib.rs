//! Experiments, from the YAML that people write to the numbers of the cells.
//!
//! | module | contents |
//! |---|---|
//! | [`spec`] | experiment.yaml, measure sets and tasks as typed values with their positions |
//! | [`grid`] | the experiment with all names resolved: its points, cells and plan |
//! | [`statistics`] | the kinds of statistics: parameters, requirements, quantities and computation |
//! | [`exec`] | the execution of a plan: computation, cache, shards, failures |
//! | [`printed`] | expected.yaml: the values that a paper prints |
//! | [`labels`] | several assessors' labels turned into one relevance level; NTCIR's subtopic tasks |
//!
//! `labels` and `printed` need only `spec`. `grid` uses `spec` and `statistics`, because a [`Grid`](grid::Grid) has the
//! statistics of its experiment. A statistic is computed from [`Inputs`](statistics::Inputs), which `exec` implements.
//!
//! ```
//! use rejudge_experiment::spec::yaml::{Source, parse};
//!
//! let text = "measures: [AP, nDCG@10]\nmeasures: [Q]\n".to_owned();
//! let error = parse(Source { name: "experiment.yaml".to_owned(), folder: ".".into(), text }).unwrap_err();
//! assert!(error.to_string().contains("`measures`"), "a duplicate key: {error}");
//! ```

#![forbid(unsafe_code)]

pub mod exec;
pub mod grid;
pub mod labels;
pub mod printed;
pub mod spec;
pub mod statistics;
