//! Score matrices in files: topic x run, comma separated, as R and spreadsheets write them, or parquet.
//!
//! ```text
//! topic,run1,run2
//! t1,0.4711,7e-04
//! t2,0,"1"
//! ```
//!
//! Or a line has a topic, a run and its score, in columns of these names and any order, and in any order of lines:
//!
//! ```text
//! topic,run,score
//! t1,run1,0.4711
//! t1,run2,7e-04
//! t2,run1,0
//! t2,run2,1
//! ```
//!
//! The header of a matrix is `topic`, or an empty cell as R writes it above row names, and the names of the runs; each line after
//! it is a topic with a score for every run. A cell may be in double quotes (`""` inside them is one), and blanks
//! around it are ignored. In parquet, a column of text, or a first column `topic` of whole numbers, has the topics. The
//! format is strict: no cell may be empty or missing, no score may be NaN or infinite, no topic and no run may be a
//! duplicate. An undefined measure cannot be expressed: the author of the matrix has decided its score.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use indexmap::IndexSet;
use rejudge_names::plural::counted;
use rejudge_tables::frame::{Column, Values, parquet};

use crate::error::{Located, wrong_count};
use crate::fields::Span;
use crate::file_text::{FileText, LineColumn};
use crate::forms::{cell_text, is_parquet};
use crate::separated::{SeparatedRows, WrongQuote};

const EXPECTED: &str = "a header `topic,<run>,..` and a line `<topic>,<score>,..` for each topic";

/// The columns of a table with a line for each topic and run.
const LONG: [&str; 3] = ["topic", "run", "score"];

/// The largest score: squares of differences, summed over topics, are numbers still.
const MOST: f64 = 1e100;

/// The scores of one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoreTable {
    /// The topics, in the order of the lines.
    pub topics: Vec<String>,
    /// The runs, in the order of the columns.
    pub runs: Vec<String>,
    /// `scores[topic][run]`.
    pub scores: Vec<Vec<f64>>,
}

/// The number of a wrong cell in its row, from 0 for the topic, and what is wrong with it.
type Fault = (usize, String);

impl ScoreTable {
    /// Reads a file, CSV or parquet; `path` is for messages.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_collections::ScoreTable;
    /// let table = ScoreTable::parse(Path::new("ap.csv"), b"topic,run1,\"run 2\"\nt1,0.25,7e-04\nt2,0,1\n")?;
    /// assert_eq!(table.topics, ["t1", "t2"]);
    /// assert_eq!(table.runs, ["run1", "run 2"]);
    /// assert_eq!(table.scores, [[0.25, 0.0007], [0.0, 1.0]]);
    /// # Ok::<(), rejudge_collections::Located>(())
    /// ```
    ///
    /// # Errors
    /// If a score is missing or no number, or a topic or a run is there twice.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Located> {
        if is_parquet(bytes) {
            return of_parquet(bytes)
                .map_err(|(line, what)| LineColumn { line, column: 1 }.error(path, what));
        }
        of_lines(&FileText::new(path, bytes)?)
    }

    fn new(runs: Vec<String>) -> Result<Self, Fault> {
        let mut seen = HashSet::new();
        for (at, name) in (1..).zip(&runs) {
            if name.trim().is_empty() {
                return Err((at, "a run without a name".to_owned()));
            }
            if !seen.insert(name) {
                return Err((at, format!("duplicate column `{}`", name.escape_debug())));
            }
        }
        Ok(Self { runs, ..Self::default() })
    }

    /// Adds a topic with a score for each run. `rows` has the row of each topic so far, whose line `line_of` returns.
    fn add(
        &mut self,
        rows: &mut HashMap<String, usize>,
        topic: &str,
        scores: impl Iterator<Item: AsRef<str>>,
        line_of: impl Fn(usize) -> usize,
    ) -> Result<(), Fault> {
        check_topic(topic).map_err(|what| (0, what))?;
        if let Some(first) = rows.insert(topic.to_owned(), self.topics.len()) {
            let (topic, line) = (topic.escape_debug(), line_of(first));
            return Err((0, format!("topic `{topic}` has its scores already (line {line})")));
        }
        let scores = (1..).zip(scores).map(|(at, text)| score(text.as_ref()).map_err(|what| (at, what)));
        self.scores.push(scores.collect::<Result<_, _>>()?);
        self.topics.push(topic.to_owned());
        Ok(())
    }
}

