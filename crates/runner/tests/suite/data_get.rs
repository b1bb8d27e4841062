//! `rejudge data get`: a collection is either complete or absent, whether it comes from an unreliable host or a clone, and
//! also after kills.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::server::{Deed, Server};
use crate::world::{BAD_DATA, Ended, GOOD, USAGE, ended};

/// The published files, by path.
const PUBLISHED: [(&str, &str); 4] = [
    ("judgments/graded.txt", "1\t0\ta\t1\n1\t0  b\t0\n2\t0\tc\t2\n"),
    ("table.csv", "run,team,pooled,AP\nr2,\"B, Inc\",no,0.2500\nr1,A,yes,0.7500\n"),
    ("raw runs/one.run", "1 Q0 a 1 9 x\n1 Q0 b 2 8 x\n2 Q0 c 1 7 x\n3 Q0 c 1 7 x\n"),
    ("raw runs/two.run", "1 Q0 b 1 2 y\n1 Q0 a 2 1 y\n2 Q0 z 1 7 y\n2 Q0 c 2 6 y\n"),
];

/// The files of the finished collection.
const COLLECTION_FILES: [(&str, &str); 6] = [
    ("official.tsv", "run\tmeasure\tvalue\nr1\tAP\t0.7500\nr2\tAP\t0.2500\n"),
    ("pooled.tsv", "run\tpooled\nr1\t1\nr2\t0\n"),
    ("qrels.txt", "1 0 a 1\n1 0 b 0\n2 0 c 2\n"),
    ("runs/A__r1.txt", "1 Q0 a 1 9 r1\n1 Q0 b 2 8 r1\n2 Q0 c 1 7 r1\n"),
    ("runs/B__r2.txt", "1 Q0 b 1 2 r2\n1 Q0 a 2 1 r2\n2 Q0 z 1 7 r2\n2 Q0 c 2 6 r2\n"),
    ("teams.tsv", "r1\tA\nr2\tB, Inc\n"),
];

struct Place {
    home: tempfile::TempDir,
    commit: String,
}

