//! Plans and runs experiments, for the command and for Python.
//!
//! A [`RunRequest`] names an experiment and changes to it. [`plan`] reads and plans the experiment, and [`run`]
//! computes the missing cells and writes the results. [`ExperimentResults`] opens these results again, and
//! [`write_report`] writes a report on them. Nothing is printed here: an [`Observer`] receives [`RunEvent`]s and may
//! stop the run.
//!
//! ```no_run
//! use std::sync::atomic::AtomicBool;
//!
//! use rejudge_session::{Observer, RunRequest, run};
//!
//! let request = RunRequest { experiment: "sakai-bias".to_owned(), ..RunRequest::default() };
//! let stop = AtomicBool::new(false);
//! let observer = Observer { events: &|event| println!("{event:?}"), stop: &stop };
//! let outcome = run(&request, observer)?;
//! println!("results in {}", outcome.results_folder.folder.display());
//! # Ok::<(), rejudge_session::Failure>(())
//! ```

#![forbid(unsafe_code)]

mod bundled;
mod computed;
mod event;
mod expected;
mod experiment_results;
mod failure;
mod missing_data;
mod places;
mod planned;
mod report;
mod request;
mod run;
mod usual_folder;

pub use bundled::{BUNDLED, overriding_files};
pub use computed::{ComputedExperiment, EmptyTables, unscored_lines};
pub use event::{Observer, RunEvent};
pub use expected::expected_of;
pub use experiment_results::ExperimentResults;
pub use failure::{Cause, Failure, Message};
pub use missing_data::with_commands;
pub use places::{COLLECTIONS, EXPERIMENTS, Places};
pub use planned::{Planned, plan};
pub use report::{PAGE, WrittenReport, verdict, write_report};
pub use request::{OptionKind, RunOption, RunRequest, cache_folder, hint_on_variants};
pub use run::{RunOutcome, run};
pub use usual_folder::{REPORT, RESULTS, UsualFolder};
