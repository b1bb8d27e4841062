//! Simulates a collection whose owner may not share it. `original` has the statistics to match, and the properties that no
//! simulation has. `matched` measures how well the twin matches. `description` writes its files.

mod description;
mod matched;
mod original;
mod shape;

pub use description::{TwinDescription, anonymise};
pub use matched::Matched;
pub use original::OriginalCollection;
