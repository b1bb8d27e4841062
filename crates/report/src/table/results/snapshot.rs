//! A consistent view of results, even while a run replaces them.
//!
//! A run renames its files one after the other, and manifest.json last. Meanwhile a reader may find old and new files
//! together. It notices that hashes do not match, and tries again. A reader that has already opened the old files can go on
//! reading them. Readers never wait for a lock.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{ErrorKind, Read, Seek};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::{CELLS, Manifest, Results};
use crate::table::cell_table::{CellTable, READ_COLUMNS};
use crate::table::parquet;
use rejudge_experiment::grid::Grid;
use rejudge_store::lock::LOCK;
use rejudge_store::ordinary_file;
use rejudge_tables::frame::Frame;

/// While a run holds the lock and the manifest stays the same, we retry for at most this time. Renaming takes only
/// milliseconds.
const RETRY_TIME: Duration = Duration::from_secs(2);

/// The open files of a run. Their hashes equal the hashes in the manifest.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub manifest: Manifest,
    results: Results,
    files: Arc<BTreeMap<String, File>>,
}

impl Results {
    /// Opens the files of the folder. All of them are from the same run, because their hashes match the manifest. If a file
    /// is missing, the error comes only when you request it.
    pub fn snapshot(&self) -> Result<Snapshot> {
        self.snapshot_of(|_| true)
    }

    /// Opens only the files for which `is_wanted` returns true.
    pub fn snapshot_of(&self, is_wanted: impl Fn(&str) -> bool) -> Result<Snapshot> {
        let started = Instant::now();
        loop {
            let manifest = self.manifest()?;
            let damaged = match self.opened(&manifest, &is_wanted)? {
                Ok(files) => return Ok(Snapshot { manifest, results: self.clone(), files: files.into() }),
                Err(name) => self.folder.join(name),
            };
            // Look at the lock before the manifest. If a run ends in between, it has written a new manifest, and we try
            // again with that.
            let is_written = self.is_written();
            if self.manifest()?.files != manifest.files {
                continue;
            }
            if !is_written || started.elapsed() > RETRY_TIME {
                bail!(
                    "{} is not the file that the run wrote (its checksum differs): run again",
                    damaged.display()
                );
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Opens the files of a manifest, and skips files that do not exist. If the hash of a file differs from its hash in
    /// the manifest, returns the name of the file.
    fn opened(
        &self,
        manifest: &Manifest,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<Result<BTreeMap<String, File>, String>> {
        let context = |name: &str| format!("cannot read {}", self.folder.join(name).display());
        let mut files = BTreeMap::new();
        // Reading takes longer than opening. So we open all files first, to leave a run little time to replace one in
        // between.
        for name in manifest.files.keys().filter(|name| is_wanted(name)) {
            match ordinary_file::open(&self.folder.join(name)) {
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                opened => drop(files.insert(name.clone(), opened.with_context(|| context(name))?)),
            }
        }
        for (name, file) in &mut files {
            let mut hasher = blake3::Hasher::new();
            hasher.update_reader(file).with_context(|| context(name))?;
            if hasher.finalize().to_hex().as_str() != manifest.files[name] {
                return Ok(Err(name.clone()));
            }
        }
        Ok(Ok(files))
    }

    /// Returns true if a run holds the lock of the folder. To find out, this briefly takes the lock.
    fn is_written(&self) -> bool {
        ordinary_file::open(&self.folder.join(LOCK)).is_ok_and(|lock| lock.try_lock_shared().is_err())
    }
}

impl Snapshot {
    /// Returns the folder of the results.
    pub fn folder(&self) -> &Path {
        &self.results.folder
    }

    /// Checks that no file of the results is missing.
    ///
    /// # Errors
    /// If a file is missing. The message names it.
    pub fn check_whole(&self) -> Result<()> {
        match self.manifest.files.keys().find(|name| !self.files.contains_key(*name)) {
            None => Ok(()),
            Some(name) => {
                bail!("the run wrote {}, which is gone: run again", self.folder().join(name).display())
            }
        }
    }

    /// Reads a parquet file.
    pub fn read(&self, name: &str) -> Result<Frame> {
        self.read_where(name, &[])
    }

    /// Reads only the rows in which each of these text columns has the value that is given with it.
    pub fn read_where(&self, name: &str, values: &[(&str, &str)]) -> Result<Frame> {
        self.parsed(name, |bytes| parquet::read_results(bytes, |_| true, values))
    }

    /// Reads some columns of a parquet file.
    pub fn read_columns(&self, name: &str, columns: &[&str]) -> Result<Frame> {
        self.parsed(name, |bytes| parquet::read_results(bytes, |name| columns.contains(&name), &[]))
    }

    /// Reads some columns of a parquet file, row group by row group.
    pub fn each_row_group(
        &self,
        name: &str,
        columns: &[&str],
        take: &mut dyn FnMut(&Frame) -> Result<()>,
    ) -> Result<()> {
        self.parsed(name, |bytes| parquet::each_row_group(bytes, |name| columns.contains(&name), take))
    }

    fn parsed<T>(&self, name: &str, parse: impl FnOnce(&[u8]) -> Result<T>) -> Result<T> {
        let path = self.results.folder.join(name);
        let Some(mut file) = self.files.get(name) else {
            if self.manifest.files.contains_key(name) {
                bail!("cannot read {}: it is missing", path.display());
            }
            bail!("{} is not among the results of the run", path.display());
        };
        let mut bytes = Vec::new();
        let bytes_read = file.rewind().and_then(|()| file.read_to_end(&mut bytes));
        bytes_read.with_context(|| format!("cannot read {}", path.display()))?;
        parse(&bytes).with_context(|| format!("cannot read {}", path.display()))
    }

    /// Returns the cells of the run.
    pub fn cell_table(&self, grid: &Grid) -> Result<CellTable> {
        let cell_table = CellTable::read(grid, |add| self.each_row_group(CELLS, &READ_COLUMNS, add))?;
        Ok(cell_table.leaving_out(grid, &self.manifest.only)?)
    }
}
