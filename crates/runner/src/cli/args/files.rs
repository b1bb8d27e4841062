//! Options that several verbs share: tables of teams and of pooled runs, a choice of runs, and rules for
//! reading qrels and run files. Also checks the files that are named, and lists run files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;

use rejudge_collections::descriptor::{
    ExtraColumns, Files, Format, HIGHEST_LEVEL, LabelKind, Labels, QrelsFormat, RepeatedDocuments,
};
use rejudge_collections::{Qrels, Reading, has_file_name, has_judgments, is_run_pattern, run_files};
use rejudge_eval::RunFilter;
use rejudge_eval::own_files::{OwnFiles, check_each_once};

use super::choice::Choice;
use crate::cli::output::Failure;

/// Options for reading a qrels file.
#[derive(Clone, Debug, ClapArgs)]
#[command(next_help_heading = "Input")]
pub struct QrelsArgs {
    /// Format of the qrels file
    #[arg(hide_short_help = true, long, global = true, default_value = "trec")]
    pub qrels_format: Format,
    /// Levels of grades that are not numbers: `E=3,S=2,C=1,I=0`
    #[arg(hide_short_help = true, long, global = true, value_name = "GRADE=LEVEL,..", value_parser = levels_of_grades)]
    pub grades: Option<Labels>,
    /// Scale of the grades of the qrels: levels, or gains, which may be fractions, such as means of ratings.
    /// A gain above 0 means that the document is relevant
    #[arg(
        hide_short_help = true,
        long,
        global = true,
        value_name = "SCALE",
        default_value = "levels",
        value_parser = Choice::<LabelKind>::new(&[]),
        conflicts_with = "grades"
    )]
    pub labels: LabelKind,
}

/// Options for reading qrels and run files.
#[derive(Clone, Debug, ClapArgs)]
#[command(next_help_heading = "Input")]
pub struct ReadingArgs {
    #[command(flatten)]
    pub qrels: QrelsArgs,
    /// Ignore columns after the run tag, as trec_eval does, instead of refusing them
    #[arg(hide_short_help = true, long, global = true)]
    pub extra_columns: bool,
    /// How to treat a document that a run retrieves twice for a topic [default: refuse]
    #[arg(hide_short_help = true, long, global = true, value_name = "HOW")]
    pub repeated: Option<RepeatedDocuments>,
}

/// Parses a level for each grade, such as `E=3,S=2`.
fn levels_of_grades(text: &str) -> Result<Labels, String> {
    let mut levels = Labels::new();
    for pair in text.split(',') {
        let level = |(_, level): &(&str, &str)| {
            level.trim().parse::<u8>().ok().filter(|level| *level <= HIGHEST_LEVEL)
        };
        let (grade, level) =
            pair.split_once('=').and_then(|pair| Some((pair.0.trim(), level(&pair)?))).ok_or_else(|| {
                format!(
                    "expected a grade and its level from 0 to {HIGHEST_LEVEL}, such as `E=3`, found `{pair}`"
                )
            })?;
        if levels.insert(grade.to_owned(), level).is_some() {
            return Err(format!("duplicate grade `{grade}`"));
        }
    }
    Ok(levels)
}

/// Tables of teams and pooled runs, a choice of runs, and options for reading files.
#[derive(Clone, Debug, ClapArgs)]
#[command(next_help_heading = "Input")]
pub struct FileArgs {
    /// Table of teams, with the columns run and team (tsv or csv) [default: the part of a run file's name
    /// before `__`, or one team for each run]
    #[arg(long, global = true, value_name = "FILE")]
    pub teams: Option<PathBuf>,
    /// Table of pooled runs, with the columns run and pooled (0 or 1; tsv or csv) [default: all runs]
    #[arg(hide_short_help = true, long, global = true, value_name = "FILE")]
    pub pooled: Option<PathBuf>,
    #[command(flatten)]
    pub reading: ReadingArgs,
    #[command(flatten)]
    pub filter: RunFilter,
}

impl FileArgs {
    /// Returns these tables and options together with the paths of the judgments and of the chosen runs.
    pub fn own_files(&self, qrels: &Path, runs: &Path) -> Result<OwnFiles, Failure> {
        let reading = self.reading.to_reading(None);
        let (runs, left_out) = self.filter.choose_pattern(runs, &reading)?;
        Ok(OwnFiles {
            qrels: qrels.to_owned(),
            format: self.reading.format(),
            runs,
            left_out,
            teams: self.teams.clone(),
            pooled: self.pooled.clone(),
            reading,
        })
    }
}

