//! The catalogue: `configs/collections/<id>.yaml`, read when an experiment names it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rejudge_collections::bundled::{entries, is_dir, is_file};
use rejudge_collections::descriptor::{Descriptor, Kind, place};
use rejudge_collections::{LoadError, described_runs};

use crate::spec::yaml::{Node, Source, Spanned, Value, YamlError, from_node, read};

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
    /// The file.
    pub source: Arc<Source>,
    /// The folder above its own, if its files exist (never for a twin, which needs none; always for a worked
    /// example that has none).
    pub root: Option<PathBuf>,
    /// The folder in which its files belong, whether it exists or not; `None` if `REJUDGE_DATA` is not set,
    /// or it has no files.
    pub folder: Option<PathBuf>,
    /// True if `rejudge data get` fetches its files without a password.
    pub is_fetched: bool,
    /// An error for each missing file of a user's own collection: its description is wrong. The files of other
    /// collections may be obtained later.
    pub missing: Vec<YamlError>,
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
            // The bundled descriptions are in no folder that the user has.
            let listed = match self.folder.is_dir() {
                true => format!("described in {}", self.folder.display()),
                false => "`rejudge data list` lists all".to_owned(),
            };
            let message = format!("unknown collection `{}` ({listed}; a path ends in `.yaml`)", name.value);
            return Err(name.error(message).suggesting_words(&name.value, self.names()));
        };
        self.described(path, Some(&name.value))
    }

    /// Returns the collection that `rejudge data get` fetches for the files of `asked`: itself, or another one with the
    /// same folder. `None` if there is no such collection.
    pub fn source_of(&self, asked: &Descriptor) -> Option<Descriptor> {
        if asked.origin.is_some() {
            return Some(asked.clone());
        }
        let is_obtained = matches!(asked.kind, Kind::Open | Kind::Licensed);
        let folder = &asked.files.as_ref().filter(|_| is_obtained)?.folder;
        let mut others = self.files.values().filter_map(|path| from_node(&read(path).ok()?).ok());
        others.find(|other: &Descriptor| {
            other.origin.is_some() && other.files.as_ref().is_some_and(|files| files.folder == *folder)
        })
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
        let own = folder.as_deref().filter(|_| descriptor.kind == Kind::Own);
        let missing = own.map_or_else(Vec::new, |folder| missing_files(&descriptor, &node, folder));
        let is_fetched = self.source_of(&descriptor).is_some_and(|source| source.is_fetched_by_anybody());
        Ok(Entry { descriptor, source: node.at.source, root, folder, is_fetched, missing })
    }
}

/// Returns an error for each file in `folder` that is missing, where the description `node` names it.
fn missing_files(descriptor: &Descriptor, node: &Node, folder: &Path) -> Vec<YamlError> {
    let Some(part) = node.get("files").or_else(|| node.get("scores")) else { return Vec::new() };
    let at = |written: &Path| written.to_str().and_then(|text| scalar(part, text)).unwrap_or(part);
    let missing = |at: &Node, kind: &str, path: &Path| {
        // If a folder above is missing, its name is the wrong one.
        let wrong = path.ancestors().find(|part| is_dir(above(part))).unwrap_or(path);
        let name = wrong.file_name().unwrap_or_default().to_string_lossy();
        let beside = entries(above(wrong));
        let names = beside.iter().filter_map(|path| path.file_name()?.to_str());
        YamlError::at(at, format!("there is no {kind} {}", path.display())).suggesting(&name, names)
    };
    if !is_dir(folder) {
        return vec![missing(part.get("folder").unwrap_or(part), "folder", folder)];
    }
    let files = descriptor.files.as_ref();
    let judges = files.into_iter().flat_map(|files| files.judges.values().map(|judge| judge.file.as_path()));
    let scores = files.and_then(|files| files.printed_scores.as_ref()).map(|scores| scores.file.as_path());
    let named = descriptor.named().map(|(_, path)| path).chain(judges).chain(scores);
    let is_missing = |path: &Path| !is_file(path) && matches!(path.try_exists(), Ok(false));
    let mut errors: Vec<YamlError> = named
        .map(|written| (written, place(folder, written)))
        .filter(|(_, path)| is_missing(path))
        .map(|(written, path)| missing(at(written), "file", &path))
        .collect();
    let patterns = files.map(|files| [&files.runs, &files.later_runs]);
    for of_runs in patterns.into_iter().flatten() {
        let Some(pattern) = of_runs else { continue };
        let path = place(folder, pattern);
        match described_runs(of_runs, folder) {
            _ if !is_dir(above(&path)) => errors.push(missing(at(pattern), "folder", above(&path))),
            Err(LoadError::Unfit(message)) => errors.push(YamlError::at(at(pattern), message)),
            // A file that is there, but cannot be read, fails the cells of the collection.
            _ => {}
        }
    }
    errors
}

/// Returns the folder that contains `path`.
fn above(path: &Path) -> &Path {
    // The parent of a bare name is the empty path, which is no folder.
    path.parent().filter(|above| *above != Path::new("")).unwrap_or(Path::new("."))
}

/// Returns the first scalar of this text in `node`.
fn scalar<'n>(node: &'n Node, wanted: &str) -> Option<&'n Node> {
    match &node.value {
        Value::Scalar { text, .. } => (text == wanted).then_some(node),
        Value::List(items) => items.iter().find_map(|item| scalar(item, wanted)),
        Value::Map(entries) => entries.iter().find_map(|(_, value)| scalar(value, wanted)),
    }
}
