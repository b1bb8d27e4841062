//! What organisers ask of a collection, answered by an experiment that is written for it.
//!
//! `given` is what the user has, `look` loads it: `files` describes it (collection.yaml, teams.tsv,
//! pooled.tsv) from the judgments of a base pool (`pools/inspect/base`), `inspection` sees what lies there
//! (`scored` of score matrices), `experiment` writes the YAML that judges it again, and after that has been
//! run `answers` reads its cells and `report` says them in words. The numbers are the experiment's: to run
//! it again gives the same. `inferred` knows where infAP is AP, `home` is the folder of all that (`apart`
//! from what is read), which is `written` at the end, whole or not at all.

#![forbid(unsafe_code)]

mod answers;
mod apart;
mod experiment;
mod files;
mod given;
mod home;
mod inferred;
mod inspection;
mod left_out;
pub mod like;
mod look;
mod matrix;
mod numbers;
mod report;
mod scored;
mod written;

pub use answers::{Answer, answers};
pub use experiment::Asked;
pub use files::EXPERIMENT;
pub use given::Given;
pub use home::{Beside, Home, Open};
pub use inferred::{note, repeated};
pub use inspection::Remark;
pub use look::{Looked, look, look_at_scores};
pub use report::{Audited, Seen};
pub use written::{PAGE, experiment_files, report_files};
