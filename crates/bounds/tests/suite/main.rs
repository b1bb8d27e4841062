//! Bounds against what all fillings score, and their laws.

#![allow(clippy::panic, reason = "helpers of tests, too, say what must be")]

mod brute_force;
mod laws;
mod pairs;
mod world;
