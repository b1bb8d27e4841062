//! Tables of runs: which team submitted a run (`run<TAB>team`), which runs are marked
//! (`run<TAB>pooled` or `run<TAB>eligible`, with that header, marks 0 and 1), and of which groups a run is
//! (`run<TAB>family<TAB>model`, a column a kind of group, with that header).
//!
//! Columns are parted by a tab; a team's name may then hold blanks. A line without a tab is parted
//! at blanks, for tables typed by hand. A line that begins with `#` is a comment: a run whose name begins
//! so is written `\#name` ([`run_cell`]).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use indexmap::IndexMap;
use rejudge_names::{meant, nearest};
use rejudge_pools::RunGroups;

use crate::error::{Located, wrong_count};
use crate::fields::Span;
use crate::file_text::{FileText, Line};

/// The cell of a run that is of no group of the kind.
const NO_GROUP: &str = "-";

/// The most runs without a file that are named.
const NAMED: usize = 5;

/// Run -> team, in the order of run names. A header `run<TAB>team` may come first.
///
/// ```
/// use std::path::Path;
/// let table: &[u8] = b"run\tteam\nme2\tMy University\nme1\tMy University\r\n";
/// let teams = rejudge_collections::parse_teams(Path::new("teams.tsv"), table)?;
/// assert_eq!(teams["me1"], "My University");
/// let error = rejudge_collections::parse_teams(Path::new("teams.tsv"), b"me1\n");
/// assert_eq!(error.expect_err("no team").to_string(), "teams.tsv:1:1: 1 column, expected 2 (run, team)");
/// # Ok::<(), rejudge_collections::Located>(())
/// ```
pub fn parse_teams(path: &Path, bytes: &[u8]) -> Result<BTreeMap<String, String>, Located> {
    let source = FileText::new(path, bytes)?;
    let (first, cells) = header(&source, "2 (run, team)")?;
    let has_header = match cells[..] {
        ["team", "run"] => {
            let what = "the columns are team, run, expected run, team: change their places";
            return Err(source.error(first.start, what));
        }
        _ => cells == ["run", "team"],
    };
    let rows = rows(&source, usize::from(has_header), &["run", "team"])?;
    Ok(rows.into_iter().map(|(run, cells)| (run, source.get(cells[1]).to_owned())).collect())
}

/// Returns the name of a run as a cell of a table's first column. A name that looks like a comment gets a
/// backslash, and so does one that looks like an escaped name.
///
/// ```
/// use std::path::Path;
/// use rejudge_collections::{parse_teams, run_cell};
/// assert_eq!(["a#", "#a", r"\#a", r"\a"].map(run_cell), ["a#", r"\#a", r"\\#a", r"\a"]);
/// let teams = parse_teams(Path::new("teams.tsv"), b"# a comment\n\\#a\tMe\n")?;
/// assert_eq!(teams["#a"], "Me");
/// # Ok::<(), rejudge_collections::Located>(())
/// ```
pub fn run_cell(name: &str) -> Cow<'_, str> {
    if is_hashed(name) { format!("\\{name}").into() } else { name.into() }
}

/// Returns the run name that [`run_cell`] wrote as this cell.
fn named(cell: &str) -> &str {
    cell.strip_prefix('\\').filter(|name| is_hashed(name)).unwrap_or(cell)
}

/// Returns true if `#` follows any number of backslashes.
fn is_hashed(name: &str) -> bool {
    name.trim_start_matches('\\').starts_with('#')
}

/// Run -> mark, from a table whose header is `run<TAB>{column}`.
///
/// ```
/// use std::path::Path;
/// let table: &[u8] = b"run\tpooled\nme1\t1\nme2\t0\n";
/// let pooled = rejudge_collections::parse_marks(Path::new("pooled.tsv"), table, "pooled")?;
/// assert!(pooled["me1"] && !pooled["me2"]);
/// let error = rejudge_collections::parse_marks(Path::new("p"), b"run\tpooled\nme1\tyes\n", "pooled");
/// assert_eq!(error.expect_err("a word").to_string(), "p:2:5: mark `yes` is neither 0 nor 1");
/// # Ok::<(), rejudge_collections::Located>(())
/// ```
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
    let mark = |(run, cells): (String, Vec<Span>)| match source.get(cells[1]) {
        "0" => Ok((run, false)),
        "1" => Ok((run, true)),
        other => {
            let what = format!("mark `{}` is neither 0 nor 1", other.escape_debug());
            Err(source.error(cells[1].start as usize, what))
        }
    };
    rows(&source, 1, &columns)?.into_iter().map(mark).collect()
}

