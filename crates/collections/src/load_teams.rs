//! Runs that no descriptor describes with their teams, and with judgments that are read already.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use crate::descriptor::{Files, RunNames, place};
use rejudge_pools::{Run, Team, TestCollection};

use crate::error::LoadError;
use crate::numbering::assembled;
use crate::qrels::Qrels;
use crate::read_runs::{LoadedRun, runs_by_name};
use crate::reading::Reading;
use crate::teams::{parse_marks, parse_teams};
use crate::teams_by_name::{NamedRun, TeamRule, rows_of, teams_in_names};
use crate::text::read;

/// The source of the teams of runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TeamChoice {
    /// A table: run, team.
    Table(PathBuf),
    /// The part of a run's name before this mark.
    Before(String),
    /// The names of the run files; see `TeamRule`.
    #[default]
    FileNames,
    /// Every run is a team, because teams are not needed.
    OneEach,
}

/// Returns the map from run to team of the participants, if the description has a roster of runs without files.
///
/// # Errors
/// If its file cannot be read, or is not a table of runs and teams.
pub fn roster(files: &Files, folder: &Path) -> Result<Option<BTreeMap<String, String>>, LoadError> {
    let path = files.roster.as_ref().map(|file| place(folder, file));
    path.map(|path| Ok(parse_teams(&path, &read(&path)?)?)).transpose()
}

/// The files on runs other than their rankings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamFiles {
    /// The teams.
    pub teams: TeamChoice,
    /// A table of the runs that formed the pool (`run<TAB>pooled`, marks 0 and 1); all of them without one.
    pub pooled: Option<PathBuf>,
    /// A table of the runs that may represent their team (`run<TAB>eligible`); all of them without one.
    pub eligible: Option<PathBuf>,
}

/// Runs with a number for every document, and how they got their teams and names.
#[derive(Debug)]
pub struct NumberedRuns {
    /// Topics, runs and teams; runs are in the order of their names.
    pub collection: TestCollection,
    /// The rule that gave the runs their teams.
    pub teams: TeamRule,
    /// The rule that gave the runs their names: by their files if tags are not distinct.
    pub names: RunNames,
}

/// Loads runs without a descriptor, sorted by name, with their teams, which are sorted by name too, and with
/// judgments that are already read: documents and topics keep their numbers in the judgments, and documents without
/// a judgment are numbered after them. `path` is that of the judgments, for messages.
///
/// ```
/// use rejudge_collections::{Qrels, Reading, TeamFiles, TeamRule, load_numbered, run_files};
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
/// assert_eq!((loaded.teams, loaded.names), (TeamRule::FileNames, RunNames::Tags));
/// assert_eq!(loaded.collection.teams()[0].name, "us");
/// // `new` is the second by name, and `c` gets a number after the judged documents.
/// assert_eq!(loaded.collection.ranking(1, 0), [2, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a file is invalid, runs and tables do not fit, two runs have one name, or there are runs but none has any
/// of the topics.
pub fn load_numbered(
    qrels: &Qrels,
    path: &Path,
    runs: &[PathBuf],
    files: &TeamFiles,
    reading: &Reading,
) -> Result<NumberedRuns, LoadError> {
    let (loaded, names) = runs_by_name(qrels, runs, None, reading)?;
    let (runs, teams, rule) = with_teams(qrels, path, &loaded, files)?;
    let collection = assembled(qrels, runs, teams, loaded);
    Ok(NumberedRuns { collection, teams: rule, names })
}

/// Adds runs and teams to the collection.
fn with_teams(
    qrels: &Qrels,
    path: &Path,
    loaded: &[LoadedRun],
    files: &TeamFiles,
) -> Result<(Vec<Run>, Vec<Team>, TeamRule), LoadError> {
    if !loaded.is_empty()
        && loaded.iter().all(|run| run.kept.rankings.iter().all(Vec::is_empty))
        && let Some(first) = qrels.topics().next()
    {
        return Err(LoadError::Unfit(format!(
            "no run has a topic of {} (its first topic is `{}`)",
            path.display(),
            first.name().escape_debug()
        )));
    }
    files.runs_and_teams(&named(loaded), &[])
}

impl TeamFiles {
    /// Those of a description.
    pub(crate) fn described(files: &Files, folder: &Path) -> Self {
        let at = |file: &Option<PathBuf>| file.as_ref().map(|file| place(folder, file));
        let teams = match (at(&files.teams), &files.team_before) {
            (Some(table), _) => TeamChoice::Table(table),
            (None, Some(mark)) => TeamChoice::Before(mark.clone()),
            (None, None) => TeamChoice::OneEach,
        };
        Self { teams, pooled: at(&files.pooled), eligible: at(&files.eligible) }
    }

