//! Reads run files, joins them with judgments as `eval` does, and computes AP.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::{JoinedRuns, JudgmentFiles, KeptDocuments, Reading};
use rejudge_pools::View;
use tempfile::TempDir;

use super::Kernel;
use crate::arguments::Arguments;
use crate::result::ResultSummary;
use crate::{files, instance, random_inputs};

/// Reads run files in the usual form, for which the reader has a fast path.
pub fn fast(arguments: &Arguments) -> Result<Kernel, Box<dyn Error>> {
    kernel(arguments, "\n")
}

/// Reads run files with a blank before each line feed, so that the reader cannot take the fast path.
pub fn slow(arguments: &Arguments) -> Result<Kernel, Box<dyn Error>> {
    if arguments.files.is_some() {
        return Err("read-odd makes its own files: leave out --files".into());
    }
    kernel(arguments, " \n")
}

fn kernel(arguments: &Arguments, line_end: &str) -> Result<Kernel, Box<dyn Error>> {
    let (folder, temporary) = match &arguments.files {
        Some(folder) => (folder.clone(), None),
        None => {
            let folder = write_inputs(arguments, line_end)?;
            (folder.path().to_path_buf(), Some(folder))
        }
    };
    let runs = files::runs(&folder)?;
    score_files(&folder, &runs)?;
    Ok(Box::new(move || {
        // This keeps the temporary folder until the kernel is dropped.
        let _folder = &temporary;
        score_files(&folder, &runs).expect("the same files were read in `kernel`")
    }))
}

/// Writes random inputs to files in a temporary folder.
fn write_inputs(arguments: &Arguments, line_end: &str) -> Result<TempDir, Box<dyn Error>> {
    let folder = TempDir::with_prefix("rejudge-bench-")?;
    fs::write(folder.path().join("qrels.txt"), random_inputs::qrels_text(arguments))?;
    fs::create_dir(folder.path().join("runs"))?;
    for (name, text) in random_inputs::run_texts(arguments) {
        let text = String::from_utf8(text)?.replace('\n', line_end);
        fs::write(folder.path().join("runs").join(name), text)?;
    }
    Ok(folder)
}

/// Reads the files and computes AP, because the scores show that the right documents were found at the right ranks.
fn score_files(folder: &Path, runs: &[PathBuf]) -> Result<ResultSummary, Box<dyn Error>> {
    let files = JudgmentFiles::plain(folder.join("qrels.txt"), QrelsFormat::trec());
    let JoinedRuns { judgments, runs, .. } =
        files.join_runs(runs, &Reading::default(), None, KeptDocuments::Relevant)?;
    let joined: Vec<_> = runs.into_iter().map(|run| run.kept).collect();
    let scorers = instance::scorers(&["AP".to_owned()])?;
    let scores = instance::scores(
        &judgments,
        &View::full(&judgments),
        &joined,
        &instance::topics(&judgments),
        &scorers,
    );
    Ok(instance::computed(&[scores], "mean AP"))
}
