//! Tables of runs: the team of each run (`run<TAB>team`), marks (`run<TAB>pooled` or `run<TAB>eligible`, with this header, 0 or
//! 1), and groups (`run<TAB>family<TAB>model`, with such a header and a column per kind of group). Also tables with groups of
//! topics.
//!
//! Tabs separate columns, so that a team's name may contain blanks. A line without a tab is split at blanks, for
//! tables typed by hand. A line that begins with `#` is a comment, so a run whose name begins with `#` is written
//! `\#name` ([`run_cell`]). Quotes have the meaning that they have in tsv ([`SeparatedRows`](crate::SeparatedRows)).

use std::borrow::{Borrow, Cow};
use std::collections::BTreeMap;
use std::path::Path;

use indexmap::IndexMap;
use rejudge_names::{meant, nearest};
use rejudge_pools::RunGroups;

use crate::error::{Located, wrong_count};
use crate::fields::Span;
use crate::file_text::FileText;
use crate::separated::{SeparatedRows, WrongQuote, unquoted};
use crate::unscored::{Part, Unscored};

/// A byte order mark, which must not begin a line.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The cell of a run or topic that belongs to no group.
const NO_GROUP: &str = "-";

/// Reads a table of teams, as run -> team. A header `run<TAB>team` may come first; other columns that it names are ignored.
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
        let what = "the columns are team and run, expected run and team: exchange them";
        return Err(source.error(first, what));
    }
    let has_header = cells.iter().take(2).eq(&["run", "team"]);
    let columns = if has_header { cells.iter().map(String::as_str).collect() } else { vec!["run", "team"] };
    let teams = by_run(&source, usize::from(has_header), &columns)?;
    let team = |cells: Vec<Span>| unquoted(source.get(cells[1])).into_owned();
    Ok(teams.into_iter().map(|(run, cells)| (run, team(cells))).collect())
}

/// Returns the name of a run as a cell of a table's first column. A backslash is put before a name that looks
/// like a comment or like an escaped name. A name that looks like a quoted cell, or begins with a byte order mark, is
/// quoted.
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
        text if text != name || name.starts_with(BYTE_ORDER_MARK) => {
            format!("\"{}\"", name.replace('"', "\"\"")).into()
        }
        _ => name.into(),
    }
}

/// Returns the run name in a cell, the inverse of [`run_cell`].
fn run_of_cell(cell: &str) -> String {
    let text = unquoted(cell);
    text.strip_prefix('\\').filter(|name| is_hashed(name)).unwrap_or(&text).to_owned()
}

/// Returns true if the name begins with `#`, or with backslashes and then `#`.
fn is_hashed(name: &str) -> bool {
    name.trim_start_matches('\\').starts_with('#')
}

/// Reads a table of marks with the header `run<TAB>{column}`, as run -> mark.
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

/// Reads the groups of `runs`. Returns them with the rows whose run has no file. Runs without a row belong to no group.
///
/// # Errors
/// If the header differs or names a column twice, a row does not have a cell for each column, or a run is listed twice. Also
/// if a row without a run resembles the name of a run without a row: the name is probably mistyped, and the run would
/// silently get no group.
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
    let rows = grouped_rows(&source, first, &columns)?;
    let absent: Vec<(&str, Span)> = rows
        .iter()
        .map(|(run, cells)| (run.as_str(), cells[0]))
        .filter(|(run, _)| !runs.contains(run))
        .collect();
    for (run, cell) in &absent {
        let without_row = runs.iter().copied().filter(|run| !rows.contains_key(*run));
        if let Some(nearest) = nearest(run, without_row) {
            let what = format!("no run file has the run `{}`{}", run.escape_debug(), meant(Some(nearest)));
            return Err(source.error(*cell, what));
        }
    }
    let absent = without_file(path, absent.into_iter().map(|(run, _)| run));
    let groups = rows.iter().map(|(run, cells)| (run.clone(), groups(&source, cells)));
    Ok((RunGroups::new(kinds.to_vec(), groups.collect()), absent))
}

/// Returns the rows of a table of groups, whose header is the line `first` with these `columns`.
///
/// # Errors
/// If two columns have the same name, a row does not have a cell for each column, or a run or topic is listed twice.
fn grouped_rows(
    source: &FileText<'_>,
    first: Span,
    columns: &[String],
) -> Result<IndexMap<String, Vec<Span>>, Located> {
    if let Some(twice) = (1..columns.len()).find(|&column| columns[1..column].contains(&columns[column])) {
        let mut cells = Vec::new();
        source.cells(first, &mut cells)?;
        return Err(source.duplicate_column(cells[twice], &columns[twice]));
    }
    by_run(source, 1, columns)
}

/// Returns the group of each kind in the cells of a row; `None` for `-`.
fn groups(source: &FileText<'_>, cells: &[Span]) -> Vec<Option<String>> {
    let group =
        |cell: &Span| Some(unquoted(source.get(*cell)).into_owned()).filter(|group| group != NO_GROUP);
    cells[1..].iter().map(group).collect()
}

