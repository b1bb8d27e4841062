//! Collections by name, as the command knows them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rejudge_collections::descriptor::{DATA_VARIABLE, JudgeFile, data_folder, place};
use rejudge_collections::forms::Kind;
use rejudge_collections::{Qrels, Reading, all_runs, load_described, name_by_file, read_lines};
use rejudge_eval::PresetRules;
use rejudge_experiment::spec::yaml::Spanned;
use rejudge_experiment::spec::{Catalogue, CatalogueEntry};
use rejudge_names::{meant, nearest};
use rejudge_session::COLLECTIONS;

use crate::collection::Collection;
use crate::exceptions::Wrong;
use crate::judges::{Judges, Labels};
use crate::judgments::Judgments;
use crate::one_value::names;
use crate::rules;
use crate::runs::{AllRuns, Run};
use crate::whole::{Given, Whole};
use crate::work::without_gil;

/// A collection by its name: judgments, the runs that took part, and their teams.
///
/// Its files are in the folder that ``REJUDGE_DATA`` names (else ``~/.local/share/rejudge``), where ``rejudge data get
/// NAME`` puts them. They are read as experiments read them: the description says which runs were pooled, and to which
/// depth.
///
/// Args:
///     name: such as ``"trec-dl-2019"``; or the path of a description, ``mine.yaml``.
///     judges: names of other judges that the description has, ``["umbrela_gpt4o"]``, or ``"all"``.
///     preset, topics, ties, ..: as for ``Collection``; without ``min_rel``, the level from which the track counts.
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
    text_signature = "(name, *, judges=None, preset=None, ties=None, score_type=None, topics=\"qrels\", no_relevant=None, max_rank=None, min_rel=None, gains=None)"
)]
pub fn load(
    py: Python<'_>,
    name: PathBuf,
    judges: Option<&Bound<'_, PyAny>>,
    rules: Option<&Bound<'_, PyDict>>,
) -> PyResult<Collection> {
    let chosen = rules::rules("load", rules, Some("qrels"))?;
    let has_level = rules::chosen_level(rules)?;
    let judges = judges.map_or(Ok(Vec::new()), |judges| names("judges", judges))?;
    without_gil(py, move || loaded(name.to_string_lossy().into_owned(), judges, chosen, !has_level))
}

/// Loads a collection; its own level of relevance replaces that of the rules if `by_track`.
fn loaded(
    name: String,
    judges: Vec<String>,
    mut rules: PresetRules,
    by_track: bool,
) -> Result<Collection, Wrong> {
    let data = data_folder().map(|(folder, _)| folder);
    let entry =
        Catalogue::open(Path::new(COLLECTIONS), data).entry(&Spanned { value: name.clone(), at: None });
    let CatalogueEntry { descriptor, root, folder, .. } = entry.map_err(Wrong::value)?;
    rules.rules.min_rel = descriptor.min_rel.filter(|_| by_track).unwrap_or(rules.rules.min_rel);
    let unfit = |what: &str| Wrong::value(format!("collection `{name}` {what}"));
    let files = descriptor.files.as_ref().filter(|files| files.runs.is_some());
    let Some((files, qrels)) = files.and_then(|files| Some((files, files.qrels.as_ref()?))) else {
        return Err(unfit("has no files of judgments and runs"));
    };
    if files.intents.is_some() || files.duplicates.is_some() || files.groups.is_some() {
        return Err(unfit("has judgments by intent, or in units, which only the command reads"));
    }
    let (Some(root), Some(folder)) = (root, &folder) else {
        let place = folder.map(|folder| format!("there is no folder {}", folder.display()));
        return Err(Wrong::NoFile(format!(
            "the files of `{name}` are missing: {} ({DATA_VARIABLE} names the one above it). To get them: {}",
            place.unwrap_or_else(|| "there is no folder of data".to_owned()),
            descriptor.obtain.unwrap_or_default().trim()
        )));
    };
    let all = || files.judges.keys().map(String::as_str);
    let judge_names: Vec<String> =
        if judges == ["all"] { all().map(str::to_owned).collect() } else { judges.clone() };
    if let Some(unknown) = judge_names.iter().find(|name| !files.judges.contains_key(*name)) {
        let near = meant(nearest(unknown, all()));
        return Err(Wrong::value(format!("judges: there is no `{}`{near}", unknown.escape_debug())));
    }
    let reading = rules.rules.reading(Reading::default());
    let described = load_described(&descriptor, &root, &reading, &judge_names)?;
    let (runs, qrels) = (all_runs(files, folder)?, place(folder, qrels));
    let named = |path: PathBuf| Run::File(name_by_file(files.run_names, &path), path);
    let read_qrels = Qrels::read(&qrels, &files.qrels_format())?;
    let labels = |(name, judge): (&String, &JudgeFile)| {
        let bytes = read_lines(Kind::Labels, &place(folder, &judge.file))?;
        Ok((name.clone(), Arc::new(Labels::of_file(judge.clone(), bytes))))
    };
    let given = Given {
        judgments: Arc::new(Judgments::from_parts(qrels, read_qrels, None)?),
        runs: Arc::new(AllRuns::of_runs(runs.into_iter().map(named).collect(), false)),
        judges: files
            .judges
            .iter()
            .filter(|(name, _)| judge_names.contains(name))
            .map(labels)
            .collect::<Result<Judges, Wrong>>()?,
        teams: None,
        // An unpickled collection may be loaded in another folder.
        described: Some((if name.ends_with(".yaml") { absolute(&name)? } else { name }, judges)),
        simulated: None,
        pool_depth: descriptor.contributed_depth(),
    };
    Ok(Collection::of(Whole::new(described.collection, given, rules, described.judges)))
}

/// The absolute path of a description.
fn absolute(name: &str) -> Result<String, Wrong> {
    let path = std::path::absolute(name).map_err(|error| Wrong::value(format!("{name}: {error}")))?;
    Ok(path.to_string_lossy().into_owned())
}

/// Unpickles a collection of a description: it is loaded again.
#[pyfunction]
pub fn _loaded(
    py: Python<'_>,
    name: String,
    judges: Vec<String>,
    rules: Vec<(String, String)>,
    changes: &str,
) -> PyResult<Collection> {
    let rules = rules::of_fields(py, rules)?;
    without_gil(py, move || loaded(name, judges, rules, false))?.repeated(py, changes)
}
