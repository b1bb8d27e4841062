//! The folder of an audit, in which files of the user are never replaced.
//!
//! audit.json lists the files that audits wrote there, and the collection. A folder with files but without such a list
//! is refused, and so is one in which a file that is not listed has the name of a new one. The list is written first,
//! so that the files of an audit that was killed while writing are known too. Lists of documents to judge stay when
//! another run is audited, and are not replaced once they were edited: assessors may write grades into them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::audit::files::{real, seen_from};
use crate::audit::inputs::Inputs;
use crate::audit::new_run::is_to_judge;
use rejudge_collections::descriptor::plain;
use rejudge_report::table::plotted_tables::FIGURES;
use rejudge_report::table::results::{MANIFEST, Results};
use rejudge_session::{Event, Failure, Observer};
use rejudge_store::atomic::{NewFolder, check_within, check_writable, replace_within, write_whole};
use rejudge_store::lock::Lock;

/// The list of files that audits wrote.
const LIST: &str = "audit.json";

/// audit.json.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct List {
    /// The judgments, or the first score matrix, as seen from the folder.
    of: String,
    /// A hash of the experiment and of all inputs of the report; `None` if no report is finished.
    content: Option<String>,
    files: BTreeSet<String>,
    /// Hashes of all lists of documents to judge that audits wrote: a list with another hash was edited.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    lists: BTreeSet<String>,
}

/// A folder that an audit may write to; nothing is written yet.
#[derive(Debug)]
pub struct AuditFolder {
    pub path: PathBuf,
    of: String,
}

impl AuditFolder {
    /// Returns the folder at `path` for an audit of the `given` inputs.
    ///
    /// # Errors
    /// If it is among the runs, or if it has files that are not from an audit of this collection.
    pub fn checked(path: PathBuf, given: &Inputs) -> Result<Self, Failure> {
        let real = real(&path);
        let runs = given.folder_of_runs().and_then(|runs| runs.canonicalize().ok());
        if runs.is_some_and(|runs| real.starts_with(runs)) {
            return Err(refused(format!("{} is in the folder whose files are the runs", path.display())));
        }
        if let Some(there) = real.ancestors().find(|above| above.is_dir()) {
            check_writable(there).with_context(|| format!("cannot write to {}", there.display()))?;
        }
        let of = seen_from(given.subject(), &real).unwrap_or_else(|_| given.subject().to_owned());
        let folder = Self { of: of.to_string_lossy().into_owned(), path };
        folder.list()?;
        Ok(folder)
    }

    /// Returns the list of an earlier audit of this collection, if there is one.
    fn list(&self) -> Result<Option<List>, Failure> {
        let shown = self.path.display();
        if self.path.exists() && !self.path.is_dir() {
            return Err(refused(format!("{shown} is no folder")));
        }
        let text = std::fs::read_to_string(self.path.join(LIST)).ok();
        let list: Option<List> = text.and_then(|text| serde_json::from_str(&text).ok());
        let mut entries = self.path.read_dir().into_iter().flatten().flatten();
        let is_visible = |entry: std::fs::DirEntry| !entry.file_name().to_string_lossy().starts_with('.');
        match &list {
            None if entries.any(is_visible) => {
                Err(refused(format!("{shown} is not empty, and no audit made it")))
            }
            Some(list) if list.of != self.of => {
                let other = plain(&self.path.join(&list.of));
                let why = format!("{shown} holds the audit of {}", other.display());
                Err(Failure::usage(format!(
                    "{why}: choose another folder, or another name for the collection (-o, --id)"
                )))
            }
            _ => Ok(list),
        }
    }

    /// Returns the hash of the inputs of the finished report in the folder, if there is one.
    pub fn report(&self) -> Result<Option<String>, Failure> {
        Ok(self.list()?.and_then(|list| list.content))
    }

    /// Returns true if the file is a list of documents to judge that was edited since an audit wrote it.
    fn is_edited(&self, (name, bytes): &(String, Vec<u8>), written: &BTreeSet<String>) -> bool {
        let there = std::fs::read(self.path.join(name)).ok();
        is_to_judge(name) && there.is_some_and(|there| there != *bytes && !written.contains(&hash(&there)))
    }

