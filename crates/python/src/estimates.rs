//! Estimates of scores when people judged only some topics and a model judged all of them.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rejudge_eval::estimate::Estimates;
use rejudge_stats::CONFIDENCE;

use crate::evaluate::{check_confidence, score_runs};
use crate::exceptions::Exception;
use crate::in_range::in_range;
use crate::judgments::{self, Judgments};
use crate::rules::{self, orders_by_rank, parse_choice, parse_measures};
use crate::runs;
use crate::table::{PyTable, compute_table};
use crate::warnings::warn;

/// Estimates the runs' mean scores when people judged only some topics, and another judge, such as a model,
/// judged all of them: prediction-powered estimates (Angelopoulos et al., Science 382, 2023; PPI++,
/// arXiv:2311.01453).
///
/// The judge makes errors. Their mean is estimated on the topics that people judged too. So these topics must
/// be a random sample of all topics.
///
/// Args:
///     qrels: people's judgments, as ``rejudge.Qrels`` takes them.
///     runs, measures, preset, ..: as for ``evaluate``. With ``topics="run"``, it is an error if the
///         runs are scored on different topics.
///     judge: the judge's judgments, as ``rejudge.Qrels`` takes them. They include every topic that
///         people judged, and further topics.
///     estimator: ``"tuned"`` (PPI++: the judge gets the weight for which the estimate has the least variance)
///         or ``"ppi"`` (the judge has the same weight as people).
///     baseline: name of a run. The differences of the other runs from it are estimated instead of means.
///     confidence: confidence of each interval by itself.
///
/// Returns:
///     A table with a row for each measure and run: ``measure``, ``run``, ``topics`` (judged by people),
///     ``judge-alone`` (topics judged only by the judge), ``estimate``, ``low``, ``high``, ``weight``;
///     ``people``, ``people-low``, ``people-high`` (from people's judgments only), ``judge`` (from the
///     judge's judgments only, over all topics), ``people-differ``. ``table.about`` describes each column.
///
/// >>> import rejudge
/// >>> people = {str(topic): {"a": 1} for topic in range(4)}
/// >>> judge = {str(topic): {"a": 1} for topic in range(12)}
/// >>> run = {topic: {"a": 2.0, "b": 1.0} if topic != "3" else {"b": 1.0} for topic in judge}
/// >>> table = rejudge.estimates(people, run, ["RR"], judge=judge)
/// >>> table["topics"], table["judge-alone"], table["people"]
/// ([4], [8], [0.75])
#[pyfunction]
#[pyo3(
    signature = (qrels, runs, measures, *, judge, estimator = "tuned", baseline = None, confidence = CONFIDENCE, **rules),
    text_signature = "(qrels, runs, measures, *, judge, estimator=\"tuned\", baseline=None, confidence=0.95, preset=None, ties=None, score_type=None, topics=\"qrels\", no_relevant=None, max_rank=None, min_rel=None, gains=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub fn estimates(
    py: Python<'_>,
    qrels: &Bound<'_, PyAny>,
    runs: &Bound<'_, PyAny>,
    measures: &Bound<'_, PyAny>,
    judge: &Bound<'_, PyAny>,
    estimator: &str,
    baseline: Option<String>,
    #[pyo3(from_py_with = in_range)] confidence: f64,
    rules: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyTable> {
    let rules = rules::rules("estimates", rules, Some("qrels"))?;
    check_confidence(confidence)?;
    let estimator = parse_choice("estimator", estimator, &[])?;
    let measures = parse_measures(measures, rules.preset)?;
    let runs = runs::from_python(py, runs, orders_by_rank(&rules))?;
    let people: Arc<Judgments> = judgments::from_python(py, qrels, "qrels")?;
    let judge: Arc<Judgments> = judgments::from_python(py, judge, "judge")?;
    warn(py, people.input.other_scale(&judge.input).as_slice())?;
    compute_table(py, move || {
        let documents = measures.documents();
        let scores = |judgments: &Judgments| score_runs(judgments, &runs, &measures, &rules.rules, documents);
        let ((_, people, _), (_, judge, warnings)) = (scores(&people)?, scores(&judge)?);
        let estimates = Estimates { estimator, confidence, baseline: baseline.as_deref() };
        let table = estimates.table(&people, &judge, &rules).map_err(Exception::from)?;
        Ok((table, warnings))
    })
}
