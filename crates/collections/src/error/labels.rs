//! What can be wrong with a table of assessors' labels, or with the judgments made of it.

use rejudge_labels::{Asker, UnknownLabel};
use rejudge_names::meant;

/// What is wrong with labels.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LabelFault {
    /// An id that no line of judgments can hold.
    #[error("the {column} `{}` cannot stand in qrels: it holds a blank or begins with `#`", id.escape_debug())]
    NoId {
        /// The column.
        column: &'static str,
        /// The id.
        id: String,
    },
    /// A column that nothing asks for.
    #[error(
        "`{}` is none of the columns {known}{}", found.escape_debug(), meant(nearest.as_deref())
    )]
    UnknownColumn {
        /// The column found.
        found: String,
        /// The columns that there should be.
        known: String,
        /// What was probably meant.
        nearest: Option<String>,
    },
    /// A column that is not there.
    #[error("there is no column `{}`, expected the columns {known}", name.escape_debug())]
    MissingColumn {
        /// The column.
        name: String,
        /// The columns that there should be.
        known: String,
    },
    /// A label that the scheme does not know.
    #[error("{unknown}{}", meant(nearest.as_deref()))]
    UnknownLabel {
        /// What was found, and what there is.
        unknown: UnknownLabel,
        /// What was probably meant.
        nearest: Option<String>,
    },
    /// A label of the asker, who only marks the best item.
    #[error("the asker `{}` gives no label but `{}`, found `{}`", asker.assessor.escape_debug(), asker.best.escape_debug(), found.escape_debug())]
    AskerLabel {
        /// The asker.
        asker: Asker,
        /// The label found.
        found: String,
    },
    /// An item twice by the same assessor.
    #[error(
        "topic `{}`, document `{}`: assessor `{}` labelled it already (line {first})",
        topic.escape_debug(), doc.escape_debug(), assessor.escape_debug()
    )]
    RepeatedVote {
        /// The topic.
        topic: String,
        /// The document.
        doc: String,
        /// The assessor.
        assessor: String,
        /// Line of the first label.
        first: usize,
    },
}
