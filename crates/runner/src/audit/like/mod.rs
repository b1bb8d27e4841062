//! Simulation of a collection that its owner may not share. `original` has the statistics to match, and the properties that
//! no simulation can match. `matched` measures how well the twin matches, and `description` writes its files.

mod description;
mod matched;
mod original;
mod shape;

pub use description::{TwinDescription, anonymise};
pub use matched::Matched;
pub use original::OriginalCollection;