impl QrelsArgs {
    /// Returns the format of the judgments.
    pub fn format(&self) -> QrelsFormat {
        let grades = self.grades.clone().unwrap_or_default();
        QrelsFormat { grades, labels: self.labels, ..self.qrels_format.into() }
    }
}

impl ReadingArgs {
    /// Returns the format of the judgments.
    pub fn format(&self) -> QrelsFormat {
        self.qrels.format()
    }

    /// Returns the rules for text after the run tag, and for a document that a run retrieves twice for a
    /// topic. A rule that no option gives is taken from the collection's description `described`, or is the
    /// default.
    pub fn to_reading(&self, described: Option<&Files>) -> Reading {
        let mut reading = Reading::default();
        if let Some(files) = described {
            (reading.extra_columns, reading.repeated) = (files.extra_columns, files.repeated_documents);
        }
        if self.extra_columns {
            reading.extra_columns = ExtraColumns::Ignored;
        }
        reading.repeated = self.repeated.unwrap_or(reading.repeated);
        reading
    }
}

/// Refuses a file of judgments that is named twice: as `qrels`, the value of --qrels, and among `files`,
/// where it would be read as a run.
pub fn check_named_once<'a>(
    qrels: Option<&Path>,
    files: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let Some(real) = qrels.and_then(|qrels| qrels.canonicalize().ok()) else { return Ok(()) };
    match files.into_iter().find(|file| file.canonicalize().is_ok_and(|file| file == real)) {
        Some(file) => Err(Failure::usage(format!(
            "{} is named twice, the second time by --qrels: leave one of them out",
            file.display()
        ))),
        None => Ok(()),
    }
}

/// Returns an error if `qrels`, which must be a file, is a folder. If the arguments were swapped, and
/// `runs` is the file of judgments, the error says so. `usage` shows the right order.
pub fn check_not_folder(
    qrels: &Path,
    runs: Option<&PathBuf>,
    format: &QrelsFormat,
    usage: &str,
) -> Result<(), Failure> {
    if !qrels.is_dir() {
        return Ok(());
    }
    let swapped = runs.filter(|runs| runs.is_file() && Qrels::read(runs, format).is_ok());
    let hint = match (swapped, only_judgments(qrels)) {
        (Some(runs), _) => format!("; {} has judgments: name it first", runs.display()),
        (None, Some(file)) => format!("; {} has judgments", file.display()),
        (None, None) => String::new(),
    };
    let folder = qrels.display();
    Err(Failure::usage(format!("{folder}: expected a file of judgments, found a folder ({usage}){hint}")))
}

/// Returns the file of judgments in a folder, if there is exactly one. We read only files with `qrel` in the
/// name.
fn only_judgments(folder: &Path) -> Option<PathBuf> {
    let mut files = folder.read_dir().ok()?.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().contains("qrel")) && has_judgments(path)
    });
    files.next().filter(|_| files.next().is_none())
}

/// Returns the place of the file with this name, with or without extensions. Returns `None` if no file has
/// the name, if several have it, or if `name` contains `*`.
pub fn place_of_file(name: &str, files: &[PathBuf]) -> Option<usize> {
    let has_name = |path: &PathBuf| !name.contains('*') && has_file_name(path, name);
    let mut places = (0..files.len()).filter(|&place| has_name(&files[place]));
    places.next().filter(|_| places.next().is_none())
}

/// Returns the first of `paths` that does not exist and that you typed directly after one of `flags`. A flag takes no value,
/// so the word after it counts as a file.
pub fn word_after_flag<'a>(flags: &[&str], paths: &'a [PathBuf]) -> Option<&'a PathBuf> {
    let typed: Vec<OsString> = std::env::args_os().collect();
    let follows_flag = |path: &PathBuf| {
        typed.windows(2).any(|pair| flags.iter().any(|flag| pair[0] == *flag) && pair[1] == path.as_os_str())
    };
    paths.iter().find(|path| path.as_os_str() != "-" && !path.exists() && follows_flag(path))
}

/// Returns the run files in the order of the arguments. The files of a folder or a pattern are sorted by
/// path. A file that is named twice is refused.
pub fn run_list<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Result<Vec<PathBuf>, Failure> {
    let mut runs = Vec::new();
    for path in paths {
        if path.is_dir() || is_run_pattern(path) {
            runs.extend(run_files(std::slice::from_ref(path))?);
        } else {
            runs.push(path.clone());
        }
    }
    check_each_once(&runs)?;
    Ok(runs)
}
