//! Resolves the paths in a description, and removes `.` and `name/..` from them, so that messages show plain
//! paths.

use std::path::{Component, Path, PathBuf};

/// Joins `folder` and the path `name`, and removes `.` and `..` as [`plain`] does. An absolute `name`
/// replaces `folder`.
///
/// ```
/// use rejudge_collections::descriptor::place;
/// use std::path::Path;
/// assert_eq!(place(Path::new("out/./audit"), "../../mine/qrels.txt"), Path::new("mine/qrels.txt"));
/// ```
pub fn place(folder: &Path, name: impl AsRef<Path>) -> PathBuf {
    plain(&folder.join(name))
}

/// Returns the canonical form of a path. The last parts of the path need not exist.
pub fn canonical(path: &Path) -> PathBuf {
    let existing = path.ancestors().find(|above| above.exists()).unwrap_or(Path::new("."));
    let below = path.strip_prefix(existing).unwrap_or(path);
    existing.canonicalize().map_or_else(|_| path.to_owned(), |real| real.join(below))
}

/// Removes each `.` and each `name/..` from a path. If `name` is a link, `name/..` stays, because it leads to another
/// folder.
///
/// ```
/// use rejudge_collections::descriptor::plain;
/// use std::path::Path;
/// assert_eq!(plain(Path::new("./audit/data/../../b/./qrels")), Path::new("b/qrels"));
/// assert_eq!(plain(Path::new("../a/../../b")), Path::new("../../b"));
/// assert_eq!(plain(Path::new("a/..")), Path::new("."));
/// ```
pub fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match (part, out.components().next_back()) {
            (Component::ParentDir, Some(Component::Normal(_))) if !out.is_symlink() => {
                out.pop();
            }
            (Component::CurDir, _) => {}
            _ => out.push(part),
        }
    }
    if out.as_os_str().is_empty() && !path.as_os_str().is_empty() { PathBuf::from(".") } else { out }
}
