//! Names as people type them and as files hold them: the valid one that was probably meant ([`nearest`]), the
//! arguments of one ([`arguments`]), the sentence about a wrong one ([`Mistyped`]), how one is shown without acting on a
//! terminal ([`visible`]), and an error at a place of a text ([`located`]).
//!
//! This crate handles names of all kinds: of measures, runs, teams, keys, cells, files. Messages count things with
//! [`plural`].

#![forbid(unsafe_code)]

mod argument;
pub mod located;
mod mistyped;
mod nearest;
pub mod plural;
pub mod visible;

pub use argument::{Argument, arguments, in_quotes, quoted, read_call, unquoted};
pub use mistyped::Mistyped;
pub use nearest::{meant, nearest, nearest_by_words};
