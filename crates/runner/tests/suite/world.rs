//! A folder with its own collections and experiments, in which the binary is run.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fmt::{Display, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};

use rejudge_experiment::grid::cache_key::{CacheInputs, FileHashes};
use rejudge_experiment::grid::plan::Plan;
use rejudge_experiment::grid::{Grid, Selector, load};
use rejudge_experiment::spec::Catalogue;
use rejudge_store::cache::Cache;
use rejudge_tables::frame::{Frame, Values};
use serde_json::Value;

/// The exit codes, as in `rejudge --help`.
pub const GOOD: i32 = 0;
pub const DIFFERENT: i32 = 1;
pub const USAGE: i32 = 2;
pub const BAD_DATA: i32 = 3;
pub const NOTHING_CHECKED: i32 = 4;

/// A twin that is drawn within milliseconds.
pub const TINY_TWIN: &str = "\
schema: collection/v1
id: tiny-twin
title: A small twin
kind: simulated
pool-depth: 20
twin:
  topics: 6
  relevant: {mean: 12, range: [3, 30]}
  grades: {S: 4, A: 0, B: 8}
  quality: 0.7
  separation: 3.6
  technology: 0.55
  relevant-factor: 1.1
  grade-factors: {S: 1, A: 1, B: 1}
  teams:
    - {name: one, runs: 2, oddness: 0.7}
    - {name: two, runs: 2, oddness: 0.9}
    - {name: three, runs: 1, oddness: 1.1}
";

/// A claim that holds in every draw.
pub const ABOVE: &str = "claims: {above: {claim: it is above 0, holds: {positive: {of: mean}}}}\n";

