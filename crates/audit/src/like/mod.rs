//! A twin of a collection at hand, for who may not share the collection: `known` is what it has to match,
//! and what no twin can, `matched` how well a twin does, `description` what is written.

mod description;
mod known;
mod matched;
mod shape;

pub use description::{Description, anonymous};
pub use known::{KnownCollection, StatedPool};
pub use matched::{Figure, Matched};
