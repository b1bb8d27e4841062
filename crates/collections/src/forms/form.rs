//! A form: a function that recognises it, in a file here and a line of the registry in `forms.rs`.

use std::path::Path;

use rejudge_names::located::Excerpt;

use crate::error::Located;
use crate::file_text::LineColumn;

/// The kind of contents for which a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Judgments: topic, document, grade. A fraction is rounded.
    Judgments,
    /// Judgments by intent: topic, intent, document, grade.
    Intents,
    /// Labels of a judge: topic, document, label as it is written.
    Labels,
    /// A run: topic, document, score or rank.
    Run,
    /// A score matrix: topic, run, score.
    Scores,
}

/// The contents of a file.
#[derive(Clone, Copy)]
pub(crate) struct File<'f> {
    pub bytes: &'f [u8],
    /// The same as text, without a byte order mark; empty if it is none.
    pub text: &'f str,
}

impl<'f> File<'f> {
    pub fn new(bytes: &'f [u8]) -> Self {
        let text = bytes.strip_prefix(crate::text::BOM).unwrap_or(bytes);
        Self { bytes, text: std::str::from_utf8(text).unwrap_or_default() }
    }
}

/// A record; numbers are texts, so that no digit is lost.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Record<'r> {
    pub line: usize,
    pub topic: &'r str,
    /// The document; of a score matrix the run.
    pub document: &'r str,
    /// The grade, the label or the score.
    pub number: Option<&'r str>,
    pub rank: Option<&'r str>,
    pub tag: Option<&'r str>,
    pub intent: Option<&'r str>,
}

/// Takes in the next record.
pub(crate) type Add<'a> = &'a mut dyn FnMut(Record<'_>) -> Result<(), Located>;

/// Reads the records of a file.
type ReadRecords<'f> = Box<dyn FnOnce(Add<'_>) -> Result<(), Located> + 'f>;

/// The form of a file that is recognised.
pub(crate) struct Form<'f> {
    /// Its name.
    pub words: String,
    /// True if records are numbered by the lines on which they are.
    pub has_lines: bool,
    pub read: ReadRecords<'f>,
}

impl<'f> Form<'f> {
    /// A form whose records are numbered by lines.
    pub(super) fn of_lines(
        words: impl Into<String>,
        read: impl FnOnce(Add<'_>) -> Result<(), Located> + 'f,
    ) -> Option<Self> {
        Some(Self { words: words.into(), has_lines: true, read: Box::new(read) })
    }

    /// A form whose records have no lines.
    pub(super) fn without_lines(
        words: impl Into<String>,
        read: impl FnOnce(Add<'_>) -> Result<(), Located> + 'f,
    ) -> Option<Self> {
        Some(Self { words: words.into(), has_lines: false, read: Box::new(read) })
    }
}

/// Returns the lines that hold something, with their numbers.
pub(super) fn lines_of(text: &str) -> impl Iterator<Item = (&str, usize)> {
    text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty())
}

/// Returns the words of a line that has as many.
pub(super) fn words<const N: usize>(line: &str) -> Option<[&str; N]> {
    line.split_ascii_whitespace().collect::<Vec<_>>().try_into().ok()
}

/// An error in a line, or in the record of that number.
pub(crate) fn wrong(line: usize, what: impl Into<String>) -> Located {
    LineColumn { line, column: 1 }.error(Path::new(""), what)
}

/// Returns an error of JSON, whose position already precedes the message.
pub(super) fn of_json(error: &serde_json::Error) -> Located {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    let place = LineColumn { line: error.line().max(1), column: error.column().max(1) };
    place.error(Path::new(""), what)
}

/// Adds the line of a `text` whose records are lines.
pub(crate) fn with_line(error: Located, has_lines: bool, text: &str) -> Located {
    let of_line = || text.lines().nth(error.line - 1).map(|line| Excerpt::of_line(line, error.column));
    let excerpt = if has_lines && error.excerpt.is_none() { of_line() } else { error.excerpt.clone() };
    Located { excerpt, ..error }
}
