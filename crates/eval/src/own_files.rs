//! A user's own judgments and runs, and checks of their files and names. We read only files that the user
//! names.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::{
    NumberedRuns, Qrels, Reading, RunFile, Stamps, TeamChoice, TeamFiles, folders_within, load_numbered,
    run_files,
};
use rejudge_names::visible::one_line;

use crate::EvalError;

/// Files of judgments and runs that the user names.
#[derive(Clone, Debug)]
pub struct OwnFiles {
    /// The judgments.
    pub qrels: PathBuf,
    /// The format of the judgments.
    pub format: QrelsFormat,
    /// The run files: a folder, a file, or a pattern as in [`run_files`].
    pub runs: PathBuf,
    /// The runs that the user left out. `runs` does not match their files.
    pub left_out: Vec<RunFile>,
    /// A table with the team of each run.
    pub teams: Option<PathBuf>,
    /// A table of the runs that were pooled.
    pub pooled: Option<PathBuf>,
    /// The options for reading the runs, without the rules of an evaluation.
    pub reading: Reading,
}

impl OwnFiles {
    /// Reads the files.
    ///
    /// # Errors
    /// If a file is wrong, can be read only once or is among the runs twice, or if runs, judgments and tables
    /// contradict each other.
    pub fn load(&self, reading: &Reading) -> Result<NumberedRuns, EvalError> {
        let runs = run_files(std::slice::from_ref(&self.runs))?;
        check_each_once(&runs)?;
        check_read_again(self.judgments_and_tables().chain(runs.iter().map(PathBuf::as_path)))?;
        let qrels = Qrels::read(&self.qrels, &self.format)?;
        let teams = self.teams.clone().map_or(TeamChoice::FileNames, TeamChoice::Table);
        let (pooled, left_out) = (self.pooled.clone(), self.left_out.clone());
        let files = TeamFiles { teams, pooled, left_out, ..TeamFiles::default() };
        Ok(load_numbered(&qrels, &self.qrels, &runs, &files, reading)?)
    }

    /// Returns the paths of the judgments and the tables.
    pub fn judgments_and_tables(&self) -> impl Iterator<Item = &Path> {
        let tables = [&self.teams, &self.pooled].into_iter().flatten();
        std::iter::once(&self.qrels).chain(tables).map(PathBuf::as_path)
    }

    /// Returns a sentence for each nearby file or folder that is not read, although the user may have meant
    /// it.
    pub fn unread(&self) -> Vec<String> {
        unread(std::slice::from_ref(&self.runs), &self.qrels, self.teams.is_none(), self.pooled.is_none())
    }
}

/// Returns a sentence for each nearby file or folder that is not read, although the user may have meant it:
/// folders within the folder of the runs and, next to the judgments, `teams.tsv` and `teams.csv` if
/// `lacks_teams`, and `pooled.tsv` and `pooled.csv` if `lacks_pooled`.
pub fn unread(runs: &[PathBuf], qrels: &Path, lacks_teams: bool, lacks_pooled: bool) -> Vec<String> {
    let folders = folders_within(runs).into_iter();
    let mut sentences: Vec<String> =
        folders.map(|folder| format!("{} is a folder: runs in it are not read", folder.display())).collect();
    // A pool may be built without judgments. Then we look for tables in the working folder.
    let folder = qrels.parent().unwrap_or(Path::new(""));
    let tables = [("teams", lacks_teams), ("pooled", lacks_pooled)].into_iter().filter(|(_, lacks)| *lacks);
    for (table, _) in tables {
        let files = ["tsv", "csv"].map(|ending| folder.join(format!("{table}.{ending}")));
        let files = files.into_iter().filter(|file| file.is_file());
        sentences.extend(files.map(|file| format!("{} is read only with --{table}", file.display())));
    }
    sentences
}

/// Refuses a file that is among the runs twice, for example by another path or a link, because the file would
/// count as two runs.
///
/// # Errors
/// If a file is among the runs twice.
pub fn check_each_once(runs: &[PathBuf]) -> Result<(), EvalError> {
    let mut seen: HashMap<PathBuf, &PathBuf> = HashMap::new();
    for path in runs.iter().filter(|path| path.is_file()) {
        let Ok(file) = path.canonicalize() else { continue };
        if let Some(first) = seen.insert(file, path) {
            let (first, path) = (first.display(), path.display());
            return Err(EvalError::Usage(format!(
                "{path} is the same file as {first}, which would count as two runs: name it once"
            )));
        }
    }
    Ok(())
}

