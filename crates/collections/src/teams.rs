//! Tables of runs: which team submitted a run (`run<TAB>team`), and which runs are marked
//! (`run<TAB>pooled` or `run<TAB>eligible`, with that header, marks 0 and 1).
//!
//! Columns are parted by a tab; a team's name may then hold blanks. A line without a tab is parted
//! at blanks, for tables typed by hand. A line that begins with `#` is a comment: a run whose name begins
//! so is written `\#name` ([`run_cell`]).

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use crate::error::{Located, wrong_count};
use crate::fields::Span;
use crate::file_text::FileText;
use crate::lines::Line;

const TEAMS: &str = "2 (run, team)";
const MARKS: &str = "2 (run, mark)";

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
    let mut rows = rows(&source, TEAMS)?;
    if let Some(&[first, second]) = rows.first() {
        match (source.get(first), source.get(second)) {
            ("run", "team") => drop(rows.remove(0)),
            ("team", "run") => {
                return Err(source.error(
                    first.start as usize,
                    "the columns are team, run, expected run, team: change their places",
                ));
            }
            _ => {}
        }
    }
    check_once(&source, &rows)?;
    let row = |[run, team]: [Span; 2]| (named(source.get(run)).to_owned(), source.get(team).to_owned());
    Ok(rows.into_iter().map(row).collect())
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
pub(crate) fn named(cell: &str) -> &str {
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
    let mut rows = rows(&source, MARKS)?;
    let [run, mark] = rows.remove(0);
    let (name, value) = (source.get(run), source.get(mark));
    if (name, value) != ("run", column) {
        let found = format!("{name} {value}");
        return Err(source.error(
            run.start as usize,
            format!("expected the header `run<TAB>{column}`, found `{}`", found.escape_debug()),
        ));
    }
    check_once(&source, &rows)?;
    let mut marks = BTreeMap::new();
    for [run, mark] in rows {
        let value = match source.get(mark) {
            "0" => false,
            "1" => true,
            value => {
                return Err(source.error(
                    mark.start as usize,
                    format!("mark `{}` is neither 0 nor 1", value.escape_debug()),
                ));
            }
        };
        marks.insert(named(source.get(run)).to_owned(), value);
    }
    Ok(marks)
}

/// Returns the rows of a table with its header; none at all is an error.
fn rows(source: &FileText<'_>, expected: &'static str) -> Result<Vec<[Span; 2]>, Located> {
    let rows = source.lines().map(|line| columns(source, line, expected)).collect::<Result<Vec<_>, _>>()?;
    if rows.is_empty() { Err(source.empty(expected)) } else { Ok(rows) }
}

/// Returns an error for a duplicate run among rows, without the header: `run` is also a valid name of a run.
fn check_once(source: &FileText<'_>, rows: &[[Span; 2]]) -> Result<(), Located> {
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for &[run, _] in rows {
        let name = named(source.get(run));
        if let Some(first) = seen.insert(name, run) {
            return Err(source.run_twice(run.start as usize, name, first.start as usize));
        }
    }
    Ok(())
}

fn columns<'a>(source: &FileText<'a>, line: Line<'a>, expected: &'static str) -> Result<[Span; 2], Located> {
    let mut spans = Vec::with_capacity(2);
    source.cells(line, &mut spans)?;
    let found = spans.len();
    <[Span; 2]>::try_from(spans).map_err(|_| source.error(line.start, wrong_count(found, expected)))
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
        assert_eq!(error.to_string(), "p:1:1: expected the header `run<TAB>pooled`, found `a 1`");
    }

    #[test]
    fn a_run_may_be_called_as_the_header_is() {
        assert_eq!(teams("run\tteam\nrun\tx\nteam\ty\n").expect("a header").len(), 2);
        let marks = parse_marks(Path::new("p"), b"run\tpooled\nrun\t1\n", "pooled").expect("a header");
        assert!(marks["run"]);
        assert!(teams("run\tteam\nrun\tx\nrun\ty\n").is_err(), "but not twice");
        assert!(teams("\\#a\tx\n\\#a\ty\n").expect_err("twice").to_string().contains("run `#a`"));
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
