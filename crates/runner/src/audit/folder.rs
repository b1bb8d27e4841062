//! The output folder of an audit. An audit never replaces the user's own files in it.
//!
//! audit.json names the audited collection and lists the files that audits wrote there. An audit refuses a folder that has
//! visible files but no audit.json. It also refuses to replace a file that audit.json does not list, unless `rejudge run`
//! wrote that file. audit.json is written before the other files, so it lists them even if an audit is killed while it
//! writes. Lists of documents to judge stay if a later audit is about another new run. An edited list is not replaced,
//! because it may contain an assessor's grades.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::audit::files::relative_path;
use crate::audit::inputs::Inputs;
use crate::audit::new_run::is_to_judge;
use rejudge_collections::descriptor::{canonical, plain};
use rejudge_collections::{is_among_runs, run_files};
use rejudge_report::table::results::{MANIFEST, Results};
use rejudge_session::{Failure, Observer, RunEvent};
use rejudge_store::atomic::{NewFolder, check_names, check_writable, replace_within, write_whole};
use rejudge_store::lock::Lock;

/// The name of the file that lists all files that audits wrote.
const AUDIT_JSON: &str = "audit.json";

/// The content of audit.json.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct List {
    /// The path of the judgments, or of the first score matrix, relative to the folder.
    of: String,
    /// The path or pattern of the runs, relative to the folder; `None` for scores, and in lists of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    runs: Option<String>,
    /// A hash of the experiment and of all inputs of the report. `None` if no report was finished.
    content: Option<String>,
    files: BTreeSet<String>,
    /// Hashes of the lists of documents to judge, as audits wrote them. If a list has another hash, it was edited.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    lists: BTreeSet<String>,
}

/// A folder that an audit may write to. Creating this value writes nothing.
#[derive(Debug)]
pub struct AuditFolder {
    pub path: PathBuf,
    /// The path of the audited judgments, or of the first score matrix, relative to the folder.
    subject: String,
    /// The path or pattern of the runs, relative to the folder; `None` for scores.
    runs: Option<String>,
}

impl AuditFolder {
    /// Returns the folder at `path` for an audit of these inputs.
    ///
    /// # Errors
    /// If the folder is among the runs, is a file, cannot be written to, or has visible entries but no audit
    /// of these inputs.
    pub fn checked(path: PathBuf, inputs: &Inputs) -> Result<Self, Failure> {
        if inputs.runs().is_some_and(|runs| is_among_runs(&path, &runs)) {
            return Err(refused(format!("{} is in the folder whose files are the runs", path.display())));
        }
        let real = canonical(&path);
        if let Some(existing) = real.ancestors().find(|above| above.is_dir()) {
            check_writable(existing).with_context(|| format!("cannot write to {}", existing.display()))?;
        }
        let subject = relative_path(inputs.subject(), &real).unwrap_or_else(|_| inputs.subject().to_owned());
        let runs = inputs.runs().map(|runs| relative_path(&runs, &real).unwrap_or(runs));
        let runs = runs.map(|runs| runs.to_string_lossy().into_owned());
        let folder = Self { subject: subject.to_string_lossy().into_owned(), runs, path };
        folder.list()?;
        Ok(folder)
    }

    /// Returns audit.json of an earlier audit of this collection, if there is one.
    fn list(&self) -> Result<Option<List>, Failure> {
        let path = self.path.display();
        if self.path.exists() && !self.path.is_dir() {
            return Err(refused(format!("{path} is not a folder")));
        }
        let text = std::fs::read_to_string(self.path.join(AUDIT_JSON)).ok();
        let list: Option<List> = text.and_then(|text| serde_json::from_str(&text).ok());
        let mut entries = self.path.read_dir().into_iter().flatten().flatten();
        let is_visible = |entry: std::fs::DirEntry| !entry.file_name().to_string_lossy().starts_with('.');
        match &list {
            None if entries.any(is_visible) => {
                Err(refused(format!("{path} is not empty and was not created by `rejudge audit`")))
            }
            Some(list) if list.of != self.subject || !self.has_same_runs(list) => {
                let shown = |path: &String| plain(&self.path.join(path)).display().to_string();
                let audited = shown(&list.of);
                let runs =
                    list.runs.as_ref().map_or_else(String::new, |runs| format!(" with {}", shown(runs)));
                Err(Failure::usage(format!(
                    "{path} contains the audit of {audited}{runs}: choose another folder (-o), or another name for the collection (--id)"
                )))
            }
            _ => Ok(list),
        }
    }

    /// Returns true if the earlier audit had the same run files, or if its audit.json does not name runs. `runs/*.txt` and
    /// `runs` may be the same files.
    fn has_same_runs(&self, list: &List) -> bool {
        let files = |pattern: &String| {
            let files = run_files(&[self.path.join(pattern)]).ok()?;
            files.iter().map(|file| file.canonicalize().ok()).collect::<Option<BTreeSet<PathBuf>>>()
        };
        match (&list.runs, &self.runs) {
            (None, _) => true,
            (Some(earlier), Some(runs)) => {
                earlier == runs || files(earlier).is_some_and(|earlier| files(runs) == Some(earlier))
            }
            (Some(_), None) => false,
        }
    }

