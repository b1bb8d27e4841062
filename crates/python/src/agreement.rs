//! Agreement between two sets of judgments, over pairs of topic and document.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rejudge_collections::descriptor::LabelKind;
use rejudge_eval::LabelAgreement;
use rejudge_stats::{Distance, Weights};

use crate::exceptions::value_error;
use crate::grid::check_shape;
use crate::in_range::in_range;
use crate::judgments;
use crate::work::without_gil;

/// The agreement of two judges, for example people and a model, on the documents that both label.
///
/// Args:
///     qrels: judgments, as ``rejudge.Qrels`` takes them.
///     other: another judge's judgments, as ``rejudge.Qrels`` takes them. Topics that ``qrels`` lacks are left out.
///     cut: level from which a document is relevant. Labels are then compared as relevant or not relevant. If
///         ``None``, the levels themselves are compared.
///
/// Returns:
///     A dict. ``pairs`` is the number of pairs of topic and document that both label, ``by_one_alone`` the number
///     that only one of them labels. ``observed`` is the share of ``pairs`` with equal labels, ``kappa`` is Cohen's
///     kappa, ``linear_kappa`` and ``quadratic_kappa`` are weighted kappas, ``alpha`` is Krippendorff's alpha with
///     ordinal distances. ``observed`` and the coefficients are ``None`` if there are no pairs. The
///     coefficients are also ``None`` if both judges gave one and the same label to all pairs.
///
/// >>> import rejudge
/// >>> people = {"1": {"a": 2, "b": 0, "c": 1, "d": 0}, "2": {"a": 1}}
/// >>> model = {"1": {"a": 1, "b": 0, "c": 1, "d": 0, "e": 2}}
/// >>> result = rejudge.agreement(people, model)
/// >>> result["pairs"], result["by_one_alone"], result["observed"], result["kappa"]
/// (4, 2, 0.75, 0.6)
/// >>> rejudge.agreement(people, model, cut=1)["kappa"]
/// 1.0
#[pyfunction]
#[pyo3(signature = (qrels, other, cut = None))]
pub fn agreement<'py>(
    py: Python<'py>,
    qrels: &Bound<'py, PyAny>,
    other: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = in_range)] cut: Option<u8>,
) -> PyResult<Bound<'py, PyDict>> {
    if cut == Some(0) {
        return Err(value_error("cut: 0, expected a level of 1 or more"));
    }
    let (people, judge) =
        (judgments::from_python(py, qrels, "qrels")?, judgments::from_python(py, other, "other")?);
    if let (Some(labels), Some(other_labels)) = (people.array(), judge.array()) {
        check_shape(labels, other_labels, "other")?;
    }
    if [&people, &judge].iter().any(|judgments| judgments.label_kind() == LabelKind::Gains) {
        return Err(value_error("labels that are gains have no levels to compare"));
    }
    let counts =
        without_gil(py, move || Ok(LabelAgreement::new(people.qrels(), judge.qrels(), cut).counts()))?;
    let result = PyDict::new(py);
    result.set_item("pairs", counts.items())?;
    result.set_item("by_one_alone", counts.left_out())?;
    result.set_item("observed", counts.observed())?;
    result.set_item("kappa", counts.kappa())?;
    result.set_item("linear_kappa", counts.weighted_kappa(Weights::Linear))?;
    result.set_item("quadratic_kappa", counts.weighted_kappa(Weights::Quadratic))?;
    result.set_item("alpha", counts.alpha(Distance::Ordinal))?;
    Ok(result)
}
