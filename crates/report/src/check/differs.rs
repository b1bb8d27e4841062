//! Messages about a computed value that differs from the printed one.

use super::checked_cell::CheckedCell;
use rejudge_experiment::printed::{CheckSubject, Failure};

/// Returns the failure if a computed value differs from the printed one.
pub(super) fn differs(checked: &CheckedCell<'_>) -> Option<Failure> {
    let (cell, kind) = (checked.cell, checked.outcome.fails()?);
    let value = checked.shown.as_deref().unwrap_or("nothing");
    let known = match &cell.worked_out_from {
        Some(from) => format!("worked out from {from} as"),
        None => "printed".to_owned(),
    };
    let should_be = cell.should_be.as_ref().map_or(String::new(), |should_be| {
        format!(", should be {} (erratum `{}`)", should_be.text, should_be.erratum)
    });
    let message =
        format!("{}: {} is {known} {}{should_be}, computed {value}", cell.at, cell.address, cell.text);
    let (about, at) = (CheckSubject::Table(cell.address.table.clone()), Some(cell.at.clone()));
    Some(Failure { kind, about, at, message })
}
