//! The list of measures.

use pyo3::prelude::*;
use rejudge_metrics::Family;
use rejudge_metrics::registry::Entry;
use rejudge_tables::frame::{Frame, Values};

use crate::table::PyTable;

/// Lists the measures.
///
/// Returns:
///     A table with a row for each family of measures: ``name``, ``cutoff`` (``@k`` if a name needs a cutoff, ``[@k]`` if
///     it may have one, ``@recall`` if it needs a recall level, otherwise empty), ``title``, ``formula``, ``parameters``,
///     ``source`` and ``judgments`` (``by document`` or ``by intent``).
///
/// >>> import rejudge
/// >>> table = rejudge.measures()
/// >>> "nDCG" in table["name"], table["cutoff"][table["name"].index("P")]
/// (True, '@k')
#[pyfunction]
pub fn measures() -> PyTable {
    let column = |cell: &dyn Fn(&Family, &Entry) -> String| {
        Family::ALL.iter().map(|family| cell(family, family.entry())).collect::<Values>()
    };
    let parameters = |entry: &Entry| {
        entry.parameters.iter().map(|parameter| parameter.name).collect::<Vec<_>>().join(", ")
    };
    let judgments = |family: &Family| if family.is_by_intent() { "by intent" } else { "by document" };
    let frame = Frame::default()
        .with("name", "name of the family", column(&|_, entry| entry.name.to_owned()))
        .with(
            "cutoff",
            "cutoff after the name: @k if required, [@k] if optional, @recall for a recall level",
            column(&|_, entry| entry.cutoff.mark().to_owned()),
        )
        .with("title", "the name in words", column(&|_, entry| entry.title.to_owned()))
        .with("formula", "the formula in one line", column(&|_, entry| entry.formula.to_owned()))
        .with("parameters", "parameters in brackets after the name", column(&|_, entry| parameters(entry)))
        .with("source", "paper and equation", column(&|_, entry| entry.source.to_owned()))
        .with(
            "judgments",
            "kind of judgments that the family needs",
            column(&|family, _| judgments(family).to_owned()),
        );
    PyTable::from_rows("measures", frame)
}
