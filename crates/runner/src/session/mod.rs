//! Experiments and audits, planned and carried out: the commands `plan`, `run` and `audit`.
//!
//! [`Places`] are the folders of experiments and collections. A [`Choice`] names an experiment and changes to it;
//! [`Places::planned`] reads and plans it, [`Places::carry_out`] computes missing cells and writes the results. An
//! [`AuditRequest`] becomes a [`PreparedAudit`], whose experiment is written alone or run.

mod audit;
mod audit_folder;
mod choice;
mod computed;
mod empty_tables;
mod explain;
mod places;
mod planned;
mod run;

pub use audit::{AuditReport, AuditRequest, Audited, PreparedAudit};
pub use choice::{Choice, beside_variants, cache_folder};
pub use computed::{Computed, Ended, RunOptions};
pub use empty_tables::EmptyTable;
pub use places::Places;
pub use planned::{Planned, expected_of};
pub use run::Finished;
