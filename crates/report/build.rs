//! Hashes the sources that decide the content of result files, because changed sources may write different
//! files from the same numbers. Only a checkout has the folders that we hash. In a published package none of
//! them exists, and the version of the package identifies the sources.

use std::error::Error;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

/// The crates of the workspace that this crate uses, directly or through another crate, and this crate
/// itself.
const CRATES: [&str; 10] =
    ["collections", "experiment", "metrics", "names", "pools", "report", "stats", "store", "tables", "twins"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut files = vec![PathBuf::from("../../Cargo.lock")];
    for name in CRATES {
        add(&Path::new("..").join(name).join("src"), &mut files)?;
    }
    files.retain(|path| path.exists());
    files.sort();
    let mut hasher = DefaultHasher::new();
    for path in files {
        println!("cargo::rerun-if-changed={}", path.display());
        for bytes in [path.as_os_str().as_encoded_bytes(), &fs::read(&path)?] {
            hasher.write_usize(bytes.len());
            hasher.write(bytes);
        }
    }
    println!("cargo::rustc-env=REJUDGE_SOURCES={:016x}", hasher.finish());
    Ok(())
}

/// Adds the files below a folder, if the folder exists.
fn add(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    if !folder.is_dir() {
        return Ok(());
    }
    // Watch the folder too, because a new file changes it.
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            add(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}
