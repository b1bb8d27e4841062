//! A user's own files, as named on the command line: judgments and runs without a descriptor. `audit`, `pool` and
//! `simulate --like` read them by the same rules. Only named files are read.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::{
    NumberedRuns, Qrels, Reading, Stamps, TeamChoice, TeamFiles, folders_within, load_numbered, run_files,
};
use rejudge_names::visible::one_line;

use crate::EvalError;

/// Files of judgments and runs, as named by the user.
#[derive(Clone, Debug)]
pub struct OwnFiles {
    /// The judgments.
    pub qrels: PathBuf,
    /// The format of the judgments.
    pub format: QrelsFormat,
    /// The run files: a folder, a file, or a pattern with `*` in its last part.
    pub runs: PathBuf,
    /// Table run -> team.
    pub teams: Option<PathBuf>,
    /// Table of the runs that were pooled.
    pub pooled: Option<PathBuf>,
    /// The treatment of runs; its rules are not those of an evaluation.
    pub reading: Reading,
}

impl OwnFiles {
    /// Reads them.
    ///
    /// # Errors
    /// If a file is wrong or can be read only once, or when runs, judgments and tables do not fit.
    pub fn load(&self, reading: &Reading) -> Result<NumberedRuns, EvalError> {
        let runs = run_files(std::slice::from_ref(&self.runs))?;
        check_each_once(&runs)?;
        check_read_again(self.named().chain(runs.iter().map(PathBuf::as_path)))?;
        let qrels = Qrels::read(&self.qrels, &self.format)?;
        let teams = self.teams.clone().map_or(TeamChoice::FileNames, TeamChoice::Table);
        let files = TeamFiles { teams, pooled: self.pooled.clone(), ..TeamFiles::default() };
        Ok(load_numbered(&qrels, &self.qrels, &runs, &files, reading)?)
    }

    /// The judgments and the tables.
    pub fn named(&self) -> impl Iterator<Item = &Path> {
        let tables = [&self.teams, &self.pooled].into_iter().flatten();
        std::iter::once(&self.qrels).chain(tables).map(PathBuf::as_path)
    }

    /// Returns sentences on files next to them that are not read.
    pub fn unread(&self) -> Vec<String> {
        unread(std::slice::from_ref(&self.runs), &self.qrels, self.teams.is_none(), self.pooled.is_none())
    }
}

/// Returns sentences on files that are not read because they were not named: folders within the folder of the runs, and
/// the usual tables next to the judgments, of `teams` and of `pooled` runs.
pub fn unread(runs: &[PathBuf], qrels: &Path, teams: bool, pooled: bool) -> Vec<String> {
    let folders = folders_within(runs).into_iter();
    let folders =
        folders.map(|folder| format!("{} is a folder: no run is looked for in it", folder.display()));
    // A pool may be built without judgments; then tables are expected in the working folder.
    let beside = qrels.parent().unwrap_or(Path::new(""));
    let tables = [("teams.tsv", "--teams", teams), ("pooled.tsv", "--pooled", pooled)].into_iter();
    let tables = tables.map(|(file, option, is_asked)| (beside.join(file), option, is_asked));
    let tables = tables.filter(|(file, _, is_asked)| *is_asked && file.is_file());
    let tables = tables.map(|(file, option, _)| format!("{} is read only with {option}", file.display()));
    folders.chain(tables).collect()
}

/// Refuses a file that is among the runs twice, by another path or by a link: it would count as two runs.
///
/// # Errors
/// If there is one.
pub fn check_each_once(runs: &[PathBuf]) -> Result<(), EvalError> {
    let mut seen: HashMap<PathBuf, &PathBuf> = HashMap::new();
    for path in runs.iter().filter(|path| path.is_file()) {
        // A missing file is reported when it is read.
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

/// Refuses files that changed since these stamps were taken.
///
/// # Errors
/// If there is one.
pub fn check_unchanged(stamps: &Stamps) -> Result<(), EvalError> {
    let changed =
        stamps.changed().map(|path| format!("{} changed while it was read: run again", path.display()));
    changed.map_or(Ok(()), |message| Err(EvalError::Data(message)))
}

/// Refuses standard input among files more than once.
///
/// # Errors
/// If it is.
pub fn check_stdin<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Result<(), EvalError> {
    if paths.into_iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err(EvalError::Usage("standard input (`-`) can be read once only".to_owned()));
    }
    Ok(())
}

/// Refuses standard input, pipes and devices among files that are read more than once: their second reading
/// is empty.
///
/// # Errors
/// If there is one.
pub fn check_read_again<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<(), EvalError> {
    let is_stream = |path: &&Path| {
        // A missing file is reported when it is read.
        let kind = path.metadata().map(|found| found.is_file() || found.is_dir());
        *path == Path::new("-") || kind.is_ok_and(|is_kept| !is_kept)
    };
    let Some(path) = paths.into_iter().find(is_stream) else { return Ok(()) };
    let what = match path.to_str() {
        Some("-") => "standard input (`-`)".to_owned(),
        _ => path.display().to_string(),
    };
    Err(EvalError::Usage(format!(
        "{what} can be read once only, and is read more than once here: write it to a file first"
    )))
}

/// Longest name, because files and folders are named after it.
const LONGEST: usize = 100;

/// Returns an error if a collection cannot have this `name`; `what` names it in the message.
///
/// # Errors
/// If it is too long, or not made of a-z, 0-9 and `-`.
pub fn check_name(what: &str, name: &str) -> Result<(), EvalError> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if (1..=LONGEST).contains(&name.len()) && name.chars().all(is_plain) {
        return Ok(());
    }
    let such = name_of(name).map_or_else(String::new, |name| format!(", such as {name}"));
    let most = if name.len() > LONGEST { format!("at most {LONGEST} of ") } else { String::new() };
    Err(EvalError::Usage(format!("{what} is `{}`, expected {most}a-z, 0-9 and `-`{such}", one_line(name))))
}

/// Returns a name made from any text, or `None` if no character is left.
pub fn name_of(text: &str) -> Option<String> {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let mapped: String = text.chars().map(plain).collect();
    let words: Vec<&str> = mapped.split('-').filter(|word| !word.is_empty()).collect();
    let name: String = words.join("-").chars().take(LONGEST).collect();
    (!name.is_empty()).then(|| name.trim_end_matches('-').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_of_a_text_is_a_name() {
        assert_eq!(name_of("TREC 8 (ad hoc)").as_deref(), Some("trec-8-ad-hoc"));
        assert_eq!(name_of("-a--b_"), Some("a-b".to_owned()));
        assert_eq!(name_of("..."), None);
        let long = name_of(&"ab ".repeat(200)).unwrap_or_default();
        let is_name = |text: &str| check_name("the name", text).is_ok();
        assert!(is_name(&long) && long.len() == LONGEST && !is_name(&format!("{long}-{long}")), "{long}");
        assert!(is_name("a-b-2") && !is_name("A") && !is_name("") && !is_name("a_b"));
        let message = |text: &str| check_name("it", text).map_err(|error| error.to_string());
        assert_eq!(message("a\tb"), Err(r"it is `a\tb`, expected a-z, 0-9 and `-`, such as a-b".to_owned()));
        assert!(
            message(&"a".repeat(101)).is_err_and(|text| text.contains("expected at most 100 of a-z, 0-9"))
        );
    }
}
