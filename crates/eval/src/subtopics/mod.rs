//! The subtopic tasks of NTCIR: runs of subtopics, scored by which intent each subtopic belongs to.
//!
//! [`mining`] is NTCIR-11 IMine's, two levels of subtopics; [`understanding`] NTCIR-12 IMine-2's, subtopics
//! with verticals. Both make [`SubtopicScores`], over all topics of the gold standard: one that a run lacks
//! scores 0, as an undefined score does.

mod d_sharp;
mod files;
pub mod mining;
mod scores;
pub mod understanding;

pub use files::GoldFiles;
pub use scores::SubtopicScores;
