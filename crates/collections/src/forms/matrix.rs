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

use std::collections::HashSet;

use super::{Add, File, Form, Kind, Record};
use crate::error::{Located, wrong_count};
use crate::fields::Span;
use crate::file_text::FileText;
use rejudge_names::plural::counted;

const EXPECTED: &str = "a header `topic,<run>,..` and a line `<topic>,<score>,..` for each topic";

/// Whatever is of no other form should be one.
pub(super) fn recognised(_: Kind, file: File<'_>) -> Option<Form<'_>> {
    Form::new("a score matrix", true, move |add| read(file.bytes, add))
}

fn read(bytes: &[u8], add: Add<'_>) -> Result<(), Located> {
    let source = FileText::new("".as_ref(), bytes)?;
    let mut lines = source.lines();
    let header = lines.next().ok_or_else(|| source.empty(EXPECTED))?;
    let names = cells(&source, header)?;
    if !matches!(names[0].0.as_str(), "topic" | "") || names.len() == 1 {
        let found: String = source.get(header).chars().take(60).collect();
        let what = format!("expected the header `topic,<run>,..`, found `{}`", found.escape_debug());
        return Err(source.error(header, what));
    }
    let mut seen = HashSet::new();
    for (name, start) in &names[1..] {
        if name.trim().is_empty() {
            return Err(source.error(*start, "a run without a name"));
        }
        if !seen.insert(name) {
            return Err(source.column_twice(*start, name));
        }
    }
    if lines.clone().next().is_none() {
        let what = "no topic follows the header: expected a line `<topic>,<score>,..` for each";
        return Err(source.error(header, what));
    }
    let (mut number, mut before) = (1, 0);
    for line in lines {
        let start = line.start as usize;
        number += memchr::memchr_iter(b'\n', &source.bytes()[before..start]).count();
        before = start;
        let cells = cells(&source, line)?;
        if cells.len() != names.len() {
            let of_runs = counted(names.len() - 1, "run");
            let expected = format!("{} (topic and {of_runs}, as the header says)", names.len());
            return Err(source.error(line, wrong_count(cells.len(), expected)));
        }
        for ((document, _), (score, start)) in names.iter().zip(&cells).skip(1) {
            let (topic, score) = (&cells[0].0, Some(score.as_str()));
            let record = Record { line: number, topic, document, number: score, ..Record::default() };
            add(record).map_err(|fault| source.error(*start, fault.message))?;
        }
    }
    Ok(())
}

/// Returns the cells of a line, parted by commas outside quotes, and their starts in the file. A cell is without its
/// quotes and the blanks around it.
fn cells(source: &FileText<'_>, line: Span) -> Result<Vec<(String, Span)>, Located> {
    source.check_line(line)?;
    let blanks = [' ', '\t'];
    let mut rest = source.get(line);
    let mut cells = Vec::new();
    loop {
        rest = rest.trim_start_matches(blanks);
        let (mut cell, start) = (String::new(), Span::at(line.end as usize - rest.len()));
        if rest.starts_with('"') {
            while let Some(quoted) = rest.strip_prefix('"') {
                let (inside, after) = quoted
                    .split_once('"')
                    .ok_or_else(|| source.error(start, "a quoted cell that does not end on its line"))?;
                cell += inside;
                // A quote right after a quote is one of the text.
                cell += if after.starts_with('"') { "\"" } else { "" };
                rest = after;
            }
            rest = rest.trim_start_matches(blanks);
        } else {
            let (text, _) = rest.split_once(',').unwrap_or((rest, ""));
            cell += text.trim_end_matches(blanks);
            rest = &rest[text.len()..];
        }
        cells.push((cell, start));
        match rest.strip_prefix(',') {
            Some(next) => rest = next,
            None if rest.is_empty() => return Ok(cells),
            None => {
                let what = "something other than a comma after a quoted cell";
                return Err(source.error(Span::at(line.end as usize - rest.len()), what));
            }
        }
    }
}
