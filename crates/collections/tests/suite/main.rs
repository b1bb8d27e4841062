//! Tests of the crate's public functions: files that are read, refused and written.

#![allow(clippy::panic, reason = "helpers of tests, too, say what must be")]

mod bundled;
mod descriptor;
mod forms;
mod in_memory;
mod inspected;
mod intents;
mod load;
mod qrels;
mod scan;
mod score_table;
mod scores;
mod tables;
mod unscored;
mod without_own_team;
mod write;
