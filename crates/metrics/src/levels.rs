//! Judgments ([`Verdict`]) and numbers for each level: [`Gains`] and [`LevelTable`] to look them up, [`ByLevel`] and
//! [`Decimal`] to read and print them in names.
//!
//! Levels go unchanged from the files to the measures, and only measures apply gains. A run therefore
//! need not be joined with the judgments again for other gains.

mod by_level;
mod decimal;
mod gains;
mod level_table;

pub use by_level::ByLevel;
pub use decimal::Decimal;
pub use gains::Gains;
pub use level_table::LevelTable;

/// The verdict on a document in the pool: its level, or that its judgment is withheld.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The document is in the pool, but its judgment is withheld: its grade is negative, or a sample left it out.
    /// Measures treat the document as unjudged, except infAP, which counts it as a member of the pool.
    Pooled,
    /// The document is judged, at relevance level 0 (nonrelevant), 1, 2, ..
    Level(u8),
}
