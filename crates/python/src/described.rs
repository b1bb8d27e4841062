//! Collections by name, as the command knows them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rejudge_collections::descriptor::{DATA_VARIABLE, Files, JudgeFile, data_folder, place};
use rejudge_collections::{LoadError, Qrels, described_runs, name_by_file, parse_teams, read};
use rejudge_eval::PresetRules;
use rejudge_experiment::spec::yaml::{self, Node, Source, YamlError, from_node};
use rejudge_names::{meant, nearest};

use crate::collection::Collection;
use crate::exceptions::Wrong;
use crate::judges::{Judges, Labels};
use crate::judgments::Judgments;
use crate::rules;
use crate::runs::{AllRuns, Run};
use crate::whole::{Given, RunTeams};
use crate::work::away;

include!(concat!(env!("OUT_DIR"), "/descriptions.rs"));

/// A collection by its name: judgments, the runs that took part, and their teams.
///
/// Its files are in the folder that ``REJUDGE_DATA`` names (else ``~/.local/share/rejudge``), where ``rejudge data get
/// NAME`` puts them. All runs count as pooled and each team as one that can be left out.
///
/// Args:
///     name: such as ``"trec-dl-2019"``; or the path of a description, ``mine.yaml``.
///     judges: names of other judges that the description has, ``["umbrela_gpt4o"]``, or ``"all"``.
///     preset, topics, ties, ..: as for ``Collection``.
///
/// Returns:
///     A ``Collection``.
///
/// Raises:
///     FileNotFoundError: its files are missing. The message says how to get them.
///     ValueError: there is no such collection, or it is not one of judgments and runs.
#[pyfunction]
#[pyo3(
    signature = (name, *, judges = None, **rules),
    text_signature = "(name, *, judges=None, preset=None, topics=\"qrels\", ties=None, score_type=None, no_relevant=None, max_rank=None, min_rel=None, gains=None)"
)]
pub fn load(
    py: Python<'_>,
    name: PathBuf,
    judges: Option<&Bound<'_, PyAny>>,
    rules: Option<&Bound<'_, PyDict>>,
) -> PyResult<Collection> {
    let rules = rules::rules("load", rules, Some("qrels"))?;
    let judges = judges.map_or(Ok(Vec::new()), |judges| {
        let names = judges.extract::<String>().map(|name| vec![name]).or_else(|_| judges.extract());
        names.map_err(|_| PyTypeError::new_err("judges: expected names of judges, or `all`"))
    })?;
    Ok(away(py, move || loaded(&name, &judges, rules))??)
}

fn loaded(name: &Path, judges: &[String], rules: PresetRules) -> Result<Collection, Wrong> {
    let (files, folder) = described(name)?;
    let unfit = |what: &str| Wrong::value(format!("collection `{}` {what}", name.display()));
    let (Some(qrels), Some(_)) = (&files.qrels, &files.runs) else {
        return Err(unfit("has no files of judgments and runs"));
    };
    if files.intents.is_some() || files.duplicates.is_some() || files.groups.is_some() {
        return Err(unfit("has judgments by intent, or in units, which only the command reads"));
    }
    let qrels = place(&folder, qrels);
    let read_qrels = Qrels::read(&qrels, &files.qrels_format())?;
    let named = |path: PathBuf| Run::File(name_by_file(files.run_names, &path), path);
    let runs = described_runs(&files, &folder)?.into_iter().map(named).collect();
    let given = Given {
        judgments: Arc::new(Judgments::from_parts(qrels, read_qrels, None)?),
        runs: Arc::new(AllRuns::of_runs(runs, false)),
        judges: judges_of(&files, &folder, judges)?,
        has_teams: true,
    };
    let teams = teams_of(&files, &folder, &given.runs)?;
    Collection::assembled(given, teams, rules, None)
}

/// Returns the described files, and their folder, which exists. The other parts of a description are not read: that would
/// make the wheel larger by a twentieth.
fn described(name: &Path) -> Result<(Files, PathBuf), Wrong> {
    let wrong = |error: YamlError| Wrong::value(error);
    let id = name.to_string_lossy();
    let is_path = name.extension().is_some_and(|ending| ending == "yaml");
    let node = if is_path {
        yaml::read(name)
    } else {
        let known = DESCRIPTIONS.iter().find(|(known, _)| *known == id);
        let (_, text) = known.ok_or_else(|| {
            let near = meant(nearest(&id, DESCRIPTIONS.iter().map(|(known, _)| *known)));
            Wrong::value(format!("there is no collection `{}`{near}", id.escape_debug()))
        })?;
        yaml::parse(Source { name: id.to_string(), folder: PathBuf::new(), text: (*text).to_owned() })
    };
    let node = node.map_err(wrong)?;
    let text = |key: &str| node.get(key).and_then(Node::text).unwrap_or_default();
    let Some(files) = node.get("files") else {
        return Err(Wrong::value(format!("collection `{id}` has no files of judgments and runs")));
    };
    let files: Files = from_node(files).map_err(wrong)?;
    let beside = name.parent().filter(|_| is_path && text("kind") == "own").map(Path::to_owned);
    let root = beside.or_else(|| data_folder().map(|(folder, _)| folder)).unwrap_or_default();
    let folder = place(&root, &files.folder);
    if !folder.is_dir() {
        return Err(Wrong::NoFile(format!(
            "the files of `{id}` are missing: there is no folder {} ({DATA_VARIABLE} names the one above it). To get \
             them: {}",
            folder.display(),
            text("obtain").trim()
        )));
    }
    Ok((files, folder))
}

/// Returns the teams of the runs; `None` if nothing names them.
fn teams_of(files: &Files, folder: &Path, runs: &AllRuns) -> Result<Option<RunTeams>, Wrong> {
    if let Some(table) = &files.teams {
        let path = place(folder, table);
        let text = read(&path).map_err(LoadError::from)?;
        let teams: BTreeMap<String, String> = parse_teams(&path, &text).map_err(LoadError::from)?;
        return Ok(Some(teams.into_iter().collect()));
    }
    let Some(mark) = &files.team_before else { return Ok(None) };
    let team = |name: String| {
        let team = name.split(mark.as_str()).next().unwrap_or_default().to_owned();
        (name, team)
    };
    Ok(Some(runs.names()?.into_iter().map(team).collect()))
}

/// Returns the judges of these names; `all`: all that are described.
fn judges_of(files: &Files, folder: &Path, names: &[String]) -> Result<Judges, Wrong> {
    let all: Vec<String> = files.judges.keys().cloned().collect();
    let names = if names == ["all"] { &all[..] } else { names };
    let of_name = |name: &String| {
        let Some(judge) = files.judges.get(name) else {
            let near = meant(nearest(name, all.iter().map(String::as_str)));
            return Err(Wrong::value(format!("judges: there is no `{}`{near}", name.escape_debug())));
        };
        let file = JudgeFile { file: place(folder, &judge.file), ..judge.clone() };
        Ok((name.clone(), Arc::new(Labels::of_file(file)?)))
    };
    let mut judges: Judges = names.iter().map(of_name).collect::<Result<_, Wrong>>()?;
    judges.sort_by(|(one, _), (other, _)| one.cmp(other));
    judges.dedup_by(|(one, _), (other, _)| one == other);
    Ok(judges)
}
