//! The program works without a checkout. In a folder with only the binary, its experiments, collections and schemes exist
//! and give the same results.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::cases::Place;
use crate::world::{
    BAD_DATA, Ended, GOOD, NOTHING_CHECKED, USAGE, changed, counts, ended, repository, results,
};

/// A folder that contains only the binary and no data.
pub struct Empty {
    folder: tempfile::TempDir,
}

impl Empty {
    /// Makes a new folder.
    pub fn new() -> Self {
        let empty = Self { folder: tempfile::tempdir().unwrap() };
        std::fs::create_dir(empty.folder.path().join("bin")).unwrap();
        let binary = assert_cmd::cargo::cargo_bin!("rejudge");
        let alone = empty.folder.path().join("bin/rejudge");
        // Use a hard link if the file system allows it, because the binary is large. A symbolic link would lead back to the
        // checkout.
        std::fs::hard_link(binary, &alone).or_else(|_| std::fs::copy(binary, &alone).map(|_| ())).unwrap();
        empty
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join("work").join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// Writes a file in the working folder.
    pub fn write(&self, name: &str, text: &str) {
        std::fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        std::fs::write(self.path(name), text).unwrap();
    }

    /// Returns the command in `folder`, with no environment variables except `HOME` and `PATH`.
    fn command<S: AsRef<OsStr>>(&self, folder: &Path, words: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(self.folder.path().join("bin/rejudge"));
        command.args(words).current_dir(folder).stdin(Stdio::null());
        command.env_clear().env("HOME", self.folder.path().join("home")).env("PATH", "/usr/bin:/bin");
        command
    }

    /// Runs the program with the words of a line as arguments.
    #[track_caller]
    pub fn line(&self, words: &str) -> Ended {
        std::fs::create_dir_all(self.path("")).unwrap();
        ended(&mut self.command(&self.path(""), words.split(' ')))
    }
}

impl Place for Empty {
    fn at(&self, path: &str) -> std::path::PathBuf {
        self.path(path)
    }

