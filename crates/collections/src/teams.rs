//! Tables of runs: which team submitted a run (`run<TAB>team`), which runs are marked
//! (`run<TAB>pooled` or `run<TAB>eligible`, with that header, marks 0 and 1), and of which groups a run is
//! (`run<TAB>family<TAB>model`, a column a kind of group, with that header).
//!
//! Columns are parted by a tab; a team's name may then hold blanks. A line without a tab is parted
//! at blanks, for tables typed by hand. A line that begins with `#` is a comment: a run whose name begins
//! so is written `\#name` ([`run_cell`]). Quotes are those of tsv ([`SeparatedRows`](crate::SeparatedRows)).

use std::borrow::{Borrow, Cow};
use std::collections::BTreeMap;
use std::path::Path;

use indexmap::IndexMap;
use rejudge_names::{meant, nearest};
use rejudge_pools::RunGroups;

use crate::error::{Located, wrong_count};
use crate::fields::Span;
use crate::file_text::FileText;
use crate::separated::unquoted;
use crate::unscored::{Part, Unscored};

/// A byte order mark, which must not begin a line.
const MARK: char = '\u{feff}';

/// The cell of a run or topic that is of no group of the kind.
const NO_GROUP: &str = "-";

/// Run -> team, in the order of run names. A header `run<TAB>team` may come first, and may name more columns, which are
/// not read.
///
/// ```
/// use std::path::Path;
/// let table: &[u8] = b"run\tteam\nme2\tMy University\nme1\tMy University\n";
/// let teams = rejudge_collections::parse_teams(Path::new("teams.tsv"), table)?;
/// assert_eq!(teams["me1"], "My University");
/// # Ok::<(), rejudge_collections::Located>(())
/// ```
pub fn parse_teams(path: &Path, bytes: &[u8]) -> Result<BTreeMap<String, String>, Located> {
    let source = FileText::new(path, bytes)?;
    let (first, cells) = header(&source, "2 (run, team)")?;
    if cells == ["team", "run"] {
        let what = "the columns are team, run, expected run, team: change their places";
        return Err(source.error(first, what));
    }
    let has_header = cells.iter().take(2).eq(&["run", "team"]);
    let columns = match has_header {
        true => cells.iter().map(String::as_str).collect(),
        false => vec!["run", "team"],
    };
    let teams = by_run(&source, usize::from(has_header), &columns)?;
    let team = |cells: Vec<Span>| unquoted(source.get(cells[1])).into_owned();
    Ok(teams.into_iter().map(|(run, cells)| (run, team(cells))).collect())
}

/// Returns the name of a run as a cell of a table's first column. A name that looks like a comment gets a
/// backslash, and so does one that looks like an escaped name. A name that looks like a quoted
/// cell, or begins with a byte order mark, is quoted.
///
/// ```
/// use std::path::Path;
/// use rejudge_collections::{parse_teams, run_cell};
/// assert_eq!(["a#", "#a", r"\#a", r"\a"].map(run_cell), ["a#", r"\#a", r"\\#a", r"\a"]);
/// assert_eq!(["\"a\"", "\"a", "\u{feff}a"].map(run_cell), ["\"\"\"a\"\"\"", "\"a", "\"\u{feff}a\""]);
/// let teams = parse_teams(Path::new("teams.tsv"), b"# a comment\n\\#a\tMe\n")?;
/// assert_eq!(teams["#a"], "Me");
/// # Ok::<(), rejudge_collections::Located>(())
/// ```
pub fn run_cell(name: &str) -> Cow<'_, str> {
    match unquoted(name) {
        _ if is_hashed(name) => format!("\\{name}").into(),
        text if text != name || name.starts_with(MARK) => format!("\"{}\"", name.replace('"', "\"\"")).into(),
        _ => name.into(),
    }
}

/// Returns the run name that [`run_cell`] wrote as this cell.
fn named(cell: &str) -> String {
    let text = unquoted(cell);
    text.strip_prefix('\\').filter(|name| is_hashed(name)).unwrap_or(&text).to_owned()
}

/// Returns true if `#` follows any number of backslashes.
fn is_hashed(name: &str) -> bool {
    name.trim_start_matches('\\').starts_with('#')
}

/// Run -> mark, from a table whose header is `run<TAB>{column}`.
pub fn parse_marks(
    path: &Path,
    bytes: &[u8],
    column: &'static str,
) -> Result<BTreeMap<String, bool>, Located> {
    let source = FileText::new(path, bytes)?;
    let columns = ["run", column];
    let (first, cells) = header(&source, "2 (run, mark)")?;
    if cells != columns {
        return Err(other_header(&source, first, column));
    }
    let mark = |(run, cells): (String, Vec<Span>)| match &*unquoted(source.get(cells[1])) {
        "0" => Ok((run, false)),
        "1" => Ok((run, true)),
        other => {
            let what = format!("mark `{}` is neither 0 nor 1", other.escape_debug());
            Err(source.error(cells[1], what))
        }
    };
    by_run(&source, 1, &columns)?.into_iter().map(mark).collect()
}

