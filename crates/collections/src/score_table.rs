//! Reads score matrices from csv, as R and spreadsheets write it, or from parquet. A row is a topic, a column
//! is a run:
//!
//! ```text
//! topic,run1,run2
//! t1,0.4711,7e-04
//! t2,0,"1"
//! ```
//!
//! Or the table is long: each row has a topic, a run and its score. Rows and columns may be in any order:
//!
//! ```text
//! topic,run,score
//! t1,run1,0.4711
//! t1,run2,7e-04
//! t2,run1,0
//! t2,run2,1
//! ```
//!
//! Instead of `score`, a long table may have a column for each measure: `topic,run,AP,nDCG@10`. Or it has a
//! column `measure`. The column of scores may also be called `value`.
//! `rejudge eval -q` writes such tables to csv, parquet, or tsv without a header. If there is a column
//! `measure`, rows of the topic `all` are left out, because they are summaries. A matrix may have runs that
//! are called `run`, `value` or `measure`. So a table with these columns is a matrix if `topic` is the first
//! column, and the first row below the header has a number in the column `measure` or, without this column,
//! in the column `run`. But a table with a column `score` and without a column `measure` is always long.
//!
//! The header of a matrix is `topic`, or an empty cell as R writes it above row names, and the names of the
//! runs. Each line after it has a topic and a score for every run. A cell may be in double quotes (`""`
//! inside them is a quote), and blanks around it are ignored. In parquet, the topics are in the only column
//! of text. If no column is text, the first column must be called `topic` and contain whole numbers.
//!
//! No cell of a topic, run, measure or score may be empty or missing, and a score must be a number from -1e100
//! to 1e100. No topic may be called `all`, or `mean` or another usual name of a summary. A matrix must not list a topic
//! or a run twice. A long table must not list the same pair of topic and run twice (with a column `measure`: not twice
//! for the same measure). If a measure is undefined for a topic, the author of the matrix decides which score it gets.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use indexmap::{IndexMap, IndexSet};
use rejudge_metrics::Metric;
use rejudge_names::plural::{counted, few};
use rejudge_tables::frame::{Column, Values, parquet};

use crate::error::{LoadError, Located, wrong_count};
use crate::fields::Span;
use crate::file_text::{FileText, LineColumn};
use crate::forms::{Role, cell_text, is_parquet};
use crate::separated::{SeparatedRows, WrongQuote};
use crate::text::read;

/// The maximum number of measures that a message lists.
const MAX_LISTED_MEASURES: usize = 10;

const EXPECTED: &str = "a header `topic,<run>,..` and a line `<topic>,<score>,..` for each topic";

/// The topic of rows that summarise all topics.
const SUMMARY: &str = "all";

/// Other usual names of such rows, in lower case.
const SUMMARY_NAMES: [&str; 6] = ["mean", "average", "avg", "avg.", "amean", "overall"];

/// The positions of the columns of a long table, which has a row for each topic and run.
#[derive(Clone, Copy)]
struct LongColumns {
    topic: usize,
    run: usize,
    score: usize,
    measure: Option<usize>,
}

impl LongColumns {
    /// The columns that `rejudge eval -q` writes without a header.
    const EVAL_OUTPUT: Self = Self { run: 0, topic: 1, measure: Some(2), score: 3 };

    /// Finds the columns by name. Returns `None` if a column is missing, or if there are other columns.
    fn from_names<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Option<Self> {
        let place = |column: &str| names.clone().position(|name| name == column);
        let score = place("score").or_else(|| place("value"))?;
        let columns = Self { topic: place("topic")?, run: place("run")?, score, measure: place("measure") };
        (names.count() == columns.count()).then_some(columns)
    }

    /// Returns true if the table is long, and false if it is a matrix with runs that happen to have the names
    /// of these columns. `row` is the first row after the header. If there is a column `score` but no column
    /// `measure`, the table is always long, even if the run is a number, because runs may have numbers as
    /// names.
    fn is_long(self, names: &[&str], row: &[&str]) -> bool {
        let has_name = |place: usize| row.get(place).is_none_or(|cell| cell.parse::<f64>().is_err());
        self.topic > 0
            || match self.measure {
                Some(measure) => has_name(measure),
                None => names[self.score] == "score" || has_name(self.run),
            }
    }

