//! Tables of cases. A case is a command in a small world. A page of text shows what the user of the command
//! reads.
//!
//! A row is a command line, its exit code, and changes of files that are made before the command runs. The
//! page in `snapshots` shows all rows in order, so that it reads like a session:
//!
//! ```text
//! experiments/small/experiment.yaml
//! -  measure: [AP, nDCG@10]
//! +  measure: [AP, nDGC@10]
//! $ rejudge plan small
//! error: experiments/small/experiment.yaml:14:17: measure `nDGC@10`: unknown measure `nDGC`
//! ..
//! exit code 2
//! ```
//!
//! To add a case, add a row to the table of its subject, run `INSTA_UPDATE=always cargo test -p rejudge
//! --test suite -- SUBJECT`, and read the page's diff before you commit it. To reword a message, change the
//! source and do the same. So tests need not repeat sentences. Pages should have no computed values, because
//! you accept a page by reading it, and cannot check such values by eye. Assert numbers from parquet or JSON.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

use crate::snapshots::shown;
use crate::world::{Ended, USAGE, World, changed, ended, paths, repository};

/// The path of the small world's experiment.
pub const FILE: &str = "experiments/small/experiment.yaml";

/// A folder in which commands are run.
pub trait Place {
    fn at(&self, path: &str) -> PathBuf;
    fn command(&self, words: Vec<String>) -> Command;
}

impl Place for World {
    fn at(&self, path: &str) -> PathBuf {
        self.path(path)
    }

    fn command(&self, words: Vec<String>) -> Command {
        World::command(self, words)
    }
}

/// The lines of a stream that a page shows.
#[derive(Clone, Debug)]
enum Lines {
    None,
    All,
    /// Only lines that contain this text. `..` replaces the other lines.
    With(String),
    Without(String),
}

#[derive(Clone, Debug)]
enum Change {
    Replace(String, String),
    Write(Vec<u8>),
    Remove,
}

/// A row of a table of cases.
#[derive(Clone, Debug)]
pub struct Case {
    code: i32,
    line: String,
    changes: Vec<(String, Change)>,
    has_data: bool,
    stdout: Lines,
    stderr: Lines,
}

/// Makes a case from a command line, quoted as in a shell, and its exit code. The page shows its stderr.
pub fn case(code: i32, line: impl Into<String>) -> Case {
    Case {
        code,
        line: line.into(),
        changes: Vec::new(),
        has_data: true,
        stdout: Lines::None,
        stderr: Lines::All,
    }
}

/// Makes cases from several command lines with the same exit code.
pub fn lines<L: Into<String>>(code: i32, lines: impl IntoIterator<Item = L>) -> Vec<Case> {
    lines.into_iter().map(|line| case(code, line)).collect()
}

/// Makes a case for each change of a file, with one command and exit code. A change has an old and a new
/// text.
pub fn edits(code: i32, line: &str, path: &str, rows: &[(&str, &str)]) -> Vec<Case> {
    rows.iter().map(|(from, to)| case(code, line).edit(path, *from, *to)).collect()
}

impl Case {
    /// Replaces the first `from` in a file.
    pub fn edit(mut self, path: &str, from: impl Into<String>, to: impl Into<String>) -> Self {
        self.changes.push((path.to_owned(), Change::Replace(from.into(), to.into())));
        self
    }

    /// Writes a file.
    pub fn write(mut self, path: &str, text: impl AsRef<[u8]>) -> Self {
        self.changes.push((path.to_owned(), Change::Write(text.as_ref().to_vec())));
        self
    }

    /// Removes a file.
    pub fn remove(mut self, path: &str) -> Self {
        self.changes.push((path.to_owned(), Change::Remove));
        self
    }

    /// Runs the command without `REJUDGE_DATA`.
    pub fn without_data(mut self) -> Self {
        self.has_data = false;
        self
    }

    /// Shows stdout on the page, too.
    pub fn printed(mut self) -> Self {
        self.stdout = Lines::All;
        self
    }

    /// Shows the lines of stdout that contain this text.
    pub fn printed_with(mut self, text: &str) -> Self {
        self.stdout = Lines::With(text.to_owned());
        self
    }

    /// Shows only the lines of stderr that contain this text.
    pub fn said_with(mut self, text: &str) -> Self {
        self.stderr = Lines::With(text.to_owned());
        self
    }

    /// Hides the lines of stderr that contain this text, such as computed values.
    pub fn said_without(mut self, text: &str) -> Self {
        self.stderr = Lines::Without(text.to_owned());
        self
    }

    /// Hides stderr.
    pub fn unsaid(mut self) -> Self {
        self.stderr = Lines::None;
        self
    }
}

