//! The values that a paper prints: the transcription of its tables, known errata, the outcomes of a check,
//! and the conditions under which a check fails.
//!
//! [`expected`] is the transcription, and [`value`] the grammar of a printed value. [`CheckOutcome`] lists
//! all outcomes of a check, [`Tally`] has the counts at the head of every report, and [`Gate`] has the
//! conditions of failure. No score is computed here. Another check, `make transcription`, compares the
//! printed cells with each other.

pub mod cell;
mod errata;
pub mod expected;
mod failure;
mod gate;
mod official;
mod outcome;
mod real_draws;
mod real_numbers;
mod table;
mod tally;
mod trec_eval_output;
pub mod value;

pub use cell::{Address, CellKind, PrintedCell, PrintedRow, Site};
pub use errata::Erratum;
pub use expected::Expected;
pub use failure::CheckFailure;
pub use gate::Gate;
pub use official::{Explained, Official};
pub use outcome::{CheckOutcome, Counts, OutcomeGroup};
pub use real_draws::RealDraws;
pub use real_numbers::RealNumbers;
pub use table::Field;
pub use tally::Tally;
pub use trec_eval_output::{OutputFile, OutputLine, lines_of};
pub use value::{Pair, Printed, Reading};
