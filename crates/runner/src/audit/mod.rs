//! Audits of test collections. An audit inserts your files into the bundled experiment `audit`, runs it, and reads
//! verdicts from its tables.
//!
//! The modules, in the order of an audit:
//!
//! 1. `inputs` is the request: your files and options. `other_judge` has the judges that are compared with
//!    the judgments.
//! 2. `inspect` loads the files, with `new_run`, and finds out what the experiment needs to know, such as the
//!    pool depth. `files` makes the texts of the collection's description and tables from these facts.
//! 3. `experiment` inserts the description into the bundled experiment.
//! 4. `prepared` calls the other modules in this order, and runs the experiment. `folder` writes the output
//!    folder, and never replaces your own files in it.
//! 5. `verdicts` answers the questions of verdicts.yaml from the experiment's `tables`, with `measures`, `pictures` and
//!    `pools_like_it`.
//! 6. `report` makes the files of the report from the answers.
//!
//! `like` is not part of an audit: it describes the simulated collection of `rejudge simulate --like`.

mod experiment;
mod files;
mod folder;
mod inputs;
mod inspect;
pub mod like;
mod measures;
mod new_run;
mod other_judge;
mod pictures;
mod pools_like_it;
mod prepared;
mod report;
mod tables;
mod verdicts;

pub use files::COLLECTION;
pub use inputs::{AuditRequest, DEPTH_FROM_DESCRIPTION, Inputs};
pub use other_judge::{OtherJudge, judges_named};
pub use prepared::{AuditReport, PreparedAudit};
pub use report::{PAGE, REPORT, Remark, VERDICTS};
pub use verdicts::{Answer, AuditVerdict};
