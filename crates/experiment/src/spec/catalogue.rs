//! The catalogue of described collections, `configs/collections/<id>.yaml`. A description is read when it is needed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rejudge_collections::bundled::{entries, is_dir, is_file};
use rejudge_collections::descriptor::{Descriptor, Kind, place};
use rejudge_collections::{LoadError, described_runs};

use crate::spec::yaml::{Node, Source, Spanned, Value, YamlError, from_node, read};

/// The folder of descriptions, and the folder of the collections' files.
#[derive(Clone, Debug)]
pub struct Catalogue {
    folder: PathBuf,
    files: BTreeMap<String, PathBuf>,
    /// The folder of the collections' files: the folder that `REJUDGE_DATA` names, or the default data folder.
    pub data: Option<PathBuf>,
}

/// A described collection.
#[derive(Clone, Debug)]
pub struct CatalogueEntry {
    pub descriptor: Descriptor,
    /// The file of the description.
    pub source: Arc<Source>,
    /// The folder that contains the collection's folder; `None` if the collection's folder does not exist, or if the
    /// collection is a twin, which needs no files. For a worked example without files, the folder of its description.
    pub root: Option<PathBuf>,
    /// The folder in which the files belong, even if it does not exist. `None` if the collection has no files, or if
    /// its files belong in the data folder and there is no data folder.
    pub folder: Option<PathBuf>,
    /// True if `rejudge data get` can download the files without a password.
    pub is_downloadable: bool,
    /// An error for each missing file of a user's own collection, because its description is then wrong. For other
    /// collections the list is empty, because their files may be downloaded later.
    pub missing_files: Vec<YamlError>,
}

impl CatalogueEntry {
    /// Returns true if the collection needs no files (a twin, or a worked example without files), or if the folder of
    /// its files exists.
    pub fn is_available(&self) -> bool {
        self.descriptor.kind == Kind::Simulated || self.root.is_some()
    }
}

impl Catalogue {
    /// Opens the catalogue in `folder`. If the folder does not exist, the catalogue is empty.
    pub fn open(folder: &Path, data: Option<PathBuf>) -> Self {
        let mut files = BTreeMap::new();
        for path in entries(folder) {
            if path.extension().is_some_and(|extension| extension == "yaml")
                && let Some(name) = path.file_stem().and_then(|name| name.to_str())
            {
                files.insert(name.to_owned(), path);
            }
        }
        Self { folder: folder.to_owned(), files, data }
    }

    /// Returns the names of the collections, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Reads the description of a collection. `name` is a name in the catalogue, or the path of a file (`mine.yaml`)
    /// relative to the file that contains `name`.
    pub fn entry(&self, name: &Spanned<String>) -> Result<CatalogueEntry, YamlError> {
        if name.value.ends_with(".yaml") {
            let path = name.path();
            if !is_file(&path) {
                let error = name.error(format!("there is no description {}", path.display()));
                let is_from_here = is_file(Path::new(&name.value));
                let help = "a path is relative to the folder of the file that names it";
                return Err(if is_from_here { error.with_help(help) } else { error });
            }
            return self.described(&path, None);
        }
        let Some(path) = self.files.get(&name.value) else {
            // The folder of the bundled descriptions does not exist on the user's machine.
            let listed = if self.folder.is_dir() {
                format!("collections are described in {}", self.folder.display())
            } else {
                "`rejudge data list` lists all".to_owned()
            };
            let message = format!("unknown collection `{}` ({listed}; a path ends in `.yaml`)", name.value);
            let error = name.error(message);
            if is_file(&name.path()) {
                let help = format!(
                    "`rejudge new NAME --qrels {} --runs RUNS` describes a collection of your own files",
                    name.value
                );
                return Err(error.with_help(help));
            }
            return Err(error.suggesting_words(&name.value, self.names()));
        };
        self.described(path, Some(&name.value))
    }

    /// Returns the collection that `rejudge data get` must download to get the files of `descriptor`: the described
    /// collection itself, or another one with the same folder. Returns `None` if there is no such collection.
    pub fn source_of(&self, descriptor: &Descriptor) -> Option<Descriptor> {
        if descriptor.origin.is_some() {
            return Some(descriptor.clone());
        }
        let may_be_shared = matches!(descriptor.kind, Kind::Open | Kind::Licensed);
        self.downloaded_to(&descriptor.files.as_ref().filter(|_| may_be_shared)?.folder)
    }

    /// Returns the collection that `rejudge data get` downloads to `folder`, for example to `trec_dl_2019_passage`.
    /// Returns `None` if there is no such collection.
    pub fn downloaded_to(&self, folder: &Path) -> Option<Descriptor> {
        let mut descriptors = self.files.values().filter_map(|path| from_node(&read(path).ok()?).ok());
        descriptors.find(|descriptor: &Descriptor| {
            descriptor.origin.is_some()
                && descriptor.files.as_ref().is_some_and(|files| files.folder == *folder)
        })
    }