    fn count(self) -> usize {
        3 + usize::from(self.measure.is_some())
    }

    fn expected(self) -> &'static str {
        if self.measure.is_some() { "4 (run, topic, measure, value)" } else { "3 (topic, run, score)" }
    }
}

/// Returns the columns of each measure, with its name, if a table has the columns `topic` and `run`, and a column of
/// scores for each measure: `topic,run,AP,nDCG@10`. `row` is the first row after the header. Returns `None` if its cell
/// in the column `run` is a number, because the table is then a matrix, and the columns are its runs.
fn columns_by_measure(names: &[&str], row: &[&str]) -> Option<Vec<(LongColumns, String)>> {
    let place = |column: &str| names.iter().position(|name| *name == column);
    let (topic, run) = (place("topic")?, place("run")?);
    let is_long = row.get(run).is_none_or(|cell| cell.parse::<f64>().is_err());
    let is_other = |name: &&str| matches!(*name, "" | "measure" | "score" | "value");
    if !is_long || names.iter().any(is_other) {
        return None;
    }
    let measures = names.iter().enumerate().filter(|(column, _)| ![topic, run].contains(column));
    let columns = |(score, name): (usize, &&str)| {
        (LongColumns { topic, run, score, measure: None }, (*name).to_owned())
    };
    Some(measures.map(columns).collect()).filter(|columns: &Vec<_>| !columns.is_empty())
}

/// The largest score. Statistics sum squared differences of scores over topics, and the sum must not
/// overflow.
const MAX_SCORE: f64 = 1e100;

/// Returns true if a file begins like a table of scores, judging by its columns and its first row. Then
/// [`ScoreTable::by_measure`] reads the table, or says what is wrong in it. Returns false for judgments and
/// runs, which have a column of documents, and if the file cannot be read.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// let has_scores = |text: &str| {
///     let file = folder.path().join("file");
///     std::fs::write(&file, text).map(|()| rejudge_collections::has_scores(&file))
/// };
/// assert!(has_scores("topic,run,score\n1,a,0.5\n")? && has_scores("topic,a,b\n1,0.5,0.25\n")?);
/// assert!(!has_scores("topic,docid,label\n1,17,2\n")? && !has_scores("1 0 d 2\n")?);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn has_scores(path: &Path) -> bool {
    path.is_file()
        && read(path).is_ok_and(|bytes| {
            if is_parquet(&bytes) {
                parquet_has_scores(&bytes).unwrap_or(false)
            } else {
                text_has_scores(path, &bytes).unwrap_or(false)
            }
        })
}

fn parquet_has_scores(bytes: &[u8]) -> Option<bool> {
    let frame = parquet::read(bytes).ok()?;
    let names: Vec<&str> = frame.columns.iter().map(|column| column.name.as_str()).collect();
    let first_row = |column: &Column| (frame.rows() > 0).then(|| cell_text(column, 0).into_owned());
    let row: Vec<String> = frame.columns.iter().map(first_row).collect::<Option<_>>()?;
    Some(are_columns_of_scores(&names, &row.iter().map(String::as_str).collect::<Vec<_>>()))
}

fn text_has_scores(path: &Path, bytes: &[u8]) -> Result<bool, Located> {
    let source = FileText::new(path, bytes)?;
    let mut lines = source.lines();
    let Some(header) = lines.next() else { return Ok(false) };
    let names = cells(&source, header, ',')?;
    let row = lines.next().map(|line| cells(&source, line, ',')).transpose()?.unwrap_or_default();
    let has_commas = are_columns_of_scores(&texts(&names), &texts(&row));
    Ok(has_commas || columns_between_tabs(&source, header)?.is_some())
}

