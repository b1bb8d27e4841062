//! Tables with named columns, parted by commas, tabs or semicolons: PyTerrier's, BEIR's, pandas'.

use super::columns::{Columns, is_named};
use super::form::{Add, File, Form, Kind, wrong};
use crate::error::Located;

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

pub(super) fn recognised(kind: Kind, file: File<'_>) -> Option<Form<'_>> {
    let (separator, form, names) = head(file.text)?;
    // They are shown, and may hold anything.
    let shown: Vec<String> = names.iter().map(|name| name.escape_debug().to_string()).collect();
    let words = format!("{form} with columns {}", shown.join(", "));
    Form::of_lines(words, move |add| read(kind, file.text, separator, &names, add))
}

fn read(kind: Kind, text: &str, separator: u8, names: &[String], add: Add<'_>) -> Result<(), Located> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let found = Columns::new(kind, &names, "column").map_err(|what| wrong(1, what))?;
    let mut places = Places { text, byte: 0, line: 1 };
    for record in reader(separator, text).into_records().skip(1) {
        let record = record.map_err(|error| of_csv(&error, &mut places))?;
        let line = places.line_of(record.position());
        let cell = |at: usize| record.get(at).unwrap_or_default();
        add(found.record(line, cell))?;
    }
    Ok(())
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

fn of_csv(error: &csv::Error, places: &mut Places<'_>) -> Located {
    let line = places.line_of(error.position());
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            wrong(line, format!("{len} columns, expected {expected_len} as in the first line"))
        }
        _ => wrong(line, error.to_string()),
    }
}
