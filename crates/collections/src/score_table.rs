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
use std::collections::HashMap;
use std::path::Path;

use crate::error::{FormatError, FormatKind};
use crate::fields::is_blank;
use crate::file_text::FileText;
use crate::lines::Line;

const EXPECTED: &str = "a header `topic,<run>,..` and a line `<topic>,<score>,..` for each topic";

/// The largest score: squares of differences, summed over topics, are numbers still.
const MOST: f64 = 1e100;

/// The scores of one file.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreTable {
    /// The topics, in the order of the lines.
    pub topics: Vec<String>,
    /// The runs, in the order of the columns.
    pub runs: Vec<String>,
    /// `scores[topic][run]`.
    pub scores: Vec<Vec<f64>>,
}

impl ScoreTable {
    /// Reads the text of a file; `path` is for messages.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_collections::ScoreTable;
    /// let table = ScoreTable::parse(Path::new("ap.csv"), b"topic,run1,\"run 2\"\nt1,0.25,7e-04\nt2,0,1\n")?;
    /// assert_eq!(table.runs, ["run1", "run 2"]);
    /// assert_eq!(table.topics, ["t1", "t2"]);
    /// assert_eq!(table.scores, [[0.25, 0.0007], [0.0, 1.0]]);
    /// let of_r = ScoreTable::parse(Path::new("ap.csv"), b",run1,run 2\nt1,0.25,7e-04\nt2,0,1\n")?;
    /// assert_eq!(of_r, table);
    /// let error = ScoreTable::parse(Path::new("ap.csv"), b"topic,run1\nt1,NA\n").expect_err("no number");
    /// assert_eq!(error.to_string(), "ap.csv:2:4: score `NA` is not a number");
    /// # Ok::<(), rejudge_collections::FormatError>(())
    /// ```
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, FormatError> {
        let source = FileText::new(path, bytes)?;
        let mut lines = source.lines();
        let header = lines.next().ok_or_else(|| source.empty(EXPECTED))?;
        let runs = runs(&source, header)?;
        let mut table = Self { topics: Vec::new(), runs, scores: Vec::new() };
        let mut first_lines: HashMap<String, usize> = HashMap::new();
        for line in lines {
            let (topic, scores) = row(&source, line, &table.runs)?;
            if let Some(&first) = first_lines.get(&topic) {
                let first = source.line_of(first);
                return Err(source.error(
                    line.start,
                    format!("topic `{}` has its scores already (line {first})", topic.escape_debug()),
                ));
            }
            first_lines.insert(topic.clone(), line.start);
            table.topics.push(topic);
            table.scores.push(scores);
        }
        if table.topics.is_empty() {
            return Err(source.error(
                header.start,
                "no topic follows the header: expected a line `<topic>,<score>,..` for each",
            ));
        }
        Ok(table)
    }
}

/// Returns the names in the header.
fn runs(source: &FileText<'_>, header: Line<'_>) -> Result<Vec<String>, FormatError> {
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

/// Returns a topic with its scores.
fn row(source: &FileText<'_>, line: Line<'_>, runs: &[String]) -> Result<(String, Vec<f64>), FormatError> {
    let cells = cells(source, line)?;
    if cells.len() != runs.len() + 1 {
        let of_runs = if runs.len() == 1 { "1 run".to_owned() } else { format!("{} runs", runs.len()) };
        let expected = format!("{} (topic and {of_runs}, as the header says)", runs.len() + 1);
        return Err(source.error(line.start, FormatKind::Columns { found: cells.len(), expected }));
    }
    let topic = cells[0].name(source, "topic")?;
    let scores = cells[1..].iter().map(|cell| cell.score(source)).collect::<Result<_, _>>()?;
    Ok((topic, scores))
}

/// A cell, without its quotes and the blanks around it.
struct Cell<'a> {
    text: Cow<'a, str>,
    /// Its start in the file.
    start: usize,
}

impl Cell<'_> {
    fn name(&self, source: &FileText<'_>, what: &'static str) -> Result<String, FormatError> {
        if self.text.trim().is_empty() {
            return Err(source.error(self.start, format!("a {what} without a name")));
        }
        Ok(self.text.clone().into_owned())
    }

    fn score(&self, source: &FileText<'_>) -> Result<f64, FormatError> {
        let value = || self.text.clone().into_owned();
        match self.text.parse::<f64>() {
            Ok(score) if score.abs() <= MOST => Ok(score),
            Ok(score) if score.is_finite() => {
                Err(source.error(self.start, format!("score `{}` is too large: of differences of runs squares are summed, expected 1e100 at most", value().escape_debug())))
            }
            Ok(_) => Err(source.error(self.start, format!("score `{}` is not finite", value().escape_debug()))),
            Err(_) => Err(source.error(self.start, format!("score `{}` is not a number", value().escape_debug()))),
        }
    }
}

/// Returns the cells of a line, parted by commas outside quotes.
fn cells<'a>(source: &FileText<'a>, line: Line<'a>) -> Result<Vec<Cell<'a>>, FormatError> {
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
