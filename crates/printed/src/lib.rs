//! What a paper prints: the transcription of its tables, the relations that bind their cells, its known
//! errata.
//!
//! Nothing here knows a computed number: [`expected`] is the transcription, [`printed`] the grammar of a
//! printed value,
//! [`relations`] say what printed cells say of each other, [`errata`] where the paper is known to
//! contradict itself, [`binding()`] how strongly relations bind, [`lock`] is the fingerprint of the
//! proof-read transcription, and [`tally`] counts what heads every report.

#![forbid(unsafe_code)]

pub mod agree;
mod binding;
mod block;
pub mod cell;
mod check_subject;
mod equation;
pub mod errata;
pub mod exact;
pub mod expected;
pub mod gate;
pub mod lock;
mod official;
mod placed_number;
pub mod printed;
mod printed_check;
pub mod printed_decimal;
mod real_draws;
mod real_numbers;
pub mod relations;
pub mod table;
pub mod tally;
mod total;
pub mod working;

pub use agree::Scale;
pub use binding::{Binding, Bound, TableBinding, binding};
pub use cell::{Address, CellKind, LicensedComparison, PrintedCell, PrintedRow, Site};
pub use check_subject::CheckSubject;
pub use expected::Expected;
pub use gate::{FailOn, Gate};
pub use official::{Explained, Official};
pub use placed_number::PlacedNumber;
pub use printed::Printed;
pub use printed_check::{Failure, PrintedCheck};
pub use real_draws::RealDraws;
pub use real_numbers::{Evidence, RealNumbers};
pub use tally::{Class, Counts, Tally, classes};
pub use total::{Licensed, Total};