/// Returns true if these are the names and the first row of a long table, or of a matrix of topics by runs.
fn are_columns_of_scores(names: &[&str], row: &[&str]) -> bool {
    LongColumns::from_names(names.iter().copied()).is_some()
        || columns_by_measure(names, row).is_some()
        || are_columns_of_matrix(names, row)
}

/// Returns true if these are the names and the first row of a matrix of topics by runs.
fn are_columns_of_matrix(names: &[&str], row: &[&str]) -> bool {
    let begins_with_topic = names.first().is_some_and(|name| matches!(*name, "topic" | ""));
    let has_no_documents = Role::Document.find(names, "column") == Ok(None);
    let is_number = |cell: &&str| cell.parse::<f64>().is_ok();
    begins_with_topic && has_no_documents && row.get(1).is_some_and(is_number)
}

/// The scores of one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoreTable {
    /// The topics, in the order in which they first appear.
    pub topics: Vec<String>,
    /// The runs, in the order of the columns. In a long table, in the order in which they first appear.
    pub runs: Vec<String>,
    /// `scores[topic][run]`.
    pub scores: Vec<Vec<f64>>,
}

/// The index of a wrong cell, and a description of the error. In a row of a matrix, the topic has index 0.
type Fault = (usize, String);

impl ScoreTable {
    /// Reads the scores by `measure` from a file: csv, tsv or parquet; `path` is for messages. If the table
    /// does not name a measure, we assume that its scores are by `measure`. The table may name the measure as
    /// other tools do, such as `map` for `AP`.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_collections::ScoreTable;
    /// let table = ScoreTable::of_measure(Path::new("ap.csv"), b"topic,run1,\"run 2\"\nt1,0.25,7e-04\nt2,0,1\n", "AP")?;
    /// assert_eq!(table.topics, ["t1", "t2"]);
    /// assert_eq!(table.runs, ["run1", "run 2"]);
    /// assert_eq!(table.scores, [[0.25, 0.0007], [0.0, 1.0]]);
    /// let table = b"run,topic,measure,score\na,1,AP,.5\na,1,RR,1\n";
    /// assert_eq!(ScoreTable::of_measure(Path::new("s.csv"), table, "RR")?.scores, [[1.0]]);
    /// let error = ScoreTable::of_measure(Path::new("s.csv"), table, "P@5").unwrap_err();
    /// assert_eq!(error.to_string(), "s.csv: no scores by `P@5`, only by AP, RR");
    /// # Ok::<(), rejudge_collections::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// If the file names measures, but not this one, or if [`by_measure`](Self::by_measure) refuses the file.
    pub fn of_measure(path: &Path, bytes: &[u8], measure: &str) -> Result<Self, LoadError> {
        let mut tables = Self::by_measure(path, bytes)?;
        let canonical =
            |name: &str| name.parse().map_or(name.to_owned(), |metric: Metric| metric.to_string());
        let find = |is_requested: &dyn Fn(&str) -> bool| {
            tables.iter().position(|(named, _)| named.as_deref().is_none_or(is_requested))
        };
        let find_synonym = || find(&|named| canonical(named) == canonical(measure));
        if let Some(position) = find(&|named| named == measure).or_else(find_synonym) {
            return Ok(tables.swap_remove(position).1);
        }
        let measures: Vec<String> = tables.into_iter().filter_map(|(measure, _)| measure).collect();
        let (path, measure) = (path.display(), measure.escape_debug());
        Err(LoadError::Unfit(format!(
            "{path}: no scores by `{measure}`, only by {}",
            few(&measures, MAX_LISTED_MEASURES, ", ")
        )))
    }

    /// Reads the scores in a file. Returns a table for each measure that the file names, or a single table
    /// without a name if the file names no measure.
    ///
    /// # Errors
    /// If the columns are not those of a table of scores, a cell is empty, there are no scores of topics, a
    /// score is missing or is not a number from -1e100 to 1e100, a matrix lists a topic or a run twice, or a
    /// long table has two scores by a measure for a topic and a run. Also if a topic has a usual name of a summary,
    /// such as `all` or `mean`. But rows of `all` are left out of a long table with a column `measure`.
    pub fn by_measure(path: &Path, bytes: &[u8]) -> Result<Vec<(Option<String>, Self)>, Located> {
        if is_parquet(bytes) {
            return tables_of_parquet(bytes)
                .map_err(|(line, what)| LineColumn { line, column: 1 }.error(path, what));
        }
        tables_of_text(&FileText::new(path, bytes)?)
    }