/// Refuses a topic without a name, and the row of means that evaluators print after the topics, which would count as one.
fn check_topic(topic: &str) -> Result<(), String> {
    match topic.trim() {
        "" => Err("a topic without a name".to_owned()),
        "all" => Err("topic `all` is the summary of the other topics: leave its rows out".to_owned()),
        _ => Ok(()),
    }
}

fn score(text: &str) -> Result<f64, String> {
    let shown = text.escape_debug();
    match text.parse::<f64>() {
        Ok(score) if score.abs() <= MOST => Ok(score),
        Ok(score) if score.is_finite() => Err(format!(
            "score `{shown}` is too large: of differences of runs squares are summed, expected 1e100 at most"
        )),
        Ok(_) => Err(format!("score `{shown}` is not finite")),
        Err(_) => Err(format!("score `{shown}` is not a number")),
    }
}

fn of_lines(source: &FileText<'_>) -> Result<ScoreTable, Located> {
    let mut lines = source.lines();
    let header = lines.next().ok_or_else(|| source.empty(EXPECTED))?;
    let names = cells(source, header)?;
    if let Some(places) = long(names.iter().map(|(name, _)| name.as_str())) {
        return of_long_lines(source, places);
    }
    if !matches!(names[0].0.as_str(), "topic" | "") || names.len() == 1 {
        let found: String = source.get(header).chars().take(60).collect();
        let what = format!("expected the header `topic,<run>,..`, found `{}`", found.escape_debug());
        return Err(source.error(header, what));
    }
    let wrong = |cells: &[(String, Span)], (at, what): Fault| source.error(cells[at].1, what);
    let runs = names[1..].iter().map(|(name, _)| name.clone()).collect();
    let mut table = ScoreTable::new(runs).map_err(|fault| wrong(&names, fault))?;
    if lines.clone().next().is_none() {
        let what = "no topic follows the header: expected a line `<topic>,<score>,..` for each";
        return Err(source.error(header, what));
    }
    let line_of = |row: usize| source.line_of(source.lines().nth(row + 1).expect("a row that was read"));
    let mut rows = HashMap::new();
    for line in lines {
        let cells = cells(source, line)?;
        if cells.len() != names.len() {
            let of_runs = counted(names.len() - 1, "run");
            let expected = format!("{} (topic and {of_runs}, as the header says)", names.len());
            return Err(source.error(line, wrong_count(cells.len(), expected)));
        }
        let scores = cells[1..].iter().map(|(text, _)| text);
        table.add(&mut rows, &cells[0].0, scores, line_of).map_err(|fault| wrong(&cells, fault))?;
    }
    Ok(table)
}

/// Returns the places of topic, run and score if these are the columns.
fn long<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Option<[usize; 3]> {
    let place = |column: &str| names.clone().position(|name| name == column);
    let [topic, run, score] = LONG.map(place);
    (names.count() == LONG.len()).then_some([topic?, run?, score?])
}

/// The scores of a table with a line for each topic and run.
#[derive(Default)]
struct Long {
    topics: IndexSet<String>,
    runs: IndexSet<String>,
    /// By topic and run: the score and its row.
    scores: HashMap<[usize; 2], (f64, usize)>,
}

impl Long {
    /// Adds a row, whose line `line_of` returns. The place of a wrong cell is that of [`LONG`].
    fn add(
        &mut self,
        [topic, run, text]: [&str; 3],
        row: usize,
        line_of: impl Fn(usize) -> usize,
    ) -> Result<(), Fault> {
        check_topic(topic).map_err(|what| (0, what))?;
        if run.trim().is_empty() {
            return Err((1, "a run without a name".to_owned()));
        }
        let score = score(text).map_err(|what| (2, what))?;
        let pair = [self.topics.insert_full(topic.to_owned()).0, self.runs.insert_full(run.to_owned()).0];
        if let Some((_, first)) = self.scores.insert(pair, (score, row)) {
            let (topic, run, first) = (topic.escape_debug(), run.escape_debug(), line_of(first));
            return Err((1, format!("run `{run}` has its score on topic `{topic}` already (line {first})")));
        }
        Ok(())
    }

