//! Figures as a reader's program sees them: parsed, not searched for substrings.

mod errors;
mod laws;
mod pictures;
mod sample;
