//! Experiments and audits for a program: what the commands `plan`, `run` and `audit` do, without
//! arguments, terminal and signals.
//!
//! [`Places`] says where experiments and collections lie. A [`Choice`] names an experiment and what is
//! changed of it; [`Places::planned`] reads and plans it, [`Places::carry_out`] computes what is missing and
//! writes the results. An [`AuditRequest`] becomes a [`PreparedAudit`], whose experiment is written alone or
//! carried out. A [`Watch`] is told what happens meanwhile, and may stop it.
//!
//! Nothing here prints. What a caller should know is in what is returned, or told to the watch.

#![forbid(unsafe_code)]

mod audit;
mod choice;
mod computed;
mod empty_tables;
mod error;
mod explain;
mod failures;
mod places;
mod planned;
mod run;
mod watch;

pub use audit::{AuditReport, AuditRequest, Audited, PreparedAudit};
pub use choice::{Choice, beside_variants, cache_folder};
pub use computed::{Computed, Ended, RunOptions};
pub use empty_tables::EmptyTable;
pub use error::{Argument, SessionError};
pub use explain::{ExplainRequest, Spot, spots};
pub use failures::failures;
pub use places::{Places, data_folder};
pub use planned::{Planned, expected_of};
pub use run::Finished;
pub use watch::{Unwatched, Watch, lock};
