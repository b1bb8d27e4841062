//! Wrong files, which may be of the other kind: a run has six columns, judgments four.

use rejudge_collections::{FileText, FormatError, FormatKind, LoadError, is_blank, read};

use super::EvalError;

/// What is wrong with judgments.
pub fn wrong_judgments(error: LoadError) -> EvalError {
    match error {
        LoadError::Format(error) => swapped(error, 6, "a run"),
        error => EvalError::Data(error.to_string()),
    }
}

/// What is wrong with runs, or with the tables that go with them.
pub fn wrong_runs(error: LoadError) -> EvalError {
    match error {
        LoadError::Format(error) => swapped(error, 4, "judgments"),
        error => EvalError::Data(error.to_string()),
    }
}

fn swapped(error: FormatError, columns: usize, of: &str) -> EvalError {
    EvalError::Data(match *error.kind {
        FormatKind::Columns { found, .. } if found == columns && is_of(&error, columns) => {
            format!("{error}; {columns} columns are those of {of}: are judgments and runs swapped?")
        }
        FormatKind::Columns { found, .. } if found > 6 && columns == 4 => {
            format!("{error}; --extra-columns leaves out what follows the tag")
        }
        FormatKind::RepeatedDocument { ref doc, .. } if columns == 4 && doc.eq_ignore_ascii_case("Q0") => {
            format!("{error}; `Q0` is what stands before the document: are columns 2 and 3 swapped?")
        }
        FormatKind::RepeatedDocument { .. } if columns == 4 => {
            format!("{error}; --repeated first (of eval, audit and pool) keeps it where it ranks first")
        }
        _ => error.to_string(),
    })
}

/// Most lines that are looked at to say what a file is.
const LOOKED_AT: usize = 100;

/// Returns true if the file with the error looks like one of `columns` columns: more than half of its first lines
/// have so many. One that cannot be read again is judged by whether its first line is wrong.
fn is_of(error: &FormatError, columns: usize) -> bool {
    let bytes = if error.path.is_file() { read(&error.path).ok() } else { None };
    let Some(bytes) = bytes else { return error.line == 1 };
    let Ok(text) = FileText::new(&error.path, &bytes) else { return false };
    let (mut lines, mut so_many) = (0, 0);
    for line in text.lines().take(LOOKED_AT) {
        lines += 1;
        let fields = line.text.split(|&byte| is_blank(byte)).filter(|field| !field.is_empty());
        so_many += usize::from(fields.count() == columns);
    }
    2 * so_many > lines
}
