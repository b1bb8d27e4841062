//! What can be wrong with a file: it cannot be read ([`ReadError`]), or a line of it is not what the
//! format asks for ([`FormatError`], with the position).
//!
//! Values from files are printed with control characters escaped, so that a message never garbles
//! the terminal.
//!
//! The file is long because a format can be wrong in many ways: all but a few lines are the cases of one
//! enum, each with the values that its message names.

use std::path::PathBuf;

use rejudge_labels::{Asker, UnknownLabel};
use rejudge_metrics::meant;

use crate::bytes::{LIMIT, RATIO};
use crate::lines::LINE_LIMIT;

/// A file that could not be read, or not be decompressed.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The operating system refused.
    #[error("{}: cannot be read: {cause}", path.display())]
    Io {
        /// The file (`-` for standard input).
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// A file that somebody wrote to meanwhile: neither what it was nor what it is was read.
    #[error("{}: changed while it was read: read it again when nobody writes to it", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// A compressed file that ends too early or does not decode.
    #[error("{}: truncated or corrupt {container}: {cause}", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The compression, recognised by content.
        container: &'static str,
        /// What the decoder said.
        cause: std::io::Error,
    },
    /// More bytes than the limit on (decompressed) size allows.
    #[error("{}: more than {LIMIT} bytes, the limit for one file after decompression", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// A line of a compressed file that does not end where every line should: nothing behind it is looked at.
    #[error("{}:{line}:1: a line of more than {LINE_LIMIT} bytes, the limit", path.display())]
    LongLine {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A compressed file that grows out of proportion.
    #[error(
        "{}: {compressed} bytes of {container} decompress to more than {RATIO} times their size, the limit for one file",
        path.display()
    )]
    Ratio {
        /// The file.
        path: PathBuf,
        /// The compression.
        container: &'static str,
        /// Size of the compressed file.
        compressed: usize,
    },
}

