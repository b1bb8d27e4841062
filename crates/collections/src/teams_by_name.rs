//! The teams of runs without a descriptor: from a table of teams, from the names of the run files
//! (`team__run.gz`), or one team per run.
//!
//! A table must contain all runs and no others. A row without a run may be a typo, and a run without a row would
//! belong to no team: both are errors that suggest the nearest name.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use rejudge_names::{meant, nearest};

use crate::error::LoadError;
use crate::teams::run_cell;

/// The separator of the team and the rest of a run file's name.
const MARK: &str = "__";

/// The identity of a run from its file: path and name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedRun<'a> {
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
            Self::Table => "as the table of teams says",
            Self::FileNames => "by the run files' names, the part before `__`",
            Self::OneEach => "each run is its own team, because no file name contains `__`",
        })
    }
}

/// The teams of some runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedTeams {
    /// The teams, by name.
    pub teams: Vec<String>,
    /// The number of each run's team.
    pub of_run: Vec<usize>,
    /// The rule by which they were found.
    pub rule: TeamRule,
}

/// Returns the name in a table for a run that would otherwise be a comment.
fn hashed(run: &str) -> String {
    match run_cell(run) {
        Cow::Owned(cell) => format!(" (a line that begins with `#` is a comment: write `{cell}`)"),
        Cow::Borrowed(_) => String::new(),
    }
}

/// Returns the team of each run by the name of its file, or the run itself if no name has a team. If only some
/// names have a team, returns the files of two runs, one with and one without.
pub(crate) fn teams_in_names<'a>(runs: &[NamedRun<'a>]) -> Result<(Vec<&'a str>, TeamRule), [&'a Path; 2]> {
    let find = |has_team: bool| runs.iter().find(|run| run.team().is_some() == has_team);
    match (find(true), find(false)) {
        (Some(with), Some(without)) => Err([with.path, without.path]),
        (Some(_), None) => Ok((runs.iter().filter_map(NamedRun::team).collect(), TeamRule::FileNames)),
        (None, _) => Ok((runs.iter().map(|run| run.name).collect(), TeamRule::OneEach)),
    }
}

/// Returns the teams of `runs`: by `table` if it is given, else by the names of their files, else one per run.
///
/// ```
/// use rejudge_collections::{NamedRun, TeamRule, teams_by_name};
/// use std::path::Path;
///
/// let run = |path, name| NamedRun { path: Path::new(path), name };
/// let runs = [run("runs/b__x.gz", "x"), run("runs/a__y.gz", "y"), run("runs/b__z", "z")];
/// let found = teams_by_name(&runs, None)?;
/// assert_eq!(
///     (found.teams, found.of_run, found.rule),
///     (vec!["a".into(), "b".into()], vec![1, 0, 1], TeamRule::FileNames)
/// );
///
/// let table = [("x", "b"), ("Y", "a"), ("z", "b")]
///     .map(|(run, team)| (run.to_owned(), team.to_owned()))
///     .into();
/// let error = teams_by_name(&runs, Some((Path::new("teams.tsv"), &table))).unwrap_err();
/// assert_eq!(error.to_string(), "run `y` (runs/a__y.gz) is not in teams.tsv (did you mean `Y`?)");
/// # Ok::<(), rejudge_collections::LoadError>(())
/// ```
///
/// # Errors
/// If the table and the runs do not match, or only some file names have a team.
pub fn teams_by_name(
    runs: &[NamedRun<'_>],
    table: Option<(&Path, &BTreeMap<String, String>)>,
) -> Result<NamedTeams, LoadError> {
    let (names, rule): (Vec<&str>, _) = match table {
        Some((path, table)) => {
            let names = rows_of(runs, path, table)?.into_iter().map(String::as_str);
            (names.collect(), TeamRule::Table)
        }
        None => teams_in_names(runs).map_err(|[with, without]| {
            let (with, without) = (with.display(), without.display());
            LoadError::Unfit(format!(
                "{with} names a team before `__`, and {without} does not: a table of teams must say which team is whose"
            ))
        })?,
    };
    let teams: Vec<&str> = BTreeSet::from_iter(names.iter().copied()).into_iter().collect();
    let of_run = names.iter().map(|name| teams.partition_point(|team| team < name)).collect();
    Ok(NamedTeams { teams: teams.into_iter().map(str::to_owned).collect(), of_run, rule })
}

/// Returns the row of each run in a table that names runs as they name themselves, or as their files are
/// named.
///
/// ```
/// use std::{collections::BTreeMap, path::Path};
/// use rejudge_collections::{NamedRun, rows_of};
///
/// let runs = ["x", "y"].map(|name| NamedRun { path: Path::new(name), name });
/// let table: BTreeMap<_, _> = [("x".to_owned(), true), ("y".to_owned(), false)].into();
/// assert_eq!(rows_of(&runs, Path::new("pooled.tsv"), &table)?, [&true, &false]);
/// let error = rows_of(&runs[..1], Path::new("pooled.tsv"), &table).unwrap_err();
/// assert_eq!(error.to_string(), "pooled.tsv has a run `y`, which none of the run files is");
/// # Ok::<(), rejudge_collections::LoadError>(())
/// ```
///
/// # Errors
/// If a run has no row, or a row no run.
pub fn rows_of<'t, T>(
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
    match unused().next() {
        None => Ok(rows),
        Some(run) => {
            let meant = meant(nearest(run, runs.iter().map(|run| run.name)));
            let (run, table) = (run.escape_debug(), path.display());
            Err(LoadError::Unfit(format!("{table} has a run `{run}`, which none of the run files is{meant}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run<'a>(path: &'a str, name: &'a str) -> NamedRun<'a> {
        NamedRun { path: Path::new(path), name }
    }

    #[test]
    fn names_say_teams_all_or_none() {
        let each =
            teams_by_name(&[run("d/b.txt", "b"), run("d/a__", "a"), run("__c", "c")], None).expect("none");
        assert_eq!(
            (each.teams.concat(), each.of_run, each.rule),
            ("abc".into(), vec![1, 0, 2], TeamRule::OneEach)
        );
        let error = teams_by_name(&[run("d/b.txt", "b"), run("d/a__x", "x")], None).expect_err("one of two");
        assert_eq!(
            error.to_string(),
            "d/a__x names a team before `__`, and d/b.txt does not: a table of teams must say which team is whose"
        );
        // The first mark counts.
        assert_eq!(teams_by_name(&[run("a__b__c", "x")], None).expect("a team").teams, ["a"]);
    }

    #[test]
    fn a_table_names_runs_or_their_files() {
        let table: BTreeMap<String, String> =
            [("x", "1"), ("b.gz", "1")].map(|(run, team)| (run.to_owned(), team.to_owned())).into();
        let path = Path::new("t");
        let runs = [run("d/a.gz", "x"), run("d/b.gz", "x2")];
        let found = teams_by_name(&runs, Some((path, &table))).expect("both");
        assert_eq!(
            (found.teams, found.of_run, found.rule),
            (vec!["1".to_owned()], vec![0, 0], TeamRule::Table)
        );
        let error = teams_by_name(&[run("d/a.gz", "x"), run("d/c.gz", "b.g")], Some((path, &table)));
        assert_eq!(
            error.expect_err("another name").to_string(),
            "run `b.g` (d/c.gz) is not in t (did you mean `b.gz`?)"
        );
        let error = teams_by_name(&[run("d/a.gz", "#x")], Some((path, &table))).expect_err("hidden");
        let why = " (a line that begins with `#` is a comment: write `\\#x`)";
        assert!(error.to_string().ends_with(why), "{error}");
    }
}
