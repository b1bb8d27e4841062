//! The folder of an audit, in which files of the user are never replaced.
//!
//! audit.json lists the files that an audit wrote there, with a hash of each, and the collection. A folder with files
//! but without such a list is refused, and so is one in which a listed file was changed. All of this is checked before
//! anything is written, and the files are written together at the end. A hidden list announces them beforehand, so that
//! the files of an audit that was killed while writing are known too.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::files::seen_from;
use super::folder_error::FolderError;
use super::inputs::Inputs;
use super::overlap::{apart, real};
use rejudge_collections::descriptor::plain;
use rejudge_report::table::plotted_tables::FIGURES;
use rejudge_report::table::results::{MANIFEST, Results, stale};
use rejudge_store::atomic::{check_within, replace_within, write_whole};
use rejudge_store::lock::{LOCK, Lock};
use rejudge_store::ordinary_file;

/// The list of files that an audit wrote.
const LIST: &str = "audit.json";
/// The list of files that an audit is about to write; removed afterwards.
const BEGUN: &str = ".audit-begun.json";
/// The file that marks a finished audit.
pub const REPORT: &str = "report.md";

/// Prefix of the temporary folders for an experiment that is being computed.
const STAGE: &str = ".rejudge-audit-";

/// The advice if a folder is taken.
const ANOTHER: &str = "choose another folder";

/// audit.json.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct List {
    /// The judgments, or the first score matrix, as seen from the folder.
    of: String,
    /// A hash of all inputs of the report. `None` if nothing was computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    /// File -> BLAKE3 of its bytes, without manifest.json, which contains a time.
    files: BTreeMap<String, String>,
}

/// The files that audits wrote to a folder.
#[derive(Clone, Debug, Default)]
struct FolderContent {
    /// The list of a finished audit, if no later one was begun.
    finished: Option<List>,
    /// Files of the finished audit and of one that was killed while it wrote.
    files: BTreeMap<String, String>,
}

/// A folder that an audit may write to; nothing is written yet.
#[derive(Debug)]
pub struct AuditFolder {
    path: PathBuf,
    of: String,
}

impl AuditFolder {
    /// Returns the folder at `path` for an audit of the `given` inputs.
    ///
    /// # Errors
    /// If it contains inputs or is among them, or if it has files that are not from an audit of this collection.
    pub fn checked(path: &Path, given: &Inputs) -> Result<Self, FolderError> {
        let real = real(path);
        apart(path, &real, given)?;
        let of = seen_from(given.subject(), &real).unwrap_or_else(|_| given.subject().to_owned());
        let home = Self { path: path.to_owned(), of: of.to_string_lossy().into_owned() };
        home.known()?;
        Ok(home)
    }

    /// Makes the folder, if need be, and locks it by `lock`.
    pub fn open(&self, lock: impl FnOnce(&Path) -> Result<Lock>) -> Result<LockedFolder<'_>, FolderError> {
        // The missing folders, from the innermost up.
        let missing = self.path.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists());
        let made: Vec<PathBuf> = missing.map(Path::to_owned).collect();
        let had_lock = self.path.join(LOCK).exists();
        let lock = lock(&self.path)?;
        let open = LockedFolder { home: self, made, had_lock, written: false, _lock: lock };
        // The previous holder of the lock may have written files. Leftovers of killed audits have no owner now.
        let within = check_within(&self.path, &["tables", FIGURES]);
        within.map_err(|error| FolderError::LeadsOut(format!("{error:#}")))?;
        self.known()?;
        for entry in std::fs::read_dir(&self.path).into_iter().flatten().flatten() {
            if entry.path().is_dir() && entry.file_name().to_string_lossy().starts_with(STAGE) {
                let _ = std::fs::remove_dir_all(entry.path());
            }
        }
        Ok(open)
    }

    /// Returns the listed files. Returns an error if the folder has files other than those of audits of this
    /// collection, or if a listed file was changed.
    fn known(&self) -> Result<FolderContent, FolderError> {
        let shown = self.path.display();
        let refused = |why: String| Err(FolderError::taken(why, ANOTHER));
        if self.path.exists() && !self.path.is_dir() {
            return refused(format!("{shown} is no folder"));
        }
        let (list, begun) = (self.list(LIST), self.list(BEGUN));
        let lists: Vec<&List> = list.iter().chain(&begun).collect();
        if let Some(other) = lists.iter().find(|list| list.of != self.of) {
            let other = plain(&self.path.join(&other.of));
            return Err(FolderError::OfAnother {
                why: format!("{shown} holds the audit of {}", other.display()),
            });
        }
        if list.is_none() {
            let names = self.others(begun.as_ref());
            if !names.is_empty() {
                let more = if names.len() > 3 { ", .." } else { "" };
                let first = names.iter().take(3).cloned().collect::<Vec<_>>().join(", ");
                return refused(format!(
                    "{shown} is not empty, and no audit made it (it holds {first}{more})"
                ));
            }
        }
        let files: BTreeMap<String, String> =
            lists.iter().rev().flat_map(|list| list.files.clone()).collect();
        for name in files.keys() {
            if let Some(found) = self.hash(name)
                && !lists.iter().any(|list| list.files.get(name) == Some(&found))
                && !self.is_of_a_run(name, &found)
            {
                return refused(format!(
                    "{} was changed since an audit wrote it",
                    self.path.join(name).display()
                ));
            }
        }
        let is_last = |list: &List| {
            begun.as_ref().is_none_or(|begun| (&begun.files, &begun.content) == (&list.files, &list.content))
        };
        let finished = list.clone().filter(is_last);
        Ok(FolderContent { finished, files })
    }

    /// Returns a list, if it exists.
    fn list(&self, name: &str) -> Option<List> {
        serde_json::from_slice(&ordinary_file::read(&self.path.join(name)).ok()?).ok()
    }

    /// Returns the names in the folder that no audit has `begun` to write, without hidden ones.
    fn others(&self, begun: Option<&List>) -> Vec<String> {
        let mut names = self.visible();
        if let Some(begun) = begun {
            let own = |name: &String| {
                let mut listed = begun.files.keys().map(|file| Path::new(file).components().next());
                name == MANIFEST || listed.any(|first| first == Path::new(name).components().next())
            };
            names.retain(|name| !own(name));
        }
        names
    }

    /// Returns the names in the folder, without hidden ones, sorted.
    fn visible(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.path).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
        names.sort();
        names
    }

    fn hash(&self, name: &str) -> Option<String> {
        Some(blake3::hash(&ordinary_file::read(&self.path.join(name)).ok()?).to_hex().to_string())
    }

    /// Returns true if `rejudge run` wrote the file: the experiment of an audit may be run in its folder.
    fn is_of_a_run(&self, name: &str, hash: &str) -> bool {
        let manifest = Results::new(&self.path).manifest();
        manifest.is_ok_and(|manifest| manifest.files.get(name).is_some_and(|known| known == hash))
    }
}