impl Place {
    /// Makes a clone at `home/clones/team/files`, and the description of a collection that is made from it.
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let work = home.path().join("clones/team/files");
        for (path, text) in PUBLISHED {
            let path = work.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let git = |arguments: &[&str]| {
            let mut git = Command::new("git");
            git.arg("-C").arg(&work).args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(arguments);
            let output = git.output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).unwrap().trim().to_owned()
        };
        git(&["init", "-q"]);
        git(&["add", "."]);
        git(&["commit", "-q", "-m", "files"]);
        let place = Self { commit: git(&["rev-parse", "HEAD"]), home };
        place.describe(|text| text);
        place
    }

    fn at(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Writes the description of the collection, changed by `change`.
    fn describe(&self, change: impl FnOnce(String) -> String) {
        let file = |path: &str| {
            let text = PUBLISHED.iter().find(|(other, _)| *other == path).unwrap().1;
            format!("{{path: {path}, sha256: {}, bytes: {}}}", sum(text.as_bytes()), text.len())
        };
        let (qrels, table) = (file("judgments/graded.txt"), file("table.csv"));
        let (one, two) = (file("raw runs/one.run"), file("raw runs/two.run"));
        let text = format!(
            "schema: collection/v1\nid: small\ntitle: Small\nkind: open\n\
             files: {{folder: small, qrels: qrels.txt, runs: runs/*, teams: teams.tsv, pooled: pooled.tsv}}\n\
             counts: {{topics: 2, runs: 2, teams: 2, judgments: 3}}\nlicence: none\nobtain: get it\n\
             origin:\n  cite: A Paper\n  repositories:\n    all:\n      name: team/files\n      commit: {}\n\
             \x20     url: https://example.org/files/\n      licence: nobody's\n  layout:\n\
             \x20   - {{from: all, make: one-blank, files: {{qrels.txt: {qrels}}}}}\n\
             \x20   - {{from: all, make: {{columns: {{of: [run, team]}}}}, files: {{teams.tsv: {table}}}}}\n\
             \x20   - from: all\n\
             \x20     make: {{columns: {{of: [run, pooled], heading: [run, pooled], words: {{\"yes\": \"1\", \"no\": \"0\"}}}}}}\n\
             \x20     files: {{pooled.tsv: {table}}}\n\
             \x20   - {{from: all, make: {{values: {{run: run, of: [AP]}}}}, files: {{official.tsv.xz: {table}}}}}\n\
             \x20   - from: all\n\
             \x20     make: {{lines: {{topics-of: qrels.txt, tag: file-name}}}}\n\
             \x20     files: {{runs/A__r1.txt.zst: {one}, runs/B__r2.txt.gz: {two}}}\n",
            self.commit
        );
        let folder = self.at("collections");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("small.yaml"), change(text)).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("rejudge"));
        command.args(["--collections", self.at("collections").to_str().unwrap(), "data"]).args(arguments);
        command
            .current_dir(self.home.path())
            .env("REJUDGE_DATA", self.at("data"))
            .env_remove("REJUDGE_OFFLINE");
        command
    }

    fn get(&self, arguments: &[&str]) -> Ended {
        ended(&mut self.command(&[&["get", "small"], arguments].concat()))
    }

    /// Starts a host that serves the files at the addresses that a mirror has.
    fn mirror(&self, deeds: Vec<Deed>) -> Server {
        let encoded = |path: &str| path.replace(' ', "%20");
        let path = |path: &str| format!("/team/files/{}/{}", self.commit, encoded(path));
        let files = PUBLISHED.map(|(name, text)| (path(name), text.as_bytes().to_vec()));
        Server::new(BTreeMap::from(files), deeds)
    }

    /// Checks that all files exist and have the expected content.
    fn check_files(&self) {
        for (name, expected) in COLLECTION_FILES {
            let stored = ["", ".gz", ".xz", ".zst"]
                .map(|ending| self.at("data/small").join(format!("{name}{ending}")));
            let stored = stored.iter().find(|path| path.is_file()).unwrap_or_else(|| panic!("no {name}"));
            let text = rejudge_collections::read(stored).unwrap();
            assert_eq!(String::from_utf8(text).unwrap(), expected, "{name}");
        }
        assert_eq!(files(&self.at("data/small")).len(), COLLECTION_FILES.len());
        ended(&mut self.command(&["verify", "small"])).code(GOOD);
    }
}

/// Returns the SHA-256 in hexadecimal.
pub fn sum(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

/// Returns all files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn a_collection_comes_from_a_clone_and_from_a_mirror() {
    let place = Place::new();
    let listed = ended(&mut place.command(&["list"]));
    listed.prints("small\topen\tnot available, 186 B to download\tSmall; licence: none");
    place
        .get(&["--from", "clones"])
        .code(GOOD)
        .prints("licence of team/files: nobody's\n\tplease cite A Paper\n");
    place.check_files();
    place.get(&["--from", "nowhere"]).code(GOOD).prints("already");
    // Files that were needed only during the download are removed.
    let left = files(&place.at("data/.rejudge-get"));
    assert_eq!(left.iter().filter(|path| !path.ends_with(".lock")).count(), 0, "{left:?}");

    std::fs::remove_dir_all(place.at("data")).unwrap();
    let server = place.mirror(vec![Deed::HangsUpAfter(7), Deed::Answers(503, String::new())]);
    place.get(&["--mirror", &server.url]).code(GOOD);
    place.check_files();
}

#[test]
fn a_folder_with_other_files_is_not_touched() {
    let place = Place::new();
    std::fs::create_dir_all(place.at("data/small")).unwrap();
    std::fs::write(place.at("data/small/theirs"), "theirs").unwrap();
    place.get(&["--from", "clones"]).code(BAD_DATA).says("has other files than `small`");
    assert_eq!(files(&place.at("data/small")).len(), 1);
}

