//! Files for readers that ask for one.

use std::path::Path;

thread_local! {
    static FOLDER: tempfile::TempDir = tempfile::tempdir().expect("a temporary folder");
}

/// Gives `look` the folder, in which the file `name` holds `bytes`.
pub fn with<T>(name: &str, bytes: &[u8], look: impl FnOnce(&Path) -> T) -> T {
    FOLDER.with(|folder| {
        std::fs::write(folder.path().join(name), bytes).expect("a file in a temporary folder");
        look(folder.path())
    })
}
