//! Properties of intervals, standings, topic set sizes and prediction-powered means. `oracle` compares values
//! with other programs.

mod laws;
mod standings;
