//! Runs that no descriptor describes with their teams, and with judgments that are read already.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rejudge_pools::{Run, Team, TestCollection};

use crate::bytes::read;
use crate::descriptor::RunNames;
use crate::load::{LoadedRun, Unjudged, assembled, file_name, matching, named_runs, read_runs};
use crate::load_error::LoadError;
use crate::qrels::Qrels;
use crate::runs::Reading;
use crate::teams::{parse_marks, parse_teams};
use crate::teams_by_name::{NamedRun, NamedTeams, TeamRule, rows_of, teams_by_name};

/// Where the teams of runs come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TeamChoice {
    /// A table: run, team.
    Table(PathBuf),
    /// The names of the run files; see [`teams_by_name`].
    #[default]
    FileNames,
    /// Every run is a team: nobody asks.
    OneEach,
}

/// What is to be known of runs beside their rankings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamFiles {
    /// The teams.
    pub teams: TeamChoice,
    /// A table of the runs that formed the pool (`run<TAB>pooled`, marks 0 and 1); all of them without one.
    pub pooled: Option<PathBuf>,
}

/// The run files that `paths` name: themselves, and all files of folders among them, without hidden ones. Sorted by
/// path, each once.
///
/// # Errors
/// When a folder has none, or cannot be read.
pub fn run_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, LoadError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(matching(&path.join("*"))?);
        } else {
            files.push(path.clone());
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

/// As [`load_runs_with`](crate::load_runs_with), with the runs' teams, which are sorted by name, and with judgments
/// that are read already: documents and topics have the numbers that they have there. `path` is theirs, for messages.
///
/// # Errors
/// When a file is wrong, runs and tables do not fit, or none of the runs (should there be some) has any of the topics.
pub fn load_runs_with_teams(
    qrels: &Qrels<'_>,
    path: &Path,
    runs: &[PathBuf],
    files: &TeamFiles,
    reading: &Reading,
) -> Result<(TestCollection, TeamRule), LoadError> {
    let loaded = named_runs(qrels, runs, reading, Unjudged::Left)?;
    let (runs, teams, rule) = with_teams(qrels, path, &loaded, files)?;
    Ok((assembled(qrels, runs, teams, loaded, Unjudged::Left)?, rule))
}

/// As [`load_runs_with_teams`], with a number for every document, as a collection that is described has them: runs are
/// in the order of their names, which are those of their files where tags do not tell them apart. `runs` is a pattern,
/// with `*` in its last part.
///
/// # Errors
/// As [`load_runs_with_teams`], and when no file matches.
pub fn load_all_with_teams(
    qrels: &Qrels<'_>,
    path: &Path,
    runs: &Path,
    files: &TeamFiles,
    reading: &Reading,
) -> Result<(TestCollection, TeamRule, RunNames), LoadError> {
    let mut loaded = read_runs(qrels, &matching(runs)?, reading, Unjudged::Numbered)?;
    let tags: BTreeSet<&str> = loaded.iter().map(|run| run.name.as_str()).collect();
    let names = if tags.len() == loaded.len() { RunNames::Tags } else { RunNames::Files };
    if names == RunNames::Files {
        loaded.iter_mut().for_each(|run| run.name = file_name(&run.path));
    }
    loaded.sort_by(|a, b| a.name.cmp(&b.name));
    let (runs, teams, rule) = with_teams(qrels, path, &loaded, files)?;
    Ok((assembled(qrels, runs, teams, loaded, Unjudged::Numbered)?, rule, names))
}

/// Runs and teams of what was read.
fn with_teams(
    qrels: &Qrels<'_>,
    path: &Path,
    loaded: &[LoadedRun],
    files: &TeamFiles,
) -> Result<(Vec<Run>, Vec<Team>, TeamRule), LoadError> {
    if !loaded.is_empty()
        && loaded.iter().all(|run| run.rankings.iter().all(Vec::is_empty))
        && let Some(first) = qrels.topics.first()
    {
        return Err(LoadError::NoCommonTopic { qrels: path.to_owned(), topic: first.name.to_owned() });
    }
    let named: Vec<_> = loaded.iter().map(|run| NamedRun { path: &run.path, name: &run.name }).collect();
    files.of(&named)
}

impl TeamFiles {
    /// The runs and their teams.
    pub(crate) fn of(&self, named: &[NamedRun<'_>]) -> Result<(Vec<Run>, Vec<Team>, TeamRule), LoadError> {
        let NamedTeams { teams, of_run, rule } = match &self.teams {
            TeamChoice::Table(path) => {
                let table = parse_teams(path, &read(path)?)?;
                teams_by_name(named, Some((path, &table)))?
            }
            TeamChoice::FileNames => teams_by_name(named, None)?,
            TeamChoice::OneEach => NamedTeams {
                teams: named.iter().map(|run| run.name.to_owned()).collect(),
                of_run: (0..named.len()).collect(),
                rule: TeamRule::OneEach,
            },
        };
        let pooled = match &self.pooled {
            None => vec![true; named.len()],
            Some(path) => {
                let marks = parse_marks(path, &read(path)?, "pooled")?;
                rows_of(named, path, &marks)?.into_iter().copied().collect()
            }
        };
        let run = |((run, team), pooled): ((&NamedRun<'_>, usize), bool)| Run {
            name: run.name.to_owned(),
            team,
            pooled,
            eligible: true,
        };
        let runs = named.iter().zip(of_run).zip(pooled).map(run).collect();
        let teams = teams.into_iter().map(|name| Team { name, analysed: true }).collect();
        Ok((runs, teams, rule))
    }
}
