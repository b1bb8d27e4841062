//! Collections that are score matrices: the scores of measures for each topic and run, without judgments and
//! rankings.
//!
//! All matrices of a collection have the same topics and runs, in any order of lines and columns. They are
//! always all read, so that the result does not depend on which of them are asked for.

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
    /// Runs, sorted by name. It is unknown which of them pooled: all count as pooled and eligible.
    pub runs: Vec<Run>,
    /// Teams, sorted by name. If they are unknown, as for anonymous runs, every run is its own team.
    pub teams: Vec<Team>,
    /// The full name of each measure asked for, in that order, and its scores.
    pub matrices: Vec<(String, ScoreMatrix)>,
    /// The runs of the table of teams that have no scores.
    pub unscored: Vec<Unscored>,
}

/// Loads the scores by `measures` of a collection that is score matrices, from the files under `root` (the
/// value of [`DATA_VARIABLE`](crate::descriptor::DATA_VARIABLE)). A measure is named in full, as it prints
/// itself; one that the collection lacks is an error that names those it has.
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
    let none = || LoadError::Unfit(format!("collection `{id}` has no score matrices"));
    let scores = descriptor.scores.as_ref().ok_or_else(none)?;
    let folder = folder_of(descriptor, root)?;
    if let Some(measure) = measures.iter().find(|measure| !scores.files.contains_key(**measure)) {
        let known = scores.files.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        let measure = measure.escape_debug();
        return Err(LoadError::Unfit(format!(
            "collection `{id}` has no scores by `{measure}`, only by {known}"
        )));
    }
    let mut tables = Vec::new();
    for (measure, file) in &scores.files {
        let path = place(&folder, file);
        tables.push((measure.clone(), ScoreTable::parse(&path, &read_stored(&path)?)?, path));
    }
    let (_, reference, reference_path) = tables.first().ok_or_else(none)?;
    let topics = selected(scores, reference, reference_path)?;
    let table = scores.teams.as_ref().map(|table| place(&folder, table));
    let teams = TeamChoice::described(table, scores.team_before.as_ref());
    let mut found = ScoreMatrices::new(&tables, topics, teams)?;
    let asked = |measure: &&str| found.matrices.iter().find(|(name, _)| name == measure).cloned();
    found.matrices = measures.iter().filter_map(asked).collect();
    Ok(found)
}

impl ScoreMatrices {
    /// The scores of tables that are read already, each with its measure and its file, for these of their
    /// topics.
    ///
    /// # Errors
    /// If the tables are not of the same topics and runs.
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
            let (_, reference, reference_path) = &tables[0];
            same("topic", (reference_path, &reference.topics), (path, &table.topics))?;
            same("run", (reference_path, &reference.runs), (path, &table.runs))?;
            matrices.push((measure.clone(), align(table, &topics, &names)));
        }
        let path = tables.first().map(|(.., path)| path.clone()).unwrap_or_default();
        // Teams are found by the names of runs alone: all runs are in one file.
        let named = |name: &String| -> ReadRun<()> {
            ReadRun { name: name.clone(), path: path.clone(), ..ReadRun::default() }
        };
        let named: Vec<_> = names.iter().map(named).collect();
        let files = TeamFiles { teams, ..TeamFiles::default() };
        let TeamedRuns { runs, teams, unscored, .. } = files.runs_and_teams(&named, &[])?;
        Ok(Self { topics, runs, teams, matrices, unscored })
    }
}

/// Returns the topics that the description chooses.
fn selected<'a>(scores: &Scores, table: &'a ScoreTable, path: &Path) -> Result<&'a [String], LoadError> {
    let Some(range) = &scores.topics else { return Ok(&table.topics) };
    Ok(&table.topics[positions(range, "scores", &table.topics, path)?])
}

/// Two files must have the same names, in any order.
fn same(what: &str, one: (&Path, &[String]), other: (&Path, &[String])) -> Result<(), LoadError> {
    for ((with, names), (without, among)) in [(one, other), (other, one)] {
        let among: HashSet<&String> = among.iter().collect();
        if let Some(name) = names.iter().find(|name| !among.contains(name)) {
            let (with, without, name) = (with.display(), without.display(), name.escape_debug());
            return Err(LoadError::Unfit(format!("{without} has no {what} `{name}`, which {with} has")));
        }
    }
    Ok(())
}

/// Returns the scores in the order of `topics` and `runs`, all of which the table has.
fn align(table: &ScoreTable, topics: &[String], runs: &[String]) -> ScoreMatrix {
    let places = |names: &[String], among: &[String]| -> Vec<usize> {
        let by_name: HashMap<&String, usize> = among.iter().zip(0..).collect();
        names.iter().map(|name| by_name[name]).collect()
    };
    let (rows, columns) = (places(topics, &table.topics), places(runs, &table.runs));
    let of_run = |column: usize| rows.iter().map(move |&row| Some(table.scores[row][column]));
    ScoreMatrix::new(topics.len(), columns.iter().flat_map(|&column| of_run(column)))
}
