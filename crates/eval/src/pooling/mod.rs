//! Pools on the command line: the changes by a manipulation of judgments, and the output of a pool to be judged.
//!
//! The manipulations themselves are in `rejudge-pools`, files in `rejudge-collections`.

mod difference;
mod levels;
mod list;

pub use difference::Difference;
pub use levels::level_lines;
pub use list::{Form, sizes};
