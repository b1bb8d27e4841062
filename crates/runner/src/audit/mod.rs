//! The quality of a test collection: an audit fills a user's files into the bundled experiment `audit`, runs it, and
//! reads its tables.
//!
//! `inputs` are the files of the user, and what is asked of them. `inspect` loads them: `files` describes the collection (collection.yaml,
//! teams.tsv, pooled.tsv), and the known facts about its pool. `experiment` fills both into the bundled experiment.
//! After it has been run, `verdicts` answers the questions of verdicts.yaml from its tables, with `pictures` and
//! `pools_like_it`, and `report` makes pages from them.

mod experiment;
mod files;
mod inputs;
mod inspect;
pub mod like;
mod measures;
mod new_run;
mod other_judge;
mod pictures;
mod pools_like_it;
mod report;
mod tables;
mod verdicts;

pub use experiment::{experiment_files, extending_files, unfilled};
pub use files::{EXPERIMENT, real, seen_from};
pub use inputs::{AuditRequest, DESCRIBED, Inputs};
pub use inspect::{Inspected, inspect};
pub use new_run::{NewRun, is_to_judge};
pub use other_judge::judges_named;
pub use report::{Audited, PAGE, Remark, VERDICTS, report_files};
pub use verdicts::{Answer, Verdict, answers};
