//! The checks of printed values against each other.

#[path = "../../../crates/runner/src/check/about.rs"]
mod about;
#[path = "../../../crates/runner/src/check/agree.rs"]
mod agree;
#[path = "../../../crates/runner/src/check/block.rs"]
mod block;
#[path = "../../../crates/runner/src/check/cell.rs"]
pub mod cell;
#[path = "../../../crates/runner/src/check/errata.rs"]
pub mod errata;
#[path = "../../../crates/runner/src/check/exact.rs"]
pub mod exact;
#[path = "../../../crates/runner/src/check/expected.rs"]
pub mod expected;
#[path = "../../../crates/runner/src/check/formula.rs"]
mod formula;
#[path = "../../../crates/runner/src/check/gate.rs"]
pub mod gate;
#[path = "../../../crates/runner/src/check/printed.rs"]
pub mod printed;
#[path = "../../../crates/runner/src/check/printed_check.rs"]
mod printed_check;
#[path = "../../../crates/runner/src/check/printed_decimal.rs"]
pub mod printed_decimal;
#[path = "../../../crates/runner/src/check/relations/mod.rs"]
pub mod relations;
#[path = "../../../crates/runner/src/check/table.rs"]
mod table;
#[path = "../../../crates/runner/src/check/tally.rs"]
pub mod tally;
#[path = "../../../crates/runner/src/check/to_place.rs"]
mod to_place;
#[path = "../../../crates/runner/src/check/total.rs"]
mod total;
#[path = "../../../crates/runner/src/check/working.rs"]
mod working;

pub use about::About;
pub use agree::Scale;
pub use cell::{Address, Kind, PrintedCell, PrintedRow, Site, Then};
pub use expected::Expected;
pub use gate::{FailOn, Gate};
pub use printed::Printed;
pub use printed_check::{Failure, PrintedCheck};
pub use tally::{Class, Counts, Tally, classes};
pub use to_place::ToPlace;
pub use total::{Licensed, Total};
