//! The program `rejudge`.
//!
//! | module | contents |
//! |---|---|
//! | [`cli`] | the command line: each verb has a module with its arguments |
//! | [`audit`] | audits: a bundled experiment and a table of verdicts answer questions about a collection |
//! | [`fetch`] | downloads published files, or copies them from folders and clones |
//! | [`layout`] | makes a collection's files from published files, as the collection's description says |
//! | [`schemas`] | the schemas of YAML files |

#![forbid(unsafe_code)]

pub mod audit;
pub mod cli;
pub mod fetch;
pub mod layout;
pub mod schemas;
