//! Tests of random numbers: moments, quantiles and exact sequences.

mod continuous;
mod discrete;
mod quantile;
