//! Scores of a collection's runs that its makers printed (`run<TAB>measure<TAB>value`, with that header and
//! whatever columns besides).

use std::collections::BTreeMap;
use std::path::Path;

use crate::descriptor::{Files, Sum, place};
use sha2::{Digest, Sha256};

use crate::error::{LoadError, Located};
use crate::file_text::FileText;
use crate::teams::{header, other_header, rows};
use crate::text::read_stored;

/// Measure as it is printed -> run -> score.
pub type PrintedScores = BTreeMap<String, BTreeMap<String, f64>>;

/// Reads the printed scores of a collection in `folder`; empty if the description names no file.
///
/// # Errors
/// If the file cannot be read, is not of that form, or is another than the described one.
pub fn printed_scores(files: &Files, folder: &Path) -> Result<PrintedScores, LoadError> {
    let Some(printed) = &files.printed_scores else { return Ok(PrintedScores::new()) };
    let path = place(folder, &printed.file);
    let bytes = read_stored(&path)?;
    expect_sha256(&path, &bytes, &printed.sha256)?;
    Ok(parse(&path, &bytes)?)
}

/// # Errors
/// If the contents of `file` are others.
pub(crate) fn expect_sha256(file: &Path, bytes: &[u8], Sum(expected): &Sum) -> Result<(), LoadError> {
    let found = format!("{:x}", Sha256::digest(bytes));
    if found == *expected {
        return Ok(());
    }
    Err(LoadError::Unfit(format!("{}: its sha256 is {found}, expected {expected}", file.display())))
}

fn parse(path: &Path, bytes: &[u8]) -> Result<PrintedScores, Located> {
    let source = FileText::new(path, bytes)?;
    let (first, columns) = header(&source, "3 columns (run, measure, value)")?;
    let places = ["run", "measure", "value"].map(|name| columns.iter().position(|column| *column == name));
    let [Some(run), Some(measure), Some(value)] = places else {
        return Err(other_header(&source, first, "measure<TAB>value"));
    };
    let mut scores = PrintedScores::new();
    for cells in rows(&source, 1, &columns) {
        let cells = cells?;
        let [run, measure, text] = [run, measure, value].map(|place| source.get(cells[place]));
        let wrong = |place: usize, what: String| source.error(cells[place], what);
        let score = text.parse::<f64>().ok().filter(|score| score.is_finite());
        let score =
            score.ok_or_else(|| wrong(value, format!("score `{}` is not a number", text.escape_debug())))?;
        if scores.entry(measure.to_owned()).or_default().insert(run.to_owned(), score).is_some() {
            let [name, by] = [run, measure].map(str::escape_debug);
            return Err(wrong(0, format!("the score of run `{name}` by `{by}` is printed already")));
        }
    }
    Ok(scores)
}