/// A line that is not what its format asks for. Printed as `path:line:column: reason`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}:{column}: {kind}", path.display())]
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
    #[error("the file is empty: expected {}", lines_of(expected))]
    Empty {
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
    /// A run twice in a table of runs.
    #[error("run `{}` is listed already (line {first})", run.escape_debug())]
    RepeatedRun {
        /// The run.
        run: String,
        /// Line of its first appearance.
        first: usize,
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
    /// An id that no line of judgments can hold.
    #[error("the {column} `{}` cannot stand in qrels: it holds a blank or begins with `#`", id.escape_debug())]
    NoId {
        /// The column.
        column: &'static str,
        /// The id.
        id: String,
    },
    /// A row with another number of cells than its header.
    #[error("{}, expected {expected}", columns(*found))]
    Cells {
        /// Cells found.
        found: usize,
        /// The columns of the header.
        expected: String,
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
    /// A column twice.
    #[error("the column `{}` is there twice", name.escape_debug())]
    RepeatedColumn {
        /// The column.
        name: String,
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
    /// A topic that the judgments lack.
    #[error("topic `{}` is not in the judgments", topic.escape_debug())]
    UnknownTopic {
        /// The topic.
        topic: String,
    },
    /// A document that the judgments of its topic lack.
    #[error(
        "document `{}` is not in the judgments of topic `{}`{}", doc.escape_debug(), topic.escape_debug(),
        elsewhere.as_ref().map(|other| format!(", but in those of topic `{}`", other.escape_debug())).unwrap_or_default()
    )]
    NotJudged {
        /// The topic.
        topic: String,
        /// The document.
        doc: String,
        /// A topic whose judgments have it.
        elsewhere: Option<String>,
    },
    /// A document twice among the classes of duplicates of its topic.
    #[error("document `{}` is already in class `{}` of topic `{}` (line {first})", doc.escape_debug(), class.escape_debug(), topic.escape_debug())]
    RepeatedDuplicate {
        /// The topic.
        topic: String,
        /// The document.
        doc: String,
        /// Its class.
        class: String,
        /// Line that put it there.
        first: usize,
    },
    /// A document twice in a group, or with one that it duplicates.
    #[error(
        "group `{}` of topic `{}` has document `{}` already as `{}` (line {first})", group.escape_debug(),
        topic.escape_debug(), doc.escape_debug(), other.escape_debug()
    )]
    RepeatedMember {
        /// The topic.
        topic: String,
        /// The group.
        group: String,
        /// The document.
        doc: String,
        /// The same document, or one of the same class.
        other: String,
        /// Line of the other.
        first: usize,
    },
    /// Two levels of one group.
    #[error(
        "group `{}` of topic `{}`: level {second} here and {first} on line {line}", group.escape_debug(), topic.escape_debug()
    )]
    GroupConflict {
        /// The topic.
        topic: String,
        /// The group.
        group: String,
        /// The first level.
        first: u8,
        /// The level that differs.
        second: u8,
        /// Line of the first level.
        line: usize,
    },
    /// A group that is not relevant.
    #[error("a group of grade `{}`: what is relevant together has level 1 or above", value.escape_debug())]
    NonrelevantGroup {
        /// The text found.
        value: String,
    },
    /// Two judgments of one document for one intent that differ.
    #[error(
        "topic `{}`, intent `{}`, document `{}`: judged {second} here and {first} on line {line}",
        topic.escape_debug(), intent.escape_debug(), doc.escape_debug()
    )]
    IntentConflict {
        /// The topic.
        topic: String,
        /// The intent.
        intent: String,
        /// The document.
        doc: String,
        /// The first judgment.
        first: String,
        /// The judgment that differs.
        second: String,
        /// Line of the first judgment.
        line: usize,
    },
    /// More intents than a topic has.
    #[error("topic `{}` has more than {most} intents, the limit", topic.escape_debug())]
    TooManyIntents {
        /// The topic.
        topic: String,
        /// The limit.
        most: usize,
    },
    /// A probability that is none.
    #[error("probability `{}` is not a number from 0 to 1", value.escape_debug())]
    Probability {
        /// The text found.
        value: String,
    },
    /// The probabilities of a topic's intents, which are all that can be wanted, do not sum to 1.
    #[error("topic `{}`: the probabilities of the intents sum to {sum}, not to 1", topic.escape_debug())]
    ProbabilitySum {
        /// The topic.
        topic: String,
        /// Their sum.
        sum: String,
    },
    /// A type of intent that there is not.
    #[error("type of intent `{}` is neither `nav` nor `inf`", value.escape_debug())]
    IntentKind {
        /// The text found.
        value: String,
    },
    /// A second line for what a topic has once.
    #[error("{what} `{}` is already in topic `{}` (line {first})", value.escape_debug(), topic.escape_debug())]
    Repeated {
        /// What it is.
        what: &'static str,
        /// The value.
        value: String,
        /// The topic.
        topic: String,
        /// Line of its first appearance.
        first: usize,
    },
    /// An intent that another file does not know of.
    #[error("intent `{}` of topic `{}` is not in {}", intent.escape_debug(), topic.escape_debug(), table.display())]
    UnknownIntent {
        /// The intent.
        intent: String,
        /// The topic.
        topic: String,
        /// The other file.
        table: PathBuf,
    },
    /// A topic that another file does not have.
    #[error("topic `{}` is not in {}", topic.escape_debug(), table.display())]
    MissingTopic {
        /// The topic.
        topic: String,
        /// The other file.
        table: PathBuf,
    },
    /// The first line of a score matrix is not its header.
    #[error("expected the header `topic,<run>,..`, found `{}`", found.escape_debug())]
    ScoreHeader {
        /// The beginning of the line found.
        found: String,
    },
    /// A score matrix without a line of scores.
    #[error("no topic follows the header: expected a line `<topic>,<score>,..` for each")]
    NoScores,
    /// A topic twice in a score matrix.
    #[error("topic `{}` has its scores already (line {first})", topic.escape_debug())]
    RepeatedScores {
        /// The topic.
        topic: String,
        /// Line of its first appearance.
        first: usize,
    },
    /// A cell that must name something and is empty.
    #[error("a {what} without a name")]
    NoName {
        /// What it is.
        what: &'static str,
    },
    /// A quotation mark without its counterpart.
    #[error("a quoted cell that does not end on its line")]
    OpenQuote,
    /// Text between a closing quotation mark and the next comma.
    #[error("something other than a comma after a quoted cell")]
    AfterQuote,
    /// A first-level subtopic with two ranks.
    #[error("subtopic `{}` of topic `{}` has rank {second} here and rank {first} on line {line}", subtopic.escape_debug(), topic.escape_debug())]
    SubtopicRank {
        /// The subtopic.
        subtopic: String,
        /// The topic.
        topic: String,
        /// The first rank.
        first: i32,
        /// The rank that differs.
        second: i32,
        /// Line of the first rank.
        line: usize,
    },
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
