//! Tests of the crate's public interface: laws, names, and values computed by other tools.

#![allow(clippy::panic, reason = "helpers of tests may panic like tests")]

mod diversity;
mod intents;
mod laws;
mod lists;
mod names;
mod ntcir_laws;
mod old_bpref;
mod oracle;
mod trec_eval_names;
mod trec_laws;
