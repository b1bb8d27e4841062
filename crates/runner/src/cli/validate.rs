//! `rejudge validate`

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::{FileText, LoadError, Qrels, RunCheck, RunCheckAgainst, read, run_files};

use super::args::Global;
use super::args::files::QrelsArgs;
use super::output::{Failure, print, report};
use super::{CHECK_FAILED, GOOD};

/// `rejudge validate`
#[derive(Debug, ClapArgs)]
pub struct Validate {
    /// Runs: files, folders, or quoted patterns ('runs/*.gz'); `-` is standard input
    #[arg(value_name = "RUN", required = true)]
    pub runs: Vec<PathBuf>,
    /// Qrels file, whose topics the runs should have
    #[arg(long, value_name = "FILE")]
    pub qrels: Option<PathBuf>,
    /// Ids of the collection's documents, one at the start of each line
    #[arg(long, aliases = ["docids", "docnos", "collection"], value_name = "FILE")]
    pub documents: Option<PathBuf>,
    /// Largest number of documents of a topic, such as 1000
    #[arg(long, aliases = ["depth", "max-rank", "max-docs"], value_name = "N")]
    pub most: Option<NonZeroUsize>,
    #[command(flatten)]
    pub format: QrelsArgs,
}

pub fn main(global: &Global, args: &Validate) -> Result<u8, Failure> {
    let runs = run_files(&args.runs)?;
    let format = args.format.format();
    if args.qrels.is_none() && format != QrelsFormat::trec() {
        return Err(Failure::usage(
            "--qrels-format, --grades and --labels need --qrels, the file that they describe",
        ));
    }
    let qrels = args.qrels.as_ref().map(|path| Qrels::read(path, &format)).transpose()?;
    let bytes = args.documents.as_ref().map(|path| read(path)).transpose().map_err(LoadError::from)?;
    let documents = match (&args.documents, &bytes) {
        (Some(path), Some(bytes)) => {
            let source = FileText::new(path, bytes)?;
            let id = |line| source.get(line).split_ascii_whitespace().next().unwrap_or_default();
            Some(source.lines().map(id).collect::<HashSet<&str>>())
        }
        _ => None,
    };
    let against = RunCheckAgainst {
        qrels: qrels.as_ref(),
        documents: documents.as_ref(),
        max_documents: args.most.map(NonZeroUsize::get),
    };
    let mut code = GOOD;
    for path in &runs {
        let check = match RunCheck::read(path, against) {
            Ok(check) => check,
            Err(error) => {
                code = report(&error.into());
                continue;
            }
        };
        let faults: String = check.faults.iter().map(|fault| fault.in_words(path) + "\n").collect();
        print(&(check.verdict(path) + "\n" + &faults))?;
        global.remarks(check.notes.iter().map(|note| format!("note: {}", note.in_words(path))));
        if !check.faults.is_empty() && code == GOOD {
            code = CHECK_FAILED;
        }
    }
    Ok(code)
}