    /// Refuses to replace a list of documents to judge that was edited, unless it would be what an audit wrote before:
    /// then the edited one stays.
    pub fn check_lists(&self, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
        let written = self.list()?.map(|list| list.lists).unwrap_or_default();
        let is_lost =
            |file: &&(String, Vec<u8>)| self.is_edited(file, &written) && !written.contains(&hash(&file.1));
        match files.iter().find(is_lost) {
            None => Ok(()),
            Some((name, _)) => {
                let path = self.path.join(name);
                Err(Failure::usage(format!(
                    "{} was edited since an audit wrote it: move it, or choose another folder (-o)",
                    path.display()
                )))
            }
        }
    }

    /// Makes the folder, which does not exist yet, with these files: it appears with all of them or not at all.
    ///
    /// # Errors
    /// If it exists, or cannot be written.
    pub fn write_new(self, files: Vec<(String, Vec<u8>)>, observer: Observer<'_>) -> Result<(), Failure> {
        let cannot = || format!("cannot make {}", self.path.display());
        let new = NewFolder::begin(&self.path).with_context(cannot)?;
        Self { path: new.path().to_owned(), of: self.of.clone() }.write(files, None, observer)?;
        Ok(new.finish().with_context(cannot)?)
    }

    /// Writes the files of the audit, and removes files of an earlier audit that this one did not write, but no list of
    /// documents to judge. `content` is a hash of the inputs of the report.
    ///
    /// # Errors
    /// If another file has one of their names, or the disk is full: then everything is left as it was.
    pub fn write(
        &self,
        mut files: Vec<(String, Vec<u8>)>,
        content: Option<String>,
        observer: Observer<'_>,
    ) -> Result<(), Failure> {
        let _lock =
            Lock::acquire(&self.path, || (observer.events)(Event::Waiting { folder: self.path.clone() }))?;
        check_within(&self.path, &["tables", FIGURES])?;
        self.check_lists(&files)?;
        let (before, mut lists) = self.list()?.map(|list| (list.files, list.lists)).unwrap_or_default();
        files.retain(|file| !self.is_edited(file, &lists));
        // The experiment of an audit may be run in its folder.
        let of_a_run = Results::new(&self.path).manifest().map(|manifest| manifest.files).unwrap_or_default();
        let is_own = |name: &str| {
            before.contains(name) || of_a_run.contains_key(name) || name == MANIFEST && !of_a_run.is_empty()
        };
        let foreign = files.iter().map(|(name, _)| self.path.join(name)).zip(&files);
        let mut foreign = foreign.filter(|(path, (name, _))| !is_own(name) && path.exists());
        if let Some((path, _)) = foreign.next() {
            return Err(refused(format!("{} was not written by an audit", path.display())));
        }
        (observer.events)(Event::Writing);
        lists.extend(files.iter().filter(|(name, _)| is_to_judge(name)).map(|(_, bytes)| hash(bytes)));
        let kept = before.iter().filter(|name| is_to_judge(name) && self.path.join(name).exists());
        let now: BTreeSet<String> = files.iter().map(|(name, _)| name).chain(kept).cloned().collect();
        let text = |list: &List| serde_json::to_string_pretty(list).map(|text| (text + "\n").into_bytes());
        let all = before.union(&now).cloned().collect();
        let begun = List { of: self.of.clone(), content: None, files: all, lists: lists.clone() };
        write_whole(&self.path.join(LIST), &text(&begun).context("a list is JSON")?)?;
        let gone: Vec<String> = before.difference(&now).cloned().collect();
        let list =
            text(&List { of: self.of.clone(), content, files: now, lists }).context("a list is JSON")?;
        let files: Vec<_> = files.into_iter().chain([(LIST.to_owned(), list)]).collect();
        Ok(replace_within(&self.path, &files, &gone)?)
    }
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

fn refused(why: String) -> Failure {
    Failure::usage(format!("{why}: choose another folder (-o)"))
}
