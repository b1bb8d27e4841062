//! `rejudge check`: printed values against each other and against computed ones.
//!
//! What needs no computed value: the transcription of a paper's tables ([`expected`]), the grammar
//! of a printed value ([`printed`]), the relations between printed cells ([`relations`]) with the
//! paper's known mistakes ([`errata`]), the fingerprint of the proof-read transcription ([`lock`]) and the
//! counts that head every report ([`tally`]), of one paper or of all.

mod about;
mod agree;
mod block;
pub mod cases;
pub mod cell;
pub mod computed;
pub mod errata;
pub mod exact;
pub mod expected;
pub mod findings;
mod formula;
pub mod gate;
pub mod github;
pub mod golden;
pub mod junit;
pub mod lock;
mod output;
pub mod placed;
pub mod printed;
mod printed_check;
pub mod printed_decimal;
mod read;
pub mod relations;
mod schema;
mod table;
pub mod tally;
mod to_place;
mod total;
pub mod verdict;
mod working;

pub use about::About;
pub use agree::Scale;
pub use cases::{Case, CaseOutcome, cases};
pub use cell::{Address, Kind, PrintedCell, PrintedRow, Site, Then};
pub use expected::Expected;
pub use gate::{FailOn, Gate};
pub use printed::Printed;
pub use printed_check::{Failure, PrintedCheck};
pub use read::Computed;
pub use schema::expected_schema;
pub use tally::{Class, Counts, Tally, classes};
pub use to_place::ToPlace;
pub use total::{Licensed, Total};
