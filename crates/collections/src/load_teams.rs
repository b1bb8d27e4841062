//! Finds the team that submitted each run: in a table, or in the names of runs or run files (`team__run.gz`).
//! Otherwise each run is its own team.
//!
//! A table must contain all runs, except for later runs. The error for a run without a row suggests a similar
//! name, if there is one. Rows without a run are returned as [`Unscored`], except for runs that are left out
//! on purpose.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

use crate::descriptor::{Files, RunNames, place};
use rejudge_names::{meant, nearest};
use rejudge_pools::{Run, Team, TestCollection};

use crate::error::LoadError;
use crate::file_text::read_as;
use crate::load_rankings::ranked_runs;
use crate::qrels::Qrels;
use crate::read_runs::{NamedRuns, ReadRun, collection_of, name_by_file, runs_by_name};
use crate::reading::Reading;
use crate::run_files::described_runs;
use crate::run_names::RunFile;
use crate::teams::{name_cell, parse_marks, parse_teams, without_file};
use crate::text::check_ordinary;
use crate::unscored::Unscored;

/// The text between the team and the rest of a run file's name.
const TEAM_SEPARATOR: &str = "__";

impl<K> ReadRun<K> {
    fn file(&self) -> Option<&str> {
        self.path.file_name()?.to_str()
    }

    /// Returns the part of the file's name before `__`.
    fn team(&self) -> Option<&str> {
        let (team, rest) = self.file()?.split_once(TEAM_SEPARATOR)?;
        (!team.is_empty() && !rest.is_empty()).then_some(team)
    }

    /// Returns the names that a table may have for the run: its own and its file's.
    fn names_in_tables(&self) -> impl Iterator<Item = &str> {
        [Some(self.name.as_str()), self.file()].into_iter().flatten()
    }
}

/// The source of the teams. `Display` prints a remark for users who did not choose it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TeamChoice {
    /// From a table with a run and its team on each line.
    Table(PathBuf),
    /// From the part of a run's name before this text.
    Before(String),
    /// From the part of each file's name before `__`. If no name has such a part, this becomes
    /// [`OneEach`](Self::OneEach).
    #[default]
    FileNames,
    /// Each run is its own team.
    OneEach,
}

impl fmt::Display for TeamChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(_) => f.write_str("from the table of teams"),
            Self::Before(mark) => write!(f, "by the runs' names, the part before `{mark}`"),
            Self::FileNames => f.write_str("by the run files' names, the part before `__`"),
            Self::OneEach => f.write_str("each run is its own team, because no file name contains `__`"),
        }
    }
}

impl TeamChoice {
    /// Returns the source of the teams that a description names: a table, or the text that follows the team
    /// in a run's name. If the description names neither, each run is its own team.
    pub(crate) fn described(table: Option<PathBuf>, before: Option<&String>) -> Self {
        match (table, before) {
            (Some(table), _) => Self::Table(table),
            (None, Some(mark)) => Self::Before(mark.clone()),
            (None, None) => Self::OneEach,
        }
    }
}

/// Returns the team of each run in the description's roster, which lists runs without files. Returns `None`
/// if there is no roster.
pub fn roster(files: &Files, folder: &Path) -> Result<Option<BTreeMap<String, String>>, LoadError> {
    files.roster.as_ref().map(|file| read_as(&place(folder, file), parse_teams)).transpose()
}

/// Returns the teams that an experiment can name, sorted: teams with a run that is both pooled and eligible.
/// No run is read, because tables or the names of run files list the runs. With a roster, all its teams are
/// returned. Returns no teams if the description has neither teams nor a roster.
pub fn analysed_teams(files: &Files, root: &Path) -> Result<Vec<String>, LoadError> {
    let folder = place(root, &files.folder);
    for (_, path) in files.named_files() {
        check_ordinary(&place(&folder, path))?;
    }
    let TeamFiles { teams, pooled, eligible, .. } = TeamFiles::described(files, &folder);
    let mut team_of = match (teams, roster(files, &folder)?) {
        (_, Some(roster)) => roster,
        (TeamChoice::Table(path), _) => read_as(&path, parse_teams)?,
        (TeamChoice::Before(mark), _) => {
            let mut team_of = BTreeMap::new();
            for path in described_runs(&files.runs, &folder)? {
                let run = name_by_file(files.run_names, &path).expect("runs are named by their files");
                let team = team_before_mark(&run, &mark, &path)?;
                team_of.insert(run, team);
            }
            team_of
        }
        _ => return Ok(Vec::new()),
    };
    for (table, column) in [(pooled, "pooled"), (eligible, "eligible")] {
        let Some(path) = table else { continue };
        let marks = read_as(&path, |path, bytes| parse_marks(path, bytes, column))?;
        team_of.retain(|run, _| marks.get(run).copied().unwrap_or(false));
    }
    let teams: BTreeSet<String> = team_of.into_values().collect();
    Ok(teams.into_iter().collect())
}

