//! Properties of intervals, standings and topic set sizes. `oracle` compares values with other programs.

mod laws;
mod standings;
