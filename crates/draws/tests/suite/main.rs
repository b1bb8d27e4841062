//! Tests of the crate through its public face: moments, quantiles and exact sequences.

#![allow(clippy::panic, reason = "helpers of tests, too, say what must be")]

mod continuous;
mod discrete;
mod quantile;
