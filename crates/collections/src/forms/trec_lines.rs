//! Records as lines of TREC, each at its original line number.

use std::fmt::Write;
use std::path::Path;

use super::{Kind, Record, Records, RunRow, RunRules, wrong};
use crate::error::Located;
use crate::grades::hint_for;
use crate::text::is_graphic;

/// The lines so far.
pub(super) struct TrecLines<'a> {
    kind: Kind,
    path: &'a Path,
    rules: RunRules,
    text: String,
    /// The line that is written next.
    line: usize,
    rounded: usize,
}

impl Records for TrecLines<'_> {
    fn add(&mut self, record: Record<'_>) -> Result<(), Located> {
        // Several records of one line of JSON follow each other.
        while self.line < record.line {
            self.text.push('\n');
            self.line += 1;
        }
        if self.kind == Kind::Run {
            let RunRow { topic, document, rank, tag, written, .. } = self.rules.row(&record)?;
            let _ = writeln!(self.text, "{topic} Q0 {document} {rank} {written} {tag}");
        } else {
            self.add_judgment(&record)?;
        }
        self.line += 1;
        Ok(())
    }
}

impl<'a> TrecLines<'a> {
    pub fn new(kind: Kind, by_rank: bool, path: &'a Path) -> Self {
        Self { kind, path, rules: RunRules::new(by_rank, path), text: String::new(), line: 1, rounded: 0 }
    }

    pub fn end(self) -> String {
        let Self { path, rounded, .. } = self;
        if rounded > 0 {
            tracing::warn!(path = %path.display(), count = rounded, "grades that are fractions: rounded to the nearest level, halves up");
        }
        self.text
    }

    fn add_judgment(&mut self, record: &Record<'_>) -> Result<(), Located> {
        let &Record { line, topic, document, .. } = record;
        check_ids(record)?;
        let number = record.number.ok_or_else(|| wrong(line, "no grade"))?.text();
        let intent = match self.kind {
            Kind::Intents => record.intent.unwrap_or_default(),
            _ => "0",
        };
        checked(line, "intent", intent)?;
        let grade = match self.kind {
            Kind::Labels => label(line, &number)?,
            _ => self.grade(line, &number)?,
        };
        self.text.extend([topic, " ", intent, " ", document, " ", &grade, "\n"]);
        Ok(())
    }

    /// A grade as a whole number; a fraction is rounded to the nearest, halves up.
    fn grade(&mut self, line: usize, text: &str) -> Result<String, Located> {
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

/// Returns a label as it is written, a whole number without its point.
fn label(line: usize, text: &str) -> Result<String, Located> {
    checked(line, "label", text)?;
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && number.fract() == 0.0);
    let is_whole = text.parse::<i64>().is_ok();
    Ok(number.filter(|_| !is_whole).map_or_else(|| text.to_owned(), |number| format!("{number:.0}")))
}

/// Refuses a topic or a document that no line of TREC can hold.
pub(super) fn check_ids(&Record { line, topic, document, .. }: &Record<'_>) -> Result<(), Located> {
    checked(line, "topic", topic)?;
    check_document(line, document)?;
    // A line of TREC that begins so is a comment.
    if topic.starts_with('#') {
        return Err(wrong(line, format!("topic `{}` begins with `#`", topic.escape_debug())));
    }
    Ok(())
}

/// Refuses a document that no line of TREC can hold.
#[inline]
pub(super) fn check_document(line: usize, document: &str) -> Result<(), Located> {
    checked(line, "document", document)
}

/// Refuses an id that no line of TREC can hold.
#[inline]
fn checked(line: usize, what: &str, id: &str) -> Result<(), Located> {
    if !id.is_empty() && is_graphic(id.as_bytes()) { Ok(()) } else { checked_slowly(line, what, id) }
}

#[cold]
fn checked_slowly(line: usize, what: &str, id: &str) -> Result<(), Located> {
    if id.is_empty() {
        return Err(wrong(line, format!("no {what}")));
    }
    match id.chars().find(|c| *c == ' ' || c.is_control()) {
        None => Ok(()),
        Some(found) => {
            let is_control = found.is_control() && !found.is_whitespace();
            let (holds, hint) = match is_control {
                true => ("a control character", None),
                false => (
                    "a blank, which parts columns elsewhere",
                    Some(
                        "a frame or a dict given to rejudge.evaluate in Python may have such ids; in files write `_`, in judgments and runs alike",
                    ),
                ),
            };
            let error = wrong(line, format!("{what} `{}` holds {holds}", id.escape_debug()));
            Err(Located { hint: hint.map(str::to_owned), ..error })
        }
    }
}
