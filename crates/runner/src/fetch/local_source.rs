//! Files from folders and clones on this machine.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use crate::fetch::downloads::Part;
use crate::fetch::error::FetchError;
use crate::fetch::event::Event;
use crate::fetch::item::Item;

/// The number of bytes per read.
const PIECE: usize = 1 << 16;

/// Folders, each a clone (bare or not) of a repository or a folder of clones (`name`, `owner/name`, with or
/// without `.git`) or of mirrored files (`owner/name/commit/path`).
#[derive(Debug)]
pub struct LocalSource {
    folders: Vec<PathBuf>,
    /// The location of a repository's commit, which is looked up once.
    spots: Mutex<BTreeMap<(String, String), Spot>>,
}

/// The location of the files of a repository's commit.
#[derive(Clone, Debug)]
enum Spot {
    /// In a clone; this is its `--git-dir`.
    Clone(PathBuf),
    /// In a folder.
    Folder(PathBuf),
}

impl LocalSource {
    /// Creates a source from these folders; the first one with a repository's commit is used.
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders, spots: Mutex::default() }
    }

    /// Copies a file from the source.
    pub(crate) fn bring(
        &self,
        item: &Item,
        part: &mut Part,
        on_event: &(dyn Fn(Event<'_>) + Sync),
    ) -> Result<(), FetchError> {
        part.restart(on_event)?;
        match self.spot(item)? {
            Spot::Folder(folder) => {
                let path = folder.join(&item.path);
                let failed = |cause| FetchError::Io { path: path.clone(), cause };
                let file = File::open(&path).map_err(failed)?;
                if !file.metadata().map_err(failed)?.is_file() {
                    return Err(failed(io::Error::other("it is not a regular file")));
                }
                copy(file, item, part, on_event, &path.display().to_string())
            }
            Spot::Clone(folder) => {
                let object = format!("{}:{}", item.commit, item.path);
                let from = format!("{}: {}", folder.display(), item.path);
                let mut git = git(&folder, ["cat-file", "blob", &object])
                    .stdout(Stdio::piped())
                    .stderr(Stdio::piped())
                    .spawn()
                    .map_err(FetchError::NoGit)?;
                let (stdout, stderr) = (git.stdout.take(), git.stderr.take());
                let (copied, heard) = std::thread::scope(|scope| {
                    // git blocks until its messages are read, so they are read while the file is.
                    let heard = scope.spawn(|| stderr.map(heard).unwrap_or_default());
                    let copied = stdout.map(|stdout| copy(stdout, item, part, on_event, &from));
                    (copied, heard.join().unwrap_or_default())
                });
                let status = git.wait().map_err(FetchError::NoGit)?;
                if !status.success() && part.length() == 0 {
                    return Err(FetchError::Git { from, said: said(&heard) });
                }
                copied.unwrap_or(Ok(()))
            }
        }
    }

    fn spot(&self, item: &Item) -> Result<Spot, FetchError> {
        let mut spots = self.spots.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (item.repository.clone(), item.commit.clone());
        if let Some(spot) = spots.get(&key) {
            return Ok(spot.clone());
        }
        let mut also = String::new();
        for folder in &self.folders {
            if let Some(spot) = spot_in(folder, item, &mut also)? {
                spots.insert(key, spot.clone());
                return Ok(spot);
            }
        }
        let folder = self.folders.first().cloned().unwrap_or_default();
        let (repository, commit) = key;
        Err(FetchError::NotNear { folder, repository, commit, also })
    }
}

/// Returns the location of a repository's commit in `folder`; messages about clones without it are appended to
/// `also`.
fn spot_in(folder: &Path, item: &Item, also: &mut String) -> Result<Option<Spot>, FetchError> {
    let mirrored = folder.join(&item.repository).join(&item.commit);
    if mirrored.is_dir() {
        return Ok(Some(Spot::Folder(mirrored)));
    }
    let (_, name) = item.repository.rsplit_once('/').unwrap_or(("", &item.repository));
    let places = ["".to_owned(), name.to_owned(), item.repository.clone()];
    let places = places.iter().flat_map(|place| [folder.join(place), folder.join(format!("{place}.git"))]);
    for clone in places.filter_map(|place| git_dir(&place)) {
        let commit = format!("{}^{{commit}}", item.commit);
        let asked = git(&clone, ["cat-file", "-e", &commit]).output().map_err(FetchError::NoGit)?;
        if asked.status.success() {
            return Ok(Some(Spot::Clone(clone)));
        }
        *also = format!("; of {} git says: {}", clone.display(), said(&asked.stderr));
    }
    Ok(None)
}

/// Returns the `--git-dir` of a clone at `place`.
fn git_dir(place: &Path) -> Option<PathBuf> {
    let is_bare = |place: &Path| place.join("HEAD").is_file() && place.join("objects").is_dir();
    let within = place.join(".git");
    if is_bare(place) {
        Some(place.to_owned())
    } else {
        // A work tree of a clone elsewhere has a file `.git`, which git reads itself.
        (is_bare(&within) || within.is_file()).then_some(within)
    }
}

/// Returns the command `git`, which never prompts and never fetches.
fn git<const N: usize>(clone: &Path, arguments: [&str; N]) -> Command {
    let mut git = Command::new("git");
    let mut dir = OsStr::new("--git-dir=").to_owned();
    dir.push(clone);
    git.arg(dir).args(arguments).stdin(Stdio::null());
    git.env("GIT_TERMINAL_PROMPT", "0").env("GIT_NO_LAZY_FETCH", "1").env("LC_ALL", "C");
    git
}

/// Reads the messages of git to their end, and returns their beginning.
fn heard(mut stderr: impl Read) -> Vec<u8> {
    let mut beginning = Vec::new();
    // Messages that cannot be read are not shown, which has no other effect.
    let _ = stderr.by_ref().take(PIECE as u64).read_to_end(&mut beginning);
    let _ = io::copy(&mut stderr, &mut io::sink());
    beginning
}

/// Returns the messages of git as one line.
fn said(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("nothing");
    line.trim().to_owned()
}

fn copy(
    mut source: impl Read,
    item: &Item,
    part: &mut Part,
    on_event: &(dyn Fn(Event<'_>) + Sync),
    from: &str,
) -> Result<(), FetchError> {
    let mut piece = vec![0; PIECE];
    loop {
        let read = match source.read(&mut piece) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read.map_err(|cause| FetchError::Io { path: from.into(), cause })?,
        };
        let found = part.length() + read as u64;
        if found > item.bytes || (read == 0 && found < item.bytes) {
            return Err(FetchError::Length { from: from.to_owned(), found, expected: item.bytes });
        }
        if read == 0 {
            return Ok(());
        }
        part.write_all(&piece[..read]).map_err(|cause| part.failed(cause))?;
        on_event(Event::Came(read as u64));
    }
}
