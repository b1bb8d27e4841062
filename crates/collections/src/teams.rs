//! Reads tables of runs: the team of each run (header `run<TAB>team`, or none), marks (`run<TAB>pooled` or
//! `run<TAB>eligible`, 0 or 1), groups (`run<TAB>family<TAB>model`, with a column per kind of group), and
//! chosen runs. Also reads tables with groups of topics.
//!
//! Tabs or blanks separate columns (only tabs in tables of chosen runs), or the table is csv ([`TextTable`]).
//! A line that begins with `#` is a comment, so a run or topic whose name begins with `#` is written `\#name`
//! ([`name_cell`]).

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use indexmap::IndexMap;
use rejudge_names::{meant, nearest};
use rejudge_pools::RunGroups;

use crate::error::Located;
use crate::fields::Span;
use crate::file_text::LineColumn;
use crate::forms::{Role, normalized_name};
use crate::separated::unquoted;
use crate::text_table::{Split, TableCell, TableRow, TextTable};
use crate::unscored::{Part, Unscored};

/// A byte order mark, which must not begin a line.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The cell of a run or topic that belongs to no group. An empty cell means the same.
const NO_GROUP: &str = "-";

/// The columns of a table of teams.
const TEAM_COLUMNS: [&str; 2] = ["run", "team"];

/// Names of the column of teams in the tables of other programs, besides those of [`Role::Team`]. They show
/// that the first row is a header, which we refuse if it is not `run<TAB>team`. Letter case, spaces, dots,
/// hyphens and underscores are ignored.
const OTHER_TEAM_COLUMNS: [&str; 7] =
    ["participant", "participantid", "teamid", "teamname", "groupid", "groupname", "organisation"];

/// Reads a table of teams, as run -> team. A header `run<TAB>team` may come first, in upper or lower case;
/// other columns that it names are ignored.
///
/// ```
/// use std::path::Path;
/// let table: &[u8] = b"run\tteam\nme2\tMy University\nme1\tMy University\n";
/// let teams = rejudge_collections::parse_teams(Path::new("teams.tsv"), table)?;
/// assert_eq!(teams["me1"], "My University");
/// let table: &[u8] = b"Run;Team\r\nme1;\"My University; Dept of CS\"\r\n";
/// let teams = rejudge_collections::parse_teams(Path::new("teams.csv"), table)?;
/// assert_eq!(teams["me1"], "My University; Dept of CS");
/// # Ok::<(), rejudge_collections::Located>(())
/// ```
///
/// # Errors
/// If the table is empty, the first line names these columns in other words or in another order, a row does
/// not have a cell for each column, a run is listed twice, or a run or team has no name, or a name with a tab
/// or line end.
pub fn parse_teams(path: &Path, bytes: &[u8]) -> Result<BTreeMap<String, String>, Located> {
    let table = TextTable::parse(path, bytes, Split::TabsOrBlanks)?;
    let first = table.first_row("2 (run, team)")?;
    if first.cells.len() == 2 && first.begins_with(&["team", "run"]) {
        let what = "the columns are team and run, expected run and team: swap them";
        return Err(table.source().error(first.line, what));
    }
    let has_header = first.begins_with(&TEAM_COLUMNS);
    if !has_header && is_other_header_of_teams(&first) {
        return Err(table.wrong_header(&first, &TEAM_COLUMNS));
    }
    let columns: Vec<&str> = if has_header { first.texts().collect() } else { TEAM_COLUMNS.into() };
    let rows = by_name(&table, "run", usize::from(has_header), &columns).map_err(|error| {
        let hint = has_repeated_first_column(&table)
            .then(|| "are the columns swapped? A line has a run, then its team".to_owned());
        Located { hint: error.hint.or(hint), ..error }
    })?;
    rows.into_iter()
        .map(|(run, row)| checked_name(&table, "team", &row.cells[1]).map(|team| (run, team.to_owned())))
        .collect()
}

