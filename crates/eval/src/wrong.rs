//! Wrong files, which may be of the other kind: a run has six columns, judgments four.

use rejudge_collections::{FormatError, FormatKind, LoadError};

use super::EvalError;

/// What is wrong with judgments.
pub fn wrong_judgments(error: FormatError) -> EvalError {
    swapped(error, 6, "a run")
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
        FormatKind::Columns { found, .. } if found == columns => {
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
