//! Loads collections by name, from the descriptions that the command uses.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rejudge_collections::descriptor::{DATA_VARIABLE, data_folder, place};
use rejudge_collections::forms::FileKind;
use rejudge_collections::{Qrels, Reading, all_runs, load_described, name_by_file, read_lines};
use rejudge_eval::PresetRules;
use rejudge_experiment::spec::yaml::Spanned;
use rejudge_experiment::spec::{Catalogue, CatalogueEntry};
use rejudge_names::{meant, nearest};
use rejudge_session::COLLECTIONS;

use crate::collection::Collection;
use crate::exceptions::Exception;
use crate::full_collection::{FullCollection, Origin};
use crate::judges::{JudgeLabels, Judges};
use crate::judgments::Judgments;
use crate::one_value::names;
use crate::rules;
use crate::runs::{RunInput, Runs};
use crate::work::without_gil;

/// Loads a collection by its name: judgments, the runs that took part, and their teams.
///
/// Its files are below the folder that ``REJUDGE_DATA`` names, else below ``~/.local/share/rejudge``, where
/// ``rejudge data get NAME`` puts them. The files of a description of your own are found from its folder. They are read as experiments read them: the description says which runs
/// were pooled, and to which depth.
///
/// Args:
///     name: name of a collection, for example ``"trec-dl-2019"``, or the path of a description, ``mine.yaml``.
///     judges: names of other judges in the description, ``["umbrela_gpt4o"]``, or ``"all"``.
///     preset, topics, ties, ..: as for ``Collection``. Without ``min_rel``, a document is relevant from the level that
///         the track uses.
///
/// Returns:
///     A ``Collection``.
///
/// Raises:
///     FileNotFoundError: the collection's files are missing. The message says how to get them.
///     ValueError: there is no such collection or judge, a rule or a file is wrong, or the collection does not have
///         both judgments and runs, or has ``intents``, ``duplicates`` or ``groups``, which only the command reads.
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
    let use_track_level = !rules::chooses_level(rules)?;
    let rules = rules::rules("load", rules, Some("qrels"))?;
    let judges = judges.map_or(Ok(Vec::new()), |judges| names("judges", judges))?;
    without_gil(py, move || load_by_name(name.to_string_lossy().into_owned(), judges, rules, use_track_level))
}

/// Loads a collection. If `use_track_level` is true and the description has a level of relevance, this level
/// replaces the level of the rules.
fn load_by_name(
    name: String,
    judges: Vec<String>,
    mut rules: PresetRules,
    use_track_level: bool,
) -> Result<Collection, Exception> {
    let data = data_folder().map(|(folder, _)| folder);
    let entry =
        Catalogue::open(Path::new(COLLECTIONS), data).entry(&Spanned { value: name.clone(), at: None });
    let CatalogueEntry { descriptor, root, folder, .. } = entry.map_err(Exception::value)?;
    if let (true, Some(min_rel)) = (use_track_level, descriptor.min_rel) {
        rules.rules.min_rel = min_rel;
        rules.collection_min_rel = Some(min_rel);
    }
    let unusable = |reason: &str| Exception::value(format!("collection `{name}` {reason}"));
    let files = descriptor.files.as_ref().filter(|files| files.runs.is_some());
    let Some((files, qrels)) = files.and_then(|files| Some((files, files.qrels.as_ref()?))) else {
        return Err(unusable("does not have files of both judgments and runs"));
    };
    if files.intents.is_some() || files.duplicates.is_some() || files.groups.is_some() {
        return Err(unusable("has `intents`, `duplicates` or `groups`, which only the command reads"));
    }
    let (Some(root), Some(folder)) = (root, &folder) else {
        return Err(missing_files(&name, folder.as_deref(), &descriptor.obtain.unwrap_or_default()));
    };
    let judge_names: Vec<String> =
        if judges == ["all"] { files.judges.keys().cloned().collect() } else { judges.clone() };
    if let Some(unknown) = judge_names.iter().find(|name| !files.judges.contains_key(*name)) {
        let hint = meant(nearest(unknown, files.judges.keys().map(String::as_str)));
        return Err(Exception::value(format!("judges: there is no `{}`{hint}", unknown.escape_debug())));
    }
    let reading = rules.rules.reading(Reading::default());
    let described = load_described(&descriptor, &root, &reading, &judge_names)?;
    let mut runs = Vec::new();
    for path in all_runs(files, folder)? {
        runs.push(RunInput::File(name_by_file(files.run_names, &path), path));
    }
    let qrels_path = place(folder, qrels);
    let qrels = Qrels::read(&qrels_path, &files.qrels_format())?;
    let mut judge_labels = Judges::new();
    for (name, file) in files.judges.iter().filter(|(name, _)| judge_names.contains(name)) {
        let bytes = read_lines(FileKind::Labels, &place(folder, &file.file))?;
        judge_labels.push((name.clone(), Arc::new(JudgeLabels::from_file(file.clone(), bytes))));
    }
    // A pickle may be loaded in another working folder, where a relative path would not be found.
    let pickled_name = if name.ends_with(".yaml") { absolute_path(&name)? } else { name };
    let origin = Origin {
        judgments: Arc::new(Judgments::from_parts(qrels_path, qrels, None)?),
        runs: Arc::new(Runs::from_runs(runs, false)),
        judges: judge_labels,
        teams: None,
        described: Some((pickled_name, judges)),
        simulated: None,
        pool_depth: descriptor.contributed_depth(),
    };
    Ok(Collection::from_full(FullCollection::new(described.collection, origin, rules, described.judges)))
}

/// Returns the error for a collection whose folder does not exist. `folder` is `None` if no data folder is
/// known. `obtain` says how to get the files.
fn missing_files(name: &str, folder: Option<&Path>, obtain: &str) -> Exception {
    let missing = match folder {
        Some(folder) => {
            format!("there is no folder {} ({DATA_VARIABLE} names the folder above it)", folder.display())
        }
        None => format!("there is no data folder ({DATA_VARIABLE} names it)"),
    };
    Exception::NoFile(format!("the files of `{name}` are missing: {missing}. To get them: {}", obtain.trim()))
}

fn absolute_path(name: &str) -> Result<String, Exception> {
    let path = std::path::absolute(name).map_err(|error| Exception::value(format!("{name}: {error}")))?;
    Ok(path.to_string_lossy().into_owned())
}

/// Unpickles a collection that was loaded by name, by loading it again.
#[pyfunction]
pub fn _loaded(
    py: Python<'_>,
    name: String,
    judges: Vec<String>,
    rules: Vec<(String, String)>,
    changes: &str,
) -> PyResult<Collection> {
    let rules = rules::from_fields(py, rules)?;
    without_gil(py, move || load_by_name(name, judges, rules, false))?.repeat_changes(py, changes)
}