/// Groups of topics, such as their languages, from a table with the header `topic<TAB>KIND<TAB>..`.
#[derive(Clone, Debug)]
pub struct TopicGroups {
    /// The kinds of groups, which are the names of the columns after the first.
    pub kinds: Vec<String>,
    /// Each topic's group of each kind; `None` for `-`.
    pub by_topic: BTreeMap<String, Vec<Option<String>>>,
}

impl TopicGroups {
    /// Reads the table: tab-separated, or a .csv file.
    ///
    /// ```
    /// use std::path::Path;
    /// use rejudge_collections::TopicGroups;
    /// let groups = TopicGroups::parse(Path::new("slices.tsv"), b"topic\tlanguage\n1\tde\n2\t-\n")?;
    /// assert_eq!(groups.by_topic["1"], [Some("de".to_owned())]);
    /// let groups = TopicGroups::parse(Path::new("slices.csv"), b"topic,language\n1,\"de, at\"\n")?;
    /// assert_eq!(groups.by_topic["1"], [Some("de, at".to_owned())]);
    /// # Ok::<(), rejudge_collections::Located>(())
    /// ```
    ///
    /// # Errors
    /// If the header differs, a row does not have a cell for each column, or a topic or a column is a duplicate.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Located> {
        let is_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
        let with_tabs = if is_csv { Some(with_tabs(&FileText::new(path, bytes)?)?) } else { None };
        let source = FileText::new(path, with_tabs.as_deref().map_or(bytes, str::as_bytes))?;
        let (first, columns) = header(&source, "a header `topic<TAB>KIND<TAB>..` and a line for each topic")?;
        let (topic, kinds) = columns.split_first().expect("a line has a cell");
        if kinds.is_empty() || topic != "topic" {
            let start: String = source.get(first).chars().take(60).collect();
            let start = start.escape_debug();
            let what = format!("expected the header `topic<TAB>KIND<TAB>..`, found `{start}`");
            return Err(source.error(first, what));
        }
        let rows = grouped_rows(&source, first, &columns)?.into_iter();
        let by_topic = rows.map(|(topic, cells)| (topic, groups(&source, &cells))).collect();
        Ok(Self { kinds: kinds.to_vec(), by_topic })
    }
}

/// Returns the rows of a csv file with tabs between their cells, each on its line.
fn with_tabs(source: &FileText<'_>) -> Result<String, Located> {
    let text = source.get(Span { start: 0, end: source.bytes().len() as u32 });
    let (mut rows, mut cells, mut out) = (SeparatedRows::new(text, ','), Vec::new(), String::new());
    let mut line = 1;
    while rows
        .read(&mut cells)
        .map_err(|WrongQuote { position, message }| source.error(Span::empty_at(position), message))?
    {
        while line < rows.row_line() {
            out.push('\n');
            line += 1;
        }
        let cells: Vec<&str> = cells.iter().map(|cell| cell.text.as_ref()).collect();
        out += &cells.join("\t");
    }
    Ok(out)
}

/// Returns a remark about the `runs` of a table that have no file.
pub(crate) fn without_file<'a>(table: &Path, runs: impl Iterator<Item = &'a str>) -> Option<Unscored> {
    let table = table.file_name().unwrap_or_default().to_string_lossy();
    Unscored::new(Part::Run, runs, format!("of {table} without a file"))
}

/// Returns the first line of a table and its cells.
///
/// # Errors
/// If the table is empty.
fn header(source: &FileText<'_>, expected: &'static str) -> Result<(Span, Vec<String>), Located> {
    let (first, mut cells) = (source.lines().next().ok_or_else(|| source.empty(expected))?, Vec::new());
    source.cells(first, &mut cells)?;
    Ok((first, cells.into_iter().map(|cell| unquoted(source.get(cell)).into_owned()).collect()))
}

/// Returns the error for a header other than `run` and the `columns`.
pub(crate) fn other_header(source: &FileText<'_>, first: Span, columns: &str) -> Located {
    let start: String = source.get(first).chars().take(60).collect();
    let what = format!("expected the header `run<TAB>{columns}`, found `{}`", start.escape_debug());
    source.error(first, what)
}

/// Returns the cells of each run or topic, after the first `skipped` lines. The caller says whether there is a header, because
/// `run` is also a valid run name.
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
        let (run, name_cell) = (run_of_cell(source.get(cells[0])), cells[0]);
        if let Some(first) = by_run.insert(run.clone(), cells) {
            let (run, line) = (run.escape_debug(), source.line_of(first[0]));
            let row: &str = columns[0].borrow();
            return Err(source.error(name_cell, format!("{row} `{run}` is already listed (line {line})")));
        }
    }
    Ok(by_run)
}
