//! Score matrices in files: topic x run, comma separated, as R and spreadsheets write them.
//!
//! ```text
//! topic,run1,run2
//! t1,0.4711,7e-04
//! t2,0,"1"
//! ```
//!
//! The header is `topic`, or an empty cell as R writes it above row names, and the names of the runs; each line after
//! it is a topic with a score for every run. A cell may be in double quotes (`""` inside them is one), and blanks
//! around it are ignored. The format is strict: no cell may be empty or missing, no score may be NaN or infinite, no
//! topic and no run may be a duplicate. An undefined measure cannot be expressed: the author of the matrix has decided
//! its score.
//!
//! Cells are split here rather than by the crate csv, because csv reads on if a quote never closes or text
//! follows one, takes a quote after a blank for text, and does not report the column of a cell.

use std::borrow::Cow;

use super::form::{Add, File, Form, Kind, Record};
use crate::error::{Located, wrong_count};
use crate::fields::is_blank;
use crate::file_text::FileText;
use crate::lines::Line;
use rejudge_names::plural::counted;

const EXPECTED: &str = "a header `topic,<run>,..` and a line `<topic>,<score>,..` for each topic";

/// Whatever is of no other form should be one.
pub(super) fn recognised(_: Kind, file: File<'_>) -> Option<Form<'_>> {
    Form::of_lines("a score matrix", move |add| read(file.bytes, add))
}

fn read(bytes: &[u8], add: Add<'_>) -> Result<(), Located> {
    let source = FileText::new("".as_ref(), bytes)?;
    let mut lines = source.lines().peekable();
    let header = lines.next().ok_or_else(|| source.empty(EXPECTED))?;
    let runs = runs(&source, header)?;
    if lines.peek().is_none() {
        let what = "no topic follows the header: expected a line `<topic>,<score>,..` for each";
        return Err(source.error(header.start, what));
    }
    let (mut number, mut before) = (1, 0);
    for line in lines {
        number += source.feeds(before, line.start);
        before = line.start;
        let cells = cells(&source, line)?;
        if cells.len() != runs.len() + 1 {
            let of_runs = counted(runs.len(), "run");
            let expected = format!("{} (topic and {of_runs}, as the header says)", runs.len() + 1);
            return Err(source.error(line.start, wrong_count(cells.len(), expected)));
        }
        let topic = &cells[0].name(&source, "topic")?;
        for (document, score) in runs.iter().zip(&cells[1..]) {
            let number_of = Some(&*score.text);
            let record = Record { line: number, topic, document, number: number_of, ..Record::default() };
            add(record).map_err(|fault| source.error(score.start, fault.message))?;
        }
    }
    Ok(())
}

/// Returns the names in the header.
fn runs(source: &FileText<'_>, header: Line<'_>) -> Result<Vec<String>, Located> {
    let cells = cells(source, header)?;
    // A line has at least one cell.
    let (first, names) = (&cells[0], &cells[1..]);
    if !matches!(&*first.text, "topic" | "") || names.is_empty() {
        let found: String = String::from_utf8_lossy(header.text).chars().take(60).collect();
        return Err(source.error(
            header.start,
            format!("expected the header `topic,<run>,..`, found `{}`", found.escape_debug()),
        ));
    }
    let mut runs: Vec<String> = Vec::with_capacity(names.len());
    let mut seen = std::collections::HashSet::with_capacity(names.len());
    for cell in names {
        let name = cell.name(source, "run")?;
        if !seen.insert(name.clone()) {
            return Err(source.column_twice(cell.start, &name));
        }
        runs.push(name);
    }
    Ok(runs)
}

/// A cell, without its quotes and the blanks around it.
struct Cell<'a> {
    text: Cow<'a, str>,
    /// Its start in the file.
    start: usize,
}

impl Cell<'_> {
    fn name(&self, source: &FileText<'_>, what: &'static str) -> Result<String, Located> {
        if self.text.trim().is_empty() {
            return Err(source.error(self.start, format!("a {what} without a name")));
        }
        Ok(self.text.clone().into_owned())
    }
}

/// Returns the cells of a line, parted by commas outside quotes.
fn cells<'a>(source: &FileText<'a>, line: Line<'a>) -> Result<Vec<Cell<'a>>, Located> {
    source.check_line(line)?;
    let text = source.text_of(line);
    let bytes = text.as_bytes();
    let blanks = |mut at: usize| {
        while bytes.get(at).is_some_and(|&byte| is_blank(byte)) {
            at += 1;
        }
        at
    };
    let mut cells = Vec::new();
    let mut at = 0;
    loop {
        let start = blanks(at);
        let (cell, end) = if bytes.get(start) == Some(&b'"') {
            let (cell, end) = quoted(text, start).ok_or_else(|| {
                source.error(line.start + start, "a quoted cell that does not end on its line")
            })?;
            (cell, blanks(end))
        } else {
            let end = memchr::memchr(b',', &bytes[start..]).map_or(bytes.len(), |length| start + length);
            (Cow::Borrowed(text[start..end].trim_end_matches([' ', '\t'])), end)
        };
        cells.push(Cell { text: cell, start: line.start + start });
        match bytes.get(end) {
            None => return Ok(cells),
            Some(b',') => at = end + 1,
            Some(_) => {
                return Err(
                    source.error(line.start + end, "something other than a comma after a quoted cell")
                );
            }
        }
    }
}

/// Returns the text within the quotes that open at `start`, and the position after them, or `None` if they
/// never close.
fn quoted(text: &str, start: usize) -> Option<(Cow<'_, str>, usize)> {
    let body = start + 1;
    let mut at = body;
    let mut doubled = false;
    loop {
        let close = at + memchr::memchr(b'"', text.as_bytes().get(at..)?)?;
        if text.as_bytes().get(close + 1) != Some(&b'"') {
            let inside = &text[body..close];
            let inside =
                if doubled { Cow::Owned(inside.replace("\"\"", "\"")) } else { Cow::Borrowed(inside) };
            return Some((inside, close + 1));
        }
        doubled = true;
        at = close + 2;
    }
}
