//! Reads tables of runs: teams, marks and groups.
//!
//! - Teams: `run<TAB>team`. The header may be missing.
//! - Marks, which are 0 or 1: `run<TAB>pooled` or `run<TAB>eligible`, with this header.
//! - Groups: `run<TAB>family<TAB>model`, with a header that names a column for each kind of group. Tables of
//!   groups of topics have the same form, but begin with `topic`.
//!
//! Tabs separate columns, or commas in csv, so that a team's name may contain blanks. A line without a tab is split at blanks,
//! for tables typed by hand. A line that begins with `#` is a comment, so the run `#name` is written `\#name`
//! ([`run_cell`]). Quotes are read as in tsv ([`SeparatedRows`](crate::SeparatedRows)).

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

/// Reads a table of teams, and returns the team of each run. The table may begin with a header
/// `run<TAB>team`. If the header names more columns, they are ignored.
///
/// ```
/// use std::path::Path;
/// let table: &[u8] = b"run\tteam\nme2\tMy University\nme1\tMy University\n";
/// let teams = rejudge_collections::parse_teams(Path::new("teams.tsv"), table)?;
/// assert_eq!(teams["me1"], "My University");
/// let table: &[u8] = b"run,team\nme1,\"Here, There\"\nme2,My University\n";
/// let teams = rejudge_collections::parse_teams(Path::new("teams.csv"), table)?;
/// assert_eq!([&*teams["me1"], &*teams["me2"]], ["Here, There", "My University"]);
/// # Ok::<(), rejudge_collections::Located>(())
/// ```
pub fn parse_teams(path: &Path, bytes: &[u8]) -> Result<BTreeMap<String, String>, Located> {
    let with_tabs = csv_with_tabs(path, bytes)?;
    let source = FileText::new(path, with_tabs.as_deref().map_or(bytes, str::as_bytes))?;
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

/// Reads a table of marks with the header `run<TAB>{column}`, and returns the mark of each run.
pub fn parse_marks(
    path: &Path,
    bytes: &[u8],
    column: &'static str,
) -> Result<BTreeMap<String, bool>, Located> {
    let with_tabs = csv_with_tabs(path, bytes)?;
    let source = FileText::new(path, with_tabs.as_deref().map_or(bytes, str::as_bytes))?;
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

/// Reads a table with the groups of runs. Also returns the runs of the table that are not in `runs`, because
/// they have no file. A run without a row belongs to no group.
///
/// # Errors
/// If the header is not `run` and one kind of group or more, or names a kind twice, if a row does not have a
/// cell for each column, or if a run is listed twice. Also if a run of the table has no file, and its name
/// resembles a run without a row: the name is probably mistyped, and the run without a row would silently get
/// no group.
pub(crate) fn parse_run_groups(
    path: &Path,
    bytes: &[u8],
    runs: &[&str],
) -> Result<(RunGroups, Option<Unscored>), Located> {
    let with_tabs = csv_with_tabs(path, bytes)?;
    let source = FileText::new(path, with_tabs.as_deref().map_or(bytes, str::as_bytes))?;
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

/// Returns the rows of a table of groups, by run or topic. The header is the line `first`, with these
/// `columns`.
///
/// # Errors
/// If two kinds of groups have the same name, a row does not have a cell for each column, or a run or topic
/// is listed twice.
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
    /// The groups of each topic, one for each kind in `kinds`; `None` for `-`.
    pub by_topic: BTreeMap<String, Vec<Option<String>>>,
}

impl TopicGroups {
    /// Reads the table. Tabs separate the cells, or commas if the name of the file ends in `.csv`.
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
    /// If the header is not `topic` and one kind of group or more, a row does not have a cell for each
    /// column, or a topic or a kind is listed twice.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Located> {
        let with_tabs = csv_with_tabs(path, bytes)?;
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

/// Rewrites a table in csv with tabs between the cells. Returns `None` for any other table. A table is csv if its
/// name ends in `.csv`, or if its first line has a comma, but no tab and no blank; in both cases only if the first
/// line has a comma.
fn csv_with_tabs(path: &Path, bytes: &[u8]) -> Result<Option<String>, Located> {
    let source = FileText::new(path, bytes)?;
    let first = source.lines().next().map(|line| source.get(line)).unwrap_or_default();
    let is_named_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    let is_csv = first.contains(',') && !first.contains('\t') && (is_named_csv || !first.contains(' '));
    if is_csv { with_tabs(&source).map(Some) } else { Ok(None) }
}

/// Rewrites a csv file with tabs between the cells. Each row stays on its line.
///
/// # Errors
/// If quotes are wrong, or a cell contains a tab or a line end.
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
        for (number, cell) in cells.iter().enumerate() {
            if cell.text.contains(['\t', '\n', '\r']) {
                return Err(source.error(Span::empty_at(cell.start), "a cell with a tab or a line end"));
            }
            out.push_str(if number == 0 { "" } else { "\t" });
            // Cells between tabs are unquoted once more.
            if unquoted(&cell.text) == cell.text {
                out += &cell.text;
            } else {
                out += &format!("\"{}\"", cell.text.replace('"', "\"\""));
            }
        }
    }
    Ok(out)
}

/// Returns a remark about `runs`, which `table` lists but which have no file. Returns `None` if there are no
/// such runs.
pub(crate) fn without_file<'a>(table: &Path, runs: impl Iterator<Item = &'a str>) -> Option<Unscored> {
    let table = table.file_name().unwrap_or_default().to_string_lossy();
    Unscored::new(Part::Run, runs, format!("of {table} without a file"))
}

/// Returns the first line of a table and its cells.
///
/// # Errors
/// If the table has no row, or its first row is not a valid line.
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

/// Returns the cells of each row, by its run or topic, without the first `skipped` rows. The caller decides
/// whether the first row is a header, because `run` is also a valid run name.
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
