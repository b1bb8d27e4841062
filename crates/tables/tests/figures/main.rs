//! Tests of figures. They parse the SVG instead of searching for substrings.

#![allow(clippy::panic, reason = "helpers of tests, too, say what must be")]
#![expect(clippy::unwrap_used, reason = "tests say what must be by unwrapping it")]

mod errors;
mod laws;
mod pictures;
mod sample;
mod sketches;
mod values;
