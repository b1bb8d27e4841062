//! The bundled files, and which of them the disk does not override.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use crate::descriptor::plain;

use crate::bundled::registry::Files;

/// The bundled files.
pub(crate) struct BundledFiles {
    pub folders: &'static [&'static str],
    pub files: Files,
}

impl BundledFiles {
    /// Returns the file at `path`, even if the disk overrides it.
    pub fn file(&self, path: &Path) -> Option<&[u8]> {
        self.files.get(&key(path)?).map(String::as_bytes)
    }

    /// Returns the file at `path`, unless the working folder `here` overrides it.
    pub fn visible(&self, here: &Path, path: &Path) -> Option<&[u8]> {
        self.file(path).filter(|_| !self.is_own(here, path))
    }

    /// Returns true if a file at or below `path` can be seen.
    pub fn is_dir(&self, here: &Path, path: &Path) -> bool {
        self.names(here, path).next().is_some()
    }

    /// Returns the names of the visible entries of `folder`.
    pub fn entries(&self, here: &Path, folder: &Path) -> BTreeSet<&str> {
        self.names(here, folder).collect()
    }

    fn names(&self, here: &Path, folder: &Path) -> impl Iterator<Item = &str> {
        let below = key(folder).map(|key| format!("{key}/"));
        let all = below.clone().into_iter().flat_map(|below| self.files.range(below..));
        let within = all.map_while(move |(key, _)| key.strip_prefix(below.as_deref()?));
        let name = |rest: &str| rest.split('/').next().map_or(0, str::len);
        within.map(move |rest| &rest[..name(rest)]).filter(move |name| !self.is_own(here, &folder.join(name)))
    }

    /// Returns the overridable entry for `path`: the entry of a bundled folder that it is, or that contains it.
    pub fn entry(&self, path: &Path) -> Option<PathBuf> {
        let key = key(path)?;
        let within =
            |bundled: &&str| key.strip_prefix(*bundled)?.strip_prefix('/').map(|rest| (bundled.len(), rest));
        let (bundled, rest) = self.folders.iter().filter_map(within).max()?;
        let name = rest.split('/').next().unwrap_or(rest);
        Some(PathBuf::from(&key[..bundled + 1 + name.len()]))
    }

    /// Returns true if the working folder overrides the entry of `path`.
    pub fn is_own(&self, here: &Path, path: &Path) -> bool {
        self.entry(path).is_some_and(|entry| here.join(entry).symlink_metadata().is_ok())
    }
}

/// Returns the name of a path relative to the working folder, or `None` if the path leads out of it.
pub(crate) fn key(path: &Path) -> Option<String> {
    let plain = plain(path);
    let parts = plain.components().map(|part| match part {
        Component::Normal(part) => part.to_str(),
        _ => None,
    });
    Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundled() -> BundledFiles {
        let names = [
            "configs/collections/graded.yaml",
            "configs/collections/graded/qrels.txt",
            "experiments/a/experiment.yaml",
            "experiments/a/expected.yaml",
            "experiments/a-b/experiment.yaml",
        ];
        let files = names.iter().map(|name| ((*name).to_owned(), (*name).to_owned())).collect();
        BundledFiles { folders: &["experiments", "configs/collections", "configs"], files }
    }

    #[test]
    fn paths_are_seen_from_the_working_folder() {
        let (bundled, here) = (bundled(), tempfile::tempdir().expect("a folder"));
        let seen = |path: &str| bundled.visible(here.path(), Path::new(path)).is_some();
        assert!(seen("experiments/a/experiment.yaml"));
        assert!(seen("./experiments/x/../a/./experiment.yaml"));
        assert!(!seen("experiments/a") && !seen("experiments") && !seen("experiments/b/experiment.yaml"));
        assert!(!seen("../experiments/a/experiment.yaml") && !seen("/experiments/a/experiment.yaml"));
        let is_dir = |path: &str| bundled.is_dir(here.path(), Path::new(path));
        assert!(is_dir("experiments") && is_dir("experiments/a/") && is_dir("configs/collections/graded"));
        assert!(!is_dir("experiments/a/experiment.yaml") && !is_dir("experiment") && !is_dir("/experiments"));
        let entries = |path: &str| Vec::from_iter(bundled.entries(here.path(), Path::new(path)));
        assert_eq!(entries("experiments"), ["a", "a-b"]);
        assert_eq!(entries("configs/collections"), ["graded", "graded.yaml"]);
        assert_eq!(entries("configs"), ["collections"]);
    }

    #[test]
    fn what_the_folder_has_itself_hides_all_that_belongs_to_it() {
        let (bundled, here) = (bundled(), tempfile::tempdir().expect("a folder"));
        let seen = |path: &str| bundled.visible(here.path(), Path::new(path)).is_some();
        std::fs::create_dir_all(here.path().join("experiments/a")).expect("made");
        // expected.yaml is that of another experiment, though the folder has none.
        assert!(!seen("experiments/a/experiment.yaml") && !seen("experiments/a/expected.yaml"));
        assert!(seen("experiments/a-b/experiment.yaml"));
        assert!(!bundled.is_dir(here.path(), Path::new("experiments/a")));
        assert_eq!(Vec::from_iter(bundled.entries(here.path(), Path::new("experiments"))), ["a-b"]);
        std::fs::create_dir_all(here.path().join("configs/collections")).expect("made");
        assert!(seen("configs/collections/graded.yaml"));
        std::fs::write(here.path().join("configs/collections/graded.yaml"), "").expect("written");
        assert!(!seen("configs/collections/graded.yaml") && seen("configs/collections/graded/qrels.txt"));
    }
}