/// The description of a collection of files in `{data}/tiny` (see [`World::with_files`]).
pub const TINY: &str = "\
schema: collection/v1
id: tiny
title: A few lines
kind: open
files: {folder: tiny, qrels: qrels.txt, runs: \"runs/*\", teams: teams.tsv}
licence: none
obtain: it is written by the test
pool-depth: 3
";

/// Judgments of three topics. `b2` is relevant, and only team B retrieves it.
pub const QRELS: &str = "\
1 0 a1 2
1 0 a2 0
1 0 b1 1
1 0 x1 1
2 0 a1 1
2 0 b2 2
2 0 x2 0
3 0 a1 1
3 0 b3 1
";

/// Four runs of three teams.
pub const RUNS: [(&str, &str); 4] = [
    (
        "alpha",
        "1 Q0 a1 1 3 alpha\n1 Q0 a2 2 2 alpha\n1 Q0 b1 3 1 alpha\n2 Q0 a1 1 9 alpha\n2 Q0 x2 2 8 alpha\n3 Q0 a1 1 1 alpha\n",
    ),
    (
        "alpha2",
        "1 Q0 a2 1 3 alpha2\n1 Q0 a1 2 2 alpha2\n2 Q0 x2 1 9 alpha2\n2 Q0 a1 2 8 alpha2\n3 Q0 b3 1 2 alpha2\n3 Q0 a1 2 1 alpha2\n",
    ),
    ("beta", "1 Q0 b1 1 3 beta\n1 Q0 x1 2 2 beta\n2 Q0 b2 1 9 beta\n2 Q0 a1 2 8 beta\n3 Q0 b3 1 1 beta\n"),
    (
        "gamma",
        "1 Q0 x1 1 3 gamma\n1 Q0 zz 2 2 gamma\n2 Q0 zz 1 9 gamma\n2 Q0 x2 2 8 gamma\n3 Q0 zz 1 1 gamma\n",
    ),
];

/// The team of each run.
pub const TEAMS: &str = "alpha\tA\nalpha2\tA\nbeta\tB\ngamma\tC\n";

/// A table of the statistic `tau`, to insert in place of `profiles:`.
pub const TABLE: &str =
    "tables: {x: {caption: A table, rows: measure, columns: judgments, cell: tau}}\nprofiles:";

/// An experiment over the tiny twin, with seven statistics.
pub const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
title: A small experiment
seed: 1
draws: 2
evaluation: {gains: {S: 3, A: 2, B: 1}}
axes:
  collection: [tiny-twin]
  runs: [one-per-team: {}]
  judgments:
    - full
    - take-one-team: {team: {each: all}}
    - pool-depth: {depth: {each: [5, 1]}}
  measure: [AP, nDCG@10]
statistics:
  facts: {collection-facts: {}}
  teams: {team-facts: {}}
  mean: {mean-score: {}}
  tau: {kendall-tau: {versus: full}}
  change: {score-change: {versus: full, of: judgments.team}}
  dp: {discriminative-power: {test: {paired-bootstrap: {samples: 50}}, alpha: 0.05}}
  errors: {misses-and-false-alarms: {of: dp, versus: full}}
profiles:
  smoke: [draws=1]
";

/// The output and the exit code of a command.
#[derive(Debug)]
pub struct Ended {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ended {
    /// Checks the exit code. If it differs, shows the complete output.
    #[track_caller]
    pub fn code(self, code: i32) -> Self {
        assert_eq!(self.code, code, "exit code\n--- stdout\n{}\n--- stderr\n{}", self.stdout, self.stderr);
        self
    }

    /// Checks that stderr contains a text.
    #[track_caller]
    pub fn says(&self, part: impl AsRef<str>) -> &Self {
        has(&self.stderr, part);
        self
    }

    /// Checks that stdout contains a text.
    #[track_caller]
    pub fn prints(&self, part: impl AsRef<str>) -> &Self {
        has(&self.stdout, part);
        self
    }

    /// Returns stdout as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e}: {}", self.stdout))
    }

    /// Returns the lines of stdout.
    pub fn lines(&self) -> Vec<&str> {
        self.stdout.lines().collect()
    }

    /// Returns the lines of stdout, split into cells.
    pub fn cells(&self) -> Vec<Vec<&str>> {
        self.stdout.lines().map(|line| line.split('\t').collect()).collect()
    }
}

/// A folder that is removed after the test.
pub struct World {
    folder: tempfile::TempDir,
}

/// Returns the plan for the cells that the tables of a grid need, and for the cells `more`.
pub fn plan(grid: &Grid, more: &[(usize, Selector)], cache: &Cache) -> Plan {
    let inputs = CacheInputs::new(grid, &FileHashes::without_cache());
    Plan::new(grid, more, &[], cache, inputs)
}

impl World {
    /// Returns the small experiment, or the first mistake in it.
    pub fn grid(&self) -> Result<Grid, String> {
        let catalogue = Catalogue::open(&self.path("collections"), Some(self.path("data")));
        let file = self.path("experiments/small/experiment.yaml");
        load(&file, None, &[], &catalogue).map_err(|errors| errors[0].to_string())
    }

    /// Makes a world with `collections/tiny-twin.yaml` and `experiments/small/experiment.yaml`.
    pub fn new() -> Self {
        let world = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        world.write("collections/tiny-twin.yaml", TINY_TWIN);
        world.write("experiments/small/experiment.yaml", EXPERIMENT);
        std::fs::create_dir_all(world.path("data")).expect("a folder");
        world
    }

    /// Makes a world in which the small experiment, with a table, was run.
    pub fn with_table() -> Self {
        let world = Self::new();
        world.change("profiles:", TABLE);
        world.line("run small --quiet").code(GOOD);
        world
    }

    /// Makes a world in which the small experiment computes so much that a test can interrupt it.
    pub fn slow() -> Self {
        let world = Self::new();
        world.experiment(&[("samples: 50", "samples: 20000"), ("draws: 2", "draws: 12")]);
        world
    }

    /// Returns the files of a cache that contain cells, sorted.
    pub fn cell_files(&self, cache: &str) -> Vec<PathBuf> {
        let listed = std::fs::read_dir(self.path(cache)).into_iter().flatten();
        let paths = listed.map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|e| e == "cells")).collect();
        files.sort();
        files
    }

    /// Makes a world that also has the collection `tiny` and its files.
    pub fn with_files() -> Self {
        let world = Self::new();
        world.write("collections/tiny.yaml", TINY);
        world.write("data/tiny/qrels.txt", QRELS);
        world.write("data/tiny/teams.tsv", TEAMS);
        for (name, text) in RUNS {
            world.write(&format!("data/tiny/runs/{name}.txt"), text);
        }
        world
    }

    /// Returns a path in the world's folder.
    pub fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Writes a file.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    /// Writes a run from the documents of each topic, best document first.
    pub fn run<D: Display>(
        &self,
        path: &str,
        tag: &str,
        lists: impl IntoIterator<Item = (impl Display, impl IntoIterator<Item = D>)>,
    ) {
        let mut text = String::new();
        for (topic, documents) in lists {
            for (rank, document) in (1..).zip(documents) {
                let _ = writeln!(text, "{topic} Q0 {document} {rank} {} {tag}", 10_000 - rank);
            }
        }
        self.write(path, text);
    }

    /// Returns the text of a file.
    #[track_caller]
    pub fn read(&self, path: impl AsRef<Path>) -> String {
        let path = self.path(path);
        std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    /// Returns the content of a JSON file.
    #[track_caller]
    pub fn json(&self, path: impl AsRef<Path>) -> Value {
        serde_json::from_str(&self.read(path)).unwrap_or_else(|e| panic!("{e}"))
    }

    /// Writes [`EXPERIMENT`] with `to` in place of the first `from`. Earlier changes are lost.
    #[track_caller]
    pub fn change(&self, from: &str, to: &str) {
        self.experiment(&[(from, to)]);
    }

    /// Writes [`EXPERIMENT`] with these texts replaced. Earlier changes are lost.
    #[track_caller]
    pub fn experiment(&self, edits: &[(&str, &str)]) {
        self.write("experiments/small/experiment.yaml", edited(EXPERIMENT, edits));
    }

    /// Returns the command `rejudge`, to be run in this folder with the world's data.
    pub fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> std::process::Command {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("rejudge"));
        command.args(args).current_dir(self.folder.path());
        command.args(["--collections", "collections"]);
        command
            .env("REJUDGE_DATA", self.path("data"))
            .env_remove("REJUDGE_LOG")
            .env_remove("REJUDGE_CACHE")
            .env_remove("GITHUB_STEP_SUMMARY")
            .env_remove("GITHUB_WORKSPACE")
            .stdin(Stdio::null());
        command
    }

    /// Runs `rejudge` until it ends. No test may cause a panic, or a signal that kills the program.
    #[track_caller]
    pub fn rejudge<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Ended {
        ended(&mut self.command(args))
    }

    /// Runs `rejudge` with the words of a line, which are separated by blanks.
    #[track_caller]
    pub fn line(&self, words: &str) -> Ended {
        self.rejudge(words.split(' '))
    }

    /// Starts `rejudge` with the words of a line. Its stderr can be read later.
    pub fn start(&self, words: &str) -> Child {
        let mut command = self.command(words.split(' '));
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Runs the small experiment into `r`, and returns its report.
    #[track_caller]
    pub fn reported(&self) -> String {
        self.line("run small --results r").code(GOOD);
        self.line("report small --results r").code(GOOD);
        self.read("r/report.md")
    }

    /// Returns the content of a parquet file in the results.
    pub fn frame(&self, path: &str) -> Frame {
        let bytes = std::fs::read(self.path(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
        rejudge_report::table::parquet::read(&bytes).unwrap_or_else(|e| panic!("{path}: {e:#}"))
    }

    /// Returns the rows of a parquet file in the results.
    #[track_caller]
    pub fn rows(&self, path: &str) -> Rows {
        Rows::of(&self.frame(path))
    }

    /// Returns the bytes of every file under `folder`, by path. manifest.json and leftovers of killed processes are left
    /// out.
    pub fn results(&self, folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        results(&self.path(folder))
    }
}

/// Returns the files of [`World::results`] in any folder.
pub fn results(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let is_result = |path: &PathBuf| {
        path.is_file()
            && path.file_name() != Some(OsStr::new("manifest.json"))
            && path.extension() != Some(OsStr::new("part"))
    };
    let files = paths(root).into_iter().filter(is_result);
    let read = |path: PathBuf| {
        (
            path.strip_prefix(root).expect("the path is under the root").to_owned(),
            std::fs::read(&path).expect("a file"),
        )
    };
    let found: BTreeMap<_, _> = files.map(read).collect();
    assert!(found.len() >= 3, "{} holds no results", root.display());
    found
}

/// Returns every path below a folder. Links are not followed.
pub fn paths(root: &Path) -> BTreeSet<PathBuf> {
    let (mut found, mut open) = (BTreeSet::new(), vec![root.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(entry.path());
            }
            found.insert(entry.path());
        }
    }
    found
}

/// Rows of a results file. Values are text, by the name of the column. A missing value is an empty text.
#[derive(Clone, Debug)]
pub struct Rows(pub Vec<BTreeMap<String, String>>);

impl Rows {
    pub fn of(frame: &Frame) -> Self {
        let mut rows = vec![BTreeMap::new(); frame.rows()];
        for column in &frame.columns {
            let texts: Vec<String> = match &column.values {
                Values::Text(texts) => texts.iter().map(ToString::to_string).collect(),
                Values::Number(found) => {
                    found.iter().map(|x| x.map(|x| x.to_string()).unwrap_or_default()).collect()
                }
                Values::Whole(found) => {
                    found.iter().map(|x| x.map(|x| x.to_string()).unwrap_or_default()).collect()
                }
            };
            for (row, text) in rows.iter_mut().zip(texts) {
                row.insert(column.name.to_string(), text);
            }
        }
        Self(rows)
    }

    /// Returns the rows in which columns have these values.
    pub fn with(&self, wanted: &[(&str, &str)]) -> Self {
        let fits = |row: &&BTreeMap<String, String>| wanted.iter().all(|(name, value)| row[*name] == *value);
        Self(self.0.iter().filter(fits).cloned().collect())
    }

    /// Returns the values of a column.
    pub fn texts(&self, column: &str) -> Vec<&str> {
        self.0.iter().map(|row| row[column].as_str()).collect()
    }

    /// Returns the numbers of a column. Every row must have one.
    #[track_caller]
    pub fn numbers(&self, column: &str) -> Vec<f64> {
        self.texts(column)
            .iter()
            .map(|text| text.parse().unwrap_or_else(|_| panic!("`{text}` in {column}")))
            .collect()
    }

    /// Returns the number in a column of the only row.
    #[track_caller]
    pub fn number(&self, column: &str) -> f64 {
        let [number] = self.numbers(column)[..] else { panic!("not one row: {self:?}") };
        number
    }

    /// Returns the numbers of a column by the values of other columns.
    #[track_caller]
    pub fn by<const N: usize>(&self, keys: [&str; N], column: &str) -> BTreeMap<[&str; N], f64> {
        let key = |row| -> [&str; N] { keys.map(|name| text(row, name)) };
        self.0.iter().map(key).zip(self.numbers(column)).collect()
    }
}

fn text<'a>(row: &'a BTreeMap<String, String>, name: &str) -> &'a str {
    row[name].as_str()
}

