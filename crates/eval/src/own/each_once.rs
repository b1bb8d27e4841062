//! A run is named once.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::EvalError;

/// Refuses a file that is among the runs twice, by another path or by a link: it would count as two runs.
///
/// # Errors
/// If there is one.
pub fn check_each_once(runs: &[PathBuf]) -> Result<(), EvalError> {
    let mut seen: HashMap<PathBuf, &PathBuf> = HashMap::new();
    for path in runs.iter().filter(|path| path.is_file()) {
        // A missing file is reported when it is read.
        let Ok(file) = path.canonicalize() else { continue };
        if let Some(first) = seen.insert(file, path) {
            let (first, path) = (first.display(), path.display());
            return Err(EvalError::Usage(format!(
                "{path} is the same file as {first}, which would count as two runs: name it once"
            )));
        }
    }
    Ok(())
}
