//! Reads tables of printed numbers. The first line of a table names the columns. Tabs separate the cells, or
//! commas if the name of the file ends in `.csv`; quotes have no meaning.
//!
//! [`PrintedTable`] reads the printed scores of a collection, the expected values of an experiment, and the
//! scores with which downloaded runs are checked. Each of these tables has its own columns.

use std::collections::BTreeMap;
use std::path::Path;

use crate::descriptor::{Files, Sum, place};
use sha2::{Digest, Sha256};

use crate::error::{LoadError, Located, wrong_count};
use crate::fields::Span;
use crate::file_text::FileText;
use crate::text::read_stored;

/// Maps the printed name of each measure to the score of each run.
pub type ScoresByMeasure = BTreeMap<String, BTreeMap<String, f64>>;

/// A table of printed numbers.
pub struct PrintedTable<'a> {
    source: FileText<'a>,
    delimiter: u8,
    /// The names of the columns.
    names: Vec<&'a str>,
}

/// A line of a table of printed numbers.
pub struct PrintedLine<'t, 'a> {
    table: &'t PrintedTable<'a>,
    /// The number of the line, from 1.
    pub number: usize,
    line: Span,
    cells: Vec<Span>,
}

/// The text of a cell, and its place.
#[derive(Clone, Copy, Debug)]
pub struct PrintedText<'a> {
    /// The text, without the blanks around it.
    pub text: &'a str,
    span: Span,
}

/// A score of a run in a table with the columns `run`, `measure` and `value`.
pub struct PrintedScore<'a> {
    /// The number of the line, from 1.
    pub line: usize,
    /// The name of the run.
    pub run: PrintedText<'a>,
    /// The measure, by its printed name.
    pub measure: PrintedText<'a>,
    /// The score.
    pub value: PrintedText<'a>,
}

impl<'a> PrintedTable<'a> {
    /// Reads the names of the columns. The cells of a file whose name ends in `.csv` are separated by commas.
    ///
    /// # Errors
    /// If the file is not text, or is empty, or its first line is invalid.
    pub fn parse(path: &'a Path, bytes: &'a [u8]) -> Result<Self, Located> {
        let source = FileText::new(path, bytes)?;
        let is_csv = path.extension().is_some_and(|ending| ending == "csv");
        let delimiter = if is_csv { b',' } else { b'\t' };
        let head =
            source.lines().next().ok_or_else(|| source.empty("a line with the names of the columns"))?;
        let names = source.parts(head, |byte| byte == delimiter)?.map(|name| source.get(name)).collect();
        Ok(Self { source, delimiter, names })
    }

    /// Returns true if commas separate the cells.
    pub fn is_csv(&self) -> bool {
        self.delimiter == b','
    }

    /// Returns the names of the columns.
    pub fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// Returns the position of the column `name`.
    ///
    /// # Errors
    /// If there is no column of this name.
    pub fn column(&self, name: &str) -> Result<usize, Located> {
        self.names.iter().position(|column| *column == name).ok_or_else(|| {
            let columns: Vec<String> =
                self.names.iter().map(|column| format!("`{}`", column.escape_debug())).collect();
            let head = self.source.lines().next().unwrap_or_default();
            self.source.error(head, format!("there is no column `{name}`, found {}", columns.join(", ")))
        })
    }

    /// Returns the lines after the header. A line may have fewer cells than the header.
    ///
    /// # Errors
    /// The iterator returns an error for a line that has more cells than the header, or is invalid.
    pub fn lines(&self) -> impl Iterator<Item = Result<PrintedLine<'_, 'a>, Located>> {
        // We count lines on the way, because counting from the start for each line takes quadratic time.
        let (mut number, mut counted) = (1, 0);
        self.source.lines().skip(1).map(move |line| {
            let start = line.start as usize;
            number += memchr::memchr_iter(b'\n', &self.source.bytes()[counted..start]).count();
            counted = start;
            let cells: Vec<Span> = self.source.parts(line, |byte| byte == self.delimiter)?.collect();
            if cells.len() > self.names.len() {
                let expected = format!("{}, as in the header", self.names.len());
                return Err(self.source.error(line, wrong_count(cells.len(), expected)));
            }
            Ok(PrintedLine { table: self, number, line, cells })
        })
    }

