//! The files of runs that are named one by one, by their folder or by a pattern.

use std::collections::HashMap;
use std::path::PathBuf;

use rejudge_collections::run_files;

use super::output::Failure;

/// Files of runs: in the order given, those of a folder or a pattern by name.
pub fn run_list<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Result<Vec<PathBuf>, Failure> {
    let mut runs = Vec::new();
    for path in paths {
        let is_pattern = path.to_string_lossy().contains('*') && !path.exists();
        match path.is_dir() || is_pattern {
            true => {
                runs.extend(run_files(std::slice::from_ref(path)).map_err(|e| Failure::data(e.to_string()))?)
            }
            false => runs.push(path.clone()),
        }
    }
    each_once(&runs)?;
    Ok(runs)
}

/// Refuses a file that is there twice: it would count as two runs.
fn each_once(runs: &[PathBuf]) -> Result<(), Failure> {
    let mut seen: HashMap<PathBuf, &PathBuf> = HashMap::new();
    for path in runs.iter().filter(|path| path.is_file()) {
        // What cannot be found says so when it is read.
        let Ok(file) = path.canonicalize() else { continue };
        if let Some(first) = seen.insert(file, path) {
            let (first, path) = (first.display(), path.display());
            return Err(Failure::usage(format!(
                "{path} is the same file as {first}, which would count as two runs: name it once"
            )));
        }
    }
    Ok(())
}