    fn new(runs: Vec<String>) -> Result<Self, Fault> {
        let mut names = HashSet::new();
        for (cell, name) in (1..).zip(&runs) {
            if name.trim().is_empty() {
                return Err((cell, "the name of a run is empty".to_owned()));
            }
            if !names.insert(name) {
                return Err((cell, format!("duplicate column `{}`", name.escape_debug())));
            }
        }
        Ok(Self { runs, ..Self::default() })
    }

    /// Adds a topic with a score for each run. `rows` has the row of each topic that was added before.
    /// `line_of` returns the line of a row.
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
            return Err((0, format!("topic `{topic}` is already listed (line {line})")));
        }
        let scores =
            (1..).zip(scores).map(|(cell, text)| parse_score(text.as_ref()).map_err(|what| (cell, what)));
        self.scores.push(scores.collect::<Result<_, _>>()?);
        self.topics.push(topic.to_owned());
        Ok(())
    }
}

/// Refuses a topic with an empty name. Also refuses the topic `all`, the summary that evaluators print after
/// the topics, and `mean` and other names of the last row in a spreadsheet, because such a row would count as a topic.
fn check_topic(topic: &str) -> Result<(), String> {
    match topic.trim() {
        "" => Err("the name of a topic is empty".to_owned()),
        name if name.eq_ignore_ascii_case(SUMMARY) => {
            Err(format!("topic `{name}` is the summary of the other topics: leave its rows out"))
        }
        name if is_summary_name(name) => Err(format!(
            "topic `{name}` has the name of a summary of the other topics: leave its rows out, or rename it if it is a topic"
        )),
        _ => Ok(()),
    }
}

/// Returns true if the name, in upper or lower case, is usual for a mean over topics, but is not `all`.
fn is_summary_name(name: &str) -> bool {
    SUMMARY_NAMES.iter().any(|summary| name.eq_ignore_ascii_case(summary))
}

fn parse_score(text: &str) -> Result<f64, String> {
    let escaped = text.escape_debug();
    match text.parse::<f64>() {
        Ok(score) if score.abs() <= MAX_SCORE => Ok(score),
        Ok(score) if score.is_finite() => Err(format!(
            "score `{escaped}` is out of range: expected -1e100 to 1e100, because statistics add up squared differences"
        )),
        Ok(_) => Err(format!("score `{escaped}` is not finite")),
        Err(_) => Err(format!("score `{escaped}` is not a number")),
    }
}