/// The relation of an experiment to a report in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportThere {
    /// No audit was finished there.
    NoReport,
    /// The folder has the report on the same experiment, from inputs with this hash; it is up to date unless they
    /// changed since.
    ItsOwnReport {
        /// The hash.
        of: Option<String>,
    },
    /// The report of another experiment.
    ReportOfAnother,
}

/// A folder that an audit writes to. If the audit does not write in the end, the folder is left as it was.
#[derive(Debug)]
pub struct LockedFolder<'a> {
    home: &'a AuditFolder,
    /// Folders that were created, the innermost first.
    made: Vec<PathBuf>,
    had_lock: bool,
    written: bool,
    _lock: Lock,
}

impl LockedFolder<'_> {
    /// Creates a hidden folder for files of the audit within this one, which exists as long as the result.
    pub fn stage(&self) -> Result<tempfile::TempDir> {
        let made = tempfile::Builder::new().prefix(STAGE).tempdir_in(&self.home.path);
        made.with_context(|| format!("cannot write to {}", self.home.path.display()))
    }

    /// Returns the relation of these files, an experiment with its description, to a finished audit in the folder.
    pub fn beside(&self, files: &[(String, Vec<u8>)]) -> Result<ReportThere, FolderError> {
        let finished = self.home.known()?.finished;
        let Some(list) = finished.filter(|list| list.files.contains_key(REPORT)) else {
            return Ok(ReportThere::NoReport);
        };
        let is_there = |(name, bytes): &(String, Vec<u8>)| {
            list.files.get(name).is_some_and(|hash| *hash == blake3::hash(bytes).to_hex().as_str())
        };
        let is_its_own = files.iter().all(is_there);
        Ok(if is_its_own {
            ReportThere::ItsOwnReport { of: list.content }
        } else {
            ReportThere::ReportOfAnother
        })
    }

    /// Writes the files of the audit and then their list, and removes files of an earlier audit that this one did not
    /// write. `content` is a hash of the inputs of the report.
    ///
    /// # Errors
    /// If another file has one of their names, or the disk is full: then everything is left as it was.
    pub fn write(
        mut self,
        files: Vec<(String, Vec<u8>)>,
        content: Option<String>,
    ) -> Result<(), FolderError> {
        let home = self.home;
        let before = home.known()?.files;
        for (name, _) in files.iter().filter(|(name, _)| !before.contains_key(name)) {
            let is_foreign = match name.as_str() {
                MANIFEST => Results::new(&home.path).manifest().is_err(),
                name => home.hash(name).is_some_and(|hash| !home.is_of_a_run(name, &hash)),
            };
            if is_foreign && home.path.join(name).exists() {
                let path = home.path.join(name);
                let why = format!("{} was not written by an audit", path.display());
                return Err(FolderError::taken(why, ANOTHER));
            }
        }
        let hash = |bytes: &[u8]| blake3::hash(bytes).to_hex().to_string();
        let listed = files.iter().filter(|(name, _)| name != MANIFEST);
        let listed: BTreeMap<_, _> = listed.map(|(name, bytes)| (name.clone(), hash(bytes))).collect();
        let list = List { of: home.of.clone(), content, files: listed };
        let write = || -> Result<()> {
            let text = (serde_json::to_string_pretty(&list)? + "\n").into_bytes();
            write_whole(&home.path.join(BEGUN), &text)?;
            let gone = stale(&before, &list.files);
            let files: Vec<_> = files.into_iter().chain([(LIST.to_owned(), text)]).collect();
            let written = replace_within(&home.path, &files, &gone);
            // A leftover list is harmless: the listed files exist, or the previous ones do.
            let _ = std::fs::remove_file(home.path.join(BEGUN));
            written
        };
        write()?;
        self.written = true;
        Ok(())
    }
}

impl Drop for LockedFolder<'_> {
    fn drop(&mut self) {
        if self.written {
            return;
        }
        // A failed removal is harmless: the error that led here matters.
        if !self.had_lock {
            let _ = std::fs::remove_file(self.home.path.join(LOCK));
        }
        let within = ["tables", FIGURES].map(|name| self.home.path.join(name));
        for folder in within.iter().filter(|_| !self.made.is_empty()).chain(&self.made) {
            let _ = std::fs::remove_dir(folder);
        }
    }
}
