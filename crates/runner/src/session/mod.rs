//! Experiments and audits as a library: the commands `plan`, `run` and `audit`, without arguments, terminal and
//! signals.
//!
//! [`Places`] are the folders of experiments and collections. A [`Choice`] names an experiment and changes to it;
//! [`Places::planned`] reads and plans it, [`Places::carry_out`] computes missing cells and writes the results. An
//! [`AuditRequest`] becomes a [`PreparedAudit`], whose experiment is written alone or run. A [`Watch`] receives events
//! meanwhile, and may stop the computation.
//!
//! The module prints nothing. Messages for the caller are returned, or passed to the watch.

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
pub use places::Places;
pub use planned::{Planned, expected_of};
pub use run::Finished;
pub use watch::{Unwatched, Watch, lock};
