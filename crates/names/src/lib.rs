//! Names as people type them and as files hold them: the valid one that was probably meant ([`nearest`]), the
//! arguments of one ([`arguments`]), the sentence about a wrong one ([`Mistyped`]), how one is shown without acting on a
//! terminal ([`visible`]), and an error at a place of a text ([`located`]).
//!
//! Names of all kinds come here: of measures, runs, teams, keys, cells, files. Messages that count things say so by
//! [`plural`].

#![forbid(unsafe_code)]

mod argument;
pub mod located;
mod mistyped;
mod nearest;
pub mod plural;
pub mod visible;

pub use argument::{Argument, Malformed, arguments, in_quotes, quoted, read_call, unquoted};
pub use mistyped::Mistyped;
pub use nearest::{meant, nearest};
