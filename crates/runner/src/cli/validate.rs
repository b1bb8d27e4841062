//! `rejudge validate`

use std::borrow::Cow;
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::forms::Role;
use rejudge_collections::{
    FileText, LoadError, Located, Qrels, RunCheck, RunCheckAgainst, RunFault, has_judgments, ids_in_csv,
    read, run_files,
};
use rejudge_experiment::grid::is_yaml;
use rejudge_names::plural::counted;
use serde_json::{Value, json};

use super::args::Global;
use super::args::files::QrelsArgs;
use super::output::{Failure, print, report};
use super::{CHECK_FAILED, GOOD};

/// `rejudge validate`
#[derive(Debug, ClapArgs)]
pub struct Validate {
    /// Runs, or files of judgments: files, folders, or quoted patterns ('runs/*.gz'); `-` is standard input
    #[arg(value_name = "RUN", required_unless_present_any = ["named", "qrels"])]
    pub runs: Vec<PathBuf>,
    /// Runs, if they are not the first arguments. May be repeated
    #[arg(long = "runs", alias = "run", value_name = "DIR", num_args = 1..)]
    pub named: Vec<PathBuf>,
    /// Qrels file with the topics that the runs should have
    #[arg(long, value_name = "FILE")]
    pub qrels: Option<PathBuf>,
    /// Ids of the collection's documents, one at the start of each line (or of each row of a .csv file)
    #[arg(long, aliases = ["docids", "docnos", "collection"], value_name = "FILE")]
    pub documents: Option<PathBuf>,
    /// Largest number of documents that a run may have for a topic, such as 1000
    #[arg(long, aliases = ["depth", "max-rank", "max-docs"], value_name = "N")]
    pub most: Option<NonZeroUsize>,
    /// Print one JSON object
    ///
    /// `code`, the exit code (0: all runs are valid, 1: a run is not valid, 2: wrong usage, 3: a file cannot
    /// be read), and `runs`, a list with `file` and `verdict` (valid, not valid or unreadable). A run that
    /// can be read also has `run`, `topics`, `documents` (the fewest and the most on a topic), and the lists
    /// `faults` and `notes`, with `line`, `what` and the number of `more-cases`. A file of judgments has
    /// `topics` and `judgments`.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub format: QrelsArgs,
}

impl Validate {
    /// Returns the paths of the runs, as the arguments name them. Some may be files of judgments.
    pub fn run_paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.runs.iter().chain(&self.named)
    }
}

pub fn main(global: &Global, args: &Validate) -> Result<u8, Failure> {
    match validate(global, args) {
        Err(failure) if args.json => {
            let code = report(&failure);
            print_object(code, &[])?;
            Ok(code)
        }
        validated => validated,
    }
}

