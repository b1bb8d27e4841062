//! Tests of the crate through its public face: files that are read, refused and written.

#![allow(clippy::panic, reason = "helpers of tests, too, say what must be")]

mod bundled;
mod forms;
mod in_memory;
mod inspected;
mod intents;
mod load;
mod qrels;
mod score_table;
mod scores;
mod write;
