//! Writes records as lines in TREC format, and refuses ids that do not fit in such a line. If the original file
//! has at most one record on a line, each record keeps its line number.

use std::fmt::Write;
use std::path::Path;

use super::{FileKind, Record, Records, RunRow, RunRules, wrong};
use crate::error::Located;
use crate::file_text::LineColumn;
use crate::grades::hint_for;
use crate::text::is_graphic;

/// If there are fewer grades than this, we do not check whether they are the scores of a run.
const MIN_CHECKED_GRADES: usize = 20;

/// The lines in TREC format that were written so far.
pub(super) struct TrecLines<'a> {
    kind: FileKind,
    path: &'a Path,
    rules: RunRules,
    text: String,
    /// The number of the next line.
    line: usize,
    /// The number of grades.
    grades: usize,
    /// The number of grades that were fractions.
    rounded: usize,
}

impl Records for TrecLines<'_> {
    fn add(&mut self, record: Record<'_>) -> Result<(), Located> {
        // If one line of JSON has several records, later lines get higher numbers than in the file.
        while self.line < record.line {
            self.text.push('\n');
            self.line += 1;
        }
        if self.kind == FileKind::Run {
            let RunRow { topic, document, rank, tag, written_score, .. } = self.rules.row(&record)?;
            let _ = writeln!(self.text, "{topic} Q0 {document} {rank} {written_score} {tag}");
        } else {
            self.add_judgment(&record)?;
        }
        self.line += 1;
        Ok(())
    }
}

impl<'a> TrecLines<'a> {
    pub fn new(kind: FileKind, by_rank: bool, path: &'a Path) -> Self {
        Self {
            kind,
            path,
            rules: RunRules::new(by_rank, path),
            text: String::new(),
            line: 1,
            grades: 0,
            rounded: 0,
        }
    }

    /// Returns the lines.
    ///
    /// # Errors
    /// If there are many grades, and more than nine in ten are fractions. They are probably the scores of a
    /// run, which we must not round to grades.
    pub fn end(self) -> Result<String, Located> {
        let Self { path, grades, rounded, .. } = self;
        if grades >= MIN_CHECKED_GRADES && rounded * 10 > grades * 9 {
            let what = format!("{rounded} of {grades} grades are fractions, as the scores of a run are");
            let hint = "in a list of files judgments come first, then runs; --labels=gains reads gains instead of grades";
            let error = LineColumn { line: 1, column: 1 }.error(path, what);
            return Err(Located { hint: Some(hint.to_owned()), ..error });
        }
        if rounded > 0 {
            tracing::warn!(path = %path.display(), count = rounded, "grades that are fractions: rounded to the nearest level, halves up");
        }
        Ok(self.text)
    }

    fn add_judgment(&mut self, record: &Record<'_>) -> Result<(), Located> {
        let &Record { line, topic, document, .. } = record;
        check_ids(record)?;
        let number = record.number.ok_or_else(|| wrong(line, "no grade"))?.text();
        let intent = match self.kind {
            FileKind::Intents => record.intent.unwrap_or_default(),
            _ => "0",
        };
        check_id(line, "intent", intent)?;
        let grade = match self.kind {
            FileKind::Labels => label(line, &number)?,
            _ => self.grade(line, &number)?,
        };
        self.text.extend([topic, " ", intent, " ", document, " ", &grade, "\n"]);
        Ok(())
    }

    /// Returns a grade as a whole number. A fraction is rounded to the nearest whole number, halves up.
    fn grade(&mut self, line: usize, text: &str) -> Result<String, Located> {
        self.grades += 1;
        if text.parse::<i64>().is_ok() {
            return Ok(text.to_owned());
        }
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        let number = number.ok_or_else(|| {
            let error = wrong(line, format!("grade `{}` is not a number", text.escape_debug()));
            Located { hint: hint_for(text).map(str::to_owned), ..error }
        })?;
        self.rounded += usize::from(number.fract() != 0.0);
        Ok(format!("{:.0}", (number + 0.5).floor()))
    }
}

/// Returns a label as it is written, except that a whole number loses its decimals and its exponent: `2.0`
/// becomes `2`, and `1e3` becomes `1000`.
fn label(line: usize, text: &str) -> Result<String, Located> {
    check_id(line, "label", text)?;
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && number.fract() == 0.0);
    let is_whole = text.parse::<i64>().is_ok();
    Ok(number.filter(|_| !is_whole).map_or_else(|| text.to_owned(), |number| format!("{number:.0}")))
}

/// Refuses a topic or a document that cannot be written in a TREC line.
pub(super) fn check_ids(&Record { line, topic, document, .. }: &Record<'_>) -> Result<(), Located> {
    check_id(line, "topic", topic)?;
    check_document(line, topic, document)?;
    // At the start of a TREC line, `#` begins a comment.
    if topic.starts_with('#') {
        return Err(wrong(line, format!("topic `{}` begins with `#`", topic.escape_debug())));
    }
    Ok(())
}

/// Refuses a document that cannot be written in a TREC line. The error names the topic, because a form
/// without lines, such as JSON of topics with documents, has no line to look at.
#[inline]
pub(super) fn check_document(line: usize, topic: &str, document: &str) -> Result<(), Located> {
    check_id(line, "document", document).map_err(|error| Located {
        message: format!("topic `{}`: {}", topic.escape_debug(), error.message),
        ..error
    })
}

/// Refuses an id that cannot be written in a TREC line.
#[inline]
fn check_id(line: usize, noun: &str, id: &str) -> Result<(), Located> {
    if !id.is_empty() && is_graphic(id.as_bytes()) { Ok(()) } else { check_unusual_id(line, noun, id) }
}

#[cold]
fn check_unusual_id(line: usize, noun: &str, id: &str) -> Result<(), Located> {
    if id.is_empty() {
        return Err(wrong(line, format!("no {noun}")));
    }
    let Some(character) = id.chars().find(|c| *c == ' ' || c.is_control()) else { return Ok(()) };
    let id = id.escape_debug();
    if character.is_control() && !character.is_whitespace() {
        return Err(wrong(line, format!("{noun} `{id}` contains a control character")));
    }
    let hint = "a frame or a dict given to rejudge.evaluate in Python may have such ids; in files write `_`, \
                both in judgments and in runs";
    let what = format!("{noun} `{id}` contains a blank, which separates the columns of files in TREC format");
    let error = wrong(line, what);
    Err(Located { hint: Some(hint.to_owned()), ..error })
}
