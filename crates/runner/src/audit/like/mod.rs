//! Describes a simulated collection ("twin") like a collection whose owner may not share it. `original` has the statistics
//! that the twin should match, and the properties that no twin can have. `matched` measures how well the twin matches, with
//! statistics of scores from `shape`. `description` makes the twin's description.

mod description;
mod matched;
mod original;
mod shape;

pub use description::{TwinDescription, anonymise};
pub use matched::Matched;
pub use original::OriginalCollection;
