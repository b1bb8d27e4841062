//! Compares bounds with the scores of all fillings, and tests laws of bounds.

mod brute_force;
mod laws;
mod pairs;
mod world;