    /// Returns the matrix, or the first topic and run without a score.
    fn matrix(self) -> Result<ScoreTable, String> {
        let row = |topic: usize| -> Result<Vec<f64>, String> {
            let score = |run: usize| {
                let score = self.scores.get(&[topic, run]).map(|(score, _)| *score);
                score.ok_or_else(|| {
                    let [topic, run] = [&self.topics[topic], &self.runs[run]].map(|name| name.escape_debug());
                    format!("run `{run}` has no score on topic `{topic}`: write the score that it is to have, such as 0")
                })
            };
            (0..self.runs.len()).map(score).collect()
        };
        let scores = (0..self.topics.len()).map(row).collect::<Result<_, _>>()?;
        let [topics, runs] = [self.topics, self.runs].map(|names| names.into_iter().collect());
        Ok(ScoreTable { topics, runs, scores })
    }
}

fn of_long_lines(source: &FileText<'_>, places: [usize; 3]) -> Result<ScoreTable, Located> {
    let mut table = Long::default();
    let mut last = source.lines().next().unwrap_or_default();
    let line_of = |row: usize| source.line_of(source.lines().nth(row).expect("a row that was read"));
    for (number, line) in source.lines().enumerate().skip(1) {
        let cells = cells(source, line)?;
        if cells.len() != LONG.len() {
            return Err(source.error(line, wrong_count(cells.len(), "3 (topic, run, score)".to_owned())));
        }
        let row = places.map(|place| cells[place].0.as_str());
        table.add(row, number, line_of).map_err(|(at, what)| source.error(cells[places[at]].1, what))?;
        last = line;
    }
    if table.scores.is_empty() {
        return Err(source.error(last, "no line follows the header: expected `<topic>,<run>,<score>`"));
    }
    table.matrix().map_err(|what| source.error(last, what))
}

/// Returns the cells of a line and their starts in the file. A quoted cell must end on its line.
fn cells(source: &FileText<'_>, line: Span) -> Result<Vec<(String, Span)>, Located> {
    source.check_line(line)?;
    let place = |byte: usize| Span::at(line.start as usize + byte);
    let mut cells = Vec::new();
    SeparatedRows::new(source.get(line), ',')
        .read(&mut cells)
        .map_err(|WrongQuote { at, message }| source.error(place(at), message))?;
    Ok(cells.into_iter().map(|cell| (cell.text.into_owned(), place(cell.start))).collect())
}

/// An error has the number of its row, from 1.
fn of_parquet(bytes: &[u8]) -> Result<ScoreTable, (usize, String)> {
    let frame = parquet::read_columns(bytes, |_| true).map_err(|error| (1, format!("{error:#}")))?;
    if let Some(places) = long(frame.columns.iter().map(|column| column.name.as_str())) {
        let mut table = Long::default();
        for row in 0..frame.rows() {
            let cells = places.map(|place| cell_text(&frame.columns[place], row));
            let cells = [cells[0].as_ref(), cells[1].as_ref(), cells[2].as_ref()];
            table.add(cells, row + 1, |row| row).map_err(|(_, what)| (row + 1, what))?;
        }
        return match frame.rows() {
            0 => Err((1, "there are no scores".to_owned())),
            rows => table.matrix().map_err(|what| (rows, what)),
        };
    }
    let mut runs: Vec<&Column> = frame.columns.iter().collect();
    let is_text = |column: &&Column| matches!(column.values, Values::Text(_));
    let is_numbered = |column: &Column| column.name == "topic" && matches!(column.values, Values::Whole(_));
    let topics = match runs.iter().filter(|column| is_text(column)).count() {
        1 => runs.iter().position(is_text).expect("there is one"),
        0 if runs.first().is_some_and(|column| is_numbered(column)) => 0,
        _ => {
            let what = "expected one column of text, with the topics, and a column of scores for each run";
            return Err((1, what.to_owned()));
        }
    };
    let topics = runs.remove(topics);
    if runs.is_empty() || frame.rows() == 0 {
        return Err((1, "there are no scores".to_owned()));
    }
    let names = runs.iter().map(|run| run.name.clone()).collect();
    let mut table = ScoreTable::new(names).map_err(|(_, what)| (1, what))?;
    let mut rows = HashMap::new();
    for row in 0..frame.rows() {
        let topic = cell_text(topics, row);
        let scores = runs.iter().map(|run| cell_text(run, row));
        table.add(&mut rows, &topic, scores, |row| row + 1).map_err(|(at, what)| {
            let of_run = |at: usize| {
                format!("topic `{}`, run `{}`: {what}", topic.escape_debug(), runs[at].name.escape_debug())
            };
            (row + 1, at.checked_sub(1).map_or(what.clone(), of_run))
        })?;
    }
    Ok(table)
}
