//! Tables of runs: which team submitted a run (`run<TAB>team`), and which runs are marked
//! (`run<TAB>pooled` or `run<TAB>eligible`, with that header, marks 0 and 1).
//!
//! Columns are parted by a tab; a team's name may then hold blanks. A line without a tab is parted
//! at blanks, for tables typed by hand.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use crate::error::{FormatError, FormatKind};
use crate::fields::Span;
use crate::lines::Line;
use crate::source::Source;

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
/// # Ok::<(), rejudge_collections::FormatError>(())
/// ```
pub fn parse_teams(path: &Path, bytes: &[u8]) -> Result<BTreeMap<String, String>, FormatError> {
    let source = Source::new(path, bytes)?;
    let mut rows = rows(&source, TEAMS)?;
    if rows.first().is_some_and(|&[run, team]| (source.get(run), source.get(team)) == ("run", "team")) {
        rows.remove(0);
    }
    Ok(rows
        .into_iter()
        .map(|[run, team]| (source.get(run).to_owned(), source.get(team).to_owned()))
        .collect())
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
/// # Ok::<(), rejudge_collections::FormatError>(())
/// ```
pub fn parse_marks(
    path: &Path,
    bytes: &[u8],
    column: &'static str,
) -> Result<BTreeMap<String, bool>, FormatError> {
    let source = Source::new(path, bytes)?;
    let rows = rows(&source, MARKS)?;
    let mut marks = BTreeMap::new();
    for (number, [run, mark]) in rows.into_iter().enumerate() {
        let (name, value) = (source.get(run), source.get(mark));
        if number == 0 {
            if (name, value) != ("run", column) {
                let found = format!("{name} {value}");
                return Err(source.error(run.start as usize, FormatKind::Header { expected: column, found }));
            }
            continue;
        }
        let mark = match value {
            "0" => false,
            "1" => true,
            _ => return Err(source.error(mark.start as usize, FormatKind::Mark { value: value.to_owned() })),
        };
        marks.insert(name.to_owned(), mark);
    }
    Ok(marks)
}

/// The rows of a table; none at all, or a run twice, is an error.
fn rows(source: &Source<'_>, expected: &'static str) -> Result<Vec<[Span; 2]>, FormatError> {
    let mut rows = Vec::new();
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for line in source.lines() {
        let row = columns(source, line, expected)?;
        let run = source.get(row[0]);
        if let Some(first) = seen.insert(run, row[0]) {
            let first = source.line_of(first.start as usize);
            let kind = FormatKind::RepeatedRun { run: run.to_owned(), first };
            return Err(source.error(row[0].start as usize, kind));
        }
        rows.push(row);
    }
    if rows.is_empty() { Err(source.empty(expected)) } else { Ok(rows) }
}

fn columns<'a>(
    source: &Source<'a>,
    line: Line<'a>,
    expected: &'static str,
) -> Result<[Span; 2], FormatError> {
    let mut spans = Vec::with_capacity(2);
    source.cells(line, &mut spans)?;
    let found = spans.len();
    <[Span; 2]>::try_from(spans)
        .map_err(|_| source.error(line.start, FormatKind::Columns { found, expected }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn teams(text: &str) -> Result<BTreeMap<String, String>, FormatError> {
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

    proptest! {
        #[test]
        fn round_trip(rows in prop::collection::btree_map("[!-\"$-~][!-~\u{e9}]{0,9}", "[!-~]([ -~\u{e9}]{0,8}[!-~])?", 1..20)) {
            let text: String = rows.iter().map(|(run, team)| format!("{run}\t{team}\n")).collect();
            prop_assert_eq!(parse_teams(Path::new("t"), text.as_bytes()).expect("valid"), rows);
        }
    }
}
