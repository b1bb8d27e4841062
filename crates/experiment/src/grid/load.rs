//! Loads an experiment by its path or name, and resolves it to a grid.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::{Grid, resolve};
use crate::spec::yaml::{
    Node, YamlError, apply_override, experiment_names, from_node, load_with_extends, with_full_path,
};
use crate::spec::{Catalogue, Experiment};
use rejudge_collections::bundled::{is_dir, is_file};
use rejudge_collections::has_judgments;
use rejudge_names::nearest;

/// Finds the file of `experiment`, which is the path of a YAML file, the name of a folder under `experiments`, or the
/// path of a folder with an experiment.yaml. A file without an extension is taken as YAML, unless it has judgments.
pub fn locate(experiment: &str, experiments: &Path) -> Result<PathBuf, YamlError> {
    let path = Path::new(experiment);
    if is_file(path) {
        // Without this check, a qrels file would fail at its first line, with a message about maps.
        let error = || {
            YamlError::without_position(format!(
                "{experiment} is not an experiment: expected a name from `rejudge list`, or a .yaml file"
            ))
        };
        return match path.extension().and_then(OsStr::to_str) {
            Some("yaml" | "yml") => Ok(path.to_owned()),
            _ if has_judgments(path) => Err(error().with_help(format!(
                "`rejudge audit {experiment} RUNS -o DIR` writes a page about your own files"
            ))),
            None => Ok(path.to_owned()),
            Some(_) => Err(error()),
        };
    }
    // `./audit` and `audit/` are folders, even if there is a published experiment `audit`.
    let is_folder = experiment.ends_with(['/', '.']) || path.starts_with(".") || path.starts_with("..");
    let published = (!is_folder).then(|| experiments.join(experiment));
    for folder in published.into_iter().chain([path.to_owned()]) {
        let file = folder.join("experiment.yaml");
        if is_file(&file) {
            return Ok(file);
        }
    }
    let folder = experiments.display();
    let error = YamlError::without_position(if path.is_dir() {
        format!("{experiment} is a folder without experiment.yaml")
    } else {
        format!("there is no experiment `{experiment}`: neither a YAML file nor a folder under {folder}")
    });
    let with_ending = format!("{experiment}.yaml");
    if Path::new(&with_ending).is_file() {
        return Err(error.with_help(format!("did you mean `{with_ending}`?")));
    }
    if !is_dir(experiments) {
        return Err(error.with_help(format!("--experiments: the folder {folder} does not exist")));
    }
    if let Some(near) = most_similar_file(path) {
        return Err(error.with_help(format!("did you mean `{}`?", near.display())));
    }
    let listed = experiment_names(experiments);
    let error = error.with_help("`rejudge list` lists the experiments");
    Err(error.suggesting_words(experiment, listed.iter().map(String::as_str)))
}

/// Returns true if the name of a file ends in `.yaml` or `.yml`, in small or capital letters.
pub fn is_yaml(path: &Path) -> bool {
    let has_ending = |ending: &str| path.extension().is_some_and(|end| end.eq_ignore_ascii_case(ending));
    has_ending("yaml") || has_ending("yml")
}

/// Returns the YAML file with the name that is most similar to the name of the missing file `path`, from the
/// same folder.
fn most_similar_file(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|_| is_yaml(path))?;
    let mut files = std::fs::read_dir(if folder == Path::new("") { Path::new(".") } else { folder })
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| is_yaml(Path::new(name)))
        .collect::<Vec<_>>();
    files.sort();
    let name = nearest(path.file_name()?.to_str()?, files.iter().map(String::as_str))?;
    Some(folder.join(name))
}

/// Reads the experiment at `path`, and applies the overrides of its `profile` and then the overrides in `set`
/// (`path=value`).
///
/// # Errors
/// If the experiment has errors or lacks the profile. An error in its YAML, its keys, its schema, the profile or an
/// override is returned alone. All other errors, such as unknown names and empty axes, are returned together, up to
/// 100.
pub fn load(
    path: &Path,
    profile: Option<&str>,
    set: &[String],
    catalogue: &Catalogue,
) -> Result<Grid, Vec<YamlError>> {
    let mut node = load_with_extends(path).map_err(|e| vec![e])?;
    check_schema(&node).map_err(|e| vec![e])?;
    let mut applied = Vec::new();
    if let Some(profile) = profile {
        let profiles = from_node::<Experiment>(&node).map_err(|e| vec![e])?.profiles;
        let Some((_, texts)) = profiles.0.iter().find(|(name, _)| name.value == profile) else {
            let error =
                YamlError::without_position(format!("there is no profile `{profile}` in {}", path.display()));
            let names: Vec<&str> = profiles.0.iter().map(|(name, _)| name.value.as_str()).collect();
            let listed =
                if names.is_empty() { "none".to_owned() } else { format!("`{}`", names.join("`, `")) };
            let error = error.with_help(format!("its profiles: {listed}"));
            return Err(vec![error.suggesting(profile, names)]);
        };
        applied.extend(texts.iter().cloned());
    }
    applied.extend_from_slice(set);
    let mut overrides = Vec::new();
    for text in applied {
        let before = node.clone();
        let text = with_full_path(&node, &text);
        apply_override(&mut node, &text).map_err(|e| vec![e])?;
        // An override that sets a value to itself is ignored, so that the run counts as a run of the unchanged
        // experiment.
        if node.in_one_line() == before.in_one_line() {
            node = before;
        } else {
            overrides.push(text);
        }
    }
    // An override may have changed the schema.
    check_schema(&node).map_err(|e| vec![e])?;
    let experiment: Experiment = from_node(&node).map_err(|e| vec![e])?;
    let folder = path.parent().expect("a file has been read from this path").to_owned();
    resolve::grid(experiment, node, folder, overrides, catalogue)
}

/// Refuses another version of the schema. We check this before we read the keys, because another version has other
/// keys.
fn check_schema(experiment: &Node) -> Result<(), YamlError> {
    match experiment.get("schema").filter(|schema| schema.text() != Some("experiment/v1")) {
        None => Ok(()),
        Some(schema) => {
            let message = format!("the schema is {}, expected `experiment/v1`", schema.kind());
            Err(YamlError::at_node(schema, message))
        }
    }
}
