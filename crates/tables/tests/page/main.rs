//! Tests of pages. Most parse the page and look at elements, ids and links.

#![allow(clippy::panic, reason = "helpers of tests, too, say what must be")]
#![expect(clippy::unwrap_used, reason = "tests say what must be by unwrapping it")]

mod cards;
mod document;
mod hostile;
mod sample;
mod tables;