/// Runs each row in a world with only its own changes, and compares the page with its snapshot.
#[track_caller]
pub fn cases(name: &str, place: &impl Place, rows: impl IntoIterator<Item = Case>) {
    let mut page = Page::default();
    for row in rows {
        page.case(place, row);
    }
    page.shown(name);
}

/// A page to which cases are added one by one, for tests that change their worlds between commands.
#[derive(Debug, Default)]
pub struct Page {
    text: String,
}

impl Page {
    /// Writes a file that later cases keep, and shows the change.
    pub fn write(&mut self, place: &impl Place, path: &str, text: impl AsRef<[u8]>) {
        let old = std::fs::read(place.at(path)).ok();
        self.text += &difference(path, old.as_deref(), Some(text.as_ref()));
        put(place, path, Some(text.as_ref()));
    }

    /// Replaces text in a file that later cases keep.
    #[track_caller]
    pub fn edit(&mut self, place: &impl Place, path: &str, from: &str, to: &str) {
        let text = std::fs::read_to_string(place.at(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
        self.write(place, path, changed(&text, from, to));
    }

    /// Runs a case, and undoes its changes afterwards.
    #[track_caller]
    pub fn case(&mut self, place: &impl Place, case: Case) -> Ended {
        let mut before = Vec::new();
        for (path, change) in &case.changes {
            let old = std::fs::read(place.at(path)).ok();
            let new = match change {
                Change::Replace(from, to) => {
                    let text = old.clone().unwrap_or_else(|| panic!("there is no {path} to change"));
                    Some(changed(&String::from_utf8(text).expect("UTF-8"), from, to).into_bytes())
                }
                Change::Write(bytes) => Some(bytes.clone()),
                Change::Remove => None,
            };
            self.text += &difference(path, old.as_deref(), new.as_deref());
            put(place, path, new.as_deref());
            before.push((path, old));
        }
        let ended = self.run(place, &case);
        for (path, old) in before.into_iter().rev() {
            put(place, path, old.as_deref());
        }
        ended
    }

    #[track_caller]
    fn run(&mut self, place: &impl Place, case: &Case) -> Ended {
        let words = shlex::split(&case.line).unwrap_or_else(|| panic!("quotes: {}", case.line));
        let mut command = place.command(words);
        if !case.has_data {
            command.env_remove("REJUDGE_DATA").env("XDG_DATA_HOME", place.at("home"));
        }
        let (before, started) = (contents(place), Instant::now());
        let ended = ended(&mut command);
        let (line, stderr) = (&case.line, &ended.stderr);
        assert_eq!(ended.code, case.code, "exit code of `{line}`\n{}\n{}", ended.stdout, stderr);
        assert!(!stderr.contains(|c: char| c.is_control() && !"\n\t".contains(c)), "{stderr:?}");
        if case.code == USAGE {
            assert!(started.elapsed() < Duration::from_secs(10), "`{line}` is refused at once");
            // GitHub reads annotations from stdout.
            assert!(ended.stdout.is_empty() || line.contains("--github"), "`{line}`: {}", ended.stdout);
            assert!(contents(place) == before, "`{line}` is refused and writes nothing");
        }
        let without = if case.has_data { "" } else { "REJUDGE_DATA= " };
        self.text += &plain(place, &format!("$ {without}rejudge {line}\n"));
        let output = [picked(&ended.stdout, &case.stdout), picked(&in_order(stderr), &case.stderr)].concat();
        self.text += &plain(place, &output);
        self.text += &format!("exit code {}\n\n", ended.code);
        ended
    }

    /// Compares the page with its snapshot.
    #[track_caller]
    pub fn shown(self, name: &str) {
        shown(name, &self.text);
    }
}

/// Returns every path in a place, with the size of a file and the time when it was written.
fn contents(place: &impl Place) -> BTreeMap<PathBuf, Option<(u64, SystemTime)>> {
    let written = |path: &PathBuf| {
        let about = path.symlink_metadata().ok().filter(Metadata::is_file)?;
        Some((about.len(), about.modified().expect("a time")))
    };
    paths(&place.at("")).into_iter().map(|path| (path.clone(), written(&path))).collect()
}

fn put(place: &impl Place, path: &str, bytes: Option<&[u8]>) {
    match bytes {
        Some(bytes) => {
            let path = place.at(path);
            std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder");
            std::fs::write(path, bytes).expect("a file");
        }
        None => drop(std::fs::remove_file(place.at(path))),
    }
}

/// Removes what differs between runs, releases and builds: names of folders, the version, fingerprints, and
/// messages of a decompressor.
fn plain(place: &impl Place, text: &str) -> String {
    let folder = |path: PathBuf| path.to_str().expect("UTF-8").trim_end_matches('/').to_owned();
    let text = text.replace(&folder(place.at("")), "[world]").replace(&folder(repository()), "[repository]");
    let text = text.replace(&format!("this is {}", env!("CARGO_PKG_VERSION")), "this is [version]");
    let is_fingerprint = |word: &&str| word.len() >= 32 && word.chars().all(|c| c.is_ascii_hexdigit());
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(is_fingerprint).collect();
    let text = words.iter().fold(text.clone(), |text, word| text.replace(word, "[fingerprint]"));
    let line = |line: &str| match line.split_once("truncated or corrupt gzip: ") {
        Some((head, tail)) => {
            let rest = tail.split_once(": ").map(|(_, rest)| format!(": {rest}"));
            format!("{head}truncated or corrupt gzip: ..{}\n", rest.unwrap_or_default().trim_end())
        }
        None => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Sorts the warnings and puts them first, because threads print them in any order. Replaces the summary of a
/// run, which contains times, with `..`.
fn in_order(stderr: &str) -> String {
    let (mut warnings, others): (Vec<&str>, Vec<&str>) =
        stderr.split_inclusive('\n').partition(|line| line.starts_with("warning: "));
    warnings.sort_unstable();
    let others = others.into_iter().map(|line| if line.contains(" computed, ") { "..\n" } else { line });
    warnings.into_iter().chain(others).collect()
}

fn picked(text: &str, lines: &Lines) -> String {
    match lines {
        Lines::None => String::new(),
        Lines::All if text.is_empty() || text.ends_with('\n') => text.to_owned(),
        Lines::All => format!("{text}\n"),
        Lines::With(part) => elided(text, |line| line.contains(part.as_str())),
        Lines::Without(part) => elided(text, |line| !line.contains(part.as_str())),
    }
}

fn elided(text: &str, is_shown: impl Fn(&str) -> bool) -> String {
    let mut shown: Vec<&str> = text.lines().map(|line| if is_shown(line) { line } else { ".." }).collect();
    shown.dedup_by(|a, b| (*a, *b) == ("..", ".."));
    shown.into_iter().map(|line| format!("{line}\n")).collect()
}

/// Returns the lines of a file that changed.
fn difference(path: &str, old: Option<&[u8]>, new: Option<&[u8]>) -> String {
    let [old_lines, new_lines] = [old, new].map(|bytes| readable(bytes.unwrap_or_default()));
    let (mut old_lines, mut new_lines) = (&old_lines[..], &new_lines[..]);
    while let ([a, old_rest @ ..], [b, new_rest @ ..]) = (old_lines, new_lines)
        && a == b
    {
        (old_lines, new_lines) = (old_rest, new_rest);
    }
    while let ([old_rest @ .., a], [new_rest @ .., b]) = (old_lines, new_lines)
        && a == b
    {
        (old_lines, new_lines) = (old_rest, new_rest);
    }
    let head = match new {
        None => format!("{path}: removed\n"),
        Some([]) => format!("{path}: empty\n"),
        Some(_) => format!("{path}\n"),
    };
    let old_lines = if new.is_none_or(<[u8]>::is_empty) { &[][..] } else { old_lines };
    head + &marked('-', old_lines) + &marked('+', new_lines)
}

/// Returns the lines, each after a mark. The middle of a long list is left out.
fn marked(mark: char, lines: &[String]) -> String {
    let line = |line: &String| format!("{mark}{line}\n");
    match lines {
        // If a long text is replaced, only the number of its lines is shown.
        lines if mark == '-' && lines.len() > 12 => format!("-.. {} lines ..\n", lines.len()),
        [first @ .., last] if first.len() > 20 => {
            let head: String = first[..3].iter().map(line).collect();
            format!("{head}{mark}.. {} lines ..\n{}", first.len() - 3, line(last))
        }
        lines => lines.iter().map(line).collect(),
    }
}

/// Returns the lines of a text with invisible characters escaped. The middle of a long line is left out.
fn readable(bytes: &[u8]) -> Vec<String> {
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return vec![".. gzip ..".to_owned()];
    }
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\n' | '\t' => text.push(c),
                c if c.is_control() || c == '\u{feff}' => text.extend(c.escape_default()),
                c => text.push(c),
            }
        }
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    let short = |line: &str| {
        let length = line.chars().count();
        if length <= 240 {
            return line.to_owned();
        }
        let (head, tail): (String, String) =
            (line.chars().take(60).collect(), line.chars().skip(length - 30).collect());
        format!("{head}.. {} characters ..{tail}", length - 90)
    };
    text.lines().map(short).collect()
}