fn validate(global: &Global, args: &Validate) -> Result<u8, Failure> {
    if let Some(file) = args.run_paths().find(|path| is_yaml(path)) {
        let file = file.display();
        return Err(Failure::usage(format!(
            "{file}: expected a run or judgments, found YAML (`rejudge plan {file}` checks an experiment)"
        )));
    }
    let mut paths: Vec<PathBuf> = args.run_paths().cloned().collect();
    // Judgments may come before the runs, as in `eval`.
    let mut named = args.qrels.clone();
    if named.is_none() && paths.first().is_some_and(|path| has_judgments(path)) {
        named = Some(paths.remove(0));
    }
    let files = run_files(&paths)?;
    let (judgments, runs): (Vec<PathBuf>, Vec<PathBuf>) =
        files.into_iter().partition(|file| has_judgments(file));
    let format = args.format.format();
    if named.is_none() && format != QrelsFormat::trec() {
        return Err(Failure::usage(
            "--qrels-format, --grades and --labels need --qrels, the file that they describe",
        ));
    }
    let (mut code, mut objects) = (GOOD, Vec::new());
    let qrels = named.as_ref().map(|path| Qrels::read(path, &format)).transpose()?;
    let mut print_valid = |path: &Path, qrels: &Qrels| -> Result<(), Failure> {
        let topics = qrels.topics().len();
        let judgments: usize = qrels.topics().map(|topic| topic.judgments().len()).sum();
        if let Some(stray) = qrels.stray_level() {
            global.remark(format_args!("note: {}: {stray}: is it a typing error?", path.display()));
        }
        if args.json {
            objects.push(json!({
                "file": path.display().to_string(), "verdict": "valid", "topics": topics, "judgments": judgments,
            }));
            return Ok(());
        }
        let (topics, judgments) = (counted(topics, "topic"), counted(judgments, "judgment"));
        print(&format!(
            "{}: valid: {topics}, {judgments}, highest level {}\n",
            path.display(),
            qrels.highest()
        ))
    };
    if let (Some(path), Some(qrels)) = (&named, &qrels)
        && (args.qrels.is_none() || runs.is_empty())
    {
        print_valid(path, qrels)?;
    }
    for path in &judgments {
        print_valid(path, &Qrels::read(path, &format)?)?;
    }
    let bytes = args.documents.as_ref().map(|path| read(path)).transpose().map_err(LoadError::from)?;
    let listed = args.documents.as_deref().zip(bytes.as_deref());
    let ids = listed.map(|(path, bytes)| listed_ids(path, bytes)).transpose()?;
    let documents = ids.as_ref().map(|ids| ids.iter().map(|id| &**id).collect::<HashSet<&str>>());
    let against = RunCheckAgainst {
        qrels: qrels.as_ref(),
        documents: documents.as_ref(),
        max_documents: args.most.map(NonZeroUsize::get),
    };
    for path in &runs {
        let check = match RunCheck::read(path, against) {
            Ok(check) => check,
            Err(error) => {
                code = report(&error.into());
                objects.push(json!({"file": path.display().to_string(), "verdict": "unreadable"}));
                continue;
            }
        };
        if !check.faults.is_empty() && code == GOOD {
            code = CHECK_FAILED;
        }
        if args.json {
            objects.push(object(path, &check));
            continue;
        }
        let faults: String = check.faults.iter().map(|fault| fault.in_words(path) + "\n").collect();
        print(&(check.verdict(path) + "\n" + &faults))?;
        global.remarks(check.notes.iter().map(|note| format!("note: {}", note.in_words(path))));
    }
    if args.json {
        print_object(code, &objects)?;
    }
    Ok(code)
}

/// Returns the ids in a list: the first word of each line. If the file's name ends in `.csv`, returns the ids
/// that [`ids_in_csv`] finds: the first cell of each row except a header, or all cells of a single row.
fn listed_ids<'a>(path: &'a Path, bytes: &'a [u8]) -> Result<Vec<Cow<'a, str>>, Located> {
    if let Some(ids) = ids_in_csv(path, bytes, Role::Document)? {
        return Ok(ids.into_iter().map(|(_, id)| id).collect());
    }
    let source = FileText::new(path, bytes)?;
    let id = |line| source.get(line).split_ascii_whitespace().next().unwrap_or_default().into();
    Ok(source.lines().map(id).collect())
}

fn print_object(code: u8, files: &[Value]) -> Result<(), Failure> {
    print(&format!("{:#}\n", json!({"code": code, "runs": files})))
}

/// Returns the outcome of a run that could be read, as JSON.
fn object(path: &Path, check: &RunCheck) -> Value {
    let faults = |faults: &[RunFault]| -> Value {
        faults
            .iter()
            .map(|RunFault { line, what, more_cases }| json!({"line": line, "what": what, "more-cases": more_cases}))
            .collect()
    };
    let (fewest, most) = check.documents;
    json!({
        "file": path.display().to_string(),
        "verdict": if check.faults.is_empty() { "valid" } else { "not valid" },
        "run": check.tag,
        "topics": check.topics,
        "documents": [fewest, most],
        "faults": faults(&check.faults),
        "notes": faults(&check.notes),
    })
}
