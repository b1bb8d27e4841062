//! Pools on the command line: what a manipulation of judgments changed, and how a pool to be judged is
//! written.
//!
//! The manipulations themselves are in `rejudge-pools`, files in `rejudge-collections`.

mod difference;
mod levels;
mod list;

pub use difference::Difference;
pub use levels::level_lines;
pub use list::{Form, sizes};
