//! The catalogue: `configs/collections/<id>.yaml`, read when an experiment names it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rejudge_collections::bundled::{entries, is_dir, is_file};
use rejudge_collections::descriptor::{Descriptor, Kind};

use crate::spec::yaml::{Spanned, Value, YamlError, from_node, read};

/// The folders of descriptions of collections and of their files.
#[derive(Clone, Debug)]
pub struct Catalogue {
    folder: PathBuf,
    files: BTreeMap<String, PathBuf>,
    /// The folder that `REJUDGE_DATA` names.
    pub data: Option<PathBuf>,
}

/// A described collection.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The contents of its file.
    pub descriptor: Descriptor,
    /// The folder above its own, if its files exist (never for a twin, which needs none; always for a worked
    /// example that has none).
    pub root: Option<PathBuf>,
    /// The folder in which its files belong, whether it exists or not; `None` if `REJUDGE_DATA` is not set,
    /// or it has no files.
    pub folder: Option<PathBuf>,
}

impl Entry {
    /// Returns true if its runs and judgments can be had here.
    pub fn available(&self) -> bool {
        self.descriptor.kind == Kind::Simulated || self.root.is_some()
    }
}

impl Catalogue {
    /// The catalogue in `folder`; a missing folder is an empty catalogue.
    pub fn open(folder: &Path, data: Option<PathBuf>) -> Self {
        let yaml = entries(folder).into_iter().filter(|path| path.extension().is_some_and(|e| e == "yaml"));
        let named = |path: PathBuf| Some((path.file_stem()?.to_str()?.to_owned(), path));
        Self { folder: folder.to_owned(), files: yaml.filter_map(named).collect(), data }
    }

    /// Returns the names of the collections, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Reads the description of `name`: of the catalogue, or a file (`mine.yaml`) relative to the file that
    /// names it.
    pub fn entry(&self, name: &Spanned<String>) -> Result<Entry, YamlError> {
        if name.value.ends_with(".yaml") {
            let path = name.path();
            if !is_file(&path) {
                let message = format!("there is no description {}", path.display());
                return Err(name.error(message));
            }
            return self.described(&path, None);
        }
        let Some(path) = self.files.get(&name.value) else {
            let message = format!(
                "unknown collection `{}` (described in {}; a path ends in `.yaml`)",
                name.value,
                self.folder.display()
            );
            return Err(name.error(message).suggesting_words(&name.value, self.names()));
        };
        self.described(path, Some(&name.value))
    }

    /// Reads a description, which in the catalogue has the `name` of its file.
    fn described(&self, path: &Path, name: Option<&str>) -> Result<Entry, YamlError> {
        let node = read(path)?;
        let descriptor: Descriptor = from_node(&node)?;
        if name.is_some_and(|name| descriptor.id != name) {
            let at = node.get("id").unwrap_or(&node);
            let message = format!("the id is `{}`, but the file is named {}", descriptor.id, path.display());
            return Err(YamlError::at(at, message));
        }
        if let Some(error) = descriptor.check().first() {
            let at = error.field.split('.').try_fold(&node, |node, step| match &node.value {
                Value::Map(_) => node.get(step),
                _ => None,
            });
            return Err(YamlError::at(at.unwrap_or(&node), error.to_string()));
        }
        let beside = path.parent().map(Path::to_owned);
        let above = if descriptor.kind.lies_beside() { beside } else { self.data.clone() };
        let folder = above.as_deref().and_then(|above| descriptor.folder(above));
        let is_there = descriptor.is_without_files() || folder.as_ref().is_some_and(|folder| is_dir(folder));
        let root = above.filter(|_| is_there);
        Ok(Entry { descriptor, root, folder })
    }
}
