//! The quality of a test collection: an audit fills a user's files into the bundled experiment `audit`, runs it, and
//! reads its tables.
//!
//! `inputs` are the files of the user, and what is asked of them. `inspect` loads them: `files` describes the collection (collection.yaml,
//! teams.tsv, pooled.tsv), and the known facts about its pool. `experiment` fills both into the bundled experiment.
//! `prepared` does this for a folder (`folder`), in which files of the user are never replaced, and runs it. Then `verdicts` answers the questions of verdicts.yaml from its tables, with `pictures` and
//! `pools_like_it`, and `report` makes pages from them.

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

pub use inputs::{AuditRequest, DESCRIBED, Inputs};
pub use other_judge::judges_named;
pub use prepared::{AuditReport, PreparedAudit};
pub use report::{PAGE, Remark, VERDICTS};
pub use verdicts::{Answer, Verdict};
