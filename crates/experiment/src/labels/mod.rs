//! NTCIR's label schemes and subtopic files, for the verbs `labels` and `subtopics`.
//!
//! A [`Scheme`] turns several assessors' labels of an item into one relevance level: each label becomes a score, the
//! item's scores become one score, and this score becomes a level. Schemes are data: the YAML files in
//! `configs/labels`. The schemes come from T. Sakai, Graded relevance assessments and graded relevance measures of
//! NTCIR: a survey of the first twenty years, sections 3 and 4. [`read_labels`] reads a table of labels.
//!
//! The subtopic tasks have files that map subtopics to intents ([`SubtopicGold`]), files that map second-level intents to
//! first-level intents ([`IntentHierarchy`]), and runs of subtopics ([`SubtopicRun`]).

mod answers;
mod definition;
mod gold;
mod hierarchy;
mod number;
mod runs;
mod scheme;
mod table;

pub use answers::{Answer, Column};
pub use definition::{Asker, Assessors, labels_schema};
pub use gold::{GoldTopic, SubtopicGold};
pub use hierarchy::IntentHierarchy;
pub use number::{Ratio, exact_number, to_f64};
pub use runs::{RankedSubtopics, SubtopicRun};
pub use scheme::{Scheme, Vote, WrongCount, find_scheme, scheme_names};
pub use table::{LabelledTopic, read_labels};
