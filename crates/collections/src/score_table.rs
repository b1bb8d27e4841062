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
//! There may be a column `measure`, and the score may be called `value`: `rejudge eval -q` writes both, as csv, as parquet, or
//! as tsv, which has no header. Its rows of the topic `all`, the summaries of runs, are left out then.
//!
//! The header of a matrix is `topic`, or an empty cell as R writes it above row names, and the names of the runs; each line after
//! it is a topic with a score for every run. A cell may be in double quotes (`""` inside them is one), and blanks
//! around it are ignored. In parquet, a column of text, or a first column `topic` of whole numbers, has the topics. The
//! format is strict: no cell may be empty or missing, no score may be NaN or infinite, no topic and no run may be a
//! duplicate. An undefined measure cannot be expressed: the author of the matrix has decided its score.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use indexmap::{IndexMap, IndexSet};
use rejudge_names::plural::counted;
use rejudge_tables::frame::{Column, Values, parquet};

use crate::error::{Located, wrong_count};
use crate::fields::Span;
use crate::file_text::{FileText, LineColumn};
use crate::forms::{cell_text, is_parquet};
use crate::separated::{SeparatedRows, WrongQuote};

const EXPECTED: &str = "a header `topic,<run>,..` and a line `<topic>,<score>,..` for each topic";

/// The summary of the topics.
const SUMMARY: &str = "all";

/// The places of the columns of a table with a line for each topic and run.
#[derive(Clone, Copy)]
struct LongColumns {
    topic: usize,
    run: usize,
    score: usize,
    measure: Option<usize>,
}

impl LongColumns {
    /// The columns of `rejudge eval -q` without a header.
    const OWN: Self = Self { run: 0, topic: 1, measure: Some(2), score: 3 };

    /// Finds the columns by name, and refuses any other column.
    fn of_names<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Option<Self> {
        let place = |column: &str| names.clone().position(|name| name == column);
        let score = place("score").or_else(|| place("value"))?;
        let columns = Self { topic: place("topic")?, run: place("run")?, score, measure: place("measure") };
        (names.count() == columns.count()).then_some(columns)
    }

    fn count(self) -> usize {
        3 + usize::from(self.measure.is_some())
    }

