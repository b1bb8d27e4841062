//! Judgments and their values: the [`Verdict`] on a document with its relevance level, and numbers by level
//! ([`Gains`], [`LevelTable`]), also in the form used in names ([`ByLevel`], [`Decimal`]).
//!
//! Levels travel from the files to the measures; gains are applied last.

mod by_level;
mod decimal;
mod gains;
mod level_table;
mod verdict;

pub use by_level::ByLevel;
pub use decimal::Decimal;
pub use gains::Gains;
pub use level_table::LevelTable;
pub use verdict::Verdict;
