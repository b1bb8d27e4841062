//! The description of a collection, as in `configs/collections/<id>.yaml`. Nothing here opens a file of the collection.
//!
//! The structs mirror the YAML one to one. [`Descriptor::check`] checks conditions that types cannot express,
//! and names a field for each error. The code that reads the YAML finds the position of this field for the
//! error message. [`Files`] and [`QrelsFormat`] describe the formats of files,
//! [`origin`] describes where the files are published and how they are converted, and [`place()`] resolves
//! the paths in a description.

mod base;
mod checksums;
mod contradictions;
mod description;
mod files;
mod files_check;
mod judge;
pub mod origin;
mod place;
mod published;
mod qrels_format;
mod schema;
mod scores;

pub use crate::repeated_documents::RepeatedDocuments;
pub use base::{Base, Unjudged};
pub use checksums::{Sum, Sums};
pub use description::{Counts, DATA_VARIABLE, Descriptor, Kind, data_folder};
pub use files::{ExtraColumns, Files, Format, PrintedScores, RunNames, Verticals};
pub use judge::{JudgeFile, LabelKind, Outside, Repeated};
pub use origin::Origin;
pub use place::{canonical, place, plain};
pub use published::{Published, PublishedTeam, Statistic};
pub use qrels_format::{HIGHEST_LEVEL, Labels, QrelsFormat};
pub use scores::{Scores, TopicRange};
