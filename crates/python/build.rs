//! Packs the descriptions of collections of files, which `rejudge.load` finds by name.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from).ok_or(format!("no {name}"));
    let folder = variable("CARGO_MANIFEST_DIR")?.join("../../configs/collections");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.sort();
    let mut code = String::from("const DESCRIPTIONS: &[(&str, &str)] = &[\n");
    for path in paths.iter().filter(|path| path.extension().is_some_and(|ending| ending == "yaml")) {
        let text = std::fs::read_to_string(path)?;
        let is_of_files = ["\nkind: open\n", "\nkind: licensed\n"].iter().any(|kind| text.contains(kind))
            && text.contains("\nfiles:\n");
        if is_of_files {
            let name = path.file_name().and_then(|name| name.to_str()).ok_or("a name that is no text")?;
            writeln!(code, "({name:?}, {:?}),", shortened(&text))?;
        }
    }
    code += "];\n";
    Ok(std::fs::write(variable("OUT_DIR")?.join(Path::new("descriptions.rs")), code)?)
}

/// Leaves out where the files are downloaded from, which is read only to download them: three quarters of the text.
fn shortened(text: &str) -> String {
    let mut is_kept = true;
    let kept = text.lines().filter(|line| {
        if !line.starts_with([' ', '#']) && !line.is_empty() {
            is_kept = !line.starts_with("origin:");
        }
        is_kept && !line.trim_start().starts_with('#')
    });
    kept.flat_map(|line| [line, "\n"]).collect()
}