/// The groups of these runs, and the runs of the table that have no file. A run that the table lacks is of no group. A
/// row that is like the name of a run without a row is a slip, which would go unseen, and so an error.
///
/// # Errors
/// If the header differs, a row does not have a cell for each column, a run is a duplicate, or a row seems to
/// be meant for a run with another name.
pub(crate) fn parse_run_groups(
    path: &Path,
    bytes: &[u8],
    runs: &[&str],
) -> Result<(RunGroups, Option<Unscored>), Located> {
    let source = FileText::new(path, bytes)?;
    let (first, columns) = header(&source, "a header `run<TAB>KIND<TAB>..` and a line for each run")?;
    let (run, kinds) = columns.split_first().expect("a line has a cell");
    if kinds.is_empty() || *run != "run" {
        return Err(other_header(&source, first, "KIND<TAB>.."));
    }
    if let Some(at) = (1..columns.len()).find(|&at| columns[1..at].contains(&columns[at])) {
        let mut cells = Vec::new();
        source.cells(first, &mut cells)?;
        return Err(source.column_twice(cells[at], &columns[at]));
    }
    let rows = by_run(&source, 1, &columns)?;
    let absent: Vec<(&str, Span)> = rows
        .iter()
        .map(|(run, cells)| (run.as_str(), cells[0]))
        .filter(|(run, _)| !runs.contains(run))
        .collect();
    for (run, at) in &absent {
        let without_row = runs.iter().copied().filter(|known| !rows.contains_key(*known));
        if let Some(nearest) = nearest(run, without_row) {
            let what = format!("no run file has the run `{}`{}", run.escape_debug(), meant(Some(nearest)));
            return Err(source.error(*at, what));
        }
    }
    let absent = without_file(path, absent.into_iter().map(|(run, _)| run));
    let group =
        |cell: &Span| Some(unquoted(source.get(*cell)).into_owned()).filter(|group| group != NO_GROUP);
    let groups = rows.iter().map(|(run, cells)| (run.clone(), cells[1..].iter().map(group).collect()));
    Ok((RunGroups::new(kinds.to_vec(), groups.collect()), absent))
}

/// Groups of topics, such as their languages: a table like that of groups of runs, whose header is `topic<TAB>KIND<TAB>..`.
#[derive(Clone, Debug)]
pub struct TopicGroups {
    /// The heads of the columns after the first.
    pub kinds: Vec<String>,
    /// The group of each kind, by topic; `None` for `-`.
    pub by_topic: BTreeMap<String, Vec<Option<String>>>,
}

impl TopicGroups {
    /// Reads the table.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_collections::TopicGroups;
    /// let groups = TopicGroups::parse(Path::new("slices.tsv"), b"topic\tlanguage\n1\tde\n2\t-\n")?;
    /// assert_eq!(groups.by_topic["1"], [Some("de".to_owned())]);
    /// # Ok::<(), rejudge_collections::Located>(())
    /// ```
    ///
    /// # Errors
    /// If the header differs, a row does not have a cell for each column, or a topic or a column is a duplicate.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Located> {
        let source = FileText::new(path, bytes)?;
        let (first, columns) = header(&source, "a header `topic<TAB>KIND<TAB>..` and a line for each topic")?;
        let (topic, kinds) = columns.split_first().expect("a line has a cell");
        if kinds.is_empty() || topic != "topic" {
            let found: String = source.get(first).chars().take(60).collect();
            let found = found.escape_debug();
            let what = format!("expected the header `topic<TAB>KIND<TAB>..`, found `{found}`");
            return Err(source.error(first, what));
        }
        if let Some(at) = (1..columns.len()).find(|&at| columns[1..at].contains(&columns[at])) {
            let mut cells = Vec::new();
            source.cells(first, &mut cells)?;
            return Err(source.column_twice(cells[at], &columns[at]));
        }
        let group =
            |cell: &Span| Some(unquoted(source.get(*cell)).into_owned()).filter(|group| group != NO_GROUP);
        let rows = by_run(&source, 1, &columns)?.into_iter();
        Ok(Self {
            kinds: kinds.to_vec(),
            by_topic: rows.map(|(topic, cells)| (topic, cells[1..].iter().map(group).collect())).collect(),
        })
    }
}

/// Returns the runs of a `table` that have no file.
pub(crate) fn without_file<'a>(table: &Path, runs: impl Iterator<Item = &'a str>) -> Option<Unscored> {
    let table = table.file_name().unwrap_or_default().to_string_lossy();
    Unscored::new(Part::Run, runs, format!("of {table} without a file"))
}

/// Returns the first line of a table and its cells; a table without one is an error.
fn header(source: &FileText<'_>, expected: &'static str) -> Result<(Span, Vec<String>), Located> {
    let (first, mut cells) = (source.lines().next().ok_or_else(|| source.empty(expected))?, Vec::new());
    source.cells(first, &mut cells)?;
    Ok((first, cells.into_iter().map(|cell| unquoted(source.get(cell)).into_owned()).collect()))
}

/// Returns the error for a header other than `run` and the `columns`.
pub(crate) fn other_header(source: &FileText<'_>, first: Span, columns: &str) -> Located {
    let found: String = source.get(first).chars().take(60).collect();
    let what = format!("expected the header `run<TAB>{columns}`, found `{}`", found.escape_debug());
    source.error(first, what)
}

/// Returns the cells of each run, or of each topic, which has one line, after the first `skipped` lines: a header, because
/// `run` is also a valid name of a run.
fn by_run(
    source: &FileText<'_>,
    skipped: usize,
    columns: &[impl Borrow<str>],
) -> Result<IndexMap<String, Vec<Span>>, Located> {
    let mut by_run = IndexMap::new();
    for line in source.lines().skip(skipped) {
        let mut cells = Vec::with_capacity(columns.len());
        source.cells(line, &mut cells)?;
        if cells.len() != columns.len() {
            let expected = format!("{} ({})", columns.len(), columns.join(", "));
            return Err(source.error(line, wrong_count(cells.len(), expected)));
        }
        let (run, at) = (named(source.get(cells[0])), cells[0]);
        if let Some(first) = by_run.insert(run.clone(), cells) {
            let (run, line) = (run.escape_debug(), source.line_of(first[0]));
            let row: &str = columns[0].borrow();
            return Err(source.error(at, format!("{row} `{run}` is listed already (line {line})")));
        }
    }
    Ok(by_run)
}