    fn command(&self, words: Vec<String>) -> Command {
        std::fs::create_dir_all(self.path("")).unwrap();
        Empty::command(self, &self.path(""), words)
    }
}

#[test]
fn everything_is_listed() {
    let empty = Empty::new();
    let listed = empty.line("list").code(GOOD);
    assert_eq!(listed.stderr, "note: these are experiments; `rejudge data list` lists the collections\n");
    let mut on_disk: Vec<String> = std::fs::read_dir(repository().join("experiments"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("experiment.yaml").is_file())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    on_disk.sort();
    let named = |listed: &Ended| {
        listed.lines().iter().map(|line| line.split('\t').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(named(&listed), on_disk);
    let data = empty.line("data list").code(GOOD);
    data.prints("trec03-twin\tsimulated\tneeds no data\t");
    data.prints("graded-3\tmade-up\tis bundled\t");
    data.prints("trec-covid-round1\topen\tnot available, ");
    assert!(named(&empty.line("labels schemes").code(GOOD)).contains(&"taskmine".to_owned()));
    empty.line("list sakai-ncu").code(GOOD).prints("collection\ttrec03-twin\t");
    empty.line("schema experiment").code(GOOD);
    empty.line("measures nDCG").code(GOOD);
    assert_eq!(std::fs::read_dir(empty.path("")).unwrap().count(), 0, "a question writes nothing");
}

#[test]
fn verification_and_checks_need_no_checkout() {
    let empty = Empty::new();
    empty
        .line("data verify graded-3 trec03-twin sakai-late-arrival-topic")
        .code(GOOD)
        .prints("graded-3\tgood\t");
    empty.line("data verify trec03").code(BAD_DATA).says("the files of `trec03` are not available");
    let offline = ended(
        empty.command(&empty.path(""), "data get trec-covid-round1".split(' ')).env("REJUDGE_OFFLINE", "1"),
    );
    assert!(offline.code(USAGE).stderr.contains("REJUDGE_OFFLINE is set"));
    empty.line("run sakai-ncuu").code(USAGE).says("did you mean `sakai-ncu`?");
    let checked = empty.line("check trec-covid").code(NOTHING_CHECKED).stdout;
    assert!(checked.starts_with("trec-covid: "), "{checked}");
    empty.line("check --all").code(BAD_DATA).says("no experiment has results here");
}

/// A checkout can use cells that were computed in a folder without a checkout, and its results have the same
/// bytes. Keys and contents of cells do not depend on where the files are.
#[test]
fn results_equal_the_results_of_a_checkout() {
    let empty = Empty::new();
    let first = empty.line("run sakai-ntcir").code(GOOD);
    assert!(counts(&first)[0] > 0 && counts(&first)[2] == 0, "{}", first.stderr);
    let checkout = format!(
        "run sakai-ntcir --results {} --cache {}",
        empty.path("checkout").display(),
        empty.path(".rejudge/cache").display()
    );
    let again = ended(&mut empty.command(&repository(), checkout.split(' '))).code(GOOD);
    assert_eq!(counts(&again)[0], 0, "the cells have other keys: {}", again.stderr);
    assert!(results(&empty.path("results/sakai-ntcir")) == results(&empty.path("checkout")));
    let checked = empty.line("check sakai-ntcir").code(GOOD).stdout;
    assert!(checked.contains("sakai-ntcir: golden ") && !checked.contains("golden 0 of"), "{checked}");
    empty.line("report sakai-ntcir").code(GOOD);
    let committed = repository().join("results/sakai-ntcir/report.md");
    assert_eq!(empty.read("results/sakai-ntcir/report.md"), std::fs::read_to_string(committed).unwrap());
    empty.line("check --all").code(GOOD);
    // Without a checkout, numbers of a bundled experiment cannot be accepted: a folder with only these
    // numbers would hide the bundled experiment.
    empty.line("accept sakai-ntcir").code(USAGE).says("`sakai-ntcir` is built into rejudge");
    assert!(!empty.path("experiments").exists());
}

/// The last line of a run gives the next command, and says how to get real data.
#[test]
fn a_first_run_ends_with_the_next_command() {
    let empty = Empty::new();
    let changed = "run sakai-ncu -s draws=1 --results results/sakai-ncu";
    let first = empty.line(changed).code(GOOD);
    let last = "sakai-ncu: Next: `rejudge report sakai-ncu`. Missing data: trec03-17-runs, trec04-10-runs, trec8, \
                clef-ehealth-2015, trec8-robust, trec-covid-round1, trec-dl-2019, trec-dl-2020, trec-dl-2021, ntcir6-j, \
                trec03 (`rejudge data get trec03-17-runs trec04-10-runs trec8 clef-ehealth-2015 trec8-robust \
                trec-covid-round1 trec-dl-2019 trec-dl-2020 trec-dl-2021`; `rejudge data verify ntcir6-j` says how to get \
                it).";
    assert_eq!(first.stderr.lines().last(), Some(last), "{}", first.stderr);
    assert_eq!(first.stderr.lines().count(), 2, "{}", first.stderr);
    empty.line("report sakai-ncu").code(GOOD);
    assert!(empty.path("results/sakai-ncu/report.html").is_file());
    let again = empty.line(changed).code(GOOD);
    assert_eq!(again.stderr.lines().last(), Some(last), "the page is written again after another run");
}

#[test]
fn own_files_hide_bundled_files_with_one_remark() {
    let empty = Empty::new();
    let bundled = |name: &str| std::fs::read_to_string(repository().join(name)).unwrap();
    let twin = bundled("configs/collections/trec03-twin.yaml");
    empty.write("configs/collections/trec03-twin.yaml", &twin);
    assert_eq!(empty.line("list sakai-ncu").code(GOOD).stderr, "", "the file equals the built-in version");
    let title = twin.lines().find(|line| line.starts_with("title: ")).unwrap();
    empty.write("configs/collections/trec03-twin.yaml", &changed(&twin, title, "title: Mine"));
    let listed = empty.line("list sakai-ncu").code(GOOD);
    listed.prints("collection\ttrec03-twin\tMine");
    let message = "configs/collections/trec03-twin.yaml: read from this folder instead of the built-in version, which differs\n";
    assert_eq!(listed.stderr, message);
    assert_eq!(empty.line("list sakai-ncu --quiet").code(GOOD).stderr, "");
    // An experiment may extend a bundled one by its path in the usual folder `experiments`, even if that
    // folder does not exist.
    empty.write(
        "mine/sweep.yaml",
        "schema: experiment/v1\nextends: ../experiments/sakai-ncu/experiment.yaml\nid: mine\ntitle: My own\n",
    );
    let mine = empty.line("list mine/sweep.yaml").code(GOOD).stdout;
    assert!(mine.starts_with("mine\tMy own\n"), "{mine}");
    // A folder hides the bundled experiment of the same name, but no other experiment.
    empty.write("experiments/sakai-ncu/experiment.yaml", "schema: experiment/v1\n");
    assert!(
        empty.line("list sakai-ncu").code(USAGE).stderr.contains("experiments/sakai-ncu/experiment.yaml")
    );
    empty.line("list sakai-bias").code(GOOD);
    // A folder that `--experiments` names replaces all bundled experiments.
    empty
        .line("list sakai-bias --experiments none")
        .code(USAGE)
        .says("--experiments: the folder none does not exist");
}

/// Worked examples need no data, but a run with only one of them leaves the others out.
#[test]
fn a_run_of_a_collection_leaves_worked_examples_out() {
    let empty = Empty::new();
    empty.line("run sakai-ncu --only collection=sakai-ncu-figure-1 --results r --quiet").code(GOOD);
    empty.line("check sakai-ncu --results r").code(GOOD).prints(" left out by --only");
    empty.line("report sakai-ncu --results r --quiet").code(GOOD);
    assert!(empty.read("r/report.md").contains("are left out of this run by `--only`"));
}