/// Returns true if a table of two columns probably has teams in the first: names repeat there, but not in the second. Two
/// rows are too few to tell.
fn has_repeated_first_column(table: &TextTable<'_>) -> bool {
    let Ok(rows) = table.rows().collect::<Result<Vec<TableRow<'_>>, Located>>() else { return false };
    let [first, second] = [0, 1].map(|column| {
        let names: BTreeSet<&str> = rows.iter().filter_map(|row| row.texts().nth(column)).collect();
        names.len()
    });
    rows.len() > 2
        && rows.iter().all(|row| row.cells.len() == 2)
        && first < rows.len()
        && second == rows.len()
}

/// Returns true if a row has a name for the column of runs and a name for the column of teams, such as
/// `runid<TAB>group`.
fn is_other_header_of_teams(row: &TableRow<'_>) -> bool {
    let is_team = |name: &str| {
        Role::Team.is_named(name) || OTHER_TEAM_COLUMNS.contains(&normalized_name(name).as_str())
    };
    row.texts().any(is_team) && row.texts().any(|name| Role::Run.is_named(name))
}

/// Returns the name of a run or topic as a cell of the first column of a table with tabs. A backslash is put
/// before a name that looks like a comment or like an escaped name. The name is quoted if necessary
/// ([`text_cell`]).
///
/// ```
/// use std::path::Path;
/// use rejudge_collections::{name_cell, parse_teams};
/// assert_eq!(["a#", "#a", r"\#a", r"\a"].map(name_cell), ["a#", r"\#a", r"\\#a", r"\a"]);
/// assert_eq!(["\"a\"", "\"a", "\u{feff}a"].map(name_cell), ["\"\"\"a\"\"\"", "\"a", "\"\u{feff}a\""]);
/// assert_eq!(["a b", "a "].map(name_cell), ["a b", "\"a \""]);
/// let teams = parse_teams(Path::new("teams.tsv"), b"# a comment\n\\#a\tMe\n")?;
/// assert_eq!(teams["#a"], "Me");
/// # Ok::<(), rejudge_collections::Located>(())
/// ```
pub fn name_cell(name: &str) -> Cow<'_, str> {
    if is_hashed(name) { text_cell(&format!("\\{name}")).into_owned().into() } else { text_cell(name) }
}

/// Returns a text as a cell of a table with tabs. It is quoted if it looks like a quoted cell, begins with a
/// byte order mark, or begins or ends with a blank. The text must not have tabs or line ends.
pub fn text_cell(text: &str) -> Cow<'_, str> {
    if unquoted(text) != text || text.starts_with(BYTE_ORDER_MARK) || text.trim_matches(' ') != text {
        format!("\"{}\"", text.replace('"', "\"\"")).into()
    } else {
        text.into()
    }
}

/// Returns the name of the run or topic in a cell of the first column: its text without the backslash that
/// [`name_cell`] puts before `#`.
fn name_without_escape(text: &str) -> &str {
    text.strip_prefix('\\').filter(|name| is_hashed(name)).unwrap_or(text)
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
    let table = TextTable::parse(path, bytes, Split::TabsOrBlanks)?;
    let columns = ["run", column];
    let first = table.first_row("2 (run, mark)")?;
    if first.cells.len() != columns.len() || !first.begins_with(&columns) {
        return Err(table.wrong_header(&first, &columns));
    }
    let mut marks = BTreeMap::new();
    for (run, row) in by_name(&table, "run", 1, &columns)? {
        let is_marked = match &*row.cells[1].text {
            "0" => false,
            "1" => true,
            other => {
                let what = format!("mark `{}` is neither 0 nor 1", other.escape_debug());
                return Err(table.source().error(row.cells[1].place, what));
            }
        };
        marks.insert(run, is_marked);
    }
    Ok(marks)
}