fn tables_of_text(source: &FileText<'_>) -> Result<MeasuredTables, Located> {
    let mut lines = source.lines();
    let header = lines.next().ok_or_else(|| source.empty(EXPECTED))?;
    let names = cells(source, header, ',')?;
    if let Some(columns) = LongColumns::from_names(names.iter().map(|(name, _)| name.as_str())) {
        let row = lines.clone().next().map(|line| cells(source, line, ',')).transpose()?.unwrap_or_default();
        if columns.is_long(&texts(&names), &texts(&row)) {
            return tables_of_long_text(source, columns, ',', true);
        }
    }
    let first_row =
        lines.clone().next().map(|line| cells(source, line, ',')).transpose()?.unwrap_or_default();
    if let Some(columns) = columns_by_measure(&texts(&names), &texts(&first_row)) {
        return tables_by_measure(source, &columns);
    }
    let with_index = LongColumns::from_names(names[1..].iter().map(|(name, _)| name.as_str()));
    if names[0].0.is_empty() && with_index.is_some_and(|columns| columns.topic == 0) {
        let what = "the first column has no name: if it is an index of pandas, `to_csv(FILE, index=False)` leaves it out";
        return Err(source.error(header, what));
    }
    if !matches!(names[0].0.as_str(), "topic" | "") || names.len() == 1 {
        if let Some((columns, has_header)) = columns_between_tabs(source, header)? {
            return tables_of_long_text(source, columns, '\t', has_header);
        }
        let start: String = source.get(header).chars().take(60).collect();
        let what = format!(
            "expected the header `topic,<run>,..`, or the columns topic, run and score, found `{}`",
            start.escape_debug()
        );
        let hint = hint_for_columns(&texts(&names), &texts(&first_row));
        return Err(Located { hint, ..source.error(header, what) });
    }
    let wrong = |cells: &[(String, Span)], (cell, what): Fault| source.error(cells[cell].1, what);
    let runs = names[1..].iter().map(|(name, _)| name.clone()).collect();
    let mut table = ScoreTable::new(runs).map_err(|fault| wrong(&names, fault))?;
    if lines.clone().next().is_none() {
        let what = "no topic follows the header: expected a line `<topic>,<score>,..` for each topic";
        return Err(source.error(header, what));
    }
    let line_of = |row: usize| source.line_of(source.lines().nth(row + 1).expect("the row was read before"));
    let mut rows = HashMap::new();
    for line in lines {
        let cells = cells(source, line, ',')?;
        if cells.len() != names.len() {
            let runs = counted(names.len() - 1, "run");
            let expected = format!("{} (topic and {runs}, as the header says)", names.len());
            return Err(source.error(line, wrong_count(cells.len(), expected)));
        }
        let scores = cells[1..].iter().map(|(text, _)| text);
        table.add(&mut rows, &cells[0].0, scores, line_of).map_err(|fault| wrong(&cells, fault))?;
    }
    Ok(vec![(None, table)])
}

/// Returns a hint on the columns `topic` and `run`, if a table lacks one of them, or if it has a row for each run.
/// Returns `None` if no name is usual for a column of topics or runs, because the first line is then probably not a
/// header, or if the names are not separated by commas. `row` is the first row after the header.
fn hint_for_columns(names: &[&str], row: &[&str]) -> Option<String> {
    if are_rows_runs(names, row) {
        return Some(
            "no column is called `topic`: if each row is a run and each column a topic, exchange rows and columns"
                .to_owned(),
        );
    }
    let (mut advice, mut is_header) = (Vec::new(), false);
    for (role, name) in [(Role::Topic, "topic"), (Role::Run, "run")] {
        let column = role.find(names, "column");
        is_header |= !matches!(column, Ok(None));
        match column {
            Ok(None) => advice.push(format!("no column is called `{name}`")),
            Ok(Some(column)) if names[column] == name => {}
            Ok(Some(column)) => {
                advice.push(format!("rename the column `{}` to `{name}`", names[column].escape_debug()));
            }
            Err(two_columns) => advice.push(two_columns),
        }
    }
    (is_header && names.len() > 1 && !advice.is_empty()).then(|| advice.join("; "))
}

/// Returns true if a table probably has a row for each run and a column for each topic: the first column has a usual
/// name for a column of runs, and the others contain numbers, and have no name that is usual for a measure, a summary
/// or another column of a table. `row` is the first row after the header.
fn are_rows_runs(names: &[&str], row: &[&str]) -> bool {
    let ([first, columns @ ..], [_, scores @ ..]) = (names, row) else { return false };
    let has_runs = Role::Run.is_named(first) || matches!(first.to_lowercase().as_str(), "model" | "method");
    let is_topic = |name: &str| {
        !matches!(name, "measure" | "score" | "value" | SUMMARY)
            && !is_summary_name(name)
            && !Role::Topic.is_named(name)
            && !Role::Document.is_named(name)
            && name.parse::<Metric>().is_err()
    };
    has_runs
        && !columns.is_empty()
        && scores.len() == columns.len()
        && scores.iter().all(|score| score.parse::<f64>().is_ok())
        && columns.iter().all(|name| is_topic(name))
}

