//! Files that come from folders and clones on this machine.

use std::path::{Path, PathBuf};
use std::process::Command;

use rejudge::fetch::{Downloads, Source};

use crate::web::{file, repository};

const FILE: &str = "a folder/one.txt";

fn git(folder: &Path, arguments: &[&str]) -> String {
    let mut git = Command::new("git");
    git.current_dir(folder).args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(arguments);
    let output = git.output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// Makes a repository with one file, and returns its commit.
fn committed(folder: &Path) -> String {
    std::fs::create_dir_all(folder.join("a folder")).unwrap();
    git(folder, &["init", "-q"]);
    std::fs::write(folder.join("a folder/one.txt"), "one\r\n").unwrap();
    git(folder, &["add", "."]);
    git(folder, &["commit", "-q", "-m", "one"]);
    git(folder, &["rev-parse", "HEAD"])
}

/// Returns the file `path` of a commit, as the source `from` gives it.
fn fetched_bytes(from: &[PathBuf], commit: &str, path: &str) -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().unwrap();
    let downloads = Downloads(folder.path().to_owned());
    let (repository, file) = (repository("https://example.org", commit), file(path, b"one\r\n"));
    let ended = downloads.fetch(
        &[(&repository, &file)],
        &Source::Local { folders: from.to_vec(), hosts: None },
        2,
        &|_| {},
    );
    ended.and_then(|()| downloads.read(&file)).map_err(|error| format!("{error:#}"))
}

#[test]
fn clones_of_any_kind_and_mirrors_give_the_file() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    let commit = committed(&at("work"));
    for place in ["bare", "all/files.git", "owners/team/files", "owned/team/files.git", "named/files"] {
        std::fs::create_dir_all(at(place).parent().unwrap()).unwrap();
        git(home.path(), &["clone", "-q", "--bare", "work", place]);
    }
    let mirrored = at("mirror/team/files").join(&commit).join("a folder");
    std::fs::create_dir_all(&mirrored).unwrap();
    std::fs::write(mirrored.join("one.txt"), "one\r\n").unwrap();
    for from in ["work", "bare", "all", "owners", "owned", "named", "mirror"] {
        assert_eq!(fetched_bytes(&[at(from)], &commit, FILE).unwrap(), b"one\r\n", "{from}");
    }
    // A folder that does not exist is skipped.
    assert!(fetched_bytes(&[at("none"), at("bare")], &commit, FILE).is_ok());
    std::fs::write(mirrored.join("one.txt"), "two\r\n").unwrap();
    let error = fetched_bytes(&[at("mirror")], &commit, FILE).unwrap_err();
    assert!(error.starts_with("team/files: a folder/one.txt: the sha256 of its content is "), "{error}");
    std::fs::write(mirrored.join("one.txt"), "one").unwrap();
    assert!(fetched_bytes(&[at("mirror")], &commit, FILE).unwrap_err().ends_with("has 3 bytes, expected 5"));
}
