//! Score matrices in files: topic x run, comma separated, as R and spreadsheets write them.
//!
//! ```text
//! topic,run1,run2
//! t1,0.4711,7e-04
//! t2,0,"1"
//! ```
//!
//! The header is `topic` and the names of the runs; each line after it is a topic with a score for every
//! run. A cell may stand in double quotes (`""` inside them is one), and blanks around it do not count.
//! Strict: no cell may be empty or missing, no score may be NaN or infinite, no topic and no run may be
//! there twice. That a measure is undefined on a topic cannot be said: whoever made the matrix has decided
//! what it scores.
//!
//! Cells are parted here and not by the crate csv: it reads on where a quote never closes or text follows
//! one, takes a quote behind a blank for text, and does not tell the column of a cell.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use crate::error::{FormatError, FormatKind, MatrixFault};
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
                return Err(source.error(line.start, MatrixFault::RepeatedScores { topic, first }));
            }
            first_lines.insert(topic.clone(), line.start);
            table.topics.push(topic);
            table.scores.push(scores);
        }
        if table.topics.is_empty() {
            return Err(source.error(header.start, MatrixFault::NoScores));
        }
        Ok(table)
    }
}

/// The names in the header.
fn runs(source: &FileText<'_>, header: Line<'_>) -> Result<Vec<String>, FormatError> {
    let cells = cells(source, header)?;
    // A line has at least one cell.
    let (first, names) = (&cells[0], &cells[1..]);
    if first.text != "topic" || names.is_empty() {
        let found = String::from_utf8_lossy(header.text).chars().take(60).collect();
        return Err(source.error(header.start, MatrixFault::ScoreHeader { found }));
    }
    let mut runs: Vec<String> = Vec::with_capacity(names.len());
    let mut seen = std::collections::HashSet::with_capacity(names.len());
    for cell in names {
        let name = cell.name(source, "run")?;
        if !seen.insert(name.clone()) {
            return Err(source.error(cell.start, FormatKind::RepeatedColumn { name }));
        }
        runs.push(name);
    }
    Ok(runs)
}

/// A topic with its scores.
fn row(source: &FileText<'_>, line: Line<'_>, runs: &[String]) -> Result<(String, Vec<f64>), FormatError> {
    let cells = cells(source, line)?;
    if cells.len() != runs.len() + 1 {
        let of_runs = if runs.len() == 1 { "1 run".to_owned() } else { format!("{} runs", runs.len()) };
        let expected = format!("{} (topic and {of_runs}, as the header says)", runs.len() + 1);
        return Err(source.error(line.start, FormatKind::Cells { found: cells.len(), expected }));
    }
    let topic = cells[0].name(source, "topic")?;
    let scores = cells[1..].iter().map(|cell| cell.score(source)).collect::<Result<_, _>>()?;
    Ok((topic, scores))
}

/// A cell, without its quotes and the blanks around it.
struct Cell<'a> {
    text: Cow<'a, str>,
    /// Where it begins in the file.
    start: usize,
}

impl Cell<'_> {
    fn name(&self, source: &FileText<'_>, what: &'static str) -> Result<String, FormatError> {
        if self.text.trim().is_empty() {
            return Err(source.error(self.start, MatrixFault::NoName { what }));
        }
        Ok(self.text.clone().into_owned())
    }

    fn score(&self, source: &FileText<'_>) -> Result<f64, FormatError> {
        let value = || self.text.clone().into_owned();
        match self.text.parse::<f64>() {
            Ok(score) if score.abs() <= MOST => Ok(score),
            Ok(score) if score.is_finite() => {
                Err(source.error(self.start, MatrixFault::TooLarge { value: value() }))
            }
            Ok(_) => Err(source.error(self.start, FormatKind::NotFinite { value: value() })),
            Err(_) => Err(source.error(self.start, FormatKind::Score { value: value() })),
        }
    }
}

/// The cells of a line, parted by commas outside quotes.
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
            let (cell, end) = quoted(text, start)
                .ok_or_else(|| source.error(line.start + start, MatrixFault::OpenQuote))?;
            (cell, blanks(end))
        } else {
            let end = memchr::memchr(b',', &bytes[start..]).map_or(bytes.len(), |length| start + length);
            (Cow::Borrowed(text[start..end].trim_end_matches([' ', '\t'])), end)
        };
        cells.push(Cell { text: cell, start: line.start + start });
        match bytes.get(end) {
            None => return Ok(cells),
            Some(b',') => at = end + 1,
            Some(_) => return Err(source.error(line.start + end, MatrixFault::AfterQuote)),
        }
    }
}

