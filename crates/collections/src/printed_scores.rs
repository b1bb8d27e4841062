//! Scores of a collection's runs that its makers printed (`run<TAB>measure<TAB>value`, with that header and
//! whatever columns besides).

use std::collections::BTreeMap;
use std::path::Path;

use crate::descriptor::{Files, Sum, place};
use sha2::{Digest, Sha256};

use crate::error::{LoadError, Located, wrong_count};
use crate::fields::Span;
use crate::file_text::FileText;
use crate::teams::other_header;
use crate::text::read_stored;

/// Measure as it is printed -> run -> score.
pub type PrintedScores = BTreeMap<String, BTreeMap<String, f64>>;

/// The cells that a line must have.
const EXPECTED: &str = "3 (run, measure, value)";

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
    // The cells of other columns may be empty, so every tab ends a cell.
    let cells_of =
        |line| -> Result<Vec<Span>, Located> { Ok(source.parts(line, |byte| byte == b'\t')?.collect()) };
    let mut lines = source.lines();
    let first = lines.next().ok_or_else(|| source.empty(EXPECTED))?;
    let columns = cells_of(first)?;
    let place = |name| columns.iter().position(|column| source.get(*column) == name);
    let places = ["run", "measure", "value"].map(place);
    let [Some(run), Some(measure), Some(value)] = places else {
        return Err(other_header(&source, first, "measure<TAB>value"));
    };
    let mut scores = PrintedScores::new();
    for line in lines {
        let cells = cells_of(line)?;
        if cells.len() > columns.len() {
            return Err(
                source.error(line, wrong_count(cells.len(), format!("{}, as in the header", columns.len())))
            );
        }
        let needed =
            [run, measure, value].map(|place| cells.get(place).copied().filter(|cell| cell.length() > 0));
        let [Some(run), Some(measure), Some(value)] = needed else {
            let none = needed.iter().position(Option::is_none).expect("one of them is missing");
            let name = ["run", "measure", "value"][none];
            return Err(source.error(line, format!("no {name}, expected the columns run, measure and value")));
        };
        let [name, by, text] = [run, measure, value].map(|cell| source.get(cell));
        let score = text.parse::<f64>().ok().filter(|score| score.is_finite());
        let score = score
            .ok_or_else(|| source.error(value, format!("score `{}` is not a number", text.escape_debug())))?;
        if scores.entry(by.to_owned()).or_default().insert(name.to_owned(), score).is_some() {
            let [name, by] = [name, by].map(str::escape_debug);
            return Err(source.error(run, format!("the score of run `{name}` by `{by}` is printed already")));
        }
    }
    Ok(scores)
}