/// Returns the columns of a long tsv table, and true if its first line is a header. Returns `None` if the
/// file is not a long tsv table.
fn columns_between_tabs(source: &FileText<'_>, first: Span) -> Result<Option<(LongColumns, bool)>, Located> {
    let cells = cells(source, first, '\t')?;
    if let Some(columns) = LongColumns::from_names(cells.iter().map(|(name, _)| name.as_str())) {
        return Ok(Some((columns, true)));
    }
    let is_eval_output = match texts(&cells).as_slice() {
        // Judgments with tabs also have four columns, but a docid instead of the measure.
        [_, _, measure, score] => measure.parse::<Metric>().is_ok() && score.parse::<f64>().is_ok(),
        _ => false,
    };
    Ok(is_eval_output.then_some((LongColumns::EVAL_OUTPUT, false)))
}

fn texts(cells: &[(String, Span)]) -> Vec<&str> {
    cells.iter().map(|(text, _)| text.as_str()).collect()
}

/// Tables of scores, each with its measure if the file names it.
type MeasuredTables = Vec<(Option<String>, ScoreTable)>;

/// The scores of a long table, by measure.
#[derive(Default)]
struct LongTables(IndexMap<Option<String>, LongTable>);

impl LongTables {
    /// Adds a row. `line_of` returns the line of a row. An error has the index of the wrong cell in `row`.
    fn add(
        &mut self,
        columns: LongColumns,
        row: &[&str],
        number: usize,
        line_of: impl Fn(usize) -> usize,
    ) -> Result<(), Fault> {
        let LongColumns { topic, run, score, measure } = columns;
        if measure.is_some() && row[topic].eq_ignore_ascii_case(SUMMARY) {
            return Ok(());
        }
        if let Some(place) = measure.filter(|&place| row[place].trim().is_empty()) {
            return Err((place, "the name of a measure is empty".to_owned()));
        }
        let measure = measure.map(|place| row[place].to_owned());
        self.add_score(LongColumns { topic, run, score, measure: None }, measure, row, number, line_of)
    }

    /// Adds the score of a row by `measure`. `line_of` returns the line of a row. An error has the index of the wrong cell
    /// in `row`.
    fn add_score(
        &mut self,
        LongColumns { topic, run, score, .. }: LongColumns,
        measure: Option<String>,
        row: &[&str],
        number: usize,
        line_of: impl Fn(usize) -> usize,
    ) -> Result<(), Fault> {
        let table = self.0.entry(measure).or_default();
        let places = [topic, run, score];
        table
            .add(places.map(|place| row[place]), number, line_of)
            .map_err(|(wrong, what)| (places[wrong], what))
    }

    /// Returns the matrices.
    ///
    /// # Errors
    /// If there are no topics, or a run has no score on a topic. In the second case, the error has the number
    /// of the topic's first row.
    fn matrices(self) -> Result<MeasuredTables, (Option<usize>, String)> {
        if self.0.is_empty() {
            return Err((
                None,
                "there are only summaries: `rejudge eval -q` writes the scores of topics".to_owned(),
            ));
        }
        self.0.into_iter().map(|(measure, table)| Ok((measure, table.matrix()?))).collect()
    }
}

/// The scores by one measure, in any order.
#[derive(Default)]
struct LongTable {
    topics: IndexSet<String>,
    runs: IndexSet<String>,
    /// The score and its row, by topic and run.
    scores: HashMap<[usize; 2], (f64, usize)>,
}

impl LongTable {
    /// Adds the topic, run and score of a row. `line_of` returns the line of a row. An error has the index of
    /// the wrong cell: 0 is the topic, 1 the run and 2 the score.
    fn add(
        &mut self,
        [topic, run, text]: [&str; 3],
        row: usize,
        line_of: impl Fn(usize) -> usize,
    ) -> Result<(), Fault> {
        check_topic(topic).map_err(|what| (0, what))?;
        if run.trim().is_empty() {
            return Err((1, "the name of a run is empty".to_owned()));
        }
        let score = parse_score(text).map_err(|what| (2, what))?;
        let pair = [self.topics.insert_full(topic.to_owned()).0, self.runs.insert_full(run.to_owned()).0];
        if let Some((_, first)) = self.scores.insert(pair, (score, row)) {
            let (topic, run, first) = (topic.escape_debug(), run.escape_debug(), line_of(first));
            return Err((1, format!("run `{run}` already has a score on topic `{topic}` (line {first})")));
        }
        Ok(())
    }

