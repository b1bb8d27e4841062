//! Files next to a user's files that are not read because they were not named.

use std::path::{Path, PathBuf};

use rejudge_collections::folders_within;

/// A table that goes with runs.
#[derive(Clone, Copy, Debug)]
pub struct UnreadTable {
    /// The usual name of its file.
    pub file: &'static str,
    /// The option that names it.
    pub option: &'static str,
    /// True if it is named.
    pub is_named: bool,
}

/// Returns sentences on files that are not read: folders within the folder of the runs, and tables next to the
/// judgments.
pub fn unread(runs: &[PathBuf], qrels: &Path, tables: &[UnreadTable]) -> Vec<String> {
    let folders = folders_within(runs).into_iter();
    let mut out: Vec<String> = folders
        .map(|folder| format!("{} is a folder: no run is looked for in it", folder.display()))
        .collect();
    for UnreadTable { file, option, .. } in tables.iter().filter(|table| !table.is_named) {
        // A pool may be built without judgments; then tables are expected in the working folder.
        let beside = qrels.parent().unwrap_or(Path::new("")).join(file);
        if beside.is_file() {
            out.push(format!("{} is read only with {option}", beside.display()));
        }
    }
    out
}