/// Checks that a text contains another.
#[track_caller]
pub fn has(text: &str, part: impl AsRef<str>) {
    let part = part.as_ref();
    assert!(text.contains(part), "`{part}` is not in\n{text}");
}

/// Checks that two numbers are equal except for rounding.
#[track_caller]
pub fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
}

/// Runs a command until it ends.
#[track_caller]
pub fn ended(command: &mut std::process::Command) -> Ended {
    ended_with(command.output().expect("the binary runs"))
}

/// Waits until a command that was started has ended.
#[track_caller]
pub fn awaited(child: Child) -> Ended {
    ended_with(child.wait_with_output().expect("it ends"))
}

#[track_caller]
fn ended_with(output: Output) -> Ended {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    let code = output.status.code().unwrap_or_else(|| panic!("ended by a signal: {stderr}"));
    assert!(!stderr.contains("panicked"), "{stderr}");
    Ended { code, stdout, stderr }
}

/// Compresses `text` with gzip.
pub fn gzip(text: &str) -> Vec<u8> {
    use std::io::Write;
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap()
}

/// Returns `text` after replacing the first `from`, which must exist.
#[track_caller]
pub fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "`{from}` is not in the text");
    text.replacen(from, to, 1)
}

/// Returns `text` after replacing several texts. Each of them must exist.
#[track_caller]
pub fn edited(text: &str, edits: &[(&str, &str)]) -> String {
    edits.iter().fold(text.to_owned(), |text, (from, to)| changed(&text, from, to))
}