    /// Reads a description. If the description is in the catalogue, its id must be `name`, the name of the file without
    /// `.yaml`.
    fn described(&self, path: &Path, name: Option<&str>) -> Result<CatalogueEntry, YamlError> {
        let node = read(path)?;
        let descriptor: Descriptor = from_node(&node)?;
        if name.is_some_and(|name| descriptor.id != name) {
            let id = node.get("id").unwrap_or(&node);
            let message = format!("the id is `{}`, but the file is named {}", descriptor.id, path.display());
            return Err(YamlError::at_node(id, message));
        }
        if let Some(error) = descriptor.check().first() {
            let field = error.field.split('.').try_fold(&node, |node, step| match &node.value {
                Value::Map(_) => node.get(step),
                _ => None,
            });
            return Err(YamlError::at_node(field.unwrap_or(&node), error.to_string()));
        }
        let description_folder = path.parent().map(Path::to_owned);
        let above =
            if descriptor.kind.is_beside_description() { description_folder } else { self.data.clone() };
        let folder = above.as_deref().and_then(|above| descriptor.folder(above));
        let exists = descriptor.is_without_files() || folder.as_ref().is_some_and(|folder| is_dir(folder));
        let root = above.filter(|_| exists);
        let own_folder = folder.as_deref().filter(|_| descriptor.kind == Kind::Own);
        let missing_files =
            own_folder.map_or_else(Vec::new, |folder| missing_files(&descriptor, &node, folder));
        let is_downloadable =
            self.source_of(&descriptor).is_some_and(|source| source.is_fetched_without_password());
        Ok(CatalogueEntry {
            descriptor,
            source: node.at.source,
            root,
            folder,
            is_downloadable,
            missing_files,
        })
    }
}

/// Returns an error for each file that is missing from `folder`, at the position where the description `node` names the
/// file.
fn missing_files(descriptor: &Descriptor, node: &Node, folder: &Path) -> Vec<YamlError> {
    let Some(part) = node.get("files").or_else(|| node.get("scores")) else { return Vec::new() };
    let node_of = |written: &Path| written.to_str().and_then(|text| scalar(part, text)).unwrap_or(part);
    let missing = |node: &Node, kind: &str, path: &Path| {
        // If a folder of the path is missing, suggest another name for that folder.
        let first_missing = path.ancestors().find(|part| is_dir(parent_folder(part))).unwrap_or(path);
        let name = first_missing.file_name().unwrap_or_default().to_string_lossy();
        let siblings = entries(parent_folder(first_missing));
        let names = siblings.iter().filter_map(|path| path.file_name()?.to_str());
        YamlError::at_node(node, format!("there is no {kind} {}", path.display())).suggesting(&name, names)
    };
    if !is_dir(folder) {
        return vec![missing(part.get("folder").unwrap_or(part), "folder", folder)];
    }
    let files = descriptor.files.as_ref();
    let judges = files.into_iter().flat_map(|files| files.judges.values().map(|judge| judge.file.as_path()));
    let scores = files.and_then(|files| files.printed_scores.as_ref()).map(|scores| scores.file.as_path());
    let written = descriptor.named_files().map(|(_, path)| path).chain(judges).chain(scores);
    let is_missing = |path: &Path| !is_file(path) && matches!(path.try_exists(), Ok(false));
    let mut errors: Vec<YamlError> = written
        .map(|written| (written, place(folder, written)))
        .filter(|(_, path)| is_missing(path))
        .map(|(written, path)| missing(node_of(written), "file", &path))
        .collect();
    let patterns = files.map(|files| [&files.runs, &files.later_runs]);
    for runs in patterns.into_iter().flatten() {
        let Some(pattern) = runs else { continue };
        let path = place(folder, pattern);
        // Braces may name several folders.
        let has_braces = |path: &&Path| path.to_string_lossy().contains('{');
        let above = path.ancestors().skip(1).find(|above| !has_braces(above)).unwrap_or(folder);
        match described_runs(runs, folder) {
            _ if !is_dir(above) && above != Path::new("") => {
                errors.push(missing(node_of(pattern), "folder", above))
            }
            Err(LoadError::Unfit(message)) => errors.push(YamlError::at_node(node_of(pattern), message)),
            // A file that exists but cannot be read is not an error here: the collection's cells fail later.
            _ => {}
        }
    }
    errors
}

/// Returns the folder that contains `path`.
fn parent_folder(path: &Path) -> &Path {
    // The parent of a bare name is the empty path, which does not exist.
    path.parent().filter(|above| *above != Path::new("")).unwrap_or(Path::new("."))
}

/// Returns the first scalar in `node` with this text.
fn scalar<'n>(node: &'n Node, searched: &str) -> Option<&'n Node> {
    match &node.value {
        Value::Scalar { text, .. } => (text == searched).then_some(node),
        Value::List(items) => items.iter().find_map(|item| scalar(item, searched)),
        Value::Map(entries) => entries.iter().find_map(|(_, value)| scalar(value, searched)),
    }
}
