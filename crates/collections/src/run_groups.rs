//! The table of groups of runs: `run<TAB>family<TAB>model`, a column a kind of group, with that header.
//!
//! A run that the table lacks is of no group. Runs of the table may have no file here; but a row that is like
//! the name of a run without a row is a slip, which would go unseen, and so an error.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use rejudge_names::{meant, nearest};
use rejudge_pools::RunGroups;

use crate::absent_runs;
use crate::error::{Located, wrong_count};
use crate::file_text::FileText;
use crate::teams::named;

const EXPECTED: &str = "a header `run<TAB>KIND<TAB>..` and a line for each run";
/// The cell of a run that is of no group of the kind.
const NONE: &str = "-";

/// The groups of these runs; `None`: of whatever runs there are.
///
/// ```
/// use std::path::Path;
/// use rejudge_collections::parse_run_groups;
/// let parse = |table: &str| parse_run_groups(Path::new("g.tsv"), table.as_bytes(), Some(&["me1", "me2"]));
/// let groups = parse("run\tfamily\tmodel\nme1\tneural\tmonoT5 3B\nme2\tlexical\t-\n")?;
/// assert_eq!(groups.kinds(), ["family", "model"]);
/// assert_eq!((groups.group("me1", 1), groups.group("me2", 1)), (Some("monoT5 3B"), None));
/// let error = parse("run\tfamily\nme1\tneural\nme3\tneural\n").expect_err("a slip");
/// assert_eq!(error.to_string(), "g.tsv:3:1: no run file has the run `me3` (did you mean `me2`?)");
/// # Ok::<(), rejudge_collections::Located>(())
/// ```
///
/// # Errors
/// If the header differs, a row does not have a cell for each column, a run is a duplicate, or a row seems to
/// be meant for a run with another name.
pub fn parse_run_groups(path: &Path, bytes: &[u8], runs: Option<&[&str]>) -> Result<RunGroups, Located> {
    let source = FileText::new(path, bytes)?;
    let mut lines = source.lines();
    let header = lines.next().ok_or_else(|| source.empty(EXPECTED))?;
    let mut cells = Vec::new();
    source.cells(header, &mut cells)?;
    let mut kinds: Vec<String> = Vec::with_capacity(cells.len());
    for &cell in cells.iter().skip(1) {
        let name = source.get(cell).to_owned();
        if kinds.contains(&name) {
            return Err(source.column_twice(cell.start as usize, &name));
        }
        kinds.push(name);
    }
    if kinds.is_empty() || source.get(cells[0]) != "run" {
        let found: String = source.text_of(header).chars().take(60).collect();
        return Err(source.error(
            header.start,
            format!("expected the header `run<TAB>KIND<TAB>..`, found `{}`", found.escape_debug()),
        ));
    }
    let (mut of, mut first_lines) = (BTreeMap::new(), HashMap::new());
    for line in lines {
        source.cells(line, &mut cells)?;
        if cells.len() != kinds.len() + 1 {
            let expected = format!("{} (run, {})", kinds.len() + 1, kinds.join(", "));
            return Err(source.error(line.start, wrong_count(cells.len(), expected)));
        }
        let at = cells[0].start as usize;
        let run = named(source.get(cells[0])).to_owned();
        if let Some(first) = first_lines.insert(run.clone(), at) {
            return Err(source.run_twice(at, &run, first));
        }
        let group = |&cell| Some(source.get(cell)).filter(|group| *group != NONE).map(str::to_owned);
        of.insert(run, cells[1..].iter().map(group).collect());
    }
    if let Some(runs) = runs {
        check_rows(&source, runs, &first_lines)?;
    }
    Ok(RunGroups::new(kinds, of))
}

/// Returns an error for a row that seems to be meant for a run without a row, and reports the number of rows
/// without a run; `rows` are the runs of the table with their places.
fn check_rows(source: &FileText<'_>, runs: &[&str], rows: &HashMap<String, usize>) -> Result<(), Located> {
    let mut absent: Vec<(&String, usize)> =
        rows.iter().filter(|(run, _)| !runs.contains(&run.as_str())).map(|(run, at)| (run, *at)).collect();
    absent.sort_by_key(|(_, at)| *at);
    for &(run, at) in &absent {
        let without_row = runs.iter().copied().filter(|known| !rows.contains_key(*known));
        if let Some(nearest) = nearest(run, without_row) {
            let (run, meant) = (run.escape_debug(), meant(Some(nearest)));
            return Err(source.error(at, format!("no run file has the run `{run}`{meant}")));
        }
    }
    absent_runs::tell(source.path(), absent.into_iter().map(|(run, _)| run.as_str()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bad_line_is_named() {
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
            let error = parse_run_groups(Path::new("g"), table.as_bytes(), Some(&["a", "#b"]));
            assert_eq!(error.expect_err(table).to_string(), message);
        }
    }

    #[test]
    fn a_run_may_have_no_file() {
        let table = "run\tx\na\tneural\naa\tneural\nzzz\tlexical\n";
        let groups = parse_run_groups(Path::new("g"), table.as_bytes(), Some(&["a", "#b"])).expect("a table");
        assert_eq!(["a", "zzz"].map(|run| groups.group(run, 0)), [Some("neural"), Some("lexical")]);
    }

    #[test]
    fn a_run_may_begin_as_a_comment_does() {
        let table = "run\tx\n\\#b\tneural\n";
        let groups = parse_run_groups(Path::new("g"), table.as_bytes(), None).expect("a table");
        assert_eq!(groups.group("#b", 0), Some("neural"));
    }
}