    /// Returns the scores of a table with the columns `run`, `measure` and `value`. Other columns are ignored.
    ///
    /// # Errors
    /// If one of these columns is missing. The iterator returns an error for a line with an empty cell in one
    /// of them, or with more cells than the header.
    pub fn scores(&self) -> Result<impl Iterator<Item = Result<PrintedScore<'a>, Located>>, Located> {
        let [run, measure, value] = [self.column("run")?, self.column("measure")?, self.column("value")?];
        Ok(self.lines().map(move |line| {
            let line = line?;
            let [run, measure, value] = [line.cell(run)?, line.cell(measure)?, line.cell(value)?];
            Ok(PrintedScore { line: line.number, run, measure, value })
        }))
    }

    /// Returns an error at a cell.
    pub fn error(&self, cell: PrintedText<'_>, message: impl Into<String>) -> Located {
        self.source.error(cell.span, message)
    }
}

impl<'a> PrintedLine<'_, 'a> {
    /// Returns the cell in a column.
    ///
    /// # Errors
    /// If the line has no cell in this column, or an empty one.
    pub fn cell(&self, column: usize) -> Result<PrintedText<'a>, Located> {
        let source = &self.table.source;
        match self.cells.get(column).filter(|cell| cell.length() > 0) {
            Some(&span) => Ok(PrintedText { text: source.get(span), span }),
            None => {
                let name = self.table.names[column].escape_debug();
                Err(source.error(self.line, format!("the cell in the column `{name}` is empty")))
            }
        }
    }
}

/// Reads the printed scores of a collection in `folder`. Returns an empty map if the description names no such file.
///
/// # Errors
/// If the file cannot be read, is not a table of scores ([`PrintedTable::scores`]), has a score that is not a
/// finite number, lists a run twice for a measure, or does not have the checksum of the description.
pub fn printed_scores(files: &Files, folder: &Path) -> Result<ScoresByMeasure, LoadError> {
    let Some(printed) = &files.printed_scores else { return Ok(ScoresByMeasure::new()) };
    let path = place(folder, &printed.file);
    let bytes = read_stored(&path)?;
    expect_sha256(&path, &bytes, &printed.sha256)?;
    Ok(by_measure(&PrintedTable::parse(&path, &bytes)?)?)
}

/// Compares the SHA-256 of `bytes` with the expected one. The error names `file`.
///
/// # Errors
/// If the two differ.
pub(crate) fn expect_sha256(file: &Path, bytes: &[u8], Sum(expected): &Sum) -> Result<(), LoadError> {
    let sum = format!("{:x}", Sha256::digest(bytes));
    if sum == *expected {
        return Ok(());
    }
    Err(LoadError::Unfit(format!("{}: its sha256 is {sum}, expected {expected}", file.display())))
}

fn by_measure(table: &PrintedTable<'_>) -> Result<ScoresByMeasure, Located> {
    let mut scores = ScoresByMeasure::new();
    for printed in table.scores()? {
        let PrintedScore { run, measure, value, .. } = printed?;
        let score = value.text.parse::<f64>().ok().filter(|score| score.is_finite()).ok_or_else(|| {
            table.error(value, format!("score `{}` is not a finite number", value.text.escape_debug()))
        })?;
        let by_run = scores.entry(measure.text.to_owned()).or_default();
        if by_run.insert(run.text.to_owned(), score).is_some() {
            let [run_name, measure] = [run, measure].map(|cell| cell.text.escape_debug());
            let message = format!("run `{run_name}` already has a score by `{measure}`");
            return Err(table.error(run, message));
        }
    }
    Ok(scores)
}
