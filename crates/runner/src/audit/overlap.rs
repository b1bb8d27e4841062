//! Paths of an audit: its folder must not overlap its inputs.

use std::path::{Component, Path, PathBuf};

use super::folder_error::FolderError;
use super::inputs::Inputs;
use rejudge_collections::descriptor::plain;

/// Returns an error if an input is inside of the folder, or the folder is among the runs.
pub fn apart(path: &Path, home: &Path, given: &Inputs) -> Result<(), FolderError> {
    let refused = |why: String| Err(FolderError::taken(why, "an audit has a folder of its own"));
    for input in given.inputs() {
        // A link may be in one folder, and its target in another.
        let linked = input.canonicalize().is_ok_and(|input| input.starts_with(home));
        let lies =
            linked || input.exists() && real(input.parent().unwrap_or(Path::new(""))).starts_with(home);
        if lies {
            return refused(format!("{} is an input, and is in {}", input.display(), path.display()));
        }
    }
    if let Some(runs) = given.folder_of_runs()
        && home.starts_with(real(runs))
    {
        return refused(format!("{} is in {}, whose files are the runs", path.display(), runs.display()));
    }
    Ok(())
}

/// Returns the target of a path, whose last folders need not exist.
pub fn real(path: &Path) -> PathBuf {
    let parts: Vec<Component<'_>> = path.components().collect();
    let of = |parts: &[Component<'_>]| parts.iter().collect::<PathBuf>();
    for there in (0..=parts.len()).rev() {
        let start = if there == 0 { PathBuf::from(".") } else { of(&parts[..there]) };
        if let Ok(start) = start.canonicalize() {
            return plain(&start.join(of(&parts[there..])));
        }
    }
    path.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_are_not_there_lead_somewhere_too() {
        let root = tempfile::tempdir().expect("a folder");
        let at = |path: &str| root.path().canonicalize().expect("there").join(path);
        std::fs::create_dir(at("runs")).expect("made");
        std::os::unix::fs::symlink(at("runs"), at("link")).expect("made");
        assert_eq!(real(&at("link/out/deep")), at("runs/out/deep"));
        assert_eq!(real(&at("none/../runs/x")), at("runs/x"));
        assert_eq!(
            real(Path::new("")),
            std::env::current_dir().expect("a folder").canonicalize().expect("there")
        );
    }
}
