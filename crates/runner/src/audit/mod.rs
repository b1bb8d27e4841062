//! What organisers ask of a collection, answered by an experiment that is written for it.
//!
//! `given` is what the user has, `look` loads it: `files` describes it (collection.yaml, teams.tsv,
//! pooled.tsv) from the judgments of a base pool (`pools/inspect/base`), `inspection` sees what lies there (`scored` of score matrices), `experiment` writes the YAML that judges it again, and after that has been run `answers`
//! reads its cells and `report` says them in words. The numbers are the experiment's: to run it again gives the same.

mod answers;
mod experiment;
mod files;
mod given;
mod inspection;
mod look;
mod matrix;
mod numbers;
mod report;
mod scored;

pub use answers::{Answer, answers};
pub use experiment::{Asked, experiment};
pub use files::{COLLECTION, EXPERIMENT, describe, write};
pub use given::{Given, JudgedFiles, plain};
pub use look::{Looked, look, look_at_scores};
pub use matrix::as_csv;
pub use report::{Audited, Seen, report};
