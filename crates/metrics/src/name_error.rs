//! The error for a name that does not parse, and the name that was probably meant.

use crate::registry::Family;
use crate::synonyms::{FAMILIES, synonyms};
use rejudge_names::nearest;
use rejudge_names::visible::one_line;

/// A name that is not the name of a measure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", place(name, *offset, message))]
pub struct NameError {
    /// The name as it was typed.
    pub name: String,
    /// The byte of the fault; 0 if it is in the whole name.
    pub offset: usize,
    /// The fault.
    pub message: String,
}

/// The name and the byte of the fault, unless the message begins with the name.
fn place(name: &str, offset: usize, message: &str) -> String {
    let name = one_line(name);
    match offset {
        0 if message.starts_with(&format!("unknown measure `{name}`")) => String::new(),
        0 => format!("measure `{name}`: "),
        _ => format!("measure `{name}`, byte {offset}: "),
    }
}

/// Returns our name of a family that other tools name so, with or without the number that they write behind it.
pub(crate) fn elsewhere(found: &str) -> Option<&'static str> {
    let same = |name: &str| {
        let found = found.trim_end_matches('_');
        let before_number = name.strip_suffix("{k}").or_else(|| name.strip_suffix("{x}"));
        name == found || before_number.is_some_and(|before| before.trim_end_matches(['_', '@']) == found)
    };
    let (_, ours) = synonyms().find(|(name, _)| same(name))?;
    Some(ours.split_once('@').map_or(ours, |(family, _)| family))
}

/// Returns the name of a family, here or elsewhere, that is spelt nearly so.
pub(crate) fn nearest_family(found: &str) -> Option<&'static str> {
    let families = Family::ALL.iter().map(|family| family.entry().name);
    let elsewhere =
        synonyms().chain(FAMILIES.iter().copied()).map(|(name, _)| name).filter(|name| !name.contains('{'));
    nearest(found, families.chain(elsewhere))
}
