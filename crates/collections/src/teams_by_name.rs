//! The teams of runs without a descriptor: from a table of teams, from the names of the run files
//! (`team__run.gz`), or one team per run.
//!
//! A table must contain all runs: a run without a row would belong to no team, which is an error that suggests the
//! nearest name. Rows without a run are a warning.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use rejudge_names::{meant, nearest};

use crate::error::LoadError;
use crate::teams::{run_cell, warn_of_absent};

/// The separator of the team and the rest of a run file's name.
const MARK: &str = "__";

/// The identity of a run from its file: path and name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NamedRun<'a> {
    /// The file.
    pub path: &'a Path,
    /// The run's name: its tag.
    pub name: &'a str,
}

impl<'a> NamedRun<'a> {
    /// Returns the name of the file.
    fn file(&self) -> Option<&'a str> {
        self.path.file_name()?.to_str()
    }

    /// Returns the part of the file's name before `__`.
    fn team(&self) -> Option<&'a str> {
        let (team, rest) = self.file()?.split_once(MARK)?;
        (!team.is_empty() && !rest.is_empty()).then_some(team)
    }
}

/// The rule that gave runs their teams; printed, it is a remark for users who did not choose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TeamRule {
    /// By a table.
    Table,
    /// By the part of the file's name before `__`.
    FileNames,
    /// Every run is a team.
    OneEach,
}

impl fmt::Display for TeamRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Table => "from the table of teams",
            Self::FileNames => "by the run files' names, the part before `__`",
            Self::OneEach => "each run is its own team, because no file name contains `__`",
        })
    }
}

/// Returns the name in a table for a run that would otherwise be a comment.
fn hashed(run: &str) -> String {
    match run_cell(run) {
        Cow::Owned(cell) => format!(" (a line that begins with `#` is a comment: write `{cell}`)"),
        Cow::Borrowed(_) => String::new(),
    }
}

/// Returns the team of each run by the name of its file, or the run itself if no name has a team.
pub(crate) fn teams_in_names<'a>(runs: &[NamedRun<'a>]) -> Result<(Vec<&'a str>, TeamRule), LoadError> {
    let find = |has_team: bool| runs.iter().find(|run| run.team().is_some() == has_team);
    match (find(true), find(false)) {
        (Some(with), Some(without)) => {
            let (with, without) = (with.path.display(), without.path.display());
            Err(LoadError::Unfit(format!(
                "{with} names a team before `__`, and {without} does not: name one in each file, or in a table of teams"
            )))
        }
        (Some(_), None) => Ok((runs.iter().filter_map(NamedRun::team).collect(), TeamRule::FileNames)),
        (None, _) => Ok((runs.iter().map(|run| run.name).collect(), TeamRule::OneEach)),
    }
}

/// Returns the row of each run in a table that names runs as they name themselves, or as their files are
/// named.
///
/// # Errors
/// If a run has no row. Rows without a run are a warning.
pub(crate) fn rows_of<'t, T>(
    runs: &[NamedRun<'_>],
    path: &Path,
    table: &'t BTreeMap<String, T>,
) -> Result<Vec<&'t T>, LoadError> {
    let row = |run: &NamedRun<'_>| table.get_key_value(run.name).or_else(|| table.get_key_value(run.file()?));
    let used: BTreeSet<&str> = runs.iter().filter_map(row).map(|(name, _)| name.as_str()).collect();
    let unused = || table.keys().map(String::as_str).filter(|name| !used.contains(name));
    let of_run = |run: &NamedRun<'_>| match row(run) {
        Some((_, value)) => Ok(value),
        None => {
            let (name, file, table) = (run.name.escape_debug(), run.path.display(), path.display());
            let (meant, hashed) = (meant(nearest(run.name, unused())), hashed(run.name));
            Err(LoadError::Unfit(format!("run `{name}` ({file}) is not in {table}{meant}{hashed}")))
        }
    };
    let rows = runs.iter().map(of_run).collect::<Result<_, _>>()?;
    warn_of_absent(path, unused());
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run<'a>(path: &'a str, name: &'a str) -> NamedRun<'a> {
        NamedRun { path: Path::new(path), name }
    }

    #[test]
    fn names_say_teams_all_or_none() {
        let runs = [run("d/b.txt", "b"), run("d/a__", "a"), run("__c", "c")];
        assert_eq!(teams_in_names(&runs).expect("none"), (vec!["b", "a", "c"], TeamRule::OneEach));
        let error = teams_in_names(&[run("d/b.txt", "b"), run("d/a__x", "x")]).expect_err("one of two");
        assert!(error.to_string().starts_with("d/a__x names a team before `__`, and d/b.txt does not"));
        assert_eq!(teams_in_names(&[run("a__b__c", "x")]).expect("a team"), (vec!["a"], TeamRule::FileNames));
    }

    #[test]
    fn a_table_names_runs_or_their_files() {
        let table: BTreeMap<String, u8> =
            [("x", 1), ("b.gz", 2)].map(|(run, value)| (run.to_owned(), value)).into();
        let found = |runs: &[NamedRun<'_>]| {
            let rows = rows_of(runs, Path::new("t"), &table).map_err(|error| error.to_string())?;
            Ok(rows.into_iter().copied().collect::<Vec<_>>())
        };
        assert_eq!(found(&[run("d/a.gz", "x"), run("d/b.gz", "x2")]), Ok(vec![1, 2]));
        for (name, reason) in [
            ("b.g", " (did you mean `b.gz`?)"),
            ("#x", " (a line that begins with `#` is a comment: write `\\#x`)"),
        ] {
            let error: String = found(&[run("d/a.gz", "x"), run("d/c.gz", name)]).expect_err(name);
            assert_eq!(error, format!("run `{name}` (d/c.gz) is not in t{reason}"));
        }
    }
}
