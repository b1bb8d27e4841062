//! Draws: moments, quantiles and exact sequences.

mod continuous;
mod discrete;
mod quantile;
