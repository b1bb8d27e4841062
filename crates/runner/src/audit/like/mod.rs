//! Describes a simulated collection ("twin") that resembles a collection which its owner may not share.
//! `original` has the statistics that the twin should match, and the properties that no twin can have.
//! `matched` measures how well the twin matches, also by the statistics of scores in `shape`. `description`
//! makes the twin's description.

mod description;
mod matched;
mod original;
mod shape;

pub use description::{TwinDescription, anonymise};
pub use matched::Matched;
pub use original::OriginalCollection;
