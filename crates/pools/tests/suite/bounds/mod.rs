//! Bounds against what all fillings score, and their laws.

mod brute_force;
mod laws;
mod pairs;
mod world;