/// Reads the runs that a table chooses, in its order, with their places. The first column has the runs; other
/// columns, such as teams, are ignored. A header `run<TAB>team` may come first.
///
/// # Errors
/// If there are no runs, or a run is listed twice or has no valid name.
pub fn parse_chosen_runs(path: &Path, bytes: &[u8]) -> Result<Vec<(String, LineColumn)>, Located> {
    let (table, expected) = (TextTable::parse(path, bytes, Split::Tabs)?, "a line for each run");
    let has_header = table.first_row(expected)?.begins_with(&TEAM_COLUMNS);
    let mut rows = IndexMap::new();
    for row in table.rows().skip(usize::from(has_header)) {
        insert_row(&mut rows, &table, "run", row?)?;
    }
    if rows.is_empty() {
        return Err(table.source().empty(expected));
    }
    let place = |row: &TableRow<'_>| table.source().place(row.cells[0].place);
    Ok(rows.iter().map(|(run, row)| (run.clone(), place(row))).collect())
}

/// Reads a table with the groups of runs. Also returns the runs of the table that have no file, which are
/// those that are not in `runs`. A run without a row belongs to no group.
///
/// # Errors
/// If the header is not `run` and one kind of group or more, or names a kind twice, if a row does not have a
/// cell for each column, or if a run is listed twice. Also if a run of the table has no file, and its name
/// resembles that of a run without a row: the name is probably mistyped, and the run without a row would
/// silently get no group.
pub(crate) fn parse_run_groups(
    path: &Path,
    bytes: &[u8],
    runs: &[&str],
) -> Result<(RunGroups, Option<Unscored>), Located> {
    let table = TextTable::parse(path, bytes, Split::TabsOrBlanks)?;
    let (kinds, rows) = grouped_rows(&table, "run")?;
    let absent: Vec<(&str, Span)> = rows
        .iter()
        .map(|(run, row)| (run.as_str(), row.cells[0].place))
        .filter(|(run, _)| !runs.contains(run))
        .collect();
    for (run, cell) in &absent {
        let without_row = runs.iter().copied().filter(|run| !rows.contains_key(*run));
        if let Some(nearest) = nearest(run, without_row) {
            let what = format!("no run file has the run `{}`{}", run.escape_debug(), meant(Some(nearest)));
            return Err(table.source().error(*cell, what));
        }
    }
    let absent = without_file(path, absent.into_iter().map(|(run, _)| run));
    let groups = rows.iter().map(|(run, row)| (run.clone(), groups(row)));
    Ok((RunGroups::new(kinds, groups.collect()), absent))
}

/// Returns the kinds of groups and the rows of a table. Its header is the `noun`, which is `run` or `topic`,
/// and the name of each kind.
///
/// # Errors
/// If the header differs or names a column twice, a row does not have a cell for each column, or a run or
/// topic is listed twice.
fn grouped_rows<'a>(
    table: &TextTable<'a>,
    noun: &str,
) -> Result<(Vec<String>, IndexMap<String, TableRow<'a>>), Located> {
    let header = [noun, "KIND", ".."];
    let first =
        table.first_row(&format!("a header `{}` and a line for each {noun}", table.header(&header)))?;
    if first.cells.len() == 1 || !first.begins_with(&[noun]) {
        return Err(table.wrong_header(&first, &header));
    }
    let columns: Vec<&str> = first.texts().collect();
    for (column, &kind) in columns.iter().enumerate().skip(1) {
        let place = first.cells[column].place;
        if kind.is_empty() {
            return Err(table.source().error(place, format!("column {} has no name", column + 1)));
        }
        if kind.eq_ignore_ascii_case(noun) || columns[1..column].contains(&kind) {
            return Err(table.source().duplicate_column(place, kind));
        }
    }
    let rows = by_name(table, noun, 1, &columns)?;
    Ok((columns[1..].iter().map(|&kind| kind.to_owned()).collect(), rows))
}

/// Returns the group of each kind in a row; `None` for `-` and for an empty cell.
fn groups(row: &TableRow<'_>) -> Vec<Option<String>> {
    row.cells[1..]
        .iter()
        .map(|cell| Some(&*cell.text).filter(|text| !matches!(*text, "" | NO_GROUP)).map(str::to_owned))
        .collect()
}