    /// Returns the matrix.
    ///
    /// # Errors
    /// If a run has no score on a topic. The error has the number of the topic's first row.
    fn matrix(self) -> Result<ScoreTable, (Option<usize>, String)> {
        let mut scores = vec![Vec::with_capacity(self.runs.len()); self.topics.len()];
        for (topic, row) in scores.iter_mut().enumerate() {
            for run in 0..self.runs.len() {
                let Some((score, _)) = self.scores.get(&[topic, run]) else {
                    let rows = self.scores.iter().filter(|([other, _], _)| *other == topic);
                    let first_row = rows.map(|(_, (_, row))| *row).min();
                    let [topic, run] = [&self.topics[topic], &self.runs[run]].map(|name| name.escape_debug());
                    let what = format!(
                        "run `{run}` has no score on topic `{topic}`: write a score for it, such as 0"
                    );
                    return Err((first_row, what));
                };
                row.push(*score);
            }
        }
        let [topics, runs] = [self.topics, self.runs].map(|names| names.into_iter().collect());
        Ok(ScoreTable { topics, runs, scores })
    }
}

/// Reads the tables of a csv file that has a column for each measure.
fn tables_by_measure(
    source: &FileText<'_>,
    measures: &[(LongColumns, String)],
) -> Result<MeasuredTables, Located> {
    let mut tables = LongTables::default();
    let line_of = |row: usize| source.line_of(source.lines().nth(row).expect("the row was read before"));
    let mut last = source.lines().next().unwrap_or_default();
    if source.lines().nth(1).is_none() {
        return Err(source.error(last, "no line follows the header: expected `<topic>,<run>,<score>,..`"));
    }
    for (number, line) in source.lines().enumerate().skip(1) {
        let cells = cells(source, line, ',')?;
        if cells.len() != measures.len() + 2 {
            let expected = format!("{} (topic, run and a score by each measure)", measures.len() + 2);
            return Err(source.error(line, wrong_count(cells.len(), expected)));
        }
        for (columns, measure) in measures {
            tables
                .add_score(*columns, Some(measure.clone()), &texts(&cells), number, line_of)
                .map_err(|(place, what)| source.error(cells[place].1, what))?;
        }
        last = line;
    }
    tables.matrices().map_err(|(row, what)| {
        let line = row.and_then(|row| source.lines().nth(row));
        source.error(line.unwrap_or(last), what)
    })
}

fn tables_of_long_text(
    source: &FileText<'_>,
    columns: LongColumns,
    separator: char,
    has_header: bool,
) -> Result<MeasuredTables, Located> {
    let mut tables = LongTables::default();
    let mut last = source.lines().next().unwrap_or_default();
    let line_of = |row: usize| source.line_of(source.lines().nth(row).expect("the row was read before"));
    let mut is_empty = true;
    for (number, line) in source.lines().enumerate().skip(usize::from(has_header)) {
        let cells = cells(source, line, separator)?;
        if cells.len() != columns.count() {
            return Err(source.error(line, wrong_count(cells.len(), columns.expected().to_owned())));
        }
        tables
            .add(columns, &texts(&cells), number, line_of)
            .map_err(|(place, what)| source.error(cells[place].1, what))?;
        (last, is_empty) = (line, false);
    }
    if is_empty {
        return Err(source.error(last, "no line follows the header: expected `<topic>,<run>,<score>`"));
    }
    tables.matrices().map_err(|(row, what)| {
        let line = row.and_then(|row| source.lines().nth(row));
        source.error(line.unwrap_or(last), what)
    })
}

