//! The folder of downloads: each file under its hash, unfinished ones with `.part`.

use std::fs::{File, OpenOptions, remove_file};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rustix::fs::OFlags;
use sha2::{Digest, Sha256};

use crate::fetch::Place;
use crate::fetch::error::FetchError;
use crate::fetch::event::Event;
use crate::fetch::item::Item;
use crate::fetch::web::{Failed, Web};

/// The number of attempts that may deliver the wrong bytes.
const WRONG: u32 = 2;

/// A folder of downloads to which no other program writes.
#[derive(Debug)]
pub struct Downloads {
    folder: PathBuf,
}

/// The downloaded part of a file.
#[derive(Debug)]
pub(crate) struct Part {
    path: PathBuf,
    file: File,
    length: u64,
}

impl Downloads {
    /// Uses the existing folder `folder`.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Returns the number of bytes of a file that are downloaded already.
    pub fn come(&self, item: &Item) -> u64 {
        let length = |path: PathBuf| path.metadata().ok().map(|about| about.len());
        length(self.path(item)).or_else(|| length(self.part(item))).unwrap_or(0).min(item.bytes)
    }

    /// Downloads the missing files, `at_once` at a time.
    ///
    /// # Errors
    /// The first file that is unavailable ends all downloads; the parts already downloaded stay.
    pub fn bring(
        &self,
        items: &[Item],
        place: &Place,
        at_once: usize,
        on_event: &(dyn Fn(Event<'_>) + Sync),
    ) -> Result<(), FetchError> {
        let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let first: Mutex<Option<FetchError>> = Mutex::new(None);
        let works = || {
            while !stopped.load(Ordering::Relaxed) {
                let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                if let Err(error) = self.bring_one(item, place, &stopped, on_event) {
                    stopped.store(true, Ordering::Relaxed);
                    first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
            }
        };
        std::thread::scope(|scope| (0..at_once.min(items.len())).for_each(|_| drop(scope.spawn(works))));
        first.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// Returns the bytes of a downloaded file.
    ///
    /// # Errors
    /// If the file cannot be read or its bytes have changed; in the latter case it is removed.
    pub fn read(&self, item: &Item) -> Result<Vec<u8>, FetchError> {
        let path = self.path(item);
        let bytes = std::fs::read(&path).map_err(|cause| FetchError::Io { path: path.clone(), cause })?;
        let checked = check(item, &format!("{:x}", Sha256::digest(&bytes)), &path.display().to_string());
        if checked.is_err() {
            let _ = std::fs::remove_file(&path);
        }
        checked.map(|()| bytes)
    }

    /// Removes the downloaded part of a file.
    pub fn remove(&self, item: &Item) {
        for path in [self.path(item), self.part(item)] {
            let _ = std::fs::remove_file(path);
        }
    }

    fn path(&self, item: &Item) -> PathBuf {
        self.folder.join(&item.sha256)
    }

    fn part(&self, item: &Item) -> PathBuf {
        self.folder.join(format!("{}.part", item.sha256))
    }

    fn bring_one(
        &self,
        item: &Item,
        place: &Place,
        stopped: &AtomicBool,
        on_event: &(dyn Fn(Event<'_>) + Sync),
    ) -> Result<(), FetchError> {
        if self.path(item).is_file() {
            on_event(Event::Done(item));
            return Ok(());
        }
        let mut part = Part::open(self.part(item))?;
        on_event(Event::Started(item));
        match place {
            Place::LocalSource(near) => {
                near.bring(item, &mut part, on_event)?;
                part.check(item, &item.to_string())?;
            }
            Place::Web(web) => persist(web, item, &mut part, stopped, on_event)?,
        }
        part.file.sync_all().map_err(|cause| part.failed(cause))?;
        let path = self.path(item);
        std::fs::rename(&part.path, &path).map_err(|cause| FetchError::Io { path, cause })?;
        on_event(Event::Done(item));
        Ok(())
    }
}

/// Repeats attempts until the file is complete, or until several in a row make no progress.
fn persist(
    web: &Web,
    item: &Item,
    part: &mut Part,
    stopped: &AtomicBool,
    on_event: &(dyn Fn(Event<'_>) + Sync),
) -> Result<(), FetchError> {
    let goes_on = || !stopped.load(Ordering::Relaxed);
    let (mut furthest, mut fruitless, mut wrong) = (part.length(), 0, 0);
    // From 0 to 255, and another for every file.
    let spread = item.sha256.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or(0);
    loop {
        let attempt = web.attempt(item, part, goes_on, on_event).and_then(|()| {
            part.check(item, &web.url(item)).map_err(|error| Failed { error, again: true, asked: None })
        });
        let Err(Failed { error, again, asked }) = attempt else { return Ok(()) };
        if matches!(error, FetchError::Content { .. } | FetchError::Length { .. }) {
            part.restart(on_event)?;
            wrong += 1;
        }
        let further = part.length().saturating_sub(furthest);
        fruitless = if further >= web.retries.least { 0 } else { fruitless + 1 };
        furthest = furthest.max(part.length());
        if !again || wrong >= WRONG || fruitless >= web.retries.attempts {
            return Err(error);
        }
        on_event(Event::Again(item, &error));
        let pause = web.retries.pause(fruitless, spread, asked);
        let until = std::time::Instant::now() + pause;
        while let Some(left) = until.checked_duration_since(std::time::Instant::now()) {
            if !goes_on() {
                return Err(FetchError::Stopped);
            }
            std::thread::sleep(left.min(std::time::Duration::from_millis(50)));
        }
    }
}

impl Part {
    /// Opens the existing part of a file, or begins one. Anything else under its name is removed: a link or a
    /// second name leads to a file that is not ours to write to, and opening a pipe would block.
    fn open(path: PathBuf) -> Result<Self, FetchError> {
        let opened = Self::earlier(&path).and_then(|earlier| match earlier {
            Some(file) => Ok(file),
            None => {
                remove_file(&path).or_else(|error| match error.kind() {
                    io::ErrorKind::NotFound => Ok(()),
                    _ => Err(error),
                })?;
                OpenOptions::new().read(true).append(true).create_new(true).open(&path)
            }
        });
        let opened = opened.and_then(|file| Ok((file.metadata()?.len(), file)));
        match opened {
            Ok((length, file)) => Ok(Self { path, file, length }),
            Err(cause) => Err(FetchError::Io { path, cause }),
        }
    }

    /// Returns the file at `path`, if it is a file with that name alone.
    fn earlier(path: &Path) -> io::Result<Option<File>> {
        let flags = OFlags::NOFOLLOW.union(OFlags::NONBLOCK).bits().cast_signed();
        let mut options = OpenOptions::new();
        let opened = options.read(true).append(true).custom_flags(flags).open(path);
        let Ok(file) = opened else { return Ok(None) };
        let about = file.metadata()?;
        Ok((about.is_file() && about.nlink() == 1).then_some(file))
    }

    /// Returns the number of bytes downloaded.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Begins anew.
    pub fn restart(&mut self, on_event: &(dyn Fn(Event<'_>) + Sync)) -> Result<(), FetchError> {
        if self.length > 0 {
            self.file.set_len(0).map_err(|cause| self.failed(cause))?;
            on_event(Event::Lost(self.length));
            self.length = 0;
        }
        Ok(())
    }

    /// Returns the error for a failed write or read.
    pub fn failed(&self, cause: io::Error) -> FetchError {
        FetchError::Io { path: self.path.clone(), cause }
    }

    /// Checks that the bytes from `from` are the file.
    fn check(&self, item: &Item, from: &str) -> Result<(), FetchError> {
        // The file that was written, whatever has its name by now.
        let mut file = &self.file;
        file.rewind().map_err(|cause| self.failed(cause))?;
        let (mut hash, mut piece) = (Sha256::new(), vec![0; 1 << 16]);
        loop {
            match file.read(&mut piece) {
                Ok(0) => break,
                Ok(read) => hash.update(&piece[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(cause) => return Err(self.failed(cause)),
            }
        }
        check(item, &format!("{:x}", hash.finalize()), from)
    }
}

impl Write for Part {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn check(item: &Item, found: &str, from: &str) -> Result<(), FetchError> {
    if found == item.sha256 {
        return Ok(());
    }
    let (from, found, expected) = (from.to_owned(), found.to_owned(), item.sha256.clone());
    Err(FetchError::Content { from, found, expected })
}
