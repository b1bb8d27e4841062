//! The teams of runs.

use std::collections::{BTreeMap, BTreeSet};

use pyo3::prelude::*;
use rejudge_collections::{parse_teams, read_as};
use rejudge_names::{meant, nearest};
use rejudge_pools::{Run, Team, TestCollection, TopicRef};

use crate::exceptions::{Wrong, type_error};
use crate::given::{Frame, path};
use crate::one_value::{as_dict, each_item, text};

/// Runs and their teams.
pub fn teams_of(object: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    if let Some(dict) = as_dict(object)? {
        let name = |object: &Bound<'_, PyAny>, of: &str| {
            Ok::<_, PyErr>(text(object, "teams", &|| format!("the name of a {of}"))?.to_owned())
        };
        let mut pairs = Vec::new();
        each_item(&dict, "teams", |run, team| {
            pairs.push((name(&run, "run")?, name(&team, "team")?));
            Ok(())
        })?;
        return Ok(pairs);
    }
    if let Some(path) = path(object)? {
        return Ok(read_as(&path, parse_teams).map_err(Wrong::from)?.into_iter().collect());
    }
    match Frame::from_python(object, "teams")? {
        Some(frame) => Ok(frame.pairs()?),
        None => {
            let kind = object.get_type().name()?;
            Err(type_error(format!("teams: {kind}, expected a dict or a frame of runs and teams, or a path")))
        }
    }
}

/// The collection with these teams.
pub fn with_teams(
    collection: TestCollection,
    teams: Option<&[(String, String)]>,
) -> Result<TestCollection, Wrong> {
    let Some(pairs) = teams else { return Ok(collection) };
    let team_of: BTreeMap<&str, &str> =
        pairs.iter().map(|(run, team)| (run.as_str(), team.as_str())).collect();
    let names: BTreeSet<&str> = team_of.values().copied().collect();
    let names: Vec<&str> = names.into_iter().collect();
    let mut runs = Vec::with_capacity(collection.runs().len());
    for run in collection.runs() {
        let Some(team) = team_of.get(run.name.as_str()) else {
            let near = meant(nearest(&run.name, team_of.keys().copied()));
            return Err(Wrong::value(format!("teams: run `{}` has none{near}", run.name)));
        };
        let team = names.partition_point(|name| name < team);
        runs.push(Run { team, ..run.clone() });
    }
    let has_run: BTreeSet<usize> = runs.iter().map(|run| run.team).collect();
    if let Some(without) = (0..names.len()).find(|team| !has_run.contains(team)) {
        return Err(Wrong::value(format!("teams: team `{}` has no run among the runs", names[without])));
    }
    let teams = names.iter().map(|name| Team { name: (*name).to_owned(), analysed: true }).collect();
    Ok(with_runs(&collection, runs, teams))
}

/// The collection with other names or teams of its runs.
pub fn with_runs(collection: &TestCollection, runs: Vec<Run>, teams: Vec<Team>) -> TestCollection {
    let topics = collection.topics().len();
    let ranking = |run| (0..topics).map(|topic| collection.ranking(run, topic).to_vec()).collect();
    let rankings = (0..runs.len()).map(ranking).collect();
    let topics = collection.topics().map(TopicRef::owned).collect();
    let again = TestCollection::new(topics, runs, teams, rankings).with_gains(collection.gains().cloned());
    match collection.as_read() {
        Some(as_read) => again.with_as_read(as_read.clone()),
        None => again,
    }
}