/// Groups of topics, such as their languages, from a table with the header `topic<TAB>KIND<TAB>..`.
#[derive(Clone, Debug)]
pub struct TopicGroups {
    /// The kinds of groups, which are the names of the columns after the first.
    pub kinds: Vec<String>,
    /// Each topic's group of each kind; `None` for `-` and for an empty cell.
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
    /// let groups = TopicGroups::parse(Path::new("slices.csv"), b"topic,language\n1,\"de, at\"\n2,\n")?;
    /// assert_eq!(groups.by_topic["1"], [Some("de, at".to_owned())]);
    /// assert_eq!(groups.by_topic["2"], [None]);
    /// # Ok::<(), rejudge_collections::Located>(())
    /// ```
    ///
    /// # Errors
    /// If the header is not `topic` and one kind of group or more, a row does not have a cell for each
    /// column, or a topic or a kind is listed twice.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, Located> {
        let table = TextTable::parse(path, bytes, Split::TabsOrBlanks)?;
        let (kinds, rows) = grouped_rows(&table, "topic")?;
        Ok(Self { kinds, by_topic: rows.into_iter().map(|(topic, row)| (topic, groups(&row))).collect() })
    }
}

/// Returns a remark about the `runs` of a table that have no file.
pub(crate) fn without_file<'a>(table: &Path, runs: impl Iterator<Item = &'a str>) -> Option<Unscored> {
    let table = table.file_name().unwrap_or_default().to_string_lossy();
    Unscored::new(Part::Run, runs, format!("of {table} without a file"))
}

/// Returns the row of each run or topic, after the first `skipped` rows. The caller says whether there is a
/// header, because `run` is also a valid run name. The `noun` is `run` or `topic`.
///
/// # Errors
/// If a row does not have a cell for each of the `columns`, or a run or topic is listed twice.
fn by_name<'a>(
    table: &TextTable<'a>,
    noun: &str,
    skipped: usize,
    columns: &[&str],
) -> Result<IndexMap<String, TableRow<'a>>, Located> {
    let mut rows = IndexMap::new();
    for row in table.rows().skip(skipped) {
        let row = row?;
        if row.cells.len() != columns.len() {
            let expected = format!("{} ({})", columns.len(), columns.join(", "));
            return Err(table.wrong_columns(row.line, row.cells.len(), &expected));
        }
        insert_row(&mut rows, table, noun, row)?;
    }
    Ok(rows)
}

/// Adds a row under the name of its run or topic. The `noun` is `run` or `topic`.
///
/// # Errors
/// If the run or topic has no valid name, or is listed twice.
fn insert_row<'a>(
    rows: &mut IndexMap<String, TableRow<'a>>,
    table: &TextTable<'a>,
    noun: &str,
    row: TableRow<'a>,
) -> Result<(), Located> {
    let (name, place) = (checked_name(table, noun, &row.cells[0])?, row.cells[0].place);
    let name = name_without_escape(name).to_owned();
    let Some(first) = rows.insert(name.clone(), row) else { return Ok(()) };
    let (name, line) = (name.escape_debug(), table.source().line_of(first.cells[0].place));
    Err(table.source().error(place, format!("{noun} `{name}` is already listed (line {line})")))
}

/// Returns the name in a cell. The `noun` is `run`, `team` or `topic`, whichever has this name.
///
/// # Errors
/// If the cell is empty. Also if it has a tab or a line end, which only csv can have: a table that we write
/// could not have such a name.
fn checked_name<'c>(table: &TextTable<'_>, noun: &str, cell: &'c TableCell<'_>) -> Result<&'c str, Located> {
    let what = match &*cell.text {
        "" => format!("the name of a {noun} is empty"),
        name if name.contains(['\t', '\r', '\n']) => {
            let name = name.escape_debug();
            format!("the name of the {noun} `{name}` has a tab or a line end: remove it")
        }
        name => return Ok(name),
    };
    Err(table.source().error(cell.place, what))
}