    /// Returns the hash of the experiment and inputs of the report in the folder, if there is a finished report.
    pub fn report(&self) -> Result<Option<String>, Failure> {
        Ok(self.list()?.and_then(|list| list.content))
    }

    /// Returns true if the file is a list of documents to judge, and the folder has an edited version of it.
    /// A version is edited if it differs from the new content `bytes`, and its hash is not in `written`,
    /// which has the hashes of all lists that audits wrote.
    fn is_edited(&self, (name, bytes): &(String, Vec<u8>), written: &BTreeSet<String>) -> bool {
        let current = std::fs::read(self.path.join(name)).ok();
        is_to_judge(name)
            && current.is_some_and(|current| current != *bytes && !written.contains(&hash(&current)))
    }

    /// Refuses to replace an edited list of documents to judge. If an audit has written the new list before, this is not an
    /// error, because [`Self::write`] then keeps the edited list.
    pub fn check_lists(&self, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
        let written = self.list()?.map(|list| list.lists).unwrap_or_default();
        for file in files {
            if self.is_edited(file, &written) && !written.contains(&hash(&file.1)) {
                return Err(Failure::usage(format!(
                    "{} was edited after `rejudge audit` wrote it: move it, or choose another folder (-o)",
                    self.path.join(&file.0).display()
                )));
            }
        }
        Ok(())
    }

    /// Creates the folder, which must not exist yet, with these files. If an error occurs, the folder is not created.
    ///
    /// # Errors
    /// If the folder exists, or cannot be written to.
    pub fn write_new(self, files: Vec<(String, Vec<u8>)>, observer: Observer<'_>) -> Result<(), Failure> {
        let cannot_create = || format!("cannot create {}", self.path.display());
        let new = NewFolder::begin(&self.path).with_context(cannot_create)?;
        let (subject, runs) = (self.subject.clone(), self.runs.clone());
        Self { path: new.path().to_owned(), subject, runs }.write(files, None, observer)?;
        Ok(new.finish().with_context(cannot_create)?)
    }

    /// Writes the files of the audit, and removes files that only an earlier audit wrote. Lists of documents
    /// to judge are never removed. `content` is a hash of the experiment and of the inputs of the report, or
    /// `None` if there is no report.
    ///
    /// # Errors
    /// If the folder has the audit of another collection, if one of the names leads to another folder through a
    /// link or belongs to a file that neither an audit nor `rejudge run` wrote, if an edited list would be
    /// replaced, or if the disk is full. In these cases no file changes, except audit.json if the disk is full.
    pub fn write(
        &self,
        mut files: Vec<(String, Vec<u8>)>,
        content: Option<String>,
        observer: Observer<'_>,
    ) -> Result<(), Failure> {
        let _lock =
            Lock::acquire(&self.path, || (observer.events)(RunEvent::Waiting { folder: self.path.clone() }))?;
        let (before, mut lists) = self.list()?.map(|list| (list.files, list.lists)).unwrap_or_default();
        // Check the names before audit.json is written. If the folder in a name is a link, the file would be
        // in another folder.
        check_names(&self.path, files.iter().map(|(name, _)| name).chain(&before))?;
        self.check_lists(&files)?;
        files.retain(|file| !self.is_edited(file, &lists));
        // If you run the audit's experiment in this folder, `rejudge run` writes files with the same names.
        let files_of_run =
            Results::new(&self.path).manifest().map(|manifest| manifest.files).unwrap_or_default();
        let is_own = |name: &str| {
            before.contains(name)
                || files_of_run.contains_key(name)
                || name == MANIFEST && !files_of_run.is_empty()
        };
        for (name, _) in &files {
            let path = self.path.join(name);
            if !is_own(name) && path.exists() {
                return Err(refused(format!("{} was not written by `rejudge audit`", path.display())));
            }
        }
        (observer.events)(RunEvent::Writing);
        lists.extend(files.iter().filter(|(name, _)| is_to_judge(name)).map(|(_, bytes)| hash(bytes)));
        let earlier_lists = before.iter().filter(|name| is_to_judge(name) && self.path.join(name).exists());
        let after: BTreeSet<String> =
            files.iter().map(|(name, _)| name).chain(earlier_lists).cloned().collect();
        let text = |list: &List| serde_json::to_string_pretty(list).map(|text| (text + "\n").into_bytes());
        let before_and_after = before.union(&after).cloned().collect();
        let list = |content, files| List {
            of: self.subject.clone(),
            runs: self.runs.clone(),
            content,
            files,
            lists: lists.clone(),
        };
        let unfinished = text(&list(None, before_and_after)).context("cannot write audit.json")?;
        write_whole(&self.path.join(AUDIT_JSON), &unfinished)?;
        let removed: Vec<String> = before.difference(&after).cloned().collect();
        let finished = text(&list(content, after)).context("cannot write audit.json")?;
        let files: Vec<_> = files.into_iter().chain([(AUDIT_JSON.to_owned(), finished)]).collect();
        Ok(replace_within(&self.path, &files, &removed)?)
    }
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

fn refused(why: String) -> Failure {
    Failure::usage(format!("{why}: choose another folder (-o)"))
}
