//! Wrong files, which may be of the other kind: a run has six columns, judgments four.

use rejudge_collections::{FileText, FormatError, FormatKind, LoadError, is_blank, read};
use rejudge_names::located::Located;

use super::EvalError;

/// Converts an error in judgments.
pub fn wrong_judgments(error: LoadError) -> EvalError {
    match error {
        LoadError::Format(error) => swapped(error, 6, "a run"),
        error => error.into(),
    }
}

/// Converts an error in runs, or in the tables that belong to them.
pub fn wrong_runs(error: LoadError) -> EvalError {
    match error {
        LoadError::Format(error) => swapped(error, 4, "judgments"),
        error => error.into(),
    }
}

fn swapped(error: FormatError, columns: usize, of: &str) -> EvalError {
    let hint = match &*error.kind {
        FormatKind::Columns { found, .. } if *found == columns && is_of(&error, columns) => {
            format!("{columns} columns are those of {of}: are judgments and runs swapped?")
        }
        FormatKind::Columns { found, .. } if *found > 6 && columns == 4 => {
            "--extra-columns leaves out what follows the tag".to_owned()
        }
        FormatKind::RepeatedDocument { doc, .. } if columns == 4 && doc.eq_ignore_ascii_case("Q0") => {
            "`Q0` should come before the docid: are columns 2 and 3 swapped?".to_owned()
        }
        FormatKind::RepeatedDocument { .. } if columns == 4 => {
            "--repeated first (of eval, audit and pool) keeps it where it ranks first".to_owned()
        }
        _ => return error.into(),
    };
    EvalError::Located(Box::new(Located { hint: Some(hint), ..error.located() }))
}

/// The most lines that are inspected to guess the kind of a file.
const LOOKED_AT: usize = 100;

/// Returns true if the file with the error looks like one with `columns` columns: more than half of its first lines
/// have this number. If it cannot be read again, only the first line is judged.
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