    /// Returns the runs in the given order, the teams by name, and the rule that was applied. The runs in the files
    /// `later` did not contribute to the pool; their teams are in no table.
    pub(crate) fn runs_and_teams(
        &self,
        named: &[NamedRun<'_>],
        later: &[PathBuf],
    ) -> Result<(Vec<Run>, Vec<Team>, TeamRule), LoadError> {
        let is_later = |run: &NamedRun<'_>| later.iter().any(|path| path == run.path);
        let (later, own): (Vec<NamedRun<'_>>, Vec<NamedRun<'_>>) =
            named.iter().partition(|run| is_later(run));
        let mut of_later = Vec::new();
        let (of_own, rule): (Vec<String>, _) = match &self.teams {
            TeamChoice::Table(path) => {
                let table = parse_teams(path, &read(path)?)?;
                of_later = teams_of_later_runs(&later, path, &table)?;
                (rows_of(&own, path, &table)?.into_iter().cloned().collect(), TeamRule::Table)
            }
            TeamChoice::Before(mark) => {
                let of_run = |run: &NamedRun<'_>| team_before_mark(run.name, mark, run.path);
                (own.iter().map(of_run).collect::<Result<_, _>>()?, TeamRule::FileNames)
            }
            TeamChoice::FileNames => {
                let (teams, rule) = teams_in_names(&own)?;
                (teams.into_iter().map(str::to_owned).collect(), rule)
            }
            TeamChoice::OneEach => (own.iter().map(|run| run.name.to_owned()).collect(), TeamRule::OneEach),
        };
        let marked = |table: &Option<PathBuf>, column| -> Result<HashSet<&str>, LoadError> {
            let Some(path) = table else { return Ok(own.iter().map(|run| run.name).collect()) };
            let marks = parse_marks(path, &read(path)?, column)?;
            let marks = rows_of(&own, path, &marks)?;
            Ok(own.iter().zip(marks).filter(|(_, mark)| **mark).map(|(run, _)| run.name).collect())
        };
        let (pooled, eligible) = (marked(&self.pooled, "pooled")?, marked(&self.eligible, "eligible")?);
        let mut teams: Vec<&String> = of_own.iter().chain(&of_later).collect();
        teams.sort_unstable();
        teams.dedup();
        let mut teams: Vec<Team> =
            teams.into_iter().map(|name| Team { name: name.clone(), analysed: false }).collect();
        let (mut of_own, mut of_later) = (of_own.into_iter(), of_later.into_iter());
        let mut runs = Vec::with_capacity(named.len());
        for run in named {
            let of = if is_later(run) { of_later.next() } else { of_own.next() };
            let of = of.expect("a team for each run");
            let team = teams.partition_point(|team| team.name < of);
            let (pooled, eligible) =
                (pooled.contains(run.name), eligible.contains(run.name) || is_later(run));
            teams[team].analysed |= pooled && eligible;
            runs.push(Run { name: run.name.to_owned(), team, pooled, eligible });
        }
        Ok((runs, teams, rule))
    }
}

/// Returns the runs with their files.
pub(crate) fn named(loaded: &[LoadedRun]) -> Vec<NamedRun<'_>> {
    loaded.iter().map(|run| NamedRun { path: &run.path, name: &run.name }).collect()
}

/// Returns the team that a run's name has before `mark`.
pub(crate) fn team_before_mark(run: &str, mark: &str, file: &Path) -> Result<String, LoadError> {
    match run.split_once(mark) {
        Some((team, _)) if !team.is_empty() => Ok(team.to_owned()),
        _ => Err(LoadError::Unfit(format!(
            "run `{}` of {} names no team: expected one before `{}`",
            run.escape_debug(),
            file.display(),
            mark.escape_debug()
        ))),
    }
}

/// Returns the teams of later runs, which are in the names of their files. They must not be in the `table` of
/// teams that took part.
fn teams_of_later_runs(
    later: &[NamedRun<'_>],
    table: &Path,
    team_of: &BTreeMap<String, String>,
) -> Result<Vec<String>, LoadError> {
    let (teams, _) = teams_in_names(later)?;
    let of_table: BTreeSet<&str> = team_of.values().map(String::as_str).collect();
    let of_run = later.iter().zip(teams).map(|(run, team)| {
        match team_of.get(run.name).map(String::as_str).or_else(|| of_table.get(team).copied()) {
            None => Ok(team.to_owned()),
            Some(team) => Err(LoadError::Unfit(format!("run `{}` ({}) is a later run of a team that did not take part, but its team `{}` is listed in {}", run.name.escape_debug(), run.path.display(), team.escape_debug(), table.display()))),
        }
    });
    of_run.collect()
}