/// Returns the numbers of computed, cached and failed cells from the line of `run` that gives them.
pub fn counts(ended: &Ended) -> [usize; 3] {
    let line =
        ended.stderr.lines().find(|line| line.contains(" computed, ")).expect("a run tells its counts");
    let words: Vec<&str> = line.split([' ', ',']).collect();
    ["computed", "cached", "failed"].map(|word| {
        let at = words.iter().position(|w| *w == word || w.strip_suffix(';') == Some(word)).expect(word);
        words[at - 1].parse().expect("a count")
    })
}

/// Prints a line even if the test passes. The test harness captures what macros print.
pub fn say(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Returns the folder of a real collection. If `REJUDGE_DATA` is not set, prints that the test is skipped,
/// and returns `None`. If the variable is set, the folder must exist, because a test that is skipped silently
/// protects nothing.
pub fn real_data(folder: &str) -> Option<PathBuf> {
    let Some(data) = std::env::var_os("REJUDGE_DATA") else {
        // `.ci/run` reads these names and runs the tests again with the data. A test's thread has the name of the test.
        let test = std::thread::current().name().unwrap_or_default().to_owned();
        say(&format!("SKIPPED: {test}: REJUDGE_DATA is not set, so {folder} cannot be read"));
        return None;
    };
    let path = Path::new(&data).join(folder);
    assert!(path.is_dir(), "REJUDGE_DATA is set, but there is no {}", path.display());
    Some(path)
}

/// Returns the folder of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}
