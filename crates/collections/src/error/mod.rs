//! What can be wrong with a file: it cannot be read ([`ReadError`]), or a line of it is not what the
//! format asks for ([`FormatError`], with the position).
//!
//! Here is what lines, judgments, runs and tables of runs share; what only some files can have wrong stands
//! in a file of its own. Values from files are printed with control characters escaped, so that a message
//! never garbles the terminal.

use rejudge_names::visible;
use std::path::PathBuf;

use rejudge_names::meant;

mod intents;
mod judges;
mod matrix;
mod units;

pub use crate::text::ReadError;
pub use intents::IntentFault;
pub use judges::JudgeFault;
pub use matrix::MatrixFault;
pub use units::UnitFault;

/// A line that is not what its format asks for. Printed as `path:line:column: reason`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}:{column}: {kind}", visible::path(path))]
pub struct FormatError {
    /// The file, as it was named.
    pub path: PathBuf,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters (Unicode scalar values), not bytes.
    pub column: usize,
    /// What is wrong there; boxed, as results carry this type through every line.
    pub kind: Box<FormatKind>,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatKind {
    /// No line holds anything.
    #[error("the file {}: expected {}", rows_there(*has_text), lines_of(expected))]
    Empty {
        /// Whether it has text all the same: comments, a header.
        has_text: bool,
        /// What a line of the format looks like.
        expected: &'static str,
    },
    /// Bytes that are no UTF-8.
    #[error("byte 0x{byte:02x} at byte offset {offset} is not UTF-8: ids must be UTF-8 text{}", match (offset, byte) {
        (0, 0xff | 0xfe) => " (this one begins a file of UTF-16)",
        _ => "",
    })]
    NotUtf8 {
        /// Offset in the decompressed file, from 0.
        offset: usize,
        /// The byte found there.
        byte: u8,
    },
    /// A character that garbles a terminal, or ends a text for other tools.
    #[error("control character U+{:04X}{}", *character, match *character {
        b'\r' => ": a line ends in LF or CRLF",
        _ => ": a text holds none but tabs and the ends of lines",
    })]
    Control {
        /// The character.
        character: u8,
    },
    /// A first field that begins with `#`, behind blanks.
    #[error("`#` behind blanks: a comment begins in column 1, and nothing that stands first begins with `#`")]
    IndentedHash,
    /// A byte order mark where a line begins: the first word would look as it should and be another one.
    #[error("a byte order mark within the file: it belongs at the start (were files joined?)")]
    InnerMark,
    /// A line longer than any format needs.
    #[error("a line of {found} bytes: the limit is {limit}")]
    LongLine {
        /// Length of the line.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// Missing or extra columns.
    #[error("{}, expected {expected}", columns(*found))]
    Columns {
        /// Columns found.
        found: usize,
        /// What the format asks for.
        expected: &'static str,
    },
    /// A header of a table of teams that has the team first.
    #[error("the columns are team, run, expected run, team: change their places")]
    SwappedTeams,
    /// One column, which holds what parts columns elsewhere.
    #[error("`{separator}` between the columns, expected blanks or tabs between {expected}")]
    Separator {
        /// What was found.
        separator: char,
        /// What the format asks for.
        expected: &'static str,
    },
    /// A grade that is no integer.
    #[error("grade `{}` is not an integer", value.escape_debug())]
    Grade {
        /// The text found.
        value: String,
    },
    /// A grade outside the range.
    #[error("grade {value} is above 127, the highest relevance level")]
    GradeRange {
        /// The text found.
        value: String,
    },
    /// A relevance label that the collection does not define.
    #[error("relevance label `{}` is none of {known}", value.escape_debug())]
    Label {
        /// The text found.
        value: String,
        /// The labels that exist.
        known: String,
    },
    /// A score that is no number.
    #[error("score `{}` is not a number", value.escape_debug())]
    Score {
        /// The text found.
        value: String,
    },
    /// A score that is a number, beyond the largest one of the score type.
    #[error("score `{}` is too large for {precision} precision", value.escape_debug())]
    TooLarge {
        /// The text found.
        value: String,
        /// `single` or `double`.
        precision: &'static str,
    },
    /// A score that is NaN or infinite.
    #[error("score `{}` is not finite", value.escape_debug())]
    NotFinite {
        /// The text found.
        value: String,
    },
    /// A rank that is no integer, where the ranking goes by ranks.
    #[error("rank `{}` is not an integer", value.escape_debug())]
    Rank {
        /// The text found.
        value: String,
    },
    /// A document twice in a topic of a run.
    #[error("document `{}` is already in topic `{}` of this run (line {first})", doc.escape_debug(), topic.escape_debug())]
    RepeatedDocument {
        /// The topic.
        topic: String,
        /// The document.
        doc: String,
        /// Line of its first appearance.
        first: usize,
    },
    /// Two judgments of one document that differ.
    #[error(
        "topic `{}`, document `{}`: judged {second} here and {first} on line {line}",
        topic.escape_debug(), doc.escape_debug()
    )]
    Conflict {
        /// The topic.
        topic: String,
        /// The document.
        doc: String,
        /// The first judgment.
        first: String,
        /// The judgment that differs.
        second: String,
        /// Line of the first judgment.
        line: usize,
    },
    /// A document that is judged under two values of the second column of TREC qrels: by intent, or by
    /// iteration.
    #[error(
        "topic `{}`, document `{}`: judged under `{}` in the second column here and under `{}` on line {line}: \
         judgments by intent are not one judgment a document",
        topic.escape_debug(), doc.escape_debug(), second.escape_debug(), first.escape_debug()
    )]
    TwoIterations {
        /// The topic.
        topic: String,
        /// The document.
        doc: String,
        /// The second column of the first judgment.
        first: String,
        /// That of this one.
        second: String,
        /// Line of the first judgment.
        line: usize,
    },
    /// A file of another tool's form, and what is wrong with it.
    #[error("{what}")]
    OtherForm {
        /// What was found, expected, and which form the file was taken for.
        what: String,
    },
    /// A run twice in a table of runs.
    #[error("run `{}` is listed already (line {first})", run.escape_debug())]
    RepeatedRun {
        /// The run.
        run: String,
        /// Line of its first appearance.
        first: usize,
    },
    /// A row for a run that no file has.
    #[error("run `{}` is none of the run files{}", run.escape_debug(), meant(nearest.as_deref()))]
    NoSuchRun {
        /// The run.
        run: String,
        /// A run that is like this one.
        nearest: Option<String>,
    },
    /// The first line of a table is not its header.
    #[error("expected the header `run<TAB>{expected}`, found `{}`", found.escape_debug())]
    Header {
        /// Name of the second column.
        expected: &'static str,
        /// The line found.
        found: String,
    },
    /// A mark other than 0 and 1.
    #[error("mark `{}` is neither 0 nor 1", value.escape_debug())]
    Mark {
        /// The text found.
        value: String,
    },
    /// A row with another number of cells than its header.
    #[error("{}, expected {expected}", columns(*found))]
    Cells {
        /// Cells found.
        found: usize,
        /// The columns of the header.
        expected: String,
    },
    /// A column twice.
    #[error("the column `{}` is there twice", name.escape_debug())]
    RepeatedColumn {
        /// The column.
        name: String,
    },
    /// Assessors' labels, which their scheme refuses; the message says why.
    #[error("{0}")]
    Labels(String),
    /// Labels of another judge.
    #[error(transparent)]
    Judges(#[from] JudgeFault),
    /// Duplicates and groups.
    #[error(transparent)]
    Units(#[from] UnitFault),
    /// Intents and subtopics.
    #[error(transparent)]
    Intents(#[from] IntentFault),
    /// Score matrices.
    #[error(transparent)]
    Matrix(#[from] MatrixFault),
}

/// What a file is without rows.
fn rows_there(has_text: bool) -> &'static str {
    if has_text { "holds no rows" } else { "is empty" }
}

/// What lines are: the number of columns that begins most expectations is one of a line, not of the file.
fn lines_of(expected: &str) -> String {
    match expected.split_once(" (").filter(|_| expected.starts_with(|first: char| first.is_ascii_digit())) {
        Some((number, names)) => format!("lines of {number} columns ({names}"),
        None => expected.to_owned(),
    }
}

/// A number of columns, in words.
fn columns(found: usize) -> String {
    if found == 1 { "1 column".to_owned() } else { format!("{found} columns") }
}
