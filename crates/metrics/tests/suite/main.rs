//! Tests of the crate through its public face: laws, names, and values computed by other tools.

mod diversity;
mod intents;
mod laws;
mod lists;
mod names;
mod oracle;
