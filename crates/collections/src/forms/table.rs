//! Tables with named columns, parted by commas, tabs or semicolons: PyTerrier's, BEIR's, pandas'.

use super::columns::{Columns, columns, is_named};
use super::fault::Fault;
use super::form::{Form, Kind};
use super::trec_lines::{Record, TrecLines};

pub(super) struct Table;

/// The separators of columns, with their names.
const SEPARATORS: [(u8, &str); 3] = [(b'\t', "tsv"), (b',', "csv"), (b';', "csv with semicolons")];

/// Returns the names in the first line and their separator, or `None` if they name neither topic nor document.
fn head(text: &str) -> Option<(u8, &'static str, Vec<String>)> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    SEPARATORS.into_iter().find_map(|(separator, form)| {
        let names = reader(separator, first).into_records().next()?.ok()?;
        let names: Vec<String> = names.iter().map(str::to_owned).collect();
        let is_head = names.len() > 1 && names.iter().any(|name| is_named(name));
        is_head.then_some((separator, form, names))
    })
}

fn reader(separator: u8, text: &str) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes())
}

impl Form for Table {
    fn recognised(&self, _: Kind, text: &str) -> Option<String> {
        let (_, form, names) = head(text)?;
        // They are shown, and may hold anything.
        let shown: Vec<String> = names.iter().map(|name| name.escape_debug().to_string()).collect();
        Some(format!("{form} with columns {}", shown.join(", ")))
    }

    fn read(&self, text: &str, lines: &mut TrecLines<'_>) -> Result<(), Fault> {
        let Some((separator, _, names)) = head(text) else { return Ok(()) };
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let found = columns(lines.kind, &names, "column").map_err(|what| Fault::at(1, what))?;
        let Columns { topic, document, number, rank, tag } = found;
        let mut places = Places { text, byte: 0, line: 1 };
        for record in reader(separator, text).into_records().skip(1) {
            let record = record.map_err(|error| of_csv(&error, &mut places))?;
            let line = places.line_of(record.position());
            let cell = |at: usize| record.get(at).unwrap_or_default();
            let some = |at: Option<usize>| at.map(cell).filter(|text| !text.is_empty());
            lines.add(Record {
                line,
                topic: cell(topic),
                document: cell(document),
                number: some(number),
                rank: some(rank),
                tag: some(tag),
            })?;
        }
        Ok(())
    }
}

/// Counts lines as records go by: a record begins before the ends of lines that it skips.
struct Places<'a> {
    text: &'a str,
    byte: usize,
    line: usize,
}

impl Places<'_> {
    fn line_of(&mut self, position: Option<&csv::Position>) -> usize {
        let bytes = self.text.as_bytes();
        let mut begin = position.map_or(self.byte, |position| position.byte() as usize).min(bytes.len());
        while bytes.get(begin).is_some_and(|byte| matches!(byte, b'\r' | b'\n')) {
            begin += 1;
        }
        if begin > self.byte {
            self.line += bytes[self.byte..begin].iter().filter(|&&byte| byte == b'\n').count();
            self.byte = begin;
        }
        self.line
    }
}

fn of_csv(error: &csv::Error, places: &mut Places<'_>) -> Fault {
    let line = places.line_of(error.position());
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            Fault::at(line, format!("{len} columns, expected {expected_len} as in the first line"))
        }
        _ => Fault::at(line, error.to_string()),
    }
}