    fn expected(self) -> &'static str {
        if self.measure.is_some() { "4 (run, topic, measure, value)" } else { "3 (topic, run, score)" }
    }
}

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
    /// Reads a file of one measure, CSV or parquet; `path` is for messages.
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
    /// If a score is missing or no number, a topic or a run is there twice, or there are several measures.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Located> {
        let mut tables = Self::by_measure(path, bytes)?;
        if tables.len() > 1 {
            let measures: Vec<String> = tables.into_iter().filter_map(|(measure, _)| measure).collect();
            let what = format!("scores by {}, expected one measure", measures.join(", "));
            return Err(LineColumn { line: 1, column: 1 }.error(path, what));
        }
        Ok(tables.pop().expect("a file without scores is an error").1)
    }

    /// Reads a file, whose measures are named if it has a column of them.
    ///
    /// # Errors
    /// If a score is missing or no number, or a topic or a run is there twice.
    pub fn by_measure(path: &Path, bytes: &[u8]) -> Result<Vec<(Option<String>, Self)>, Located> {
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
        SUMMARY => Err("topic `all` is the summary of the other topics: leave its rows out".to_owned()),
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

fn of_lines(source: &FileText<'_>) -> Result<Measured, Located> {
    let mut lines = source.lines();
    let header = lines.next().ok_or_else(|| source.empty(EXPECTED))?;
    let names = cells(source, header, ',')?;
    if let Some(columns) = LongColumns::of_names(names.iter().map(|(name, _)| name.as_str())) {
        return of_long_lines(source, columns, (',', true));
    }
    if !matches!(names[0].0.as_str(), "topic" | "") || names.len() == 1 {
        if let Some((columns, has_header)) = tabbed(source, header)? {
            return of_long_lines(source, columns, ('\t', has_header));
        }
        let found: String = source.get(header).chars().take(60).collect();
        let what = format!(
            "expected the header `topic,<run>,..`, or the columns topic, run and score, found `{}`",
            found.escape_debug()
        );
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
        let cells = cells(source, line, ',')?;
        if cells.len() != names.len() {
            let of_runs = counted(names.len() - 1, "run");
            let expected = format!("{} (topic and {of_runs}, as the header says)", names.len());
            return Err(source.error(line, wrong_count(cells.len(), expected)));
        }
        let scores = cells[1..].iter().map(|(text, _)| text);
        table.add(&mut rows, &cells[0].0, scores, line_of).map_err(|fault| wrong(&cells, fault))?;
    }
    Ok(vec![(None, table)])
}

/// Returns the columns of a table with tabs whose first line this is, and true if that is a header.
fn tabbed(source: &FileText<'_>, first: Span) -> Result<Option<(LongColumns, bool)>, Located> {
    let cells = cells(source, first, '\t')?;
    let named = LongColumns::of_names(cells.iter().map(|(name, _)| name.as_str()));
    let is_own =
        cells.len() == LongColumns::OWN.count() && cells[LongColumns::OWN.score].0.parse::<f64>().is_ok();
    Ok(named.map(|columns| (columns, true)).or(is_own.then_some((LongColumns::OWN, false))))
}

/// Tables of scores, each with its measure if the file names it.
type Measured = Vec<(Option<String>, ScoreTable)>;

/// The scores of a table with a line for each topic and run, by measure.
#[derive(Default)]
struct AllLong(IndexMap<Option<String>, Long>);

impl AllLong {
    /// Adds a row of these columns, whose line `line_of` returns. The place of a wrong cell is its place in the row.
    fn add(
        &mut self,
        columns: LongColumns,
        row: &[&str],
        number: usize,
        line_of: impl Fn(usize) -> usize,
    ) -> Result<(), Fault> {
        let LongColumns { topic, run, score, measure } = columns;
        if measure.is_some() && row[topic] == SUMMARY {
            return Ok(());
        }
        if let Some(place) = measure.filter(|&place| row[place].trim().is_empty()) {
            return Err((place, "a measure without a name".to_owned()));
        }
        let long = self.0.entry(measure.map(|place| row[place].to_owned())).or_default();
        let places = [topic, run, score];
        long.add(places.map(|place| row[place]), number, line_of).map_err(|(at, what)| (places[at], what))
    }

    /// Returns the matrices, or what is missing.
    fn matrices(self) -> Result<Measured, String> {
        if self.0.is_empty() {
            return Err("no row is of a topic: `rejudge eval -q` writes them".to_owned());
        }
        self.0.into_iter().map(|(measure, long)| Ok((measure, long.matrix()?))).collect()
    }
}

/// The scores of a measure.
#[derive(Default)]
struct Long {
    topics: IndexSet<String>,
    runs: IndexSet<String>,
    /// By topic and run: the score and its row.
    scores: HashMap<[usize; 2], (f64, usize)>,
}

impl Long {
    /// Adds topic, run and score of a row, whose line `line_of` returns. The place of a wrong cell is that among these.
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

fn of_long_lines(
    source: &FileText<'_>,
    columns: LongColumns,
    (separator, has_header): (char, bool),
) -> Result<Measured, Located> {
    let mut tables = AllLong::default();
    let mut last = source.lines().next().unwrap_or_default();
    let line_of = |row: usize| source.line_of(source.lines().nth(row).expect("a row that was read"));
    let mut is_empty = true;
    for (number, line) in source.lines().enumerate().skip(usize::from(has_header)) {
        let cells = cells(source, line, separator)?;
        if cells.len() != columns.count() {
            return Err(source.error(line, wrong_count(cells.len(), columns.expected().to_owned())));
        }
        let row: Vec<&str> = cells.iter().map(|(text, _)| text.as_str()).collect();
        tables
            .add(columns, &row, number, line_of)
            .map_err(|(place, what)| source.error(cells[place].1, what))?;
        (last, is_empty) = (line, false);
    }
    if is_empty {
        return Err(source.error(last, "no line follows the header: expected `<topic>,<run>,<score>`"));
    }
    tables.matrices().map_err(|what| source.error(last, what))
}

/// Returns the cells of a line and their starts in the file. A quoted cell must end on its line.
fn cells(source: &FileText<'_>, line: Span, separator: char) -> Result<Vec<(String, Span)>, Located> {
    source.check_line(line)?;
    let place = |byte: usize| Span::at(line.start as usize + byte);
    let mut cells = Vec::new();
    SeparatedRows::new(source.get(line), separator)
        .read(&mut cells)
        .map_err(|WrongQuote { at, message }| source.error(place(at), message))?;
    Ok(cells.into_iter().map(|cell| (cell.text.into_owned(), place(cell.start))).collect())
}

/// An error has the number of its row, from 1.
fn of_parquet(bytes: &[u8]) -> Result<Measured, (usize, String)> {
    let frame = parquet::read(bytes).map_err(|error| (1, format!("{error:#}")))?;
    if let Some(columns) = LongColumns::of_names(frame.columns.iter().map(|column| column.name.as_str())) {
        let mut tables = AllLong::default();
        for number in 0..frame.rows() {
            let cells: Vec<_> = frame.columns.iter().map(|column| cell_text(column, number)).collect();
            let row: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
            tables.add(columns, &row, number + 1, |row| row).map_err(|(_, what)| (number + 1, what))?;
        }
        return match frame.rows() {
            0 => Err((1, "there are no scores".to_owned())),
            rows => tables.matrices().map_err(|what| (rows, what)),
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
    Ok(vec![(None, table)])
}
