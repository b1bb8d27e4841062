//! Collections that consist of score matrices: scores for each topic and run, by one or more measures, without
//! judgments or rankings.
//!
//! All matrices of a collection must have the same topics and runs, in any order. We always read all of them, so that an
//! error does not depend on the measures that you request.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::descriptor::{Descriptor, Scores, place};
use rejudge_pools::{Run, ScoreMatrix, Team, topic_order};

use crate::error::LoadError;
use crate::load::folder_of;
use crate::load_teams::{TeamChoice, TeamFiles, TeamedRuns};
use crate::read_runs::ReadRun;
use crate::score_table::ScoreTable;
use crate::text::read_stored;
use crate::topic_range::positions;
use crate::unscored::Unscored;

/// Scores by topic and run, by one or more measures.
#[derive(Clone, Debug)]
pub struct ScoreMatrices {
    /// Names of the topics, sorted.
    pub topics: Vec<String>,
    /// Runs, sorted by name. A matrix does not say which runs were pooled, so all count as pooled and eligible.
    pub runs: Vec<Run>,
    /// Teams, sorted by name. If they are unknown, as for anonymous runs, every run is its own team.
    pub teams: Vec<Team>,
    /// The measures with their scores; [`load_scores`] returns only the requested ones. A measure has its full name.
    pub matrices: Vec<(String, ScoreMatrix)>,
    /// The runs that the table of teams lists, but that have no scores.
    pub unscored: Vec<Unscored>,
}

/// Loads the scores of a collection by `measures`. The files are under `root`: the [data
/// folder](crate::descriptor::data_folder), or, for a collection that comes with the project or is the user's
/// own, the folder of the description. A measure must have its full name, as `Metric` prints it.
///
/// # Errors
/// If the collection does not consist of score matrices, or if a file is missing, invalid, or does not fit
/// the other files or the description. If there is no matrix for one of `measures`, the error lists the
/// collection's measures.
///
/// ```
/// use rejudge_collections::load_scores;
/// use rejudge_collections::descriptor::Descriptor;
/// let root = tempfile::tempdir()?;
/// std::fs::create_dir(root.path().join("small"))?;
/// std::fs::write(root.path().join("small/ap.csv"), "topic,b_1,a_1\nt1,0.25,0.5\nt2,0,1\nt3,1,1\n")?;
/// let descriptor: Descriptor = serde_yaml::from_str(
///     "{schema: collection/v1, id: small, title: t, kind: open, licence: x, obtain: x,
///       scores: {folder: small, files: {AP: ap.csv}, topics: {from: t2, to: t3}, team-before: _}}",
/// )?;
/// let loaded = load_scores(&descriptor, root.path(), &["AP"])?;
/// assert_eq!(loaded.topics, ["t2", "t3"]);
/// assert_eq!((loaded.runs[0].name.as_str(), loaded.teams[0].name.as_str()), ("a_1", "a"));
/// assert_eq!(loaded.matrices[0].1.of_run(1), [0.0, 1.0]);
/// let error = load_scores(&descriptor, root.path(), &["RR"]).expect_err("no such measure");
/// assert_eq!(error.to_string(), "collection `small` has no scores by `RR`, only by AP");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_scores(
    descriptor: &Descriptor,
    root: &Path,
    measures: &[&str],
) -> Result<ScoreMatrices, LoadError> {
    let id = &descriptor.id;
    let without_matrices = || LoadError::Unfit(format!("collection `{id}` has no score matrices"));
    let scores = descriptor.scores.as_ref().ok_or_else(without_matrices)?;
    let folder = folder_of(descriptor, root)?;
    if let Some(measure) = measures.iter().find(|measure| !scores.files.contains_key(**measure)) {
        let available = scores.files.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        let measure = measure.escape_debug();
        return Err(LoadError::Unfit(format!(
            "collection `{id}` has no scores by `{measure}`, only by {available}"
        )));
    }
    let mut tables = Vec::new();
    for (measure, file) in &scores.files {
        let path = place(&folder, file);
        tables.push((measure.clone(), ScoreTable::of_measure(&path, &read_stored(&path)?, measure)?, path));
    }
    let (_, first_table, first_path) = tables.first().ok_or_else(without_matrices)?;
    let topics = selected_topics(scores, first_table, first_path)?;
    let table = scores.teams.as_ref().map(|table| place(&folder, table));
    let teams = TeamChoice::described(table, scores.team_before.as_ref());
    let mut loaded = ScoreMatrices::new(&tables, topics, teams)?;
    loaded.matrices = measures
        .iter()
        .filter_map(|measure| loaded.matrices.iter().find(|(name, _)| name == measure).cloned())
        .collect();
    Ok(loaded)
}