/// The groups of these runs. A run that the table lacks is of no group. Runs of the table may have no file here; but a
/// row that is like the name of a run without a row is a slip, which would go unseen, and so an error.
///
/// # Errors
/// If the header differs, a row does not have a cell for each column, a run is a duplicate, or a row seems to
/// be meant for a run with another name.
pub(crate) fn parse_run_groups(path: &Path, bytes: &[u8], runs: &[&str]) -> Result<RunGroups, Located> {
    let source = FileText::new(path, bytes)?;
    let (first, columns) = header(&source, "a header `run<TAB>KIND<TAB>..` and a line for each run")?;
    let (run, kinds) = columns.split_first().expect("a line has a cell");
    if kinds.is_empty() || *run != "run" {
        return Err(other_header(&source, first, "KIND<TAB>.."));
    }
    if let Some(at) = (1..columns.len()).find(|&at| columns[1..at].contains(&columns[at])) {
        let mut cells = Vec::new();
        source.cells(first, &mut cells)?;
        return Err(source.column_twice(cells[at].start as usize, columns[at]));
    }
    let rows = rows(&source, 1, &columns)?;
    let absent: Vec<(&str, Span)> = rows
        .iter()
        .map(|(run, cells)| (run.as_str(), cells[0]))
        .filter(|(run, _)| !runs.contains(run))
        .collect();
    for (run, at) in &absent {
        let without_row = runs.iter().copied().filter(|known| !rows.contains_key(*known));
        if let Some(nearest) = nearest(run, without_row) {
            let what = format!("no run file has the run `{}`{}", run.escape_debug(), meant(Some(nearest)));
            return Err(source.error(at.start as usize, what));
        }
    }
    warn_of_absent(path, absent.into_iter().map(|(run, _)| run));
    let group = |cell: &Span| Some(source.get(*cell)).filter(|group| *group != NO_GROUP).map(str::to_owned);
    let groups = rows.iter().map(|(run, cells)| (run.clone(), cells[1..].iter().map(group).collect()));
    Ok(RunGroups::new(kinds.iter().map(|kind| (*kind).to_owned()).collect(), groups.collect()))
}

/// Reports the runs of a `table` that have no file, if there are any. It lists names because a number alone does not
/// help to find them.
pub(crate) fn warn_of_absent<'a>(table: &Path, runs: impl Iterator<Item = &'a str>) {
    let all: Vec<&str> = runs.collect();
    if all.is_empty() {
        return;
    }
    let named = all[..all.len().min(NAMED)].join(", ");
    let more = all.len().saturating_sub(NAMED);
    let absent = if more > 0 { format!("{named} and {more} more") } else { named };
    tracing::warn!(table = %table.display(), %absent, "runs of the table that have no file");
}

/// Returns the first line of a table and its cells; a table without one is an error.
fn header<'a>(source: &FileText<'a>, expected: &'static str) -> Result<(Line<'a>, Vec<&'a str>), Located> {
    let (first, mut cells) = (source.lines().next().ok_or_else(|| source.empty(expected))?, Vec::new());
    source.cells(first, &mut cells)?;
    Ok((first, cells.into_iter().map(|cell| source.get(cell)).collect()))
}

/// Returns the error for a header other than `run` and the `columns`.
fn other_header(source: &FileText<'_>, first: Line<'_>, columns: &str) -> Located {
    let found: String = source.text_of(first).chars().take(60).collect();
    let what = format!("expected the header `run<TAB>{columns}`, found `{}`", found.escape_debug());
    source.error(first.start, what)
}

