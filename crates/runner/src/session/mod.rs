//! Experiments and audits, planned and carried out: the commands `plan`, `run` and `audit`.
//!
//! A [`Choice`] names an experiment and changes to it;
//! `planned` reads and plans it, `carry_out` computes missing cells and writes the results. An
//! [`AuditRequest`] becomes a [`PreparedAudit`], whose experiment is written alone or run.

mod audit;
mod audit_folder;
mod planned;
mod run;
mod usual_folder;

pub use crate::audit::AuditRequest;
pub use audit::{AuditReport, PreparedAudit};
pub use planned::{Choice, Planned, beside_variants, cache_folder, expected_of};
pub use run::{CarriedOut, Computed, RunOptions, unscored_lines};
pub use usual_folder::{REPORT, RESULTS, UsualFolder};