/// Returns the runs that a description's tables list, but for which there is no file. Judgments are not read.
/// Run files are read only if their number differs from the number of rows in the table of teams. If the
/// numbers are equal, or the description names no table of teams or no run files, this returns no runs.
///
/// # Errors
/// If a file is missing or invalid, or a run that was read has no row.
pub fn runs_without_files(files: &Files, root: &Path) -> Result<Vec<Unscored>, LoadError> {
    let folder = place(root, &files.folder);
    let tables = TeamFiles::described(files, &folder);
    let TeamChoice::Table(table) = &tables.teams else { return Ok(Vec::new()) };
    let (paths, rows) = (described_runs(&files.runs, &folder)?, read_as(table, parse_teams)?);
    if files.runs.is_none() || rows.len() == paths.len() {
        return Ok(Vec::new());
    }
    let mut runs = ranked_runs(&paths, &Reading { max_rank: 0, ..Reading::default() })?;
    for run in &mut runs {
        run.name = name_by_file(files.run_names, &run.path).unwrap_or_else(|| std::mem::take(&mut run.name));
    }
    Ok(tables.runs_and_teams(&runs, &[])?.unscored)
}

/// The source of the runs' teams, and tables about runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamFiles {
    /// The source of the teams.
    pub teams: TeamChoice,
    /// A table of the runs that formed the pool (columns run and pooled, 0 or 1); `None` if all runs did.
    pub pooled: Option<PathBuf>,
    /// A table of the runs that may represent their team (columns run and eligible, 0 or 1); `None` if all
    /// runs may.
    pub eligible: Option<PathBuf>,
    /// Runs that are left out on purpose. The tables may list them.
    pub left_out: Vec<RunFile>,
    /// The files of later runs, which did not contribute to the pool. The tables do not list these runs.
    pub later: Vec<PathBuf>,
}

/// Runs with a number for every document, and the sources of their teams and names.
#[derive(Debug)]
pub struct NumberedRuns {
    /// Topics, runs and teams. Runs are sorted by name.
    pub collection: TestCollection,
    /// The source of the teams. If the file names were asked for but none contains a team, this is
    /// [`TeamChoice::OneEach`].
    pub teams: TeamChoice,
    /// The rule that gave the runs their names. If tags were asked for but several runs share a tag, this is
    /// [`RunNames::Files`].
    pub names: RunNames,
    /// The parts of the files that are not scored.
    pub unscored: Vec<Unscored>,
}

/// Runs and teams.
pub(crate) struct TeamedRuns {
    pub runs: Vec<Run>,
    /// Sorted by name.
    pub teams: Vec<Team>,
    /// The source of the teams.
    pub source: TeamChoice,
    /// Runs that a table lists, but that have no file. If several tables list such runs, only the runs of the
    /// first of these tables are here.
    pub unscored: Vec<Unscored>,
}

/// Loads runs without a descriptor, for judgments that are already read. Runs and teams are sorted by name.
/// Topics and judged documents have the same numbers as in `qrels`, and unjudged documents get the numbers
/// after these. `path` is the path of the judgments, for messages.
///
/// ```
/// use rejudge_collections::{Qrels, Reading, TeamChoice, TeamFiles, load_numbered, run_files};
/// use rejudge_collections::descriptor::{QrelsFormat, RunNames};
/// let folder = tempfile::tempdir()?;
/// let runs = folder.path().join("runs");
/// std::fs::create_dir(&runs)?;
/// std::fs::write(runs.join("us__2"), "1 Q0 c 1 2 new\n1 Q0 a 2 1 new\n")?;
/// std::fs::write(runs.join("us__1"), "1 Q0 a 1 2 base\n")?;
/// let path = folder.path().join("qrels.txt");
/// let qrels = Qrels::parse(&path, b"1 0 a 1\n1 0 b 0\n", &QrelsFormat::trec())?;
/// let loaded =
///     load_numbered(&qrels, &path, &run_files(&[runs])?, &TeamFiles::default(), &Reading::default())?;
/// assert_eq!((loaded.teams, loaded.names), (TeamChoice::FileNames, RunNames::Tags));
/// assert_eq!(loaded.collection.teams()[0].name, "us");
/// // `new` is the second run by name, and `c` gets a number after the judged documents.
/// assert_eq!(loaded.collection.ranking(1, 0), [2, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a file is invalid, runs and tables do not fit together, two runs have the same name, or there are runs,
/// but no run has a topic of the judgments.
pub fn load_numbered(
    qrels: &Qrels,
    path: &Path,
    runs: &[PathBuf],
    files: &TeamFiles,
    reading: &Reading,
) -> Result<NumberedRuns, LoadError> {
    let NamedRuns { runs: loaded, names, mut unscored } = runs_by_name(qrels, runs, None, reading)?;
    if !loaded.is_empty()
        && !loaded.iter().any(|run| run.kept.has_any(qrels))
        && let Some(first) = qrels.topics().next()
    {
        return Err(LoadError::Unfit(format!(
            "no run has a topic of {} (its first topic is `{}`)",
            path.display(),
            first.name().escape_debug()
        )));
    }
    let TeamedRuns { runs, teams, source, unscored: absent } = files.runs_and_teams(&loaded, &files.later)?;
    unscored.splice(0..0, absent);
    let collection = collection_of(qrels, runs, teams, loaded, None);
    Ok(NumberedRuns { collection, teams: source, names, unscored })
}

