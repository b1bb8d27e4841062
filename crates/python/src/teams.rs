//! The teams of runs.

use std::collections::{BTreeMap, BTreeSet};

use pyo3::prelude::*;
use rejudge_collections::{parse_teams, read_as};
use rejudge_names::{meant, nearest};
use rejudge_pools::{Run, Team, TestCollection, TopicRef};

use crate::exceptions::{Exception, type_error};
use crate::one_value::{as_dict, for_each_item, text};
use crate::source::{ArrowFrame, as_path};

/// Reads the pairs of run and team from a dict, a file or a frame.
pub fn from_python(object: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    if let Some(dict) = as_dict(object)? {
        let name = |object: &Bound<'_, PyAny>, kind: &str| {
            Ok::<_, PyErr>(text(object, "teams", &|| format!("the name of a {kind}"))?.to_owned())
        };
        let mut pairs = Vec::new();
        for_each_item(&dict, "teams", |run, team| {
            pairs.push((name(&run, "run")?, name(&team, "team")?));
            Ok(())
        })?;
        return Ok(pairs);
    }
    if let Some(path) = as_path(object)? {
        return Ok(read_as(&path, parse_teams).map_err(Exception::from)?.into_iter().collect());
    }
    match ArrowFrame::from_python(object, "teams")? {
        Some(frame) => Ok(frame.team_pairs()?),
        None => {
            let kind = object.get_type().name()?;
            Err(type_error(format!("teams: {kind}, expected a dict or a frame of runs and teams, or a path")))
        }
    }
}

/// Returns the collection with the teams of `teams`, or unchanged if `teams` is `None`. Each run must have a
/// team, and each team a run.
pub fn with_teams(
    collection: TestCollection,
    teams: Option<&[(String, String)]>,
) -> Result<TestCollection, Exception> {
    let Some(pairs) = teams else { return Ok(collection) };
    let team_of: BTreeMap<&str, &str> =
        pairs.iter().map(|(run, team)| (run.as_str(), team.as_str())).collect();
    let names: BTreeSet<&str> = team_of.values().copied().collect();
    let names: Vec<&str> = names.into_iter().collect();
    let mut runs = Vec::with_capacity(collection.runs().len());
    for run in collection.runs() {
        let Some(team) = team_of.get(run.name.as_str()) else {
            let hint = if names.contains(&run.name.as_str()) {
                ", but a team has this name: are runs and teams swapped?".to_owned()
            } else {
                meant(nearest(&run.name, team_of.keys().copied()))
            };
            return Err(Exception::value(format!("teams: run `{}` has no team{hint}", run.name)));
        };
        let team = names.partition_point(|name| name < team);
        runs.push(Run { team, ..run.clone() });
    }
    let teams_with_runs: BTreeSet<usize> = runs.iter().map(|run| run.team).collect();
    if let Some(team) = (0..names.len()).find(|team| !teams_with_runs.contains(team)) {
        return Err(Exception::value(format!("teams: team `{}` has no run", names[team])));
    }
    let teams = names.iter().map(|name| Team { name: (*name).to_owned(), analysed: true }).collect();
    Ok(with_runs(&collection, runs, teams))
}

/// Returns the collection with the same rankings, but with other names or teams for its runs.
pub fn with_runs(collection: &TestCollection, runs: Vec<Run>, teams: Vec<Team>) -> TestCollection {
    let topics = collection.topics().len();
    let ranking = |run| (0..topics).map(|topic| collection.ranking(run, topic).to_vec()).collect();
    let rankings = (0..runs.len()).map(ranking).collect();
    let topics = collection.topics().map(TopicRef::into_owned).collect();
    let changed = TestCollection::new(topics, runs, teams, rankings).with_gains(collection.gains().cloned());
    match collection.file_facts() {
        Some(file_facts) => changed.with_file_facts(file_facts.clone()),
        None => changed,
    }
}
