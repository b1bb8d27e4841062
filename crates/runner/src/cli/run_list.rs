//! The files of runs that are named one by one, by their folder or by a pattern.

use std::path::PathBuf;

use rejudge_collections::run_files;
use rejudge_eval::own::check_each_once;

use super::output::Failure;

/// Returns the files of runs: in the given order, those of a folder or a pattern by name.
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
    check_each_once(&runs)?;
    Ok(runs)
}
