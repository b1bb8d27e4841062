//! Numbers of expected.yaml that are to be placed.

use super::cell::PrintedCell;

/// A number to be placed, and the paper that prints it.
#[derive(Clone, Debug)]
pub struct PlacedNumber {
    /// The number, with the cell of our tables whose draws it is placed in.
    pub cell: PrintedCell,
    /// The paper that prints it.
    pub printed_in: String,
}