impl ScoreMatrices {
    /// Creates matrices with these topics from tables. Each table comes with its measure and its file.
    ///
    /// # Errors
    /// If the tables do not have the same topics and runs, or if `teams` does not give every run a team.
    ///
    /// # Panics
    /// If the tables lack one of the topics.
    pub fn new(
        tables: &[(String, ScoreTable, PathBuf)],
        topics: &[String],
        teams: TeamChoice,
    ) -> Result<Self, LoadError> {
        let mut names = tables.first().map_or_else(Vec::new, |(_, table, _)| table.runs.clone());
        names.sort();
        let mut topics = topics.to_vec();
        topics.sort_unstable_by(|a, b| topic_order(a, b));
        let mut matrices = Vec::new();
        for (measure, table, path) in tables {
            let (_, first_table, first_path) = &tables[0];
            check_same_names("topic", (first_path, &first_table.topics), (path, &table.topics))?;
            check_same_names("run", (first_path, &first_table.runs), (path, &table.runs))?;
            matrices.push((measure.clone(), align(table, &topics, &names)));
        }
        let path = tables.first().map(|(.., path)| path.clone()).unwrap_or_default();
        // Teams cannot come from the names of run files, because all runs are in one file.
        let named_runs: Vec<ReadRun<()>> = names
            .iter()
            .map(|name| ReadRun { name: name.clone(), path: path.clone(), ..ReadRun::default() })
            .collect();
        let files = TeamFiles { teams, ..TeamFiles::default() };
        let TeamedRuns { runs, teams, unscored, .. } = files.runs_and_teams(&named_runs, &[])?;
        Ok(Self { topics, runs, teams, matrices, unscored })
    }
}

/// Returns the topics that the description chooses.
fn selected_topics<'a>(
    scores: &Scores,
    table: &'a ScoreTable,
    path: &Path,
) -> Result<&'a [String], LoadError> {
    let Some(range) = &scores.topics else { return Ok(&table.topics) };
    Ok(&table.topics[positions(range, "scores", &table.topics, path)?])
}

/// Checks that two files contain the same names of topics or runs, in any order. `noun` says which of them.
fn check_same_names(
    noun: &str,
    first: (&Path, &[String]),
    second: (&Path, &[String]),
) -> Result<(), LoadError> {
    for ((with, names), (without, other_names)) in [(first, second), (second, first)] {
        let other_names: HashSet<&String> = other_names.iter().collect();
        if let Some(name) = names.iter().find(|name| !other_names.contains(name)) {
            let (with, without, name) = (with.display(), without.display(), name.escape_debug());
            return Err(LoadError::Unfit(format!("{without} has no {noun} `{name}`, which {with} has")));
        }
    }
    Ok(())
}

/// Returns the scores in the order of `topics` and `runs`, which must be in the table.
fn align(table: &ScoreTable, topics: &[String], runs: &[String]) -> ScoreMatrix {
    let [rows, columns] = [(topics, &table.topics), (runs, &table.runs)].map(|(names, table_names)| {
        let places: HashMap<&String, usize> = table_names.iter().zip(0..).collect();
        names.iter().map(|name| places[name]).collect::<Vec<usize>>()
    });
    let scores_of_run = |&column: &usize| rows.iter().map(move |&row| Some(table.scores[row][column]));
    ScoreMatrix::new(topics.len(), columns.iter().flat_map(scores_of_run))
}
