//! The program `rejudge`.
//!
//! | module | contents |
//! |---|---|
//! | [`cli`] | the command line: a file for each verb, and its arguments |
//! | [`audit`] | questions about a collection, answered by a bundled experiment and a table of verdicts |
//! | [`fetch`] | published files by hash: HTTPS, folders, clones |
//! | [`layout`] | published files to those of a collection, as its description says |
//! | [`bundled`], [`schemas`] | the bundled files, and the schemas of the YAML |

#![forbid(unsafe_code)]

pub mod audit;
pub mod bundled;
pub mod cli;
pub mod fetch;
pub mod layout;
pub mod schemas;
