//! Bounds against the scores of all fillings, and their laws.

mod brute_force;
mod laws;
mod pairs;
mod world;