impl TeamFiles {
    /// Returns the source of the teams and the tables that a description names, without its later runs.
    pub fn described(files: &Files, folder: &Path) -> Self {
        let path = |file: &Option<PathBuf>| file.as_ref().map(|file| place(folder, file));
        let teams = TeamChoice::described(path(&files.teams), files.team_before.as_ref());
        Self { teams, pooled: path(&files.pooled), eligible: path(&files.eligible), ..Self::default() }
    }

    /// Returns runs with their teams. The runs in the files `later` did not contribute to the pool, and no
    /// table lists their teams.
    pub(crate) fn runs_and_teams<K>(
        &self,
        runs: &[ReadRun<K>],
        later: &[PathBuf],
    ) -> Result<TeamedRuns, LoadError> {
        let (later, participating): (Vec<&ReadRun<K>>, Vec<&ReadRun<K>>) =
            runs.iter().partition(|run| later.contains(&run.path));
        let (mut later_teams, mut source, mut unscored) = (Vec::new(), self.teams.clone(), Vec::new());
        if source == TeamChoice::FileNames && !has_teams_in_names(&participating)? {
            source = TeamChoice::OneEach;
        }
        let participating_teams: Vec<String> = match &source {
            TeamChoice::Table(path) => {
                let table = read_as(path, parse_teams)?;
                check_not_swapped(&participating, path, &table)?;
                later_teams = teams_of_later_runs(&later, path, &table)?;
                let (rows, absent) = rows_of(&participating, path, &table, &self.left_out)?;
                unscored.extend(absent);
                rows.into_iter().cloned().collect()
            }
            TeamChoice::Before(mark) => participating
                .iter()
                .map(|run| team_before_mark(&run.name, mark, &run.path))
                .collect::<Result<_, _>>()?,
            TeamChoice::FileNames => {
                participating.iter().filter_map(|run| run.team()).map(str::to_owned).collect()
            }
            TeamChoice::OneEach => participating.iter().map(|run| run.name.clone()).collect(),
        };
        let mut marked = |table: &Option<PathBuf>, column| -> Result<Vec<bool>, LoadError> {
            let Some(path) = table else { return Ok(vec![true; participating.len()]) };
            let marks = read_as(path, |path, bytes| parse_marks(path, bytes, column))?;
            let (rows, absent) = rows_of(&participating, path, &marks, &self.left_out)?;
            // A collection's tables usually list the same runs, so we report the runs without files only for
            // the first table that has some.
            unscored.extend(absent.filter(|_| unscored.is_empty()));
            Ok(rows.into_iter().copied().collect())
        };
        let marks = marked(&self.pooled, "pooled")?.into_iter().zip(marked(&self.eligible, "eligible")?);
        let participating = participating.iter().zip(participating_teams).zip(marks);
        let mut rows: Vec<_> = participating.map(|((run, team), marks)| (&run.name, team, marks)).collect();
        if !later.is_empty() {
            rows.extend(later.iter().zip(later_teams).map(|(run, team)| (&run.name, team, (false, true))));
            // The runs of a description are sorted by name, not by file.
            rows.sort_unstable_by_key(|(name, ..)| *name);
        }
        let names: BTreeSet<String> = rows.iter().map(|(_, team, _)| team.clone()).collect();
        let mut teams: Vec<Team> = names.into_iter().map(|name| Team { name, analysed: false }).collect();
        let mut runs = Vec::with_capacity(rows.len());
        for (name, team_name, (pooled, eligible)) in rows {
            let team = teams.partition_point(|team| team.name < team_name);
            teams[team].analysed |= pooled && eligible;
            runs.push(Run { name: name.clone(), team, pooled, eligible });
        }
        Ok(TeamedRuns { runs, teams, source, unscored })
    }
}

