//! Runs that no descriptor describes with their teams, and with judgments that are read already.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::descriptor::{Files, RunNames, place};
use rejudge_pools::{Run, Team, TestCollection};

use crate::error::LoadError;
use crate::numbering::assembled;
use crate::qrels::Qrels;
use crate::read_runs::{LoadedRun, runs_by_name};
use crate::reading::{Reading, Ties};
use crate::teams::{parse_marks, parse_teams};
use crate::teams_by_name::{NamedRun, NamedTeams, TeamRule, rows_of, teams_by_name};
use crate::text::read;

/// The source of the teams of runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TeamChoice {
    /// A table: run, team.
    Table(PathBuf),
    /// The names of the run files; see [`teams_by_name`].
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
    let collection = assembled(qrels, runs, teams, loaded)?;
    Ok(NumberedRuns { collection, teams: rule, names })
}

/// Returns the runs of [`load_numbered`] in the order of the rank column: a pool may have been formed by the
/// submitted ranks, which scores need not agree with. Returns `None` if `reading` goes by rank already, or if
/// ranks are not numbers, because no pool was then formed by them.
///
/// ```
/// use rejudge_collections::{Qrels, Reading, TeamFiles, Ties, load_by_rank, load_numbered};
/// use rejudge_collections::descriptor::QrelsFormat;
/// let folder = tempfile::tempdir()?;
/// let (path, run) = (folder.path().join("qrels.txt"), folder.path().join("run"));
/// let qrels = Qrels::parse(&path, b"1 0 a 1\n1 0 b 0\n", &QrelsFormat::trec())?;
/// let (runs, teams, reading) = ([run.clone()], TeamFiles::default(), Reading::default());
/// std::fs::write(&run, "1 Q0 a 2 7 me\n1 Q0 b 1 7 me\n")?;
/// assert_eq!(load_numbered(&qrels, &path, &runs, &teams, &reading)?.collection.ranking(0, 0), [1, 0]);
/// let by_rank = Reading { ties: Ties::Rank, ..reading };
/// assert!(load_by_rank(&qrels, &path, &runs, &teams, &by_rank).is_none());
/// std::fs::write(&run, "1 Q0 a 1 7 me\n1 Q0 b 2 7 me\n")?;
/// let other = load_by_rank(&qrels, &path, &runs, &teams, &reading).expect("ranks are numbers");
/// assert_eq!(other.ranking(0, 0), [0, 1]);
/// std::fs::write(&run, "1 Q0 a first 7 me\n")?;
/// assert!(load_by_rank(&qrels, &path, &runs, &teams, &reading).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_by_rank(
    qrels: &Qrels,
    path: &Path,
    runs: &[PathBuf],
    files: &TeamFiles,
    reading: &Reading,
) -> Option<TestCollection> {
    let by_rank = Reading { ties: Ties::Rank, ..*reading };
    let loaded = (reading.ties != Ties::Rank).then(|| load_numbered(qrels, path, runs, files, &by_rank));
    Some(loaded?.ok()?.collection)
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
    let named: Vec<_> = loaded.iter().map(|run| NamedRun { path: &run.path, name: &run.name }).collect();
    files.runs_and_teams(&named)
}

impl TeamFiles {
    /// Returns the runs and their teams.
    pub(crate) fn runs_and_teams(
        &self,
        named: &[NamedRun<'_>],
    ) -> Result<(Vec<Run>, Vec<Team>, TeamRule), LoadError> {
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
        let marks = |table: &Option<PathBuf>, column| -> Result<Vec<bool>, LoadError> {
            let Some(path) = table else { return Ok(vec![true; named.len()]) };
            let marks = parse_marks(path, &read(path)?, column)?;
            Ok(rows_of(named, path, &marks)?.into_iter().copied().collect())
        };
        let (pooled, eligible) = (marks(&self.pooled, "pooled")?, marks(&self.eligible, "eligible")?);
        let mut teams: Vec<Team> = teams.into_iter().map(|name| Team { name, analysed: false }).collect();
        let mut runs = Vec::with_capacity(named.len());
        for (((run, team), pooled), eligible) in named.iter().zip(of_run).zip(pooled).zip(eligible) {
            teams[team].analysed |= pooled && eligible;
            runs.push(Run { name: run.name.to_owned(), team, pooled, eligible });
        }
        Ok((runs, teams, rule))
    }
}
