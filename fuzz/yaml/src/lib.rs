//! The modules of the runner that read YAML, as they stand in crates/runner: nothing is written twice.
//!
//! The runner itself needs polars, which takes minutes to build and would be built once more, instrumented, for files it has
//! no part in. What is missing here of `check` are the parts that look at results, so that some of the rest is never called.

#![allow(dead_code)]

#[path = "../../../crates/runner/src/grid/mod.rs"]
pub mod grid;
#[path = "../../../crates/runner/src/ordinary.rs"]
mod ordinary;
#[path = "../../../crates/runner/src/slurm/config.rs"]
pub mod slurm;
#[path = "../../../crates/runner/src/spec/mod.rs"]
pub mod spec;
#[path = "../../../crates/runner/src/visible.rs"]
mod visible;
#[path = "../../../crates/runner/src/yaml/mod.rs"]
pub mod yaml;

pub mod check;
