//! Packs the experiments, descriptions of collections, label schemes and measure sets of this checkout into one file, which
//! is bundled with the program.

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The folders that are packed, relative to this crate. In a checkout they are links; a package of this crate contains the
/// folders themselves.
const FOLDERS: [&str; 2] = ["experiments", "configs"];
/// Folders that are not packed. `toy` is worked by hand, and is only run in a checkout. Hidden files and
/// Markdown files are not packed either, except READMEs, because reports show them.
const UNPACKED_FOLDERS: [&str; 1] = ["experiments/toy"];
/// The compression level of a release. Packing takes 15 seconds, and the file is a fifth smaller than at
/// level 9.
const RELEASE_LEVEL: i32 = 22;
/// The compression level of other builds. Packing takes a quarter of a second after each change of an
/// experiment.
const DEBUG_LEVEL: i32 = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from).ok_or(format!("no {name}"));
    let root = variable("CARGO_MANIFEST_DIR")?;
    let mut files = BTreeMap::new();
    for folder in FOLDERS {
        // Cargo checks all files below the folder for changes.
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
        add(&mut files, &root, folder)?;
    }
    // We put similar files next to each other, which makes the packed file a few kilobytes smaller.
    let mut files: Vec<(String, String)> = files.into_iter().collect();
    files.sort_by_cached_key(|(path, _)| {
        let path = Path::new(path);
        (path.extension().map(OsString::from), path.file_name().map(OsString::from))
    });
    let level = if variable("PROFILE")? == Path::new("release") { RELEASE_LEVEL } else { DEBUG_LEVEL };
    let packed = zstd::encode_all(postcard::to_stdvec(&files)?.as_slice(), level)?;
    std::fs::write(variable("OUT_DIR")?.join("bundled.zst"), packed)?;
    Ok(())
}

/// Adds the files to pack below `folder`, by their paths relative to `root`.
fn add(files: &mut BTreeMap<String, String>, root: &Path, folder: &str) -> Result<(), Box<dyn Error>> {
    if UNPACKED_FOLDERS.contains(&folder) {
        return Ok(());
    }
    for entry in std::fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let name = entry.file_name().into_string().map_err(|name| format!("{folder}: {name:?}"))?;
        let path = format!("{folder}/{name}");
        if entry.file_type()?.is_dir() {
            add(files, root, &path)?;
        } else if !name.starts_with('.') && (!name.ends_with(".md") || name == "README.md") {
            files.insert(path, std::fs::read_to_string(entry.path())?);
        }
    }
    Ok(())
}
