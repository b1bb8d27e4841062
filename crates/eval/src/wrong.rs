//! Wrong files, which may be of the other kind: a run has six columns, judgments four.

use rejudge_collections::{FormatError, FormatKind, LoadError};
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
        FormatKind::Columns { found, .. } if *found == columns && error.line == 1 => {
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
