//! Resolves `extends` to a file.

use std::path::{Path, PathBuf};

use rejudge_collections::bundled::{entries, is_file};
use rejudge_collections::descriptor::place;

use super::{Node, YamlError};

/// The default folder of experiments. Each experiment has a folder in it, with the file [`EXPERIMENT`].
const EXPERIMENTS: &str = "experiments";
const EXPERIMENT: &str = "experiment.yaml";

/// Returns the file that `extends: name` means. `name` is a path relative to the folder of the file that contains the
/// key, or the name of an experiment. The experiment's folder may be next to that folder, or in `experiments` (in the
/// working folder, or bundled).
pub(super) fn extended(extends: &Node, name: &str) -> Result<PathBuf, YamlError> {
    let folder = &extends.at.source.folder;
    let file = place(folder, name);
    if is_file(&file) {
        return Ok(file);
    }
    let is_name = !name.contains(['/', '.']);
    let places = [place(folder, ".."), PathBuf::from(EXPERIMENTS)];
    let mut files = places.iter().map(|place| place.join(name).join(EXPERIMENT));
    if let Some(file) = files.find(|file| is_file(file)).filter(|_| is_name) {
        return Ok(file);
    }
    let mut names: Vec<String> = places.iter().flat_map(|place| experiment_names(place)).collect();
    names.sort();
    names.dedup();
    let or_name = if is_name { format!(", and no experiment `{name}`") } else { String::new() };
    let error = YamlError::at_node(extends, format!("there is no file {}{or_name}", file.display()));
    // A path may contain the right name, but start from the wrong folder.
    let part = |part: &str| names.iter().any(|name| name == part).then(|| part.to_owned());
    Err(match (name.split('/').rev().find_map(part), names.is_empty()) {
        (Some(name), _) => error.with_help(format!("did you mean `{name}`? The name is enough")),
        (None, true) => error,
        (None, false) => {
            let error = error.suggesting(name, names.iter().map(String::as_str));
            let help = error.help.clone().unwrap_or_else(|| "`rejudge list` lists the names".to_owned());
            error.with_help(help)
        }
    })
}

/// Returns the names of the experiments in a folder, sorted.
pub fn experiment_names(folder: &Path) -> Vec<String> {
    let with_file = entries(folder).into_iter().filter(|entry| is_file(&entry.join(EXPERIMENT)));
    with_file.filter_map(|entry| entry.file_name()?.to_str().map(str::to_owned)).collect()
}
