//! Files from folders and clones on this machine.

#![expect(clippy::unwrap_used, reason = "tests say what must be by unwrapping it")]

use std::path::{Path, PathBuf};
use std::process::Command;

use rejudge::fetch::{Downloads, Item, LocalSource, Place};
use sha2::{Digest, Sha256};

fn git(folder: &Path, arguments: &[&str]) -> String {
    let mut git = Command::new("git");
    git.current_dir(folder).args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(arguments);
    let output = git.output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A repository with one file, and its commit.
fn repository(folder: &Path) -> String {
    std::fs::create_dir_all(folder.join("a folder")).unwrap();
    git(folder, &["init", "-q"]);
    std::fs::write(folder.join("a folder/one.txt"), "one\r\n").unwrap();
    git(folder, &["add", "."]);
    git(folder, &["commit", "-q", "-m", "one"]);
    git(folder, &["rev-parse", "HEAD"])
}

fn item(commit: &str) -> Item {
    let bytes = b"one\r\n";
    Item {
        repository: "team/files".into(),
        commit: commit.into(),
        path: "a folder/one.txt".into(),
        url: "https://example.org/".into(),
        sha256: Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect(),
        bytes: 5,
    }
}

fn brought(from: &[PathBuf], item: &Item) -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().unwrap();
    let downloads = Downloads::new(folder.path().to_owned());
    let place = Place::LocalSource(LocalSource::new(from.to_vec()));
    let ended = downloads.bring(std::slice::from_ref(item), &place, 2, &|_| {});
    ended.and_then(|()| downloads.read(item)).map_err(|error| error.to_string())
}

#[test]
fn clones_of_any_kind_and_mirrors_give_the_file() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    let commit = repository(&at("work"));
    let item = item(&commit);
    for place in ["bare", "all/files.git", "owners/team/files", "owned/team/files.git", "named/files"] {
        std::fs::create_dir_all(at(place).parent().unwrap()).unwrap();
        git(home.path(), &["clone", "-q", "--bare", "work", place]);
    }
    let mirrored = at("mirror/team/files").join(&commit).join("a folder");
    std::fs::create_dir_all(&mirrored).unwrap();
    std::fs::write(mirrored.join("one.txt"), "one\r\n").unwrap();
    for from in ["work", "bare", "all", "owners", "owned", "named", "mirror"] {
        assert_eq!(brought(&[at(from)], &item).unwrap(), b"one\r\n", "{from}");
    }
    // The first that has the commit.
    assert!(brought(&[at("none"), at("bare")], &item).is_ok());
    std::fs::write(mirrored.join("one.txt"), "two\r\n").unwrap();
    let error = brought(&[at("mirror")], &item).unwrap_err();
    assert!(error.starts_with("team/files: a folder/one.txt: the sha256 of its content is "), "{error}");
    std::fs::write(mirrored.join("one.txt"), "one").unwrap();
    assert!(brought(&[at("mirror")], &item).unwrap_err().ends_with("has 3 bytes, expected 5"));
}

#[test]
fn what_is_not_near_is_said() {
    let home = tempfile::tempdir().unwrap();
    let commit = repository(home.path());
    let other = item("0123456789012345678901234567890123456789");
    let error = brought(&[home.path().to_owned()], &other).unwrap_err();
    assert!(error.contains("has no clone of team/files with commit 0123"), "{error}");
    assert!(error.contains("git says: "), "{error}");
    let mut missing = item(&commit);
    missing.path = "none.txt".into();
    let error = brought(&[home.path().to_owned()], &missing).unwrap_err();
    assert!(error.contains("none.txt: git says: fatal: path 'none.txt' does not exist in"), "{error}");
    assert!(brought(&[], &other).unwrap_err().contains("has no clone of team/files"));
}

#[test]
fn a_git_that_says_much_is_heard_to_its_end() {
    let home = tempfile::tempdir().unwrap();
    let item = item(&repository(home.path()));
    // git prints a line for each missing folder of objects: here more than a pipe holds.
    let missing: String = (0..2000).map(|number| format!("/none/{number}/{}\n", "x".repeat(100))).collect();
    std::fs::create_dir_all(home.path().join(".git/objects/info")).unwrap();
    std::fs::write(home.path().join(".git/objects/info/alternates"), missing).unwrap();
    let (send, receive) = std::sync::mpsc::channel();
    let from = vec![home.path().to_owned()];
    std::thread::spawn(move || send.send(brought(&from, &item)));
    let ended = receive.recv_timeout(std::time::Duration::from_secs(20));
    assert_eq!(ended.expect("it ends").unwrap(), b"one\r\n");
}
