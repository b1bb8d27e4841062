//! The list of measures.

use pyo3::prelude::*;
use rejudge_metrics::Family;
use rejudge_metrics::registry::Entry;
use rejudge_tables::frame::{Frame, Values};

use crate::table::Table;

/// The measures, one row per family.
///
/// Returns:
///     A table with the columns ``name``, ``cutoff`` (``@k`` if a name needs one, ``[@k]`` if it may
///     have one), ``title``, ``formula``, ``parameters``, ``source`` and ``judgments`` (``by document`` or
///     ``by intent``).
///
/// >>> import rejudge
/// >>> table = rejudge.measures()
/// >>> "nDCG" in table["name"], table["cutoff"][table["name"].index("P")]
/// (True, '@k')
#[pyfunction]
pub fn measures() -> Table {
    let column = |cell: &dyn Fn(&Family, &Entry) -> String| {
        Family::ALL.iter().map(|family| cell(family, family.entry())).collect::<Values>()
    };
    let parameters = |entry: &Entry| {
        entry.parameters.iter().map(|parameter| parameter.name).collect::<Vec<_>>().join(", ")
    };
    let judgments = |family: &Family| if family.is_by_intent() { "by intent" } else { "by document" };
    let frame = Frame::default()
        .with("name", "name of the family", column(&|_, entry| entry.name.to_owned()))
        .with("cutoff", "what may follow the name", column(&|_, entry| entry.cutoff.mark().to_owned()))
        .with("title", "the name in words", column(&|_, entry| entry.title.to_owned()))
        .with("formula", "the formula in one line", column(&|_, entry| entry.formula.to_owned()))
        .with("parameters", "what a name takes in brackets", column(&|_, entry| parameters(entry)))
        .with("source", "paper and equation", column(&|_, entry| entry.source.to_owned()))
        .with("judgments", "which judgments it needs", column(&|family, _| judgments(family).to_owned()));
    Table::of_rows("measures", frame)
}