/// Returns the cells of each run after the first `skipped` lines: a header, because `run` is also a valid name of a run.
fn rows(
    source: &FileText<'_>,
    skipped: usize,
    columns: &[&str],
) -> Result<IndexMap<String, Vec<Span>>, Located> {
    let mut rows = IndexMap::new();
    for line in source.lines().skip(skipped) {
        let mut cells = Vec::with_capacity(columns.len());
        source.cells(line, &mut cells)?;
        if cells.len() != columns.len() {
            let expected = format!("{} ({})", columns.len(), columns.join(", "));
            return Err(source.error(line.start, wrong_count(cells.len(), expected)));
        }
        let (run, at) = (named(source.get(cells[0])), cells[0].start as usize);
        if let Some(first) = rows.insert(run.to_owned(), cells) {
            let (run, line) = (run.escape_debug(), source.line_of(first[0].start as usize));
            return Err(source.error(at, format!("run `{run}` is listed already (line {line})")));
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn teams(text: &str) -> Result<BTreeMap<String, String>, Located> {
        parse_teams(Path::new("t"), text.as_bytes())
    }

    #[test]
    fn tables_by_hand_and_by_machine() {
        for text in ["a\tx y\nb\tz", "\u{feff}run\tteam\r\n a \t\t x y \r\n\r\n# c\r\nb z\r\n"] {
            let teams = teams(text).expect(text);
            assert_eq!(
                teams.into_iter().collect::<Vec<_>>(),
                [("a".into(), "x y".into()), ("b".into(), "z".into())]
            );
        }
    }

    #[test]
    fn each_bad_line_is_named() {
        let message = |text| teams(text).expect_err(text).to_string();
        assert_eq!(message("a\tx\na\ty\n"), "t:2:1: run `a` is listed already (line 1)");
        assert_eq!(message("a\tx\tz\n"), "t:1:1: 3 columns, expected 2 (run, team)");
        assert_eq!(message("a x z\n"), "t:1:1: 3 columns, expected 2 (run, team)");
        assert_eq!(message("\n"), "t:1:1: the file is empty: expected lines of 2 columns (run, team)");
        let error = parse_marks(Path::new("p"), b"a\t1\n", "pooled").expect_err("no header");
        assert_eq!(error.to_string(), "p:1:1: expected the header `run<TAB>pooled`, found `a\\t1`");
    }

    #[test]
    fn a_run_may_be_called_as_the_header_is() {
        assert_eq!(teams("run\tteam\nrun\tx\nteam\ty\n").expect("a header").len(), 2);
        let marks = parse_marks(Path::new("p"), b"run\tpooled\nrun\t1\n", "pooled").expect("a header");
        assert!(marks["run"]);
        assert!(teams("run\tteam\nrun\tx\nrun\ty\n").is_err(), "but not twice");
        assert!(teams("\\#a\tx\n\\#a\ty\n").expect_err("twice").to_string().contains("run `#a`"));
    }

    fn groups(table: &str) -> Result<RunGroups, Located> {
        parse_run_groups(Path::new("g"), table.as_bytes(), &["a", "#b"])
    }

    #[test]
    fn each_bad_line_of_groups_is_named() {
        for (table, message) in [
            (
                "\n",
                "g:1:1: the file is empty: expected a header `run<TAB>KIND<TAB>..` and a line for each run",
            ),
            ("a\tneural\n", "g:1:1: expected the header `run<TAB>KIND<TAB>..`, found `a\\tneural`"),
            ("run\n", "g:1:1: expected the header `run<TAB>KIND<TAB>..`, found `run`"),
            ("run\tx\ty\tx\n", "g:1:9: duplicate column `x`"),
            ("run\tx\ty\na\tneural\n", "g:2:1: 2 columns, expected 3 (run, x, y)"),
            ("run\tx\na\tneural\na\tneural\n", "g:3:1: run `a` is listed already (line 2)"),
            ("run\tx\n# b\n  aa\tneural\n", "g:3:3: no run file has the run `aa` (did you mean `a`?)"),
        ] {
            assert_eq!(groups(table).expect_err(table).to_string(), message);
        }
    }

    #[test]
    fn a_run_may_have_no_file_and_begin_as_a_comment_does() {
        let table = "run\tx\ty\na\tneural\tmono T5\naa\tneural\t-\n\\#b\t-\t-\nzzz\tlexical\t-\n";
        let groups = groups(table).expect("a table");
        assert_eq!(groups.kinds(), ["x", "y"]);
        assert_eq!(
            ["a", "#b", "zzz"].map(|run| groups.group(run, 0)),
            [Some("neural"), None, Some("lexical")]
        );
        assert_eq!(["a", "zzz"].map(|run| groups.group(run, 1)), [Some("mono T5"), None]);
    }

    proptest! {
        #[test]
        fn round_trip(
            rows in prop::collection::btree_map("(run|[\\\\#]{0,3}[!-~\u{e9}]{1,9})", "[!-~]([ -~\u{e9}]{0,8}[!-~])?", 1..20),
            has_header: bool,
        ) {
            // Without a header one row looks like it.
            prop_assume!(has_header || rows.get("run").is_none_or(|team| team != "team"));
            let header = if has_header { "run\tteam\n" } else { "" };
            let lines = rows.iter().map(|(run, team)| format!("{}\t{team}\n", run_cell(run)));
            let text: String = std::iter::once(header.to_owned()).chain(lines).collect();
            prop_assert_eq!(parse_teams(Path::new("t"), text.as_bytes()).expect("valid"), rows);
        }
    }
}
