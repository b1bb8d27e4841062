//! Tests of this crate: laws, comparisons with definitions, and cases that were checked by hand.

#![allow(clippy::panic, reason = "helpers of tests may panic like tests")]

mod bounds;
mod contributions;
mod inspected;
mod intents;
mod joins;
mod judges;
mod manipulations;
mod masks;
mod model;
mod names;
mod pooled;
mod pools_to_judge;
mod samples;
mod selection;
mod topic_sets;
mod unit_bounds;
mod unit_cases;
mod unit_laws;
mod unit_oracle;
mod units;
