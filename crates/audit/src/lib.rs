//! What organisers ask of a collection, answered by an experiment that is written for it.
//!
//! The way: `inputs` are what the user has. `inspect` loads them: `files` describes the collection
//! (collection.yaml, teams.tsv, pooled.tsv) from the judgments of a base pool (`pools/inspect/base`), and
//! `inspection` says what lies there (`scored` of score matrices). `experiment` writes the YAML that judges
//! it again. After that has been run, `answers` reads its cells, `cards` says them at first sight, `report`
//! in words, `evidence` is what stands behind "Why?". The numbers
//! are the experiment's: to run it again gives the same. `inferred` knows where infAP is AP. `folder` is
//! where all that goes, which must not `overlap` what is read; it is `written` at the end, whole or not at
//! all.

#![forbid(unsafe_code)]

mod answers;
mod cards;
mod evidence;
mod experiment;
mod files;
mod folder;
mod folder_error;
mod inferred;
mod inputs;
mod inspect;
mod inspection;
mod left_out;
pub mod like;
mod matrix;
mod natural;
mod numbers;
mod other_judge;
mod overlap;
mod report;
mod scored;
mod written;

pub use answers::{Answer, answers};
pub use cards::{Card, Finding, Question, Shallower, Verdict};
pub use experiment::AuditQuestions;
pub use files::EXPERIMENT;
pub use folder::{AuditFolder, LockedFolder, ReportThere};
pub use folder_error::FolderError;
pub use inferred::{note, repeated};
pub use inputs::Inputs;
pub use inspect::{InspectedCollection, inspect, inspect_scores};
pub use inspection::Remark;
pub use other_judge::{JudgeKind, OtherJudge, SeenJudge, judges_named};
pub use report::{AuditSubject, Audited};
pub use written::{PAGE, experiment_files, report_files};
