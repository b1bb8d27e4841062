//! Tests of the crate through its public face: laws, names, and values computed by other tools.

mod diversity;
mod intents;
mod laws;
mod lists;
mod names;
mod ntcir_laws;
mod oracle;
mod trec_eval_names;
mod trec_laws;
