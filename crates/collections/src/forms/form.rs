//! The interface of a form.

use super::fault::Fault;
use super::trec_lines::TrecLines;

/// The kind of contents for which a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Judgments: topic, document, grade.
    Judgments,
    /// A run: topic, document, score or rank.
    Run,
}

/// A form. One is a file here and a line of the registry in `forms.rs`.
pub(super) trait Form: Sync {
    /// Returns the name of the form if the file has it.
    fn recognised(&self, kind: Kind, text: &str) -> Option<String>;

    /// Returns true if records are numbered by the lines on which they are.
    fn has_lines(&self, _text: &str) -> bool {
        true
    }

    /// Reads the records of a file that is recognised.
    fn read(&self, text: &str, lines: &mut TrecLines<'_>) -> Result<(), Fault>;
}
