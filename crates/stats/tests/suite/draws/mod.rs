//! Tests of random numbers (moments, distributions, exact sequences), and of the normal distribution function
//! and its inverse.

mod continuous;
mod discrete;
mod quantile;