/// Returns the part of a run's name before `mark`.
fn team_before_mark(run: &str, mark: &str, file: &Path) -> Result<String, LoadError> {
    match run.split_once(mark) {
        Some((team, _)) if !team.is_empty() => Ok(team.to_owned()),
        _ => Err(LoadError::Unfit(format!(
            "run `{}` of {} has no team in its name: expected a team before `{}`",
            run.escape_debug(),
            file.display(),
            mark.escape_debug()
        ))),
    }
}

/// Returns the teams of later runs, from their file names. If no name contains a team, each later run is its
/// own team. A later run is refused if `team_of`, the table in the file `table`, lists the run or its team,
/// because then the team took part.
fn teams_of_later_runs<K>(
    later: &[&ReadRun<K>],
    table: &Path,
    team_of: &BTreeMap<String, String>,
) -> Result<Vec<String>, LoadError> {
    has_teams_in_names(later)?;
    let participating: BTreeSet<&str> = team_of.values().map(String::as_str).collect();
    let teams = later.iter().map(|run| {
        let team = run.team().unwrap_or(&run.name);
        match team_of.get(&run.name).map(String::as_str).or_else(|| participating.get(team).copied()) {
            None => Ok(team.to_owned()),
            Some(team) => {
                let (run, file, table) = (run.name.escape_debug(), run.path.display(), table.display());
                Err(LoadError::Unfit(format!(
                    "run `{run}` ({file}) is a later run, so its team must not have taken part, but {table} \
                     lists its team `{}`",
                    team.escape_debug()
                )))
            }
        }
    });
    teams.collect()
}

/// Returns true if the file names contain teams.
///
/// # Errors
/// If only some names contain a team.
fn has_teams_in_names<K>(runs: &[&ReadRun<K>]) -> Result<bool, LoadError> {
    let find = |has_team: bool| runs.iter().find(|run| run.team().is_some() == has_team);
    match (find(true), find(false)) {
        (Some(with), Some(without)) => {
            let (with, without) = (with.path.display(), without.path.display());
            Err(LoadError::Unfit(format!(
                "{with} names a team before `__`, but {without} does not: put a team in each file name, or use a table of teams"
            )))
        }
        (with, _) => Ok(with.is_some()),
    }
}

/// Refuses a table of teams in which no run has a row, but the name of a run is in the column of teams.
fn check_not_swapped<K>(
    runs: &[&ReadRun<K>],
    path: &Path,
    team_of: &BTreeMap<String, String>,
) -> Result<(), LoadError> {
    if runs.iter().any(|run| run.names_in_tables().any(|name| team_of.contains_key(name))) {
        return Ok(());
    }
    let teams: BTreeSet<&str> = team_of.values().map(String::as_str).collect();
    let Some(run) = runs.iter().find(|run| run.names_in_tables().any(|name| teams.contains(name))) else {
        return Ok(());
    };
    let (name, file, table) = (run.name.escape_debug(), run.path.display(), path.display());
    Err(LoadError::Unfit(format!(
        "run `{name}` ({file}) is in the second column of {table}, expected a run, then its team: are the columns swapped?"
    )))
}

/// Returns each run's row in a table that lists runs by their names or by their files, and the rows without a
/// run. Rows of the runs in `left_out` are ignored.
///
/// # Errors
/// If a run has no row.
fn rows_of<'t, K, T>(
    runs: &[&ReadRun<K>],
    path: &Path,
    table: &'t BTreeMap<String, T>,
    left_out: &[RunFile],
) -> Result<(Vec<&'t T>, Option<Unscored>), LoadError> {
    let row = |run: &&ReadRun<K>| table.get_key_value(&run.name).or_else(|| table.get_key_value(run.file()?));
    let used: BTreeSet<&str> = runs.iter().filter_map(row).map(|(name, _)| name.as_str()).collect();
    let unused = || table.keys().map(String::as_str).filter(|name| !used.contains(name));
    let value = |run: &&ReadRun<K>| match row(run) {
        Some((_, value)) => Ok(value),
        None => {
            let (name, file, table) = (run.name.escape_debug(), run.path.display(), path.display());
            let hint = match name_cell(&run.name) {
                Cow::Owned(cell) if run.name.starts_with(['#', '\\']) => {
                    format!(" (a line that begins with `#` is a comment: write `{cell}`)")
                }
                _ => String::new(),
            };
            let suggestion = meant(nearest(&run.name, unused()));
            Err(LoadError::Unfit(format!("run `{name}` ({file}) is not in {table}{suggestion}{hint}")))
        }
    };
    let rows = runs.iter().map(value).collect::<Result<_, _>>()?;
    Ok((rows, without_file(path, unused().filter(|row| !is_row_of_any(left_out, row)))))
}

/// Returns true if a row has the name of one of the runs or of its file.
fn is_row_of_any(runs: &[RunFile], row: &str) -> bool {
    runs.iter().any(|run| run.name == row || run.path.file_name().is_some_and(|name| name == row))
}