#[test]
fn failed_downloads_are_reported_and_leave_nothing() {
    let place = Place::new();
    let fails = |arguments: &[&str], code: i32, expected: &str| {
        place.get(arguments).code(code).says(expected);
        assert!(!place.at("data/small").exists(), "{arguments:?}");
    };
    fails(&["--from", "data"], 3, "has no clone of team/files with commit ");
    fails(&["--mirror", "http://example.org"], 2, "expected an address that begins with https://");
    let server = place.mirror(vec![Deed::Answers(404, String::new())]);
    fails(&["--mirror", &server.url], 3, "the host answers 404");
    fails(&["--mirror", "http://127.0.0.1:1", "--quiet", "--from", "x"], 2, "cannot be used with");
    let one = sum(PUBLISHED[2].1.as_bytes());
    place.describe(|text| text.replace(&one, &"0".repeat(64)));
    fails(&["--from", "clones"], 3, &format!("one.run: the sha256 of its content is {one}, expected 0000"));
    place.describe(|text| text.replace("judgments: 3", "judgments: 4"));
    fails(&["--from", "clones"], 3, "small: judgments is 3, expected 4");
    place.describe(|text| text.replace("of: [AP]", "of: [aP]"));
    fails(
        &["--from", "clones"],
        3,
        "table.csv: line 1: unknown column `aP`, expected one of `run`, `team`, `pooled`, `AP` (did you mean `AP`?)",
    );
    place.describe(|text| text.replace("runs/A__r1.txt.zst", "../r1.txt"));
    fails(&["--from", "clones"], 2, "`../r1.txt` does not stay inside its folder");
    place.describe(|text| text.replacen("bytes: ", "bytes: 99999999999999999", 2));
    fails(&["--from", "clones"], 2, "`bytes` of its files add up to more than 18446744073709551615");
    place.describe(|text| text.split("origin:").next().unwrap().to_owned());
    fails(&["--from", "clones"], 2, "the description of `small` names no source");
    let mut offline = place.command(&["get", "small"]);
    ended(offline.env("REJUDGE_OFFLINE", "1"))
        .code(USAGE)
        .says("nothing was downloaded, because REJUDGE_OFFLINE is set");
}

#[test]
fn a_full_disk_leaves_no_incomplete_collection() {
    let place = Place::new();
    let mut command = Command::new("sh");
    // Files must not grow, so writes fail as on a full disk.
    command.args(["-c", "ulimit -f 0; exec \"$@\"", "sh"]).current_dir(place.home.path());
    let get = place.command(&["get", "small", "--from", "clones"]);
    command.arg(get.get_program()).args(get.get_args()).env("REJUDGE_DATA", place.at("data"));
    ended(&mut command).code(BAD_DATA).says("error: ").says("File too large");
    assert!(!place.at("data/small").exists(), "{:?}", files(&place.at("data")));
    place.get(&["--from", "clones"]).code(GOOD);
    place.check_files();
}

#[test]
fn kills_leave_no_incomplete_collection() {
    let place = Place::new();
    // Each answer sends a part of the file and then stalls until the client gives up.
    let deeds = [20, 0, 30, 1, 10, 25, 5, 12, 18, 3].map(Deed::IsSilentAfter);
    let server = place.mirror(deeds.to_vec());
    for kill in 0..10 {
        let mut command = place.command(&["get", "small", "--mirror", &server.url, "--at-once", "1"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        child.kill().unwrap();
        child.wait().unwrap();
        // The collection is complete if the host sent enough, and absent otherwise.
        if place.at("data/small").exists() {
            assert!(kill > 3, "kill {kill}: the host has not sent all files yet");
            place.check_files();
        }
    }
    place.get(&["--mirror", &server.url]).code(GOOD);
    place.check_files();
}

#[test]
fn collections_go_to_the_users_data_folder_by_default() {
    let place = Place::new();
    let get = |variable: &str, value: &Path| {
        let mut command = place.command(&["get", "small", "--from", "clones"]);
        command.env_remove("REJUDGE_DATA").env_remove("XDG_DATA_HOME").env("HOME", place.at("home"));
        ended(command.env(variable, value))
    };
    for (variable, value, at) in
        [("HOME", "home", "home/.local/share/rejudge/small"), ("XDG_DATA_HOME", "xdg", "xdg/rejudge/small")]
    {
        get(variable, &place.at(value)).code(GOOD).says("REJUDGE_DATA is not set: collections are in ");
        assert!(place.at(at).join("qrels.txt").is_file());
    }
    let mut list = place.command(&["list"]);
    ended(list.env_remove("REJUDGE_DATA").env("XDG_DATA_HOME", place.at("xdg")))
        .prints("small\topen\there\t");
}
