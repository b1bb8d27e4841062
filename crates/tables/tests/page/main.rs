//! Pages as a browser's parser sees them: elements, ids and links, not substrings alone.

#![allow(clippy::panic, reason = "helpers of tests, too, say what must be")]
#![expect(clippy::unwrap_used, reason = "tests say what must be by unwrapping it")]

mod cards;
mod document;
mod hostile;
mod sample;
mod tables;
