//! Packs the experiments, the descriptions of collections, the label schemes and the measure sets of this checkout into
//! one file, which is bundled with the program.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};

/// The folders that are packed, seen from here: links to those of the checkout, which a package of this crate
/// holds as they are.
const FOLDERS: [&str; 2] = ["experiments", "configs"];
/// Files that no command reads: the hand-checked case, which is run from the checkout. Among the pages, only the
/// READMEs are packed, because reports show them.
const LEFT_OUT: [&str; 1] = ["experiments/toy"];
/// Compression of a release: 19 % smaller than at level 9, for 11 seconds.
const SMALL: i32 = 19;
/// Compression of other builds, which a change of an experiment repeats: a quarter of a second.
const QUICK: i32 = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from).ok_or(format!("no {name}"));
    let here = variable("CARGO_MANIFEST_DIR")?;
    let mut files = BTreeMap::new();
    for folder in FOLDERS {
        // Cargo looks at every file below.
        println!("cargo::rerun-if-changed={}", here.join(folder).display());
        add(&mut files, &here, folder)?;
    }
    let level = if variable("PROFILE")? == Path::new("release") { SMALL } else { QUICK };
    let packed = zstd::encode_all(postcard::to_stdvec(&files)?.as_slice(), level)?;
    std::fs::write(variable("OUT_DIR")?.join("bundled.zst"), packed)?;
    Ok(())
}

/// Adds the files of a folder, with their paths seen from here.
fn add(files: &mut BTreeMap<String, String>, here: &Path, folder: &str) -> Result<(), Box<dyn Error>> {
    if LEFT_OUT.contains(&folder) {
        return Ok(());
    }
    for entry in std::fs::read_dir(here.join(folder))? {
        let entry = entry?;
        let name = entry.file_name().into_string().map_err(|name| format!("{folder}: {name:?}"))?;
        let path = format!("{folder}/{name}");
        if entry.file_type()?.is_dir() {
            add(files, here, &path)?;
        } else if !name.starts_with('.') && (!name.ends_with(".md") || name == "README.md") {
            files.insert(path, std::fs::read_to_string(entry.path())?);
        }
    }
    Ok(())
}
