//! Temporary files for readers that need a file.

use std::path::Path;

thread_local! {
    static FOLDER: tempfile::TempDir = tempfile::tempdir().expect("a temporary folder");
}

/// Writes `bytes` to the file `name` in a temporary folder, and calls `action` with the folder.
pub fn with_file<T>(name: &str, bytes: &[u8], action: impl FnOnce(&Path) -> T) -> T {
    FOLDER.with(|folder| {
        std::fs::write(folder.path().join(name), bytes).expect("a file in a temporary folder");
        action(folder.path())
    })
}