/// Refuses files that were changed since `stamps` were taken.
///
/// # Errors
/// If a file was changed.
pub fn check_unchanged(stamps: &Stamps) -> Result<(), EvalError> {
    let changed =
        stamps.changed().map(|path| format!("{} changed while it was being read: run again", path.display()));
    changed.map_or(Ok(()), |message| Err(EvalError::Data(message)))
}

/// Refuses standard input if it is named more than once.
///
/// # Errors
/// If `-` is among the paths more than once.
pub fn check_stdin<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Result<(), EvalError> {
    if paths.into_iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err(EvalError::Usage("standard input (`-`) can be read only once".to_owned()));
    }
    Ok(())
}

/// Refuses standard input, pipes and devices, for callers that read files more than once. A pipe would be
/// empty the second time.
///
/// # Errors
/// If standard input, a pipe or a device is among the paths.
pub fn check_read_again<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<(), EvalError> {
    let Some(path) = paths.into_iter().find(|path| is_stream(path)) else { return Ok(()) };
    let name = match path.to_str() {
        Some("-") => "standard input (`-`)".to_owned(),
        _ => path.display().to_string(),
    };
    Err(EvalError::Usage(format!(
        "{name} can be read only once, and is read more than once here: write it to a file first"
    )))
}

/// Returns true if the path is standard input, a pipe or a device. A missing file is reported when we read it.
fn is_stream(path: &Path) -> bool {
    let is_stored = path.metadata().map(|metadata| metadata.is_file() || metadata.is_dir());
    path == Path::new("-") || is_stored.is_ok_and(|is_stored| !is_stored)
}

/// The largest length of a name. Files and folders get this name, so it must not be too long for them.
const MAX_NAME_LENGTH: usize = 100;

/// Returns an error if a collection cannot have this `name`. The message begins with `subject`.
///
/// # Errors
/// If the name is empty or too long, or has characters other than a-z, 0-9 and `-`.
pub fn check_name(subject: &str, name: &str) -> Result<(), EvalError> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if (1..=MAX_NAME_LENGTH).contains(&name.len()) && name.chars().all(is_plain) {
        return Ok(());
    }
    let example = name_from(name).map_or_else(String::new, |name| format!(", such as {name}"));
    let at_most =
        if name.len() > MAX_NAME_LENGTH { format!("at most {MAX_NAME_LENGTH} of ") } else { String::new() };
    Err(EvalError::Usage(format!(
        "{subject} is `{}`, expected {at_most}a-z, 0-9 and `-`{example}",
        one_line(name)
    )))
}

/// Makes a name from any text. Returns `None` if no character of the text can be used.
pub fn name_from(text: &str) -> Option<String> {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let plain: String = text.chars().map(plain).collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    let name: String = words.join("-").chars().take(MAX_NAME_LENGTH).collect();
    (!name.is_empty()).then(|| name.trim_end_matches('-').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_from_texts_are_valid() {
        assert_eq!(name_from("TREC 8 (ad hoc)").as_deref(), Some("trec-8-ad-hoc"));
        assert_eq!(name_from("-a--b_"), Some("a-b".to_owned()));
        assert_eq!(name_from("..."), None);
        let long = name_from(&"ab ".repeat(200)).unwrap_or_default();
        let is_name = |text: &str| check_name("the name", text).is_ok();
        assert!(
            is_name(&long) && long.len() == MAX_NAME_LENGTH && !is_name(&format!("{long}-{long}")),
            "{long}"
        );
        assert!(is_name("a-b-2") && !is_name("A") && !is_name("") && !is_name("a_b"));
        let message = |text: &str| check_name("it", text).map_err(|error| error.to_string());
        assert_eq!(message("a\tb"), Err(r"it is `a\tb`, expected a-z, 0-9 and `-`, such as a-b".to_owned()));
        assert!(
            message(&"a".repeat(101)).is_err_and(|text| text.contains("expected at most 100 of a-z, 0-9"))
        );
    }
}
