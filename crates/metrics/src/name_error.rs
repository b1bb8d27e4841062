//! The error for a name that does not parse, and the name that the user probably meant.

use crate::registry::Family;
use crate::synonyms::{FAMILIES, synonyms};
use rejudge_names::nearest;
use rejudge_names::visible::one_line;

/// The error for a text that is not the name of a measure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", place(name, *offset, message))]
pub struct NameError {
    /// The name as it was typed.
    pub name: String,
    /// The byte at which the fault is, or 0 if the whole name is wrong or was translated as a synonym.
    pub offset: usize,
    /// A description of the fault.
    pub message: String,
}

/// Returns the name, and the byte of the fault unless it is 0. Returns an empty text if the message begins
/// with `unknown measure` and the whole name.
fn place(name: &str, offset: usize, message: &str) -> String {
    let name = one_line(name);
    match offset {
        0 if message.starts_with(&format!("unknown measure `{name}`")) => String::new(),
        0 => format!("measure `{name}`: "),
        _ => format!("measure `{name}`, byte {offset}: "),
    }
}

/// Returns our name, without a cutoff, for another tool's name. The other name may lack the number at its
/// end: `ndcg_cut` and `ndcg_cut_` give `nDCG`.
pub(crate) fn our_family_name(theirs: &str) -> Option<&'static str> {
    let theirs = theirs.trim_end_matches('_');
    let (_, ours) = synonyms().find(|(name, _)| {
        let before_number = name.strip_suffix("{k}").or_else(|| name.strip_suffix("{x}"));
        *name == theirs || before_number.is_some_and(|before| before.trim_end_matches(['_', '@']) == theirs)
    })?;
    Some(ours.split_once('@').map_or(ours, |(family, _)| family))
}

/// Returns the family name, ours or another tool's, that is spelt almost like `typed`.
pub(crate) fn nearest_family(typed: &str) -> Option<&'static str> {
    let our_names = Family::ALL.iter().map(|family| family.entry().name);
    let their_names =
        synonyms().chain(FAMILIES.iter().copied()).map(|(name, _)| name).filter(|name| !name.contains('{'));
    nearest(typed, our_names.chain(their_names))
}
