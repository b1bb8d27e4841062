//! Printed numbers of other papers, placed in a distribution computed here: the percentile among the draws. Such a
//! number is not compared, so it is neither a match nor a mismatch nor a printed cell.

use std::fmt;

use rejudge_stats::percentile_rank;

use super::computed::draws_beside;
use crate::table::FilledTable;
use rejudge_experiment::printed::PlacedNumber;

/// A number and its place.
#[derive(Clone, Debug)]
pub struct Placed<'e> {
    /// The number.
    pub of: &'e PlacedNumber,
    /// Its place; `None` if there are no draws, for example without the data.
    pub place: Option<Place>,
}

/// A place in a distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Percentile rank among the draws, those equal to the printed digits counting half.
    pub percentile: f64,
    /// The number of draws.
    pub draws: usize,
}

/// Places the number in the draws of its collection, the panel of its table (or its column). A draw that rounds to the
/// printed digits equals them. Returns `None` if there are no draws.
pub fn place(of: &PlacedNumber, tables: &[FilledTable]) -> Option<Place> {
    let (printed, draws) = draws_beside(&of.cell, tables)?;
    let percentile = percentile_rank(printed, &draws)?;
    Some(Place { percentile, draws: draws.len() })
}

/// `64.2% (sakai-ncu, Table 6(b)) at percentile 41.3 of 1000 draws`.
impl fmt::Display for Placed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.of.cell.text, self.of.printed_in)?;
        match self.place {
            Some(Place { percentile, draws }) => {
                write!(f, " at percentile {percentile:.1} of {draws} draws")
            }
            None => f.write_str(" not placed: there are no draws of it"),
        }
    }
}
