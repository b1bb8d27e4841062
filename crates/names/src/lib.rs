//! Names as people type them and as files contain them: names of measures, runs, teams, keys, cells and
//! files.
//!
//! [`nearest`] finds the valid name that was probably meant, [`glob`](glob()) matches a pattern of names,
//! [`arguments`] and [`read_call`] read a name's arguments, and [`Mistyped`] is the error for a wrong name.
//! [`visible`] shows a name so that it cannot control a terminal, [`located`] prints an error with its place
//! in a file, and [`plural`] counts things in messages.

#![forbid(unsafe_code)]

mod argument;
mod glob;
pub mod located;
mod mistyped;
mod nearest;
pub mod plural;
pub mod visible;

pub use argument::{Argument, arguments, in_quotes, quoted, read_call, unquoted};
pub use glob::glob;
pub use mistyped::Mistyped;
pub use nearest::{meant, nearest, nearest_by_words};
