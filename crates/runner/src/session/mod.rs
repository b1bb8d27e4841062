//! Experiments and audits, planned and carried out: the commands `plan`, `run` and `audit`.
//!
//! A [`Choice`] names an experiment and changes to it;
//! `planned` reads and plans it, `carry_out` computes missing cells and writes the results. An
//! [`AuditRequest`] becomes a [`PreparedAudit`], whose experiment is written alone or run.

mod audit;
mod audit_folder;
mod choice;
mod computed;
mod empty_tables;
mod planned;
mod run;

pub use crate::audit::AuditRequest;
pub use audit::{AuditReport, PreparedAudit};
pub use choice::{Choice, beside_variants, cache_folder};
pub use computed::{Computed, Ended, RunOptions};
pub use empty_tables::EmptyTable;
pub use planned::{Planned, expected_of};