/// The text within the quotes that open at `start`, and where what follows them begins; `None` if they
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(text: &str) -> Result<ScoreTable, FormatError> {
        ScoreTable::parse(Path::new("s.csv"), text.as_bytes())
    }

    #[test]
    fn files_by_r_by_spreadsheets_and_by_hand() {
        let expected = ScoreTable {
            topics: vec!["1".into(), "2".into()],
            runs: vec!["a".into(), "b,\"c\"".into()],
            scores: vec![vec![0.5, 0.0007], vec![1.0, 0.0]],
        };
        for text in [
            "topic,a,\"b,\"\"c\"\"\"\n1,0.5,7e-04\n2,1,0\n",
            "\"topic\",\"a\",\"b,\"\"c\"\"\"\r\n\"1\",0.5,0.0007\r\n\"2\",1.0,0\r\n",
            "\u{feff}# by hand\ntopic , a,\t\"b,\"\"c\"\"\" \n\n 1, .5 ,\"7E-4\"\n2,1.,-0",
        ] {
            assert_eq!(parse(text).expect(text), expected, "{text}");
        }
    }

    #[test]
    fn each_fault_is_named_with_its_place() {
        for (text, message) in [
            (
                "",
                "1:1: the file is empty: expected a header `topic,<run>,..` and a line `<topic>,<score>,..` for each topic",
            ),
            (
                "\n# only a comment\n",
                "1:1: the file is empty: expected a header `topic,<run>,..` and a line `<topic>,<score>,..` for each topic",
            ),
            ("t1,0.5,0.25\n", "1:1: expected the header `topic,<run>,..`, found `t1,0.5,0.25`"),
            ("topic\nt1\n", "1:1: expected the header `topic,<run>,..`, found `topic`"),
            ("topic\ta\nt1\t1\n", "1:1: expected the header `topic,<run>,..`, found `topic\\ta`"),
            (
                "topic,a,b\n",
                "1:1: no topic follows the header: expected a line `<topic>,<score>,..` for each",
            ),
            ("topic,a,b,a\n1,0,0,0\n", "1:11: the column `a` is there twice"),
            ("topic,a,,b\n1,0,0,0\n", "1:9: a run without a name"),
            ("topic,a\n1,0\n\"\",0\n", "3:1: a topic without a name"),
            ("topic,a\n1,0\n2,0\n1,0\n", "4:1: topic `1` has its scores already (line 2)"),
            ("topic,a,b\n1,0,1\n2,1\n", "3:1: 2 columns, expected 3 (topic and 2 runs, as the header says)"),
            ("topic,a,b\n1,0,1,\n", "2:1: 4 columns, expected 3 (topic and 2 runs, as the header says)"),
            ("topic,a,b\n1,0, NA\n", "2:6: score `NA` is not a number"),
            ("topic,a,b\n1,,0\n", "2:3: score `` is not a number"),
            ("topic,\u{e9}\u{e9},b\n\u{e9}\u{e9},0,x\n", "2:6: score `x` is not a number"),
            ("topic,a\n1,0.5.1\n", "2:3: score `0.5.1` is not a number"),
            ("topic,a\n1,NaN\n", "2:3: score `NaN` is not finite"),
            ("topic,a\n1,-inf\n", "2:3: score `-inf` is not finite"),
            ("topic,a\n1,1e999\n", "2:3: score `1e999` is not finite"),
            (
                "topic,a\n1,-1e200\n",
                "2:3: score `-1e200` is too large: of differences of runs squares are summed",
            ),
            ("topic,\"a\n1,0\n", "1:7: a quoted cell that does not end on its line"),
            ("topic,\"a\"x\n1,0\n", "1:10: something other than a comma after a quoted cell"),
        ] {
            assert_eq!(parse(text).expect_err(text).to_string(), format!("s.csv:{message}"));
        }
        let error = ScoreTable::parse(Path::new("s.csv"), b"topic,a\n1,\xff\n").expect_err("Latin-1");
        assert_eq!((error.line, error.column), (2, 3));
    }

    fn quote(name: &str) -> String {
        format!("\"{}\"", name.replace('"', "\"\""))
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            runs in prop::collection::hash_set("[!-~\u{e9}]([ -~\u{e9}]{0,6}[!-~])?", 1..6),
            topics in prop::collection::hash_set("[!-~]{1,5}", 1..6),
            values in prop::collection::vec(prop::num::f64::NORMAL | prop::num::f64::ZERO, 25),
        ) {
            let (runs, topics): (Vec<_>, Vec<_>) = (runs.into_iter().collect(), topics.into_iter().collect());
            let scores: Vec<Vec<f64>> =
                (0..topics.len()).map(|t| (0..runs.len()).map(|r| values[t * 5 + r]).collect()).collect();
            let mut text = String::from("topic");
            runs.iter().for_each(|run| text += &format!(",{}", quote(run)));
            for (topic, scores) in topics.iter().zip(&scores) {
                text += &format!("\n{}", quote(topic));
                scores.iter().for_each(|score| text += &format!(",{score:e}"));
            }
            prop_assert_eq!(parse(&text).expect("valid"), ScoreTable { topics, runs, scores });
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = ScoreTable::parse(Path::new("s"), &bytes);
        }

        #[test]
        fn no_text_like_a_table_panics(text in "(topic,a(,b)?\n)?([\"a1,.\n\r \t\u{e9}e-]{0,60})") {
            if let Ok(table) = parse(&text) {
                prop_assert_eq!(table.scores.len(), table.topics.len());
                prop_assert!(table.scores.iter().all(|row| row.len() == table.runs.len()));
            }
        }
    }
}
