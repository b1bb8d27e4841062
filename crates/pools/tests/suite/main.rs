//! Laws and hand-checked cases of judgment sets, bounds, pools, choices of runs and sets of topics.

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
