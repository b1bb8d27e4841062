//! Tests of the crate through its public face: laws, and values computed by other tools.

#![allow(clippy::panic, reason = "helpers of tests, too, say what must be")]

mod laws;
mod oracle;
mod standings;
