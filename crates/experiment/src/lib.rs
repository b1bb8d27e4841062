//! Experiments: from the YAML that people write to the numbers of its cells.
//!
//! | module | contents |
//! |---|---|
//! | [`spec`] | experiment.yaml, measure sets and tasks as typed values with their places |
//! | [`grid`] | the experiment with every name resolved: its points, cells and plan |
//! | [`statistics`] | the statistics, a file each |
//! | [`exec`] | the computation of a plan: shards, cache, failures |
//! | [`printed`] | expected.yaml: the values that a paper prints |
//! | [`labels`] | several assessors' labels as one relevance level; NTCIR's subtopic tasks |
//!
//! `labels` and `printed` need only `spec`. A statistic is computed from its `Inputs`, which `exec` implements, and `grid`
//! has the statistics of an experiment.
//!
//! ```
//! use rejudge_experiment::spec::yaml::{Source, parse};
//!
//! let text = "measures: [AP, nDCG@10]\nmeasures: [Q]\n".to_owned();
//! let error = parse(Source { name: "experiment.yaml".to_owned(), folder: ".".into(), text }).unwrap_err();
//! assert!(error.to_string().contains("`measures`"), "a key that is there twice: {error}");
//! ```

#![forbid(unsafe_code)]

pub mod exec;
pub mod grid;
pub mod labels;
pub mod printed;
pub mod spec;
pub mod statistics;