/// Returns the cells of a line and their starts in the file. A quoted cell must end on its line.
fn cells(source: &FileText<'_>, line: Span, separator: char) -> Result<Vec<(String, Span)>, Located> {
    source.check_line(line)?;
    let place = |byte: usize| Span::empty_at(line.start as usize + byte);
    let mut cells = Vec::new();
    SeparatedRows::new(source.get(line), separator)
        .read(&mut cells)
        .map_err(|WrongQuote { position, message }| source.error(place(position), message))?;
    Ok(cells.into_iter().map(|cell| (cell.text.into_owned(), place(cell.start))).collect())
}

/// Reads the tables in a parquet file. An error has the number of its row, from 1.
fn tables_of_parquet(bytes: &[u8]) -> Result<MeasuredTables, (usize, String)> {
    let frame = parquet::read(bytes).map_err(|error| (1, format!("{error:#}")))?;
    let names: Vec<&str> = frame.columns.iter().map(|column| column.name.as_str()).collect();
    let has_rows = frame.rows() > 0;
    let first: Vec<_> =
        frame.columns.iter().filter(|_| has_rows).map(|column| cell_text(column, 0)).collect();
    let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
    let columns = LongColumns::from_names(names.iter().copied());
    if let Some(columns) = columns.filter(|columns| columns.is_long(&names, &first)) {
        let mut tables = LongTables::default();
        for number in 0..frame.rows() {
            let cells: Vec<_> = frame.columns.iter().map(|column| cell_text(column, number)).collect();
            let row: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
            tables.add(columns, &row, number + 1, |row| row).map_err(|(_, what)| (number + 1, what))?;
        }
        return match frame.rows() {
            0 => Err((1, "there are no scores".to_owned())),
            rows => tables.matrices().map_err(|(row, what)| (row.unwrap_or(rows), what)),
        };
    }
    if let Some(measures) = columns_by_measure(&names, &first) {
        let mut tables = LongTables::default();
        for number in 0..frame.rows() {
            let cells: Vec<_> = frame.columns.iter().map(|column| cell_text(column, number)).collect();
            let row: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
            for (columns, measure) in &measures {
                let added = tables.add_score(*columns, Some(measure.clone()), &row, number + 1, |row| row);
                added.map_err(|(_, what)| (number + 1, what))?;
            }
        }
        return match frame.rows() {
            0 => Err((1, "there are no scores".to_owned())),
            rows => tables.matrices().map_err(|(row, what)| (row.unwrap_or(rows), what)),
        };
    }
    let mut columns: Vec<&Column> = frame.columns.iter().collect();
    let is_text = |column: &&Column| matches!(column.values, Values::Text(_));
    let are_topic_numbers =
        |column: &&Column| column.name == "topic" && matches!(column.values, Values::Whole(_));
    let topics = match columns.iter().filter(|column| is_text(column)).count() {
        1 => columns.iter().position(is_text).expect("there is one column of text"),
        0 if columns.first().is_some_and(are_topic_numbers) => 0,
        _ => {
            let what = "expected one column of text, with the topics, and a column of scores for each run";
            return Err((1, what.to_owned()));
        }
    };
    let topics = columns.remove(topics);
    let runs = columns;
    if runs.is_empty() || frame.rows() == 0 {
        return Err((1, "there are no scores".to_owned()));
    }
    let names = runs.iter().map(|run| run.name.clone()).collect();
    let mut table = ScoreTable::new(names).map_err(|(_, what)| (1, what))?;
    let mut rows = HashMap::new();
    for row in 0..frame.rows() {
        let topic = cell_text(topics, row);
        let scores = runs.iter().map(|run| cell_text(run, row));
        table.add(&mut rows, &topic, scores, |row| row + 1).map_err(|(cell, what)| match cell {
            0 => (row + 1, what),
            cell => {
                let [topic, run] = [&*topic, &runs[cell - 1].name].map(str::escape_debug);
                (row + 1, format!("topic `{topic}`, run `{run}`: {what}"))
            }
        })?;
    }
    Ok(vec![(None, table)])
}
