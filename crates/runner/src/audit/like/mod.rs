//! Simulation of a given collection, for owners who may not share it: `known` are the facts to match, and those that no
//! simulation can, `matched` is the quality of the match, `description` the files.

mod description;
mod known;
mod matched;
mod shape;

pub use description::{Description, anonymous};
pub use known::KnownCollection;
pub use matched::Matched;
