//! The files of NTCIR's subtopic tasks: which subtopic belongs to which intent ([`SubtopicGold`]), which
//! second-level intent is below which first-level one ([`IntentHierarchy`]), and runs of subtopics
//! ([`SubtopicRun`], [`UnderstandingRun`]).

#![forbid(unsafe_code)]

mod consistency;
mod gold;
mod hierarchy;
mod runs;

pub use gold::{GoldTopic, SubtopicGold};
pub use hierarchy::IntentHierarchy;
pub use runs::{MinedTopic, SubtopicRun, UnderstandingRun, UnderstoodTopic};
