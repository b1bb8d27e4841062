//! Scores of a collection's runs that its makers printed (`run<TAB>measure<TAB>value`, with that header and
//! whatever columns besides).

use std::collections::BTreeMap;
use std::path::Path;

use crate::descriptor::{Files, Sum, place};
use sha2::{Digest, Sha256};

use crate::error::{LoadError, Located, wrong_count};
use crate::file_text::FileText;
use crate::text::read_stored;

/// Measure as it is printed -> run -> score.
pub type PrintedScores = BTreeMap<String, BTreeMap<String, f64>>;

const COLUMNS: [&str; 3] = ["run", "measure", "value"];

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
    let mut lines = source.lines();
    let expected = "3 columns (run, measure, value)";
    let first = lines.next().ok_or_else(|| source.empty(expected))?;
    let names: Vec<&str> = source.text_of(first).split('\t').collect();
    let places = COLUMNS.map(|column| names.iter().position(|name| *name == column));
    let [Some(run), Some(measure), Some(value)] = places else {
        let found = source.text_of(first).escape_debug();
        let what = format!("expected the header `run<TAB>measure<TAB>value`, found `{found}`");
        return Err(source.error(first.start, what));
    };
    let mut scores = PrintedScores::new();
    for line in lines {
        let fields: Vec<&str> = source.text_of(line).split('\t').collect();
        let (Some(run), Some(measure), Some(text)) =
            (fields.get(run), fields.get(measure), fields.get(value))
        else {
            return Err(source.error(line.start, wrong_count(fields.len(), expected)));
        };
        let score = text.parse::<f64>().ok().filter(|score| score.is_finite());
        let score = score.ok_or_else(|| {
            source.error(line.start, format!("score `{}` is not a number", text.escape_debug()))
        })?;
        let by_run = scores.entry((*measure).to_owned()).or_default();
        if by_run.insert((*run).to_owned(), score).is_some() {
            let [run, measure] = [run, measure].map(|name| name.escape_debug());
            let what = format!("the score of run `{run}` by `{measure}` is printed already");
            return Err(source.error(line.start, what));
        }
    }
    Ok(scores)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_faults_told() {
        let read = |text: &str| parse(Path::new("o.tsv"), text.as_bytes());
        let scores = read("run\tmeasure\tvalue\tby\na\tmap\t0.25\tx\nb\tmap\t.5\tx\n").expect("scores");
        assert_eq!((scores["map"]["a"], scores["map"]["b"]), (0.25, 0.5));
        for (text, message) in [
            ("run\tmeasure\n", "o.tsv:1:1: expected the header"),
            ("run\tmeasure\tvalue\na\tmap\n", "o.tsv:2:1: 2 columns, expected"),
            ("run\tmeasure\tvalue\na\tmap\tx\n", "o.tsv:2:1: score `x` is not a number"),
            (
                "run\tmeasure\tvalue\na\tmap\t.1\na\tmap\t.2\n",
                "o.tsv:3:1: the score of run `a` by `map` is printed already",
            ),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
